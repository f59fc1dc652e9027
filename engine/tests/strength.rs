//! What limited strength promises, seen through the engine's facade.

mod recorder;

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use portcullis::{BestMove, Bound, Engine, Limits, Position, Score, SearchInfo, Searcher};
use portcullis_movegen::{Board, Move};
use recorder::Recorder;

/// Positions in which something hangs: most moves lose a man or miss a mate.
const TRAPS: [&str; 9] = [
    // A knight attacked by a pawn, a bishop, a queen.
    "rnbqkb1r/pppp1ppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
    "r1bqkbnr/2pp1ppp/p1n5/1p2p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 5",
    "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3",
    // A knight, a queen and a rook to be taken.
    "r1bqkbnr/pppp1ppp/8/8/3nP3/8/PPP2PPP/RNBQKB1R w KQkq - 0 5",
    "rnb1kb1r/ppp1pppp/5n2/3Q4/8/8/PPPP1PPP/RNB1KBNR b KQkq - 0 4",
    "6k1/pp3ppp/8/8/2r5/1B6/PP3PPP/6K1 w - - 0 1",
    // A protected pawn that a rook attacks, a mate on the last rank, and one to be parried.
    "6k1/5ppp/8/8/1r6/8/1P3PPP/1R4K1 b - - 0 1",
    "2r3k1/5ppp/8/p7/8/8/5PPP/2R3K1 w - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
];

struct Player {
    engine: Engine,
}

impl Player {
    fn new(elo: u32, seed: u32) -> Player {
        let mut engine = Engine::new().expect("an engine");
        engine.set_elo_limit(Some(elo));
        engine.set_strength_seed(seed);
        Player { engine }
    }

    fn start(&mut self, fen: &str, limits: Limits) -> Arc<Recorder> {
        let board = Board::from_fen(fen).expect("a valid position");
        self.engine.set_position(Position::new(board)).expect("at rest");
        let recorder = Arc::new(Recorder::default());
        self.engine.go(limits, recorder.clone()).expect("at rest");
        recorder
    }

    fn search(&mut self, fen: &str, limits: Limits) -> (Vec<SearchInfo>, BestMove) {
        let recorder = self.start(fen, limits);
        self.engine.wait();
        let infos = recorder.infos();
        let answer = recorder.answers()[0];
        let told = infos.iter().rfind(|info| info.multipv == 1 && info.bound == Bound::Exact);
        let told = told.expect("a first line");
        assert_eq!(told.pv.first().copied(), answer.best, "the line that is played is told last");
        (infos, answer)
    }

