//! Races between what the GUI sends and the beginning and the end of a search.
//!
//! Each is run a thousand times with delays that scan the time in which a short search begins,
//! works and ends.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portcullis::uci::converse;

const ROUNDS: u32 = 1000;

/// A conversation with the engine, over pipes as a GUI has them.
struct Talk {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    conversation: JoinHandle<()>,
}

impl Talk {
    fn start() -> Talk {
        let (engine_reads, input) = pipe().expect("a pipe");
        let (output, engine_writes) = pipe().expect("a pipe");
        let conversation =
            thread::spawn(|| converse(engine_reads, engine_writes).expect("an engine"));
        Talk { input, output: BufReader::new(output), conversation }
    }

    fn send(&mut self, lines: &str) {
        self.input.write_all(lines.as_bytes()).expect("the engine reads");
    }

    /// The lines up to and with the first one that begins like this.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).expect("the engine writes");
            assert!(length > 0, "the engine ended before {start}; it said {lines:#?}");
            let is_last = line.starts_with(start);
            lines.push(line.trim_end().to_owned());
            if is_last {
                return lines;
            }
        }
    }

    /// Everything up to an answer to `isready`, which proves that nothing else is under way.
    fn settled(&mut self) -> Vec<String> {
        self.send("isready\n");
        self.until("readyok")
    }

    /// Ends the conversation and returns what was still said.
    fn finish(self) -> Vec<String> {
        let Talk { input, output, conversation } = self;
        drop(input);
        let lines = output.lines().map(|line| line.expect("UTF-8")).collect();
        conversation.join().expect("no panic");
        lines
    }
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// How many answers there are; each must hold a move, for no board here is without one.
fn answers(lines: &[String]) -> usize {
    assert!(!lines.iter().any(|line| line == "bestmove (none)"), "{lines:#?}");
    count(lines, "bestmove ")
}

/// Waits for a part of the time a short search takes. A thread that sleeps wakes up too late for
/// times as short as these.
fn pause(round: u32) {
    let end = Instant::now() + Duration::from_micros(u64::from(round) * 7919 % 400);
    while Instant::now() < end {
        std::hint::spin_loop();
    }
}

/// `stop` at any moment of a search that would end by itself: one answer.
#[test]
fn stop_and_the_end() {
    let mut talk = Talk::start();
    for round in 0..ROUNDS {
        talk.send("go nodes 200\n");
        pause(round);
        talk.send("stop\nstop\n");
        let lines = talk.settled();
        assert_eq!(answers(&lines), 1, "round {round}: {lines:#?}");
    }
    assert_eq!(answers(&talk.finish()), 0);
}

/// `stop` right behind `go infinite` is not lost, and the next position and search may come with it.
#[test]
fn stop_and_the_beginning() {
    let mut talk = Talk::start();
    for round in 0..ROUNDS {
        talk.send("position startpos moves e2e4\ngo infinite\n");
        pause(round);
        talk.send("stop\nposition startpos\ngo infinite\nstop\n");
        let lines = talk.settled();
        assert_eq!(answers(&lines), 2, "round {round}: {lines:#?}");
        assert_eq!(count(&lines, "info string"), 0, "round {round}: {lines:#?}");
    }
}

/// The end of a search that was stopped, heard of when the next one runs already, is not taken for
/// the end of that one: its answer does not come before its time.
#[test]
fn an_old_end_is_old_news() {
    let mut talk = Talk::start();
    for round in 0..ROUNDS {
        talk.send("go infinite\n");
        pause(round);
        talk.send("stop\ngo movetime 300\n");
        let lines = talk.settled();
        assert_eq!(answers(&lines), 1, "round {round}: {lines:#?}");
        talk.send("stop\n");
        assert_eq!(answers(&talk.settled()), 1, "round {round}");
    }
}

/// What comes right behind `bestmove` never meets the search before it.
#[test]
fn go_and_the_end() {
    let mut talk = Talk::start();
    for round in 0..ROUNDS {
        talk.send("position startpos moves e2e4\ngo nodes 20\n");
        let lines = talk.until("bestmove ");
        assert_eq!(count(&lines, "info string"), 0, "round {round}: {lines:#?}");
        talk.send("ucinewgame\nposition startpos\nsetoption name Clear Hash\ngo nodes 20\n");
        let lines = talk.until("bestmove ");
        assert_eq!(count(&lines, "info string"), 0, "round {round}: {lines:#?}");
    }
}

