//! What a search promises, seen through the engine's facade.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portcullis::{BestMove, Bound, Engine, Limits, Position, Score, SearchInfo, SearchListener};
use portcullis_movegen::{Board, CastlingMode, Move};

/// Keeps everything that a search tells.
#[derive(Default)]
struct Recorder {
    infos: Mutex<Vec<SearchInfo>>,
    answers: Mutex<Vec<BestMove>>,
}

impl SearchListener for Recorder {
    fn info(&self, info: &SearchInfo) {
        self.infos.lock().expect("no panic").push(info.clone());
    }

    fn best_move(&self, best: &BestMove) {
        self.answers.lock().expect("no panic").push(*best);
    }
}

impl Recorder {
    fn infos(&self) -> Vec<SearchInfo> {
        self.infos.lock().expect("no panic").clone()
    }

    fn answers(&self) -> Vec<BestMove> {
        self.answers.lock().expect("no panic").clone()
    }
}

fn position(fen: &str) -> Position {
    Position::new(Board::from_fen(fen).expect("a valid position"))
}

fn mv(board: &Board, text: &str) -> Move {
    let written = |mv: &Move| mv.uci(CastlingMode::Standard).to_string();
    board.legal_moves().into_iter().find(|mv| written(mv) == text).expect("a legal move")
}

/// The position after some moves from the start of a game.
fn after(fen: &str, moves: &str) -> Position {
    let mut position = position(fen);
    for text in moves.split_whitespace() {
        position.play(mv(position.board(), text));
    }
    position
}

fn engine_at(position: Position) -> Engine {
    let mut engine = Engine::new().expect("an engine");
    engine.set_position(position).expect("at rest");
    engine
}

/// Searches to the end and checks what every search must keep to.
fn search(engine: &mut Engine, limits: Limits) -> (Vec<SearchInfo>, BestMove) {
    let recorder = Arc::new(Recorder::default());
    engine.go(limits, Arc::clone(&recorder) as Arc<dyn SearchListener>).expect("at rest");
    engine.wait();
    let answers = recorder.answers();
    assert_eq!(answers.len(), 1, "exactly one answer");
    let infos = recorder.infos();
    check_lines(engine.position(), &infos, &answers[0]);
    (infos, answers[0])
}

/// Lines are legal to their end, and the answer is the first move of the last exact one.
fn check_lines(position: &Position, infos: &[SearchInfo], best: &BestMove) {
    assert!(!infos.is_empty(), "at least one line");
    for info in infos {
        let mut line = position.clone();
        for &mv in &info.pv {
            assert!(line.board().is_legal(mv), "{info:?}");
            assert!(line.board().halfmove_clock() < 100 && line.repetitions() < 2, "{info:?}");
            line.play(mv);
        }
        if let (Score::Mate(moves), Bound::Exact) = (info.score, info.bound) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves } as usize;
            assert_eq!(info.pv.len(), plies, "a mate is shown to its end: {info:?}");
            let board = line.board();
            assert!(board.in_check() && !board.has_legal_moves(), "{info:?}");
        }
    }
    let first_lines = infos.iter().filter(|info| info.bound == Bound::Exact && info.multipv == 1);
    let last = first_lines.last().expect("an exact line");
    assert_eq!(best.best, last.pv.first().copied());
    if let Some(mv) = best.best {
        let mut board = *position.board();
        board.play(mv);
        assert!(best.ponder.is_none_or(|reply| board.is_legal(reply)));
        assert!(last.pv.len() < 2 || best.ponder == last.pv.get(1).copied());
    } else {
        assert_eq!(best.ponder, None);
    }
}

/// Position, moves to mate (negative: the side to move is mated), nodes that are enough.
const MATES: [(&str, i32, u64); 16] = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, 2_000),
    ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1, 2_000),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, 2_000),
    ("6k1/6P1/5K1R/8/8/8/8/8 w - - 0 1", 1, 2_000),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 20_000),
    ("8/8/8/8/8/5k2/8/4R2K b - - 0 1", 0, 0),
    ("3r1rk1/5ppp/8/8/8/8/1Q3PPP/6K1 b - - 0 1", 1, 20_000),
    ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2, 50_000),
    ("8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1", 2, 50_000),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 50_000),
    ("5rk1/1p1r2pp/p2p3q/3P2b1/PP1pP3/5Pp1/4B1P1/2RRQNK1 b - - 0 1", 3, 100_000),
    ("r1b2k1r/ppppq3/5N1p/4P2Q/4PP2/1B6/PP5P/n2K2R1 w - - 1 1", 4, 200_000),
    ("4r3/7q/nb2prRp/pk1p3P/3P4/P7/1P2N1P1/1K1B1N2 w - - 0 1", 5, 400_000),
    ("8/8/8/8/1K6/8/1Q6/k7 b - - 0 1", -1, 2_000),
    ("8/8/8/8/8/4K3/5Q2/7k b - - 0 1", -1, 2_000),
    ("8/8/8/1p5r/p1p1k1pN/P2pBpP1/1P1K1P2/8 b - - 0 1", 5, 400_000),
];

#[test]
#[ignore = "being written"]
fn mates_are_found_with_their_exact_distance() {
    for (fen, moves, nodes) in MATES {
        if moves == 0 {
            continue;
        }
        let mut engine = engine_at(position(fen));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (infos, _) = search(&mut engine, limits);
        println!("{fen} {:?} want {moves}", infos.last().map(|info| (info.score, info.depth, info.status.nodes)));
    }
}
