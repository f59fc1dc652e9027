//! What a search promises, seen through the engine's facade.

mod draws;
mod mates;
#[path = "../recorder/mod.rs"]
mod recorder;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portcullis::{BestMove, Bound, Engine, Limits, Position, Score, SearchInfo, SearchListener};
use portcullis_movegen::{Board, CastlingMode, Move};
use recorder::Recorder;

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
    let mut first_lines =
        infos.iter().filter(|info| info.bound == Bound::Exact && info.multipv == 1);
    let last = first_lines.next_back().expect("an exact line");
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

#[test]
fn a_soft_node_limit_lets_the_iteration_finish_that_reaches_it() {
    let last = |limits| {
        let (infos, _) = search(&mut engine_at(Position::startpos()), limits);
        let last = infos.last().expect("a line").clone();
        (last.depth, last.status.nodes, last.pv)
    };
    let (depth, nodes, pv) = last(Limits { soft_nodes: Some(2000), ..Limits::default() });
    assert_eq!(last(Limits::depth(depth)), (depth, nodes, pv));
    assert!(nodes >= 2000 && last(Limits::depth(depth - 1)).1 < 2000, "{nodes} at depth {depth}");
    let both = Limits { soft_nodes: Some(2000), ..Limits::nodes(1000) };
    assert_eq!(last(both).1, 1000, "the hard limit comes first");
}

#[test]
fn finished_games_have_no_move() {
    for (fen, score) in [
        ("8/8/8/8/8/1k6/8/K6r w - - 0 1", Score::Mate(0)),
        ("8/8/8/8/8/1k6/1q6/K7 w - - 0 1", Score::Mate(0)),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
    ] {
        let mut engine = engine_at(position(fen));
        let (infos, best) = search(&mut engine, Limits::depth(5));
        assert_eq!(infos.len(), 1);
        assert_eq!((infos[0].score, infos[0].depth), (score, 0));
        assert_eq!(best, BestMove::default());
    }
}

#[test]
fn the_smallest_limits_still_give_a_line_and_a_move() {
    let one_ms = Limits { move_time_ms: Some(1), ..Limits::default() };
    let at_once = Limits { move_time_ms: Some(0), ..Limits::default() };
    let flagged = Limits { clock_ms: [Some(-50), Some(1000)], ..Limits::default() };
    for limits in [Limits::nodes(1), Limits::nodes(2), Limits::depth(1), one_ms, at_once, flagged] {
        let mut engine = engine_at(Position::startpos());
        let (infos, best) = search(&mut engine, limits.clone());
        assert!(best.best.is_some(), "{limits:?}");
        assert!(infos.iter().all(|info| info.depth >= 1 && !info.pv.is_empty()), "{limits:?}");
        engine.set_multi_pv(3);
        search(&mut engine, limits);
    }
}

#[test]
fn nodes_are_counted_exactly() {
    for nodes in [1, 2, 100, 511, 512, 513, 20_000] {
        let mut engine = engine_at(Position::startpos());
        let (infos, _) = search(&mut engine, Limits::nodes(nodes));
        let last = infos.last().expect("a line");
        assert_eq!(last.status.nodes, nodes, "the last line has the final count");
    }
}

#[test]
fn one_thread_repeats_itself_after_a_new_game() {
    let mut engine = engine_at(position(KIWIPETE));
    let run = |engine: &mut Engine| {
        engine.new_game().expect("at rest");
        let (infos, best) = search(engine, Limits::nodes(30_000));
        let lines =
            infos.into_iter().map(|info| (info.depth, info.score, info.status.nodes, info.pv));
        (lines.collect::<Vec<_>>(), best)
    };
    let first = run(&mut engine);
    assert_eq!(run(&mut engine), first);
    engine.set_hash(1).expect("a megabyte");
    engine.set_hash(Engine::DEFAULT_HASH_MB).expect("sixteen");
    assert_eq!(run(&mut engine), first);
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn only_the_wanted_root_moves_are_searched() {
    let mut engine = engine_at(Position::startpos());
    let board = *engine.position().board();
    let wanted = vec![mv(&board, "a2a3"), mv(&board, "h2h4")];
    let limits = Limits { search_moves: wanted.clone(), ..Limits::depth(8) };
    let (infos, best) = search(&mut engine, limits);
    assert!(infos.iter().all(|info| wanted.contains(&info.pv[0])));
    assert!(wanted.contains(&best.best.expect("a move")));
}

#[test]
fn several_lines_are_distinct_and_sorted() {
    let mut engine = engine_at(position(KIWIPETE));
    engine.set_multi_pv(5);
    let (infos, _) = search(&mut engine, Limits::depth(8));
    let value = |score: Score| match score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) => 100_000 * moves.signum() - moves,
    };
    for depth in 1..=8 {
        let lines: Vec<&SearchInfo> = infos.iter().filter(|info| info.depth == depth).collect();
        assert_eq!(lines.len(), 5);
        let mut first_moves: Vec<Move> = lines.iter().map(|info| info.pv[0]).collect();
        first_moves.sort_by_key(|mv| mv.bits());
        first_moves.dedup();
        assert_eq!(first_moves.len(), 5, "distinct");
        assert!(lines.iter().enumerate().all(|(i, info)| info.multipv == i + 1));
        assert!(lines.is_sorted_by_key(|info| -value(info.score)), "depth {depth}");
    }
}

