//! Lines out, through one writer that is locked and flushed for each of them.

use std::io::{self, ErrorKind, Write};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::SystemTime;

use portcullis_movegen::{CastlingMode, Move};
use vampirc_uci::{Duration, UciInfoAttribute, UciMessage, UciMove, UciPiece, UciSquare};

use super::log::{DebugLog, Direction};
use crate::info::{BestMove, SearchInfo, SearchStatus};
use crate::value::{Bound, Score};

/// Who reads what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// A program: everything is said in UCI's lines.
    Program,
    /// A person at a terminal: what is not UCI's is said in plain sentences on stderr.
    Person,
}

/// The way out for all threads.
pub(super) struct Printer {
    out: Mutex<Box<dyn Write + Send>>,
    audience: Audience,
    log: DebugLog,
    is_deserted: AtomicBool,
}

fn log_is_closed(error: &io::Error) -> String {
    format!("Debug Log File: {error}; the log is closed")
}

/// How long to wait for a reader who is slower than we are.
const WAIT_FOR_READER: std::time::Duration = std::time::Duration::from_millis(1);

/// Writes all bytes and flushes them. Some programs give us a pipe that refuses instead of waiting
/// when it is full: then this waits, for a line lost may be a game lost.
fn write_out(out: &mut dyn Write, mut bytes: &[u8]) -> io::Result<()> {
    loop {
        let step = if bytes.is_empty() { out.flush().map(|()| 0) } else { out.write(bytes) };
        match step {
            Ok(_) if bytes.is_empty() => return Ok(()),
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(WAIT_FOR_READER),
            Err(error) => return Err(error),
        }
    }
}

impl Printer {
    pub(super) fn new(out: Box<dyn Write + Send>, audience: Audience) -> Printer {
        let (out, log, is_deserted) =
            (Mutex::new(out), DebugLog::default(), AtomicBool::new(false));
        Printer { out, audience, log, is_deserted }
    }

    /// Nobody reads what is printed any more.
    pub(super) fn is_deserted(&self) -> bool {
        self.is_deserted.load(Ordering::Relaxed)
    }

    /// Logs the talk in this file from now on; an empty name ends the log.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened: then all stays as it was.
    pub(super) fn open_log(&self, path: &str) -> io::Result<()> {
        self.log.open(path)
    }

    /// Notes a line in the log, if there is one.
    pub(super) fn log(&self, direction: Direction, at: SystemTime, text: &str) {
        if let Err(error) = self.log.write(direction, at, text) {
            // The log is closed by now, so this does not come here again.
            self.tell(&log_is_closed(&error));
        }
    }

    /// Prints a message of the protocol.
    pub(super) fn message(&self, message: &UciMessage) {
        self.line(&message.to_string());
    }

    /// Prints one line. Line breaks and other control characters in it become blanks: foreign
    /// text that is quoted must not be able to look like a line of ours.
    pub(super) fn line(&self, text: &str) {
        let mut line: String =
            text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let logged = self.log.write(Direction::ToGui, SystemTime::now(), &line);
        line.push('\n');
        if let Err(error) = logged {
            line.push_str(&format!("info string {}\n", log_is_closed(&error)));
        }
        let printed = write_out(&mut **out, line.as_bytes());
        if printed.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            self.is_deserted.store(true, Ordering::Relaxed);
        }
    }

    /// Prints several lines.
    pub(super) fn lines(&self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    /// Says something in words.
    pub(super) fn tell(&self, sentence: &str) {
        match self.audience {
            Audience::Program => self.message(&UciMessage::info_string(sentence.to_owned())),
            Audience::Person => {
                self.log(Direction::ToGui, SystemTime::now(), sentence);
                let _ = writeln!(io::stderr(), "{sentence}");
            }
        }
    }
}

/// A move as vampirc-uci holds it.
fn uci_move(chess_move: Move, mode: CastlingMode) -> UciMove {
    let text = chess_move.uci(mode).to_string();
    let mut letters = text.chars();
    let mut square = || {
        let file = letters.next().unwrap_or_default();
        let rank = letters.next().and_then(|letter| letter.to_digit(10)).unwrap_or_default();
        UciSquare::from(file, rank as u8)
    };
    let mut uci_move = UciMove::from_to(square(), square());
    uci_move.promotion =
        letters.next().and_then(|letter| UciPiece::from_str(&letter.to_string()).ok());
    uci_move
}

