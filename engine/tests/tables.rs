//! Endgame tables in play: what is won is won, what the fifty-move rule spoils is drawn.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use portcullis::tablebase::{Dtz, ProbeError, Syzygy, Tablebase, Wdl};
use portcullis::{BestMove, Engine, Limits, Position, Score, SearchInfo, SearchListener};
use portcullis_movegen::{Board, CastlingMode, Move};

/// Keeps the last line and the answer.
#[derive(Default)]
struct Recorder(Mutex<(Option<SearchInfo>, Option<Move>)>);

impl SearchListener for Recorder {
    fn info(&self, info: &SearchInfo) {
        self.0.lock().expect("no panic").0 = Some(info.clone());
    }

    fn best_move(&self, best: &BestMove) {
        self.0.lock().expect("no panic").1 = best.best;
    }
}

fn small_set() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

fn small_tables() -> Arc<dyn Tablebase> {
    Arc::new(Syzygy::open(small_set().to_str().expect("UTF-8")).tables)
}

fn engine_with(tables: Arc<dyn Tablebase>) -> Engine {
    let mut engine = Engine::new().expect("an engine");
    engine.set_tables(Some(tables)).expect("at rest");
    engine
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a valid position")
}

/// The position after some moves from the start of a game.
fn after(fen: &str, moves: &str) -> Position {
    let mut position = Position::new(board(fen));
    for text in moves.split_whitespace() {
        let mv = position.board().parse_uci(text, CastlingMode::Standard).expect("a legal move");
        position.play(mv);
    }
    position
}

/// The last line and the move to play; the line is legal to its end.
fn search(engine: &mut Engine, position: &Position, limits: Limits) -> (SearchInfo, Move) {
    engine.set_position(position.clone()).expect("at rest");
    let recorder = Arc::new(Recorder::default());
    engine.go(limits, recorder.clone()).expect("at rest");
    engine.wait();
    let (info, best) = recorder.0.lock().expect("no panic").clone();
    let info = info.expect("a line");
    let mut line = *position.board();
    for &mv in &info.pv {
        assert!(line.is_legal(mv), "{info:?}");
        line.play(mv);
    }
    (info, best.expect("a move"))
}

/// The move after which the other side needs longest.
fn best_defence(tables: &dyn Tablebase, board: &Board) -> Move {
    let distance = |&mv: &Move| {
        let mut child = *board;
        child.play(mv);
        tables.dtz(&child).expect("a distance")
    };
    let moves = board.legal_moves();
    // A capture that draws comes out as the least distance of all.
    moves
        .iter()
        .copied()
        .min_by_key(|mv| match distance(mv) {
            Dtz(dtz) if dtz > 0 => (1, -dtz),
            Dtz(dtz) => (0, dtz),
        })
        .expect("a move")
}

/// A won ending is won before the fifty-move rule and without a third repetition, also where the
/// counter leaves no more time than is needed.
#[test]
fn a_won_ending_is_won_against_the_best_defence() {
    let tables = small_tables();
    let mut engine = engine_with(tables.clone());
    for fen in [
        "8/8/8/3k4/8/3K4/3Q4/7r w - - 0 1",
        "4k3/8/8/8/8/5r2/8/Q5K1 w - - 0 1",
        "8/8/2k5/3r4/8/8/7Q/K7 w - - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    ] {
        let Dtz(dtz) = tables.dtz(&board(fen)).expect("a distance");
        assert!(dtz > 0, "won: {fen}");
        let late = fen.replace(" 0 1", &format!(" {} 80", 99 - dtz));
        for start in [fen, &late] {
            let mut game = Position::new(board(start));
            engine.new_game().expect("at rest");
            while game.board().has_legal_moves() {
                let (_, mv) = search(&mut engine, &game, Limits::nodes(500));
                game.play(mv);
                if game.board().has_legal_moves() {
                    assert!(game.board().halfmove_clock() < 100, "{start}: {}", game.board());
                    assert!(game.repetitions() < 2, "{start}: {}", game.board());
                    game.play(best_defence(&*tables, game.board()));
                }
            }
            assert!(game.board().in_check(), "{start} ends in {}", game.board());
        }
    }
}

/// The shortest way would be a third repetition: another move that wins is played.
#[test]
fn a_win_is_not_given_away_by_a_third_repetition() {
    let tables = small_tables();
    let mut engine = engine_with(tables.clone());
    for (fen, moves) in [
        ("3Q4/8/4kr2/8/6K1/8/8/8 b - - 1 1", "f6f8 g4h4 f8f6 h4g4 f6f8 g4h4 f8f6"),
        ("8/2r5/8/1Q3K2/8/1k6/8/8 b - - 1 1", "b3c3 b5f1 c3b3 f1b5 b3c3 b5f1 c3b3"),
    ] {
        let mut game = after(fen, moves);
        let (info, mv) = search(&mut engine, &game, Limits::nodes(1000));
        assert!(matches!(info.score, Score::Centipawns(31_000..) | Score::Mate(1..)), "{info:?}");
        game.play(mv);
        assert!(game.repetitions() < 2);
        assert_eq!(tables.wdl(game.board()), Ok(Wdl::Loss));
    }
}

/// Tables that say the same of every position with White to move.
#[derive(Debug)]
struct Says(Wdl, i32);

impl Tablebase for Says {
    fn max_men(&self) -> u32 {
        4
    }

