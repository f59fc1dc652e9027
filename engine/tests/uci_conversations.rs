//! Any bytes in any order at any moment: what must hold of every conversation.

use std::env;
use std::io::{self, BufReader, Read, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use portcullis::uci::command::{Command, Tool};
use portcullis::uci::converse;
use portcullis::uci::input::{Line, Lines};
use portcullis::uci::parse::read;
use vampirc_uci::UciMessage;

/// Conversations of the quick run; `PORTCULLIS_CONVERSATIONS` asks for more.
const CONVERSATIONS: u64 = 100_000;

/// xorshift64*: the seed is printed, so that a failure can be had again.
#[derive(Clone)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 32) as usize % bound
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Lines that GUIs send, with the faults that are known of them.
const LINES: [&str; 62] = [
    "uci",
    "isready",
    "isready",
    "isready",
    "ucinewgame",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "debug on",
    "debug off",
    "register later",
    "go",
    "go infinite",
    "go ponder",
    "go ponder wtime 50 btime 50",
    "go depth 1",
    "go depth 2",
    "go nodes 1",
    "go nodes 50",
    "go movetime 0",
    "go movetime 1",
    "go movetime -5",
    "go wtime 20 btime 20",
    "go wtime -5 btime 0 movestogo 1",
    "go btime 9",
    "go mate 1",
    "go depth 1 searchmoves e2e4 d2d4",
    "go searchmoves e2e5 depth 1",
    "go wtime abc btime",
    "go perft 1",
    "perft 2",
    "d",
    "castling",
    "explain e1g1",
    "explain O-O-O",
    "flip",
    "help",
    "compiler",
    "eval",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e4 e7e5 e1g1",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8a8",
    "position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w GDgd - 0 1",
    "position fen blah",
    "position",
    "setoption name Hash value 1",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name MultiPV value 3",
    "setoption name Move Overhead value 0",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_ShowWDL value true",
    "setoption name Clear Hash",
    "setoption name EvalFile value no-such-file.nnue",
    "setoption name Foo value bar",
    "xyzzy",
];

/// Lines that are put together from words at random.
const WORDS: [&str; 40] = [
    "go",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "0000",
    "a7a8q",
    "-",
    "w",
    "b",
    "KQkq",
    "8/8/8/8/8/8/8/8",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "0",
    "1",
    "-1",
    "99999999999999999999",
    "depth",
    "nodes",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "setoption",
    "name",
    "value",
    "MultiPV",
    "Clear",
    "true",
    "debug",
    "info",
    "bestmove",
    "\u{feff}uci",
    "\0",
];

fn line(random: &mut Random) -> Vec<u8> {
    let mut line = match random.below(10) {
        0 => {
            let count = random.below(12);
            let words: Vec<&str> = (0..count).map(|_| random.one_of(&WORDS)).collect();
            words.join(random.one_of(&[" ", "\t", "  "])).into_bytes()
        }
        1 => (0..random.below(30)).map(|_| random.next() as u8).collect(),
        _ => random.one_of(&LINES).as_bytes().to_vec(),
    };
    if random.one_in(12) && !line.is_empty() {
        let place = random.below(line.len());
        match random.below(3) {
            0 => line[place] = random.next() as u8,
            1 => line.insert(place, random.next() as u8),
            _ => line.truncate(place),
        }
    }
    line.extend_from_slice(random.one_of(&["\n", "\n", "\n", "\r\n", " \n", "\t\r\n"]).as_bytes());
    line
}

/// Whether the line would keep a tool busy for longer than a test may take.
fn is_long_work(line: &[u8]) -> bool {
    Lines::new(BufReader::new(line)).any(|line| match line {
        Line::Text(line) => match read(&line).command {
            Some(Command::Tool(Tool::Perft, depth)) => {
                let depth = depth.split_whitespace().next().unwrap_or_default();
                depth.parse::<u32>().is_ok_and(|depth| depth > 3)
            }
            Some(Command::Tool(Tool::Bench, _)) => true,
            Some(Command::Message(UciMessage::SetOption { name, value })) => {
                let is_small = value.is_some_and(|value| value.trim().len() == 1);
                ["hash", "threads"].contains(&name.to_lowercase().as_str()) && !is_small
                    || name.to_lowercase().starts_with("debug")
            }
            _ => false,
        },
        Line::TooLong => false,
    })
}

fn conversation(random: &mut Random) -> Vec<Vec<u8>> {
    let count = 1 + random.below(6);
    let lines = (0..count).map(|_| line(random)).filter(|line| !is_long_work(line));
    lines.collect()
}

/// Whether the lines hold a `quit`, wherever it hides.
fn quits(lines: &[Vec<u8>]) -> bool {
    let is_quit = |line: Line| match line {
        Line::Text(line) => read(&line).command == Some(Command::Message(UciMessage::Quit)),
        Line::TooLong => false,
    };
    Lines::new(BufReader::new(&*lines.concat())).any(is_quit)
}

/// Hands out a conversation piece by piece, with pauses in front of some pieces.
struct Script {
    pieces: Vec<(Duration, Vec<u8>)>,
    next: usize,
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((pause, piece)) = self.pieces.get(self.next) else { return Ok(0) };
        if !pause.is_zero() {
            thread::sleep(*pause);
        }
        self.next += 1;
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a line may stand on our stdout.
fn is_ours(line: &str) -> bool {
    let starts = [
        "id ",
        "option ",
        "uciok",
        "readyok",
        "bestmove ",
        "info ", // UCI
        "+---",
        "| ",
        "  ",
        "Fen: ",
        "Key: ",
        "Checkers:",
        "Repetitions: ", // d
        "castling ",
        "explain ",
        "Nodes searched: ", // castling, explain, perft
        "Commands of UCI:",
        "Other commands:",
        "Options:", // help
        "Portcullis ",
        "CPU features", // compiler
    ];
    let is_divide = line.split_once(": ").is_some_and(|(name, count)| {
        matches!(name.len(), 4 | 5) && count.bytes().all(|digit| digit.is_ascii_digit())
    });
    starts.iter().any(|start| line.starts_with(start)) || is_divide
}

fn check(lines: &[Vec<u8>], printed: &str) -> Result<(), String> {
    let count = |start: &str| printed.lines().filter(|line| line.starts_with(start)).count();
    let (mut goes, mut isreadies, mut ucis) = (0, 0, 0);
    let mut asks_eval = false;
    let input = lines.concat();
    for line in Lines::new(BufReader::new(&*input)) {
        let Line::Text(line) = line else { continue };
        match read(&line).command {
            Some(Command::Go(_)) => goes += 1,
            Some(Command::Message(UciMessage::IsReady)) => isreadies += 1,
            Some(Command::Message(UciMessage::Uci)) => ucis += 1,
            Some(Command::Message(UciMessage::Quit)) => break,
            Some(Command::Tool(Tool::Eval, _)) => asks_eval = true,
            _ => {}
        }
    }
    let answered = goes - count("info string go is refused");
    for (what, got, expected) in [
        ("readyok", count("readyok"), isreadies),
        ("uciok", count("uciok"), ucis),
        ("bestmove", count("bestmove "), answered),
    ] {
        if got != expected {
            return Err(format!("{got} x {what}, expected {expected}"));
        }
    }
    match printed.lines().find(|line| !is_ours(line) && !asks_eval) {
        Some(line) => Err(format!("stray line {line:?}")),
        None if printed.chars().any(|letter| letter.is_control() && letter != '\n') => {
            Err("a control character".to_owned())
        }
        None => Ok(()),
    }
}

/// Ends a conversation within a session: stop prints what was still to be printed, the next line
/// is answered with itself.
const SEPARATOR: &str = "stop\nend-of-conversation\n";
const ANSWER_TO_SEPARATOR: &str =
    "info string unknown command: \"end-of-conversation\" (help shows the commands)\n";

/// Holds conversations one after another in one session, up to a `quit`; returns how many.
fn hold(seed: u64) -> u64 {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut conversations = Vec::new();
    // A small hash: forgetting it for a new game takes less time.
    let mut pieces = vec![(Duration::ZERO, b"setoption name Hash value 1\n".to_vec())];
    while conversations.len() < LONGEST_SESSION {
        let mut lines = conversation(&mut random);
        if random.one_in(LONGEST_SESSION) {
            lines.insert(random.below(lines.len() + 1), b"quit\n".to_vec());
        }
        let has_pauses = random.one_in(10);
        pieces.extend(lines.iter().map(|line| {
            let pause = if has_pauses { random.below(500) as u64 } else { 0 };
            (Duration::from_micros(pause), line.clone())
        }));
        pieces.push((Duration::ZERO, SEPARATOR.as_bytes().to_vec()));
        let is_last = quits(&lines);
        conversations.push(lines);
        if is_last {
            break;
        }
    }
    let sink = Sink::default();
    converse(Script { pieces, next: 0 }, sink.clone()).expect("an engine");
    let printed = String::from_utf8(sink.0.lock().unwrap().clone()).expect("UTF-8");
    assert!(printed.is_empty() || printed.ends_with('\n'), "seed {seed}: half a line at the end");
    let mut answers = printed.split(ANSWER_TO_SEPARATOR);
    for (number, lines) in conversations.iter().enumerate() {
        let answer = answers.next().unwrap_or_default();
        if let Err(fault) = check(lines, answer) {
            let lines: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
            panic!(
                "conversation {number} of seed {seed}: {fault}\nsent: {lines:#?}\nprinted:\n{answer}"
            );
        }
    }
    conversations.len() as u64
}

/// How many conversations share a session.
const LONGEST_SESSION: usize = 100;

fn number_from_environment(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// Whatever is sent, in whatever order, at whatever moment: no panic, one bestmove for each
/// search and never another, isready always answered, and not a line that has no business there.
#[test]
fn any_conversation_is_held() {
    let count = number_from_environment("PORTCULLIS_CONVERSATIONS").unwrap_or(CONVERSATIONS);
    let time = UNIX_EPOCH.elapsed().unwrap().as_nanos() as u64;
    let first = number_from_environment("PORTCULLIS_SEED").unwrap_or(time);
    println!("PORTCULLIS_SEED={first} PORTCULLIS_CONVERSATIONS={count}");
    let (held, seeds) = (AtomicU64::new(0), AtomicU64::new(first));
    let workers = thread::available_parallelism().map_or(2, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while held.load(Relaxed) < count {
                    held.fetch_add(hold(seeds.fetch_add(1, Relaxed)), Relaxed);
                }
            });
        }
    });
    println!("{} conversations held", held.into_inner());
}