/// `ponderhit` at any moment: the search goes on as a normal one and answers once.
#[test]
fn ponderhit_at_any_moment() {
    let mut talk = Talk::start();
    for round in 0..ROUNDS {
        talk.send("go ponder nodes 200\n");
        pause(round);
        talk.send("ponderhit\n");
        let lines = talk.until("bestmove ");
        assert_eq!(answers(&lines), 1, "round {round}: {lines:#?}");
        talk.send("ponderhit\nstop\n");
        assert_eq!(talk.settled(), ["readyok"], "round {round}");
    }
}

/// `stop` and `ponderhit` together, in either order: one answer.
#[test]
fn ponderhit_and_stop() {
    let mut talk = Talk::start();
    for round in 0..ROUNDS {
        talk.send("go ponder wtime 20 btime 20\n");
        pause(round);
        talk.send(if round % 2 == 0 { "ponderhit\nstop\n" } else { "stop\nponderhit\n" });
        let lines = talk.settled();
        assert_eq!(answers(&lines), 1, "round {round}: {lines:#?}");
    }
}

/// An option that needs rest, sent at any moment of a search, is applied once and the search is
/// answered once.
#[test]
fn setoption_and_the_end() {
    let mut talk = Talk::start();
    for round in 0..ROUNDS {
        talk.send("go nodes 200\n");
        pause(round);
        let megabytes = 1 + round % 3;
        talk.send(&format!(
            "setoption name Hash value {megabytes}\nsetoption name MultiPV value 2\n"
        ));
        talk.send("setoption name Clear Hash\nisready\n");
        let mut lines = talk.until("readyok");
        if answers(&lines) == 0 {
            lines.extend(talk.until("bestmove "));
        }
        lines.extend(talk.settled());
        assert_eq!(answers(&lines), 1, "round {round}: {lines:#?}");
        let told = lines.iter().filter(|line| line.starts_with("info string"));
        let are_all_waits = told.clone().all(|line| line.contains("waits for the end"));
        assert!(are_all_waits && told.count() <= 2, "round {round}: {lines:#?}");
    }
}

/// `quit` and the end of input at any moment of a search: the conversation ends, with at most one
/// answer, and the search with it.
#[test]
fn the_end_of_the_conversation() {
    for round in 0..ROUNDS {
        let mut talk = Talk::start();
        talk.send(["go infinite\n", "go nodes 200\n", "go ponder\n"][round as usize % 3]);
        pause(round);
        if round % 2 == 0 {
            talk.send("quit\n");
        }
        let started = Instant::now();
        let lines = talk.finish();
        assert!(answers(&lines) <= 1, "round {round}: {lines:#?}");
        assert!(started.elapsed() < Duration::from_secs(2), "round {round}");
    }
}

/// A search that runs is answered `isready` within 50 ms, and refuses what would disturb it.
#[test]
fn isready_during_a_search() {
    let mut talk = Talk::start();
    talk.send("go infinite\n");
    for _ in 0..ROUNDS {
        let sent = Instant::now();
        let lines = talk.settled();
        assert!(sent.elapsed() < Duration::from_millis(50), "{:?}", sent.elapsed());
        assert_eq!(answers(&lines), 0);
    }
    for refused in ["go depth 1", "position startpos moves e2e4", "ucinewgame", "perft 2", "flip"] {
        talk.send(&format!("{refused}\n"));
        let lines = talk.settled();
        assert_eq!(count(&lines, "info string"), 1, "{refused}: {lines:#?}");
        assert_eq!(answers(&lines), 0, "{refused}: {lines:#?}");
    }
    talk.send("stop\n");
    assert_eq!(answers(&talk.settled()), 1);
    assert_eq!(answers(&talk.finish()), 0);
}

/// An option that needs rest is applied when the search has ended, and not before.
#[test]
fn options_wait_for_the_end() {
    let mut talk = Talk::start();
    talk.send("go infinite\nsetoption name UCI_Chess960 value true\nd\nstop\nd\n");
    let lines = talk.settled();
    let fens: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("Fen: ")).collect();
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(fens, [format!("{board} w KQkq - 0 1"), format!("{board} w HAha - 0 1")]);
    assert_eq!(answers(&lines), 1);
}

/// `isready` is answered and `stop` obeyed while a tool is at work; what else comes is kept.
#[test]
fn tools_listen() {
    let mut talk = Talk::start();
    talk.send("perft 30\nisready\n");
    talk.until("readyok");
    talk.send("go nodes 20\nstop\n");
    let lines = talk.until("bestmove ");
    assert_eq!(count(&lines, "info string perft stopped"), 1, "{lines:#?}");
}
