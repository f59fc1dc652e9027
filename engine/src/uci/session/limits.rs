//! From the words of `go` to the limits of a search.

use portcullis_movegen::{Board, CastlingMode, Color, Move};

use crate::limits::Limits;
use crate::uci::command::GoParams;

/// The limits that `go` asks for on this board, and what had to be mended, in sentences.
///
/// Whatever is said of time makes a search that ends: without a clock of its own the side to move
/// is taken to have its opponent's. Where nothing bounds the search it has an empty clock if there
/// was a word of time (increments alone, or numbers that cannot be read), else the search is
/// infinite, also if there is little to be searched.
pub(super) fn limits(go: &GoParams, board: &Board, mode: CastlingMode) -> (Limits, Vec<String>) {
    let mut notes = Vec::new();
    let by_color = |white, black| {
        Color::ALL.map(|color| match color {
            Color::White => white,
            Color::Black => black,
        })
    };
    let mut clock_ms = by_color(go.white_time, go.black_time);
    let increment_ms = by_color(go.white_increment, go.black_increment);

    let us = board.side_to_move();
    let taken_as = |ms| format!("no clock of {}: taken as {ms} ms", us.name());
    for (color, clock) in Color::ALL.into_iter().zip(&mut clock_ms) {
        if color == us && clock.is_none() {
            *clock = go.white_time.or(go.black_time);
            notes.extend(clock.map(taken_as));
        }
    }
    let mut limits = Limits {
        depth: go.depth.map(|depth| at_least_one("depth", depth, &mut notes)),
        nodes: go.nodes.map(|nodes| at_least_one("nodes", nodes, &mut notes)),
        soft_nodes: None,
        move_time_ms: go.move_time,
        mate: go.mate.map(|mate| at_least_one("mate", mate, &mut notes)),
        clock_ms,
        increment_ms,
        moves_to_go: moves_to_go(go.moves_to_go, &mut notes),
        infinite: go.infinite,
        ponder: go.ponder,
        search_moves: search_moves(&go.search_moves, board, mode, &mut notes),
    };
    if !limits.are_bounded(us) && !limits.infinite {
        let increments = increment_ms.iter().any(Option::is_some);
        if increments || go.moves_to_go.is_some() || go.unreadable_time {
            limits.clock_ms = by_color(Some(0), Some(0));
            notes.push(taken_as(0));
        } else {
            limits.infinite = !limits.ponder;
        }
    }
    (limits, notes)
}

/// The number, at least 1 and no greater than its type holds.
fn at_least_one<T: TryFrom<i64> + Bounded>(word: &str, number: i64, notes: &mut Vec<String>) -> T {
    if number < 1 {
        notes.push(format!("{word} {number} is taken as 1"));
    }
    T::try_from(number.max(1)).unwrap_or(T::GREATEST)
}

/// A type of number with a greatest one.
trait Bounded {
    const GREATEST: Self;
}

impl Bounded for u32 {
    const GREATEST: u32 = u32::MAX;
}

impl Bounded for u64 {
    const GREATEST: u64 = u64::MAX;
}

/// 0 is what some GUIs send for sudden death.
fn moves_to_go(given: Option<i64>, notes: &mut Vec<String>) -> Option<u32> {
    let number = given?;
    if number < 0 {
        notes.push(format!("movestogo {number} is ignored"));
    }
    (number > 0).then(|| u32::try_from(number).unwrap_or(u32::MAX))
}