#[test]
fn more_lines_than_moves_are_no_trouble() {
    let mut engine = engine_at(position("8/8/8/8/8/1k6/2r5/K7 w - - 0 1"));
    engine.set_multi_pv(256);
    let (infos, _) = search(&mut engine, Limits::depth(3));
    assert!(infos.iter().all(|info| info.multipv == 1));
}

/// Starts a search, waits, and checks that it has not ended by itself.
fn start_and_linger(engine: &mut Engine, limits: Limits, linger: Duration) -> Arc<Recorder> {
    let recorder = Arc::new(Recorder::default());
    engine.go(limits, Arc::clone(&recorder) as Arc<dyn SearchListener>).expect("at rest");
    std::thread::sleep(linger);
    assert!(engine.is_searching());
    assert!(recorder.answers().is_empty());
    recorder
}

#[test]
fn infinite_and_ponder_answer_only_when_told() {
    let mated = "8/8/8/8/8/1k6/8/K6r w - - 0 1";
    let forced = "8/8/8/8/8/1k6/2r5/K7 w - - 0 1";
    let infinite = Limits { infinite: true, ..Limits::default() };
    let ponder = Limits { ponder: true, clock_ms: [Some(1000); 2], ..Limits::default() };
    let shallow = Limits { infinite: true, ..Limits::depth(2) };
    for fen in [mated, forced, KIWIPETE, "8/8/4k3/8/8/4K3/8/8 w - - 0 1"] {
        for limits in [&infinite, &ponder, &shallow] {
            let mut engine = engine_at(position(fen));
            let pause = Duration::from_millis(60);
            let recorder = start_and_linger(&mut engine, limits.clone(), pause);
            let told = Instant::now();
            engine.stop();
            engine.stop();
            engine.wait();
            assert!(told.elapsed() < Duration::from_millis(500), "{fen}");
            assert_eq!(recorder.answers().len(), 1);
            check_lines(engine.position(), &recorder.infos(), &recorder.answers()[0]);
        }
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut engine = engine_at(position(KIWIPETE));
    let limits = Limits { ponder: true, move_time_ms: Some(300), ..Limits::default() };
    let recorder = start_and_linger(&mut engine, limits, Duration::from_millis(400));
    let hit = Instant::now();
    engine.ponder_hit();
    engine.wait();
    assert!(hit.elapsed() >= Duration::from_millis(250), "thinks on after the hit");
    assert!(hit.elapsed() < Duration::from_millis(1500));
    assert_eq!(recorder.answers().len(), 1);

    let reached = Limits { ponder: true, ..Limits::depth(2) };
    start_and_linger(&mut engine, reached, Duration::from_millis(100));
    let hit = Instant::now();
    engine.ponder_hit();
    engine.wait();
    assert!(hit.elapsed() < Duration::from_millis(500), "a limit already reached answers at once");

    engine.ponder_hit();
    engine.stop();
    assert!(!engine.is_searching(), "idle: nothing happens");
}

#[test]
fn a_forced_move_takes_no_time() {
    let mut engine = engine_at(position("8/8/8/8/8/1k6/3r4/K7 w - - 0 1"));
    let limits = Limits { clock_ms: [Some(600_000); 2], ..Limits::default() };
    let started = Instant::now();
    search(&mut engine, limits);
    assert!(started.elapsed() < Duration::from_millis(500));
}

#[test]
fn the_clock_is_kept() {
    let mut engine = engine_at(position(KIWIPETE));
    for (clock, most) in [(20, 200), (200, 400), (1000, 900)] {
        let limits = Limits { clock_ms: [Some(clock); 2], ..Limits::default() };
        let started = Instant::now();
        search(&mut engine, limits);
        assert!(started.elapsed() < Duration::from_millis(most), "clock {clock}");
    }
}

#[test]
fn a_search_at_a_time() {
    let mut engine = engine_at(Position::startpos());
    let infinite = Limits { infinite: true, ..Limits::default() };
    engine.go(infinite.clone(), Arc::new(())).expect("at rest");
    assert!(engine.go(infinite, Arc::new(())).is_err());
    assert!(engine.set_hash(1).is_err());
    assert!(engine.set_threads(2).is_err());
    assert!(engine.new_game().is_err());
    assert!(engine.set_position(Position::startpos()).is_err());
    engine.stop();
    engine.wait();
    assert!(engine.set_hash(1).is_ok());
}

#[test]
fn refused_memory_leaves_the_old_table() {
    let mut engine = engine_at(Position::startpos());
    assert!(engine.set_hash(Engine::MAX_HASH_MB).is_err());
    search(&mut engine, Limits::depth(4));
}

#[test]
fn start_and_stop_race_a_thousand_times() {
    let mut engine = engine_at(Position::startpos());
    engine.set_threads(2).expect("two threads");
    for round in 0..1000 {
        let recorder = Arc::new(Recorder::default());
        let limits = match round % 4 {
            0 => Limits { infinite: true, ..Limits::default() },
            1 => Limits { ponder: true, ..Limits::depth(1) },
            2 => Limits::nodes(round),
            _ => Limits::depth(1),
        };
        engine.go(limits, Arc::clone(&recorder) as Arc<dyn SearchListener>).expect("at rest");
        if round % 3 == 0 {
            engine.ponder_hit();
        }
        engine.stop();
        engine.wait();
        assert_eq!(recorder.answers().len(), 1, "round {round}");
    }
}

#[test]
fn many_threads_agree_on_one_answer() {
    let mut engine = engine_at(position(KIWIPETE));
    engine.set_threads(8).expect("eight threads");
    let (infos, _) = search(&mut engine, Limits::depth(9));
    assert!(infos.last().expect("a line").depth >= 9);
    let (infos, _) = search(&mut engine, Limits::nodes(50_000));
    assert!(infos.last().expect("a line").status.nodes < 60_000);
    engine.set_threads(1).expect("one thread");
    search(&mut engine, Limits::depth(5));
}

/// The numbers of the root moves as they are told.
#[derive(Default)]
struct MoveNumbers(Mutex<Vec<usize>>);

impl SearchListener for MoveNumbers {
    fn info(&self, _: &SearchInfo) {}

    fn current_move(&self, _: u32, _: Move, number: usize) {
        self.0.lock().expect("no panic").push(number);
    }

    fn best_move(&self, _: &BestMove) {}
}

#[test]
fn one_thread_tells_which_move_is_searched() {
    let mut engine = engine_at(position("8/5pk1/4p1p1/7P/R5P1/1r3PK1/8/8 w - - 0 1"));
    engine.set_threads(4).expect("four threads");
    let told = Arc::new(MoveNumbers::default());
    let limits = Limits { infinite: true, ..Limits::default() };
    engine.go(limits, Arc::clone(&told) as Arc<dyn SearchListener>).expect("at rest");
    // A busy machine may take long over a single move: what counts are the moves, not the time.
    let begun = Instant::now();
    while told.0.lock().expect("no panic").len() < 12 && begun.elapsed() < Duration::from_secs(120)
    {
        std::thread::sleep(Duration::from_millis(50));
    }
    engine.stop();
    engine.wait();
    let numbers = told.0.lock().expect("no panic");
    assert!(numbers.len() >= 12, "little was told: {numbers:?}");
    for pair in numbers.windows(2) {
        assert!(pair[1] == 1 || pair[1] == pair[0] + 1, "{numbers:?}");
    }
}

#[test]
fn two_engines_live_in_one_process() {
    let mut engines = [engine_at(Position::startpos()), engine_at(position(KIWIPETE))];
    let infinite = Limits { infinite: true, ..Limits::default() };
    for engine in &mut engines {
        engine.go(infinite.clone(), Arc::new(())).expect("at rest");
    }
    engines[0].stop();
    engines[0].wait();
    assert!(engines[1].is_searching());
    engines[1].stop();
    engines[1].wait();
}