    fn choose(&mut self, fen: &str) -> Move {
        self.search(fen, Limits::default()).1.best.expect("a move")
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Same position, seed and Elo: same move, whatever was searched before, however many threads and
/// however much hash there are.
#[test]
fn a_seed_repeats_the_play() {
    for elo in [800, 1400, 2000] {
        let mut first = Player::new(elo, 7);
        let moves: Vec<Move> = TRAPS.iter().map(|fen| first.choose(fen)).collect();
        let mut second = Player::new(elo, 7);
        second.engine.set_threads(2).expect("two threads");
        second.engine.set_hash(4).expect("4 MB");
        for (fen, &mv) in TRAPS.iter().zip(&moves).rev() {
            second.choose(START);
            assert_eq!(second.choose(fen), mv, "{elo} {fen}");
        }
    }
}

/// Other seeds bring other moves, and without a seed so does every new game.
#[test]
fn play_varies_with_the_seed() {
    let mut player = Player::new(1200, 0);
    let mut distinct = |next: &mut dyn FnMut(&mut Engine, u32)| {
        let mut moves = Vec::new();
        for number in 1..=40 {
            next(&mut player.engine, number);
            let mv = player.choose(START);
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        moves.len()
    };
    assert!(distinct(&mut |engine, _| engine.new_game().expect("at rest")) > 3);
    assert!(distinct(&mut |engine, number| engine.set_strength_seed(number)) > 3);
}

/// Judges moves by a deeper search than the limited ones.
struct Judge {
    searcher: Searcher,
    board: Board,
    best: i32,
    /// What the moves asked for so far are worth.
    known: Vec<(Move, i32)>,
}

impl Judge {
    fn new(fen: &str) -> Judge {
        let board = Board::from_fen(fen).expect("a valid position");
        let searcher = Searcher::new(1).expect("1 MB");
        let mut judge = Judge { searcher, board, best: 0, known: Vec::new() };
        judge.best = judge.value(Vec::new());
        judge
    }

    fn value(&mut self, search_moves: Vec<Move>) -> i32 {
        self.searcher.new_game();
        let limits = Limits { search_moves, ..Limits::depth(8) };
        match self.searcher.search(&Position::new(self.board), &limits).score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) => 10_000 * moves.signum(),
        }
    }

    /// What the move loses against the best, in centipawns.
    fn loss(&mut self, mv: Move) -> i32 {
        if let Some((_, loss)) = self.known.iter().find(|(known, _)| *known == mv) {
            return *loss;
        }
        let loss = self.best - self.value(vec![mv]);
        self.known.push((mv, loss));
        loss
    }
}

/// From 1500 up nothing is dropped: in a trap only moves are played that, to another search's
/// eyes, lose less than the least piece against the best.
#[test]
fn no_man_is_dropped_from_1500_up() {
    for fen in TRAPS {
        let mut judge = Judge::new(fen);
        for (elo, seeds) in [(1500, 12), (1600, 12), (1900, 4), (2300, 2)] {
            let mut player = Player::new(elo, 0);
            for seed in 1..=seeds {
                player.engine.set_strength_seed(seed);
                let mv = player.choose(fen);
                let lost = judge.loss(mv);
                assert!(lost < 250, "{elo} seed {seed}: {mv} loses {lost} in {fen}");
            }
        }
    }
}

/// Mates in one, some beside much that wins as well.
const MATES_IN_ONE: [&str; 5] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
    "k7/pp6/8/3q4/8/8/5PPP/1N4K1 b - - 0 1",
];

/// A mate in one is seen: always from 1000 up, and by the weakest more often than not.
#[test]
fn a_mate_in_one_is_played() {
    for (elo, seeds) in [(Engine::MIN_ELO, 40), (1000, 12), (1500, 4), (2200, 2)] {
        let mut player = Player::new(elo, 0);
        let mut missed = 0;
        for fen in MATES_IN_ONE {
            let board = Board::from_fen(fen).expect("a valid position");
            for seed in 1..=seeds {
                player.engine.set_strength_seed(seed);
                let mut after = board;
                after.play(player.choose(fen));
                missed += usize::from(!(after.in_check() && after.legal_moves().is_empty()));
            }
        }
        let allowed = if elo < 1000 { MATES_IN_ONE.len() * seeds as usize / 4 } else { 0 };
        assert!(missed <= allowed, "{elo}: {missed} missed");
    }
}

/// The weakest player does drop men: the traps are traps.
#[test]
fn the_weakest_fall_into_the_traps() {
    let mut player = Player::new(Engine::MIN_ELO, 0);
    let mut dropped = 0;
    for fen in TRAPS {
        let mut judge = Judge::new(fen);
        for seed in 1..=12 {
            player.engine.set_strength_seed(seed);
            dropped += u32::from(judge.loss(player.choose(fen)) > 250);
        }
    }
    assert!((5..50).contains(&dropped), "{dropped} of {}", 12 * TRAPS.len());
}