/// The legal ones among the moves; none if all moves are to be searched.
fn search_moves(
    given: &[String],
    board: &Board,
    mode: CastlingMode,
    notes: &mut Vec<String>,
) -> Vec<Move> {
    let mut moves = Vec::new();
    for text in given {
        match board.parse_uci(text, mode) {
            Ok(chess_move) => moves.push(chess_move),
            Err(error) => notes.push(format!("searchmoves: {error}")),
        }
    }
    if moves.is_empty() && !given.is_empty() {
        notes.push("searchmoves holds no legal move: all moves are searched".to_owned());
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::command::Command;
    use crate::uci::parse::read;

    fn go(line: &str, fen: &str) -> (Limits, Vec<String>) {
        let Some(Command::Go(go)) = read(line).command else { panic!("{line}") };
        let board = Board::from_fen(fen).expect("a FEN");
        limits(&go, &board, CastlingMode::Standard)
    }

    const WHITE: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    const BLACK: &str = "4k3/8/8/8/8/8/8/4K2R b K - 0 1";

    /// A clock on one side only still makes a search that ends, whoever is to move.
    #[test]
    fn one_clock() {
        for fen in [WHITE, BLACK] {
            for line in ["go wtime 100", "go btime 100"] {
                let us = Board::from_fen(fen).expect("a FEN").side_to_move();
                assert_eq!(go(line, fen).0.clock_ms[us.index()], Some(100), "{line} {fen}");
            }
            let both = go("go wtime 100 btime -5", fen);
            assert_eq!((both.0.clock_ms, both.1.len()), ([Some(100), Some(-5)], 0));
            let us = Board::from_fen(fen).expect("a FEN").side_to_move();
            for line in [
                "go winc 1000 binc 1000",
                "go movestogo 40",
                "go wtime abc btime 1e5",
                "go movetime x",
                "go ponder wtime btime",
            ] {
                let (limits, notes) = go(line, fen);
                assert_eq!(limits.clock_ms[us.index()], Some(0), "{line}");
                assert!(!notes.is_empty(), "{line}");
            }
            for line in
                ["go depth 5 winc 0 binc 0", "go infinite movestogo 40", "go nodes 9 winc 1"]
            {
                assert_eq!(go(line, fen).0.clock_ms, [None, None], "{line}");
            }
        }
    }

    /// Nothing that cannot be counted reaches the search.
    #[test]
    fn numbers_are_mended() {
        for (line, depth) in [
            ("go depth -1", 1),
            ("go depth 0", 1),
            ("go depth 7", 7),
            ("go depth 99999999999999999999", u32::MAX),
        ] {
            assert_eq!(go(line, WHITE).0.depth, Some(depth));
        }
        assert_eq!(go("go nodes 0", WHITE).0.nodes, Some(1));
        assert_eq!(go("go mate 1000", WHITE).0.mate, Some(1000));
        assert_eq!(go("go mate -3", WHITE).1, ["mate -3 is taken as 1"]);
        assert_eq!(go("go movetime -5", WHITE).0.move_time_ms, Some(-5));
        for (line, moves) in [("0", None), ("-1", None), ("1", Some(1)), ("300", Some(300))] {
            assert_eq!(go(&format!("go wtime 9 movestogo {line}"), WHITE).0.moves_to_go, moves);
        }
    }

    /// `go` without a limit is infinite; `ponder` alone waits for the ponder hit.
    #[test]
    fn no_limit_is_infinite() {
        for (line, is_infinite) in [
            ("go", true),
            ("go searchmoves e1d1", true),
            ("go infinite depth 3", true),
            ("go depth 3", false),
            ("go mate 2", false),
            ("go movetime 0", false),
            ("go btime 100", false),
            ("go ponder", false),
        ] {
            assert_eq!(go(line, WHITE).0.infinite, is_infinite, "{line}");
        }
    }

    /// Of the moves only the legal ones count, castling in both forms; the others are told about.
    #[test]
    fn moves_to_search() {
        let (limits, notes) = go("go searchmoves e1g1 e1e5 0000 e1d1", WHITE);
        let moves: Vec<String> = limits
            .search_moves
            .iter()
            .map(|chess_move| chess_move.uci(CastlingMode::Standard).to_string())
            .collect();
        assert_eq!((moves, notes.len()), (vec!["e1g1".to_owned(), "e1d1".to_owned()], 2));
        let (limits, notes) = go("go searchmoves e1e5", WHITE);
        assert!(limits.search_moves.is_empty());
        assert_eq!(
            notes.last().unwrap(),
            "searchmoves holds no legal move: all moves are searched"
        );
    }
}