/// An attribute whose number vampirc-uci keeps in a byte, where ours can be greater.
fn small(name: &str, number: u32, attribute: fn(u8) -> UciInfoAttribute) -> UciInfoAttribute {
    u8::try_from(number)
        .map_or_else(|_| UciInfoAttribute::Any(name.to_owned(), number.to_string()), attribute)
}

fn score(score: Score, bound: Bound) -> UciInfoAttribute {
    let lower_bound = (bound == Bound::Lower).then_some(true);
    let upper_bound = (bound == Bound::Upper).then_some(true);
    let (cp, mate) = match score {
        Score::Centipawns(cp) => (Some(cp), None),
        Score::Mate(moves) => match i8::try_from(moves) {
            Ok(moves) => (None, Some(moves)),
            Err(_) => {
                let bound = match bound {
                    Bound::Exact => "",
                    Bound::Lower => " lowerbound",
                    Bound::Upper => " upperbound",
                };
                let text = format!("mate {moves}{bound}");
                return UciInfoAttribute::Any("score".to_owned(), text);
            }
        },
    };
    UciInfoAttribute::Score { cp, mate, lower_bound, upper_bound }
}

fn counters(status: &SearchStatus) -> [UciInfoAttribute; 5] {
    [
        UciInfoAttribute::Nodes(status.nodes),
        UciInfoAttribute::Nps(status.nps),
        UciInfoAttribute::HashFull(u16::try_from(status.hashfull).unwrap_or(1000)),
        UciInfoAttribute::TbHits(status.tbhits),
        UciInfoAttribute::Time(
            Duration::from_std(status.time).unwrap_or_else(|_| Duration::zero()),
        ),
    ]
}

/// The line of a principal variation; the chances stand right behind the score, where GUIs look
/// for them.
pub(super) fn info(info: &SearchInfo, mode: CastlingMode, show_wdl: bool) -> UciMessage {
    let mut line = vec![
        small("depth", info.depth, UciInfoAttribute::Depth),
        small("seldepth", info.seldepth, UciInfoAttribute::SelDepth),
        UciInfoAttribute::MultiPv(u16::try_from(info.multipv).unwrap_or(u16::MAX)),
        score(info.score, info.bound),
    ];
    if show_wdl {
        let chances = format!("{} {} {}", info.wdl.win, info.wdl.draw, info.wdl.loss);
        line.push(UciInfoAttribute::Any("wdl".to_owned(), chances));
    }
    line.extend(counters(&info.status));
    if !info.pv.is_empty() {
        let moves = info.pv.iter().map(|&chess_move| uci_move(chess_move, mode));
        line.push(UciInfoAttribute::Pv(moves.collect()));
    }
    UciMessage::Info(line)
}

/// The line of the counters alone.
pub(super) fn status(status: &SearchStatus) -> UciMessage {
    UciMessage::Info(counters(status).into())
}

/// The root move that is being searched; vampirc-uci's own `currmovenum` is no word of UCI.
pub(super) fn current_move(
    depth: u32,
    chess_move: Move,
    number: usize,
    mode: CastlingMode,
) -> UciMessage {
    UciMessage::Info(vec![
        small("depth", depth, UciInfoAttribute::Depth),
        UciInfoAttribute::CurrMove(uci_move(chess_move, mode)),
        UciInfoAttribute::Any("currmovenumber".to_owned(), number.to_string()),
    ])
}