/// All lines that are wanted are shown at every depth, beside a choice among others.
#[test]
fn multi_pv_shows_its_lines() {
    for (elo, lines) in [(800, 4), (1500, 4), (2600, 8)] {
        let mut player = Player::new(elo, 0);
        player.engine.set_multi_pv(lines);
        for seed in 1..=5 {
            player.engine.set_strength_seed(seed);
            let (infos, _) = player.search(START, Limits::depth(4));
            let deepest = infos.iter().map(|info| info.depth).max().expect("a line");
            for depth in 1..=deepest {
                let told = infos.iter().filter(|info| info.depth == depth);
                let told: Vec<usize> = told.map(|info| info.multipv).collect();
                assert_eq!(told[..lines], (1..=lines).collect::<Vec<_>>(), "{elo} {depth}");
            }
            // After a choice that was not the best every move still has one line.
            let first_moves = (1..=lines).map(|rank| {
                let last = infos.iter().rfind(|info| info.multipv == rank).expect("a line");
                (last.pv[0], last.depth)
            });
            let mut first_moves: Vec<_> = first_moves.collect();
            first_moves.sort_by_key(|(mv, _)| mv.bits());
            first_moves.dedup_by_key(|(mv, _)| *mv);
            assert_eq!(first_moves.len(), lines, "{elo} {seed}");
            assert!(first_moves.iter().all(|&(_, depth)| depth == deepest));
        }
    }
}

/// An infinite search and one that ponders wait with their answer, and end when they are told to.
#[test]
fn infinite_and_ponder_wait() {
    let mut player = Player::new(1000, 3);
    let expected = player.choose(START);
    let infinite = Limits { infinite: true, ..Limits::default() };
    let recorder = player.start(START, infinite);
    sleep(Duration::from_millis(50));
    assert!(player.engine.is_searching() && recorder.answers().is_empty());
    player.engine.stop();
    player.engine.wait();
    assert_eq!(recorder.answers()[0].best, Some(expected));

    let ponder = Limits { ponder: true, clock_ms: [Some(60_000); 2], ..Limits::default() };
    let recorder = player.start(START, ponder);
    sleep(Duration::from_millis(50));
    assert!(player.engine.is_searching() && recorder.answers().is_empty());
    player.engine.ponder_hit();
    player.engine.wait();
    assert_eq!(recorder.answers()[0].best, Some(expected));
}

/// The limits of `go` hold beside those of the level, which ends by itself.
#[test]
fn limits_of_go_hold() {
    let mut player = Player::new(Engine::FULL_ELO - 1, 3);
    for nodes in [1, 2, 100, 3000] {
        let (infos, _) = player.search(START, Limits::nodes(nodes));
        assert!(infos.iter().all(|info| info.status.nodes <= nodes), "{nodes}");
    }
    let (infos, _) = player.search(START, Limits::depth(3));
    assert_eq!(infos.iter().map(|info| info.depth).max(), Some(3));
    let asked = Instant::now();
    player.search(START, Limits { move_time_ms: Some(40), ..Limits::default() });
    player.search(START, Limits { clock_ms: [Some(100); 2], ..Limits::default() });
    player.search(START, Limits { clock_ms: [Some(-5); 2], ..Limits::default() });
    assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());

    let mut weak = Player::new(1000, 3);
    let (infos, _) = weak.search(START, Limits::default());
    assert!(infos.iter().all(|info| info.depth <= 2));
    let only = Limits { search_moves: vec![weak.choose(START)], ..Limits::default() };
    assert_eq!(weak.search(START, only.clone()).1.best, only.search_moves.first().copied());
}

/// The greatest Elo and no limit are the same play; mate and stalemate need no choice.
#[test]
fn no_limit_at_the_top_and_nothing_to_choose_at_the_end() {
    let nodes = |player: &mut Player| {
        let infos = player.search(START, Limits::depth(6)).0;
        infos.last().expect("a line").status.nodes
    };
    let mut player = Player::new(Engine::FULL_ELO, 3);
    let full = nodes(&mut player);
    player.engine.new_game().expect("at rest");
    player.engine.set_elo_limit(None);
    assert_eq!(nodes(&mut player), full);

    let mut weak = Player::new(900, 3);
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
    ] {
        let (infos, answer) = weak.search(fen, Limits::default());
        assert_eq!((answer.best, infos[0].score), (None, score));
    }
}