    fn wdl(&self, board: &Board) -> Result<Wdl, ProbeError> {
        let white = board.side_to_move().index() == 0;
        Ok(if white { self.0 } else { self.0.reversed() })
    }

    fn dtz(&self, board: &Board) -> Result<Dtz, ProbeError> {
        let white = board.side_to_move().index() == 0;
        Ok(Dtz(if white { self.1 } else { -self.1 }))
    }

    fn take_faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Cursed wins and blessed losses are draws while Syzygy50MoveRule is true, at the root and in the
/// tree, and so is a win that the counter has spoilt.
#[test]
fn what_the_fifty_move_rule_spoils_is_a_draw() {
    let at_root = "8/8/8/3k4/8/3K4/3B4/6n1 w - - 0 1";
    let spoilt = "8/8/8/3k4/8/3K4/3B4/6n1 w - - 70 90";
    // Five men; the only move takes the queen, which leads into the tables.
    let in_tree = "8/8/8/8/8/4k3/1q6/KB4n1 w - - 0 1";
    let score = |tables, fen, rule| {
        let mut engine = engine_with(Arc::new(tables));
        engine.set_fifty_move_rule(rule).expect("at rest");
        search(&mut engine, &Position::new(board(fen)), Limits::depth(4)).0.score
    };
    let draw = Score::Centipawns(0);
    let won = |score| matches!(score, Score::Centipawns(31_000..));
    let lost = |score| matches!(score, Score::Centipawns(..=-31_000));
    assert_eq!(score(Says(Wdl::CursedWin, 120), at_root, true), draw);
    assert!(won(score(Says(Wdl::CursedWin, 120), at_root, false)));
    assert_eq!(score(Says(Wdl::BlessedLoss, -120), at_root, true), draw);
    assert!(lost(score(Says(Wdl::BlessedLoss, -120), at_root, false)));
    assert_eq!(score(Says(Wdl::Win, 40), spoilt, true), draw);
    assert!(won(score(Says(Wdl::Win, 20), spoilt, true)));
    assert_eq!(board(in_tree).legal_moves().len(), 1);
    assert_eq!(score(Says(Wdl::CursedWin, 120), in_tree, true), draw);
    assert_eq!(score(Says(Wdl::CursedWin, 120), in_tree, false), Score::Centipawns(31_758));
    assert_eq!(score(Says(Wdl::Loss, -20), in_tree, true), Score::Centipawns(-31_758));
}

/// Wins by the tables have scores of their own; a mate that the search finds is told as one.
#[test]
fn mates_are_told_as_mates_and_table_wins_as_such() {
    let mut engine = engine_with(small_tables());
    let mut score = |fen: &str, depth| {
        let (info, _) = search(&mut engine, &Position::new(board(fen)), Limits::depth(depth));
        (info.score, info.status.tbhits)
    };
    assert_eq!(score("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 3).0, Score::Mate(1));
    assert_eq!(score("7k/8/8/8/8/8/8/KQ6 w - - 0 1", 1).0, Score::Centipawns(31_759));
    let (capture, hits) = score("8/7r/8/3k4/8/3K4/8/1Q4n1 w - - 0 1", 6);
    assert_eq!(capture, Score::Centipawns(31_758), "one ply from the tables");
    assert!(hits > 0);
}

#[test]
fn no_tables_no_hits() {
    let mut engine = engine_with(small_tables());
    let position = Position::new(board("8/8/8/3k4/8/3K4/3Q4/7r w - - 0 1"));
    let hits = |engine: &mut Engine| search(engine, &position, Limits::depth(5)).0.status.tbhits;
    assert!(hits(&mut engine) > 0);
    engine.set_probe_limit(0);
    assert_eq!(hits(&mut engine), 0, "no men at all");
    engine.set_probe_limit(7);
    engine.set_tables(None).expect("at rest");
    assert_eq!(hits(&mut engine), 0, "no tables");
}

/// Four threads search with missing, cut and swapped files: each answers with a legal move.
#[test]
fn damaged_files_never_stop_a_search() {
    let folder = std::env::temp_dir().join(format!("portcullis-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| std::fs::read(small_set().join(name)).expect("a table");
    let swapped = [("KRvK.rtbw", file("KQvK.rtbw")), ("KQvK.rtbz", file("KQvK.rtbw"))];
    let mut cut = file("KQvKR.rtbw");
    let mut engine = Engine::new().expect("an engine");
    engine.set_threads(4).expect("four threads");
    for len in (0..cut.len()).step_by(2500).rev() {
        cut.truncate(len);
        for (name, bytes) in swapped.iter().chain([&("KQvKR.rtbw", cut.clone())]) {
            std::fs::write(folder.join(name), bytes).expect("a file");
        }
        let tables = Arc::new(Syzygy::open(folder.to_str().expect("UTF-8")).tables);
        engine.set_tables(Some(tables.clone())).expect("at rest");
        for fen in ["8/8/8/3k4/8/3K4/3Q4/7r w - - 0 1", "8/7r/8/3k4/8/3K4/8/1Q4n1 w - - 0 1"] {
            let position = Position::new(board(fen));
            let (_, mv) = search(&mut engine, &position, Limits::nodes(2000));
            assert!(position.board().is_legal(mv));
        }
        assert!(!tables.take_faults().is_empty(), "what is wrong is told");
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}