/// The answer; `(none)`, which vampirc-uci cannot hold, if there is no legal move.
pub(super) fn best_move(best: &BestMove, mode: CastlingMode) -> String {
    let Some(chess_move) = best.best else { return "bestmove (none)".to_owned() };
    let ponder = best.ponder.map(|reply| uci_move(reply, mode));
    UciMessage::BestMove { best_move: uci_move(chess_move, mode), ponder }.to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use portcullis_movegen::Board;

    use super::*;
    use crate::win_model::Wdl;

    fn moves(fen: &str, moves: &[&str]) -> Vec<Move> {
        let mut board = Board::from_fen(fen).expect("a FEN");
        let play = |text: &&str| {
            let chess_move = board.parse_uci(text, CastlingMode::Standard).expect("a move");
            board.play(chess_move);
            chess_move
        };
        moves.iter().map(play).collect()
    }

    fn search_info(score: Score, bound: Bound) -> SearchInfo {
        SearchInfo {
            depth: 12,
            seldepth: 300,
            multipv: 1,
            score,
            bound,
            wdl: Wdl { win: 200, draw: 700, loss: 100 },
            status: SearchStatus {
                nodes: 123_456_789_012,
                nps: 2_000_000,
                hashfull: 17,
                tbhits: 0,
                time: std::time::Duration::from_micros(61_999),
            },
            pv: moves("r3k2r/8/8/8/8/8/6P1/R3K2R w KQkq - 0 1", &["e1g1", "e8c8"]),
        }
    }

    /// The order and the words that GUIs read, with numbers beyond vampirc-uci's own types.
    #[test]
    fn info_lines() {
        let line =
            |score, bound, mode, wdl| info(&search_info(score, bound), mode, wdl).to_string();
        let counters = "nodes 123456789012 nps 2000000 hashfull 17 tbhits 0 time 61";
        let standard = CastlingMode::Standard;
        assert_eq!(
            line(Score::Centipawns(-31), Bound::Exact, standard, false),
            format!("info depth 12 seldepth 300 multipv 1 score cp -31 {counters} pv e1g1 e8c8")
        );
        assert_eq!(
            line(Score::Centipawns(31), Bound::Lower, standard, true),
            format!(
                "info depth 12 seldepth 300 multipv 1 score cp 31 lowerbound wdl 200 700 100 \
                 {counters} pv e1g1 e8c8"
            )
        );
        for (moves, bound, words) in [
            (3, Bound::Exact, "mate 3"),
            (-2, Bound::Upper, "mate -2 upperbound"),
            (128, Bound::Exact, "mate 128"),
            (-130, Bound::Lower, "mate -130 lowerbound"),
        ] {
            let line = line(Score::Mate(moves), bound, CastlingMode::Chess960, false);
            assert!(line.contains(&format!(" score {words} nodes ")), "{line}");
            assert!(line.ends_with(" pv e1h1 e8a8"), "{line}");
        }
    }

    /// Mated: no move, and no word `pv` without one.
    #[test]
    fn no_move() {
        let mut mated = search_info(Score::Mate(0), Bound::Exact);
        mated.pv.clear();
        let line = info(&mated, CastlingMode::Standard, false).to_string();
        assert!(line.contains(" score mate 0 ") && !line.contains(" pv"), "{line}");
        assert_eq!(best_move(&BestMove::default(), CastlingMode::Standard), "bestmove (none)");
    }

    /// Moves out: promotions in small letters, castling by its mode, the reply if there is one.
    #[test]
    fn other_lines() {
        let line = moves("8/P6k/8/8/8/8/p6K/8 w - - 0 1", &["a7a8q", "a2a1n"]);
        let standard = CastlingMode::Standard;
        let with_reply = BestMove { best: Some(line[0]), ponder: Some(line[1]) };
        assert_eq!(best_move(&with_reply, standard), "bestmove a7a8q ponder a2a1n");
        let alone = BestMove { best: Some(line[0]), ponder: None };
        assert_eq!(best_move(&alone, standard), "bestmove a7a8q");
        let castling = moves("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["e1g1"])[0];
        assert_eq!(
            current_move(9, castling, 3, CastlingMode::Chess960).to_string(),
            "info depth 9 currmove e1h1 currmovenumber 3"
        );
    }

    /// A pipe that is full refuses, takes a little, and refuses again; in the end all has been written.
    #[test]
    fn a_pipe_that_refuses_is_waited_for() {
        #[derive(Default)]
        struct Narrow {
            written: Vec<u8>,
            calls: usize,
        }
        impl Narrow {
            fn refuses(&mut self) -> bool {
                self.calls += 1;
                !self.calls.is_multiple_of(3)
            }
        }
        impl Write for Narrow {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                if self.refuses() {
                    return Err(ErrorKind::WouldBlock.into());
                }
                self.written.push(bytes[0]);
                Ok(1)
            }
            fn flush(&mut self) -> io::Result<()> {
                if self.refuses() { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
            }
        }
        let mut narrow = Narrow::default();
        write_out(&mut narrow, b"bestmove e2e4\n").expect("written");
        assert_eq!(narrow.written, b"bestmove e2e4\n");
    }

    /// Text that is quoted cannot add a line.
    #[test]
    fn one_line_stays_one_line() {
        #[derive(Clone, Default)]
        struct Sink(Arc<Mutex<Vec<u8>>>);
        impl Write for Sink {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().expect("no panic").write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let sink = Sink::default();
        let printer = Printer::new(Box::new(sink.clone()), Audience::Program);
        printer.tell("a\nbestmove e2e4\r\0b");
        printer.lines("c\nd\n");
        let printed = String::from_utf8(sink.0.lock().expect("no panic").clone()).expect("UTF-8");
        assert_eq!(printed, "info string a bestmove e2e4  b\nc\nd\n");
    }
}
