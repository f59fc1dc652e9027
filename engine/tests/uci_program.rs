//! The program as a shell sees it: arguments, exit codes, input and output as bytes.

use std::env;
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn program(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_portcullis"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("the program reads");
    child.wait_with_output().expect("the program ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What `program` prints for this input; it must end well and say nothing on stderr.
fn answer(input: &[u8]) -> String {
    let output = program(&[], input);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    text(&output)
}

/// In a pipe the program is silent until it is spoken to, and the end of input ends it.
#[test]
fn silence_and_the_end_of_input() {
    assert_eq!(answer(b""), "");
    assert_eq!(answer(b"\n \r\n# a comment\n"), "");
    assert_eq!(answer(b"isready"), "readyok\n");
    assert_eq!(answer(b"quit\nisready\n"), "");
}

/// The answer to `uci`, whatever its line ends and whatever stands in front of it.
#[test]
fn handshake() {
    for input in ["uci\n", "uci\r\n", "\u{feff}uci\n", " \tUCI \n", "joho uci"] {
        let printed = answer(input.as_bytes());
        let lines: Vec<&str> =
            printed.lines().filter(|line| !line.starts_with("info string")).collect();
        assert!(lines[0].starts_with("id name Portcullis "), "{printed}");
        assert!(lines[1].starts_with("id author "), "{printed}");
        assert_eq!(lines.last(), Some(&"uciok"));
        let options = &lines[2..lines.len() - 1];
        assert!(!options.is_empty());
        assert!(options.iter().all(|line| line.starts_with("option name ")), "{printed}");
    }
}

/// Bytes that are no text, a line of a megabyte and a line beyond any limit are survived.
#[test]
fn bytes() {
    assert!(answer(b"setoption name Foo value \xe4\xff\nisready\n").contains("readyok"));
    let mut long = b"position startpos moves".to_vec();
    while long.len() < 1 << 20 {
        long.extend_from_slice(b" g1f3 g8f6 f3g1 f6g8");
    }
    long.extend_from_slice(b"\nisready\nd\n");
    let printed = answer(&long);
    assert!(printed.starts_with("readyok\n"), "{printed:.200}");
    assert!(printed.contains("\nFen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "));
    let mut beyond = vec![b'x'; 5 << 20];
    beyond.extend_from_slice(b"\nisready\n");
    let printed = answer(&beyond);
    assert!(printed.starts_with("info string a line of more than "), "{printed:.200}");
    assert!(printed.ends_with("readyok\n"));
}

/// Every refusal is a sentence, and nothing of it is an exit.
#[test]
fn refusals_are_told() {
    for (line, words) in [
        ("xyzzy", "unknown command: \"xyzzy\""),
        ("setoption name Foo value 1", "unknown option: \"Foo\""),
        ("setoption name Hash value x", "Hash is a whole number"),
        ("setoption name Hash", "Hash needs a value"),
        ("setoption name Threads value 0", "Threads is set to 1: the range is 1 to 1024"),
        ("setoption name Ponder value maybe", "Ponder is true or false"),
        ("setoption", "setoption needs a name"),
        ("position fen blah", "FEN refused"),
        ("position", "position needs startpos or fen"),
        ("position startpos moves e2e4 e7e5 e1g1", "illegal move e1g1 at ply 3: "),
        ("position startpos moves 0000", "illegal move 0000 at ply 1: "),
        ("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "FEN mended: "),
        ("perft", "perft needs a depth"),
        ("perft x", "perft needs a depth"),
        ("explain", "explain needs a move"),
        ("bench x", "bench takes a depth"),
        ("debug", "debug needs on or off"),
        ("register me", "there is nothing to register"),
        ("bestmove e2e4", "engines say"),
        ("setoption name Debug Log File value /no/such/folder/log", "Debug Log File"),
    ] {
        let printed = answer(format!("{line}\nisready\n").as_bytes());
        let first = printed.lines().next().unwrap_or_default();
        assert!(first.starts_with("info string ") && first.contains(words), "{line}: {printed}");
        assert!(printed.ends_with("readyok\n"), "{line}: {printed}");
    }
}

/// A move that cannot be played leaves the board before it.
#[test]
fn the_board_before_an_illegal_move_stays() {
    let printed = answer(b"position startpos moves e2e4 e7e5 e1g1 g8f6\nd\n");
    let fen = "Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert!(printed.lines().any(|line| line == fen), "{printed}");
    let printed = answer(b"position startpos moves e2e4\nposition fen blah\nd\n");
    assert!(
        printed.contains("\nFen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n")
    );
}

/// Castling in and out, in both kinds of chess; `castling` and `explain` give the reason.
#[test]
fn castling() {
    let printed = answer(
        b"position fen 4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1\ncastling\nexplain e1g1\nexplain O-O-O\n",
    );
    let expected = [
        "castling white kingside e1g1: refused crosses-attacked f1: ",
        "castling white queenside e1c1: legal",
        "castling black kingside -: refused no-right: ",
        "castling black queenside -: refused no-right: ",
        "explain e1g1: refused crosses-attacked f1: ",
        "explain O-O-O: legal",
    ];
    assert_eq!(printed.lines().count(), expected.len(), "{printed}");
    for (line, start) in printed.lines().zip(expected) {
        assert!(line.starts_with(start), "{line}");
    }
    let printed = answer(
        b"setoption name UCI_Chess960 value true\n\
          position fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1\ncastling\nd\n\
          go depth 1 searchmoves f1h1\nstop\n",
    );
    assert!(printed.starts_with("castling white kingside f1h1: legal\n"), "{printed}");
    assert!(printed.contains("\nFen: 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1\n"), "{printed}");
    assert!(printed.contains("bestmove f1h1"), "{printed}");
}

/// No legal move: mated, or stalemated.
#[test]
fn no_legal_move() {
    for (fen, score) in [
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", " score mate 0 "),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", " score cp 0 "),
    ] {
        let printed = answer(format!("position fen {fen}\ngo depth 3\nstop\n").as_bytes());
        assert!(printed.contains(score), "{printed}");
        assert!(printed.ends_with("bestmove (none)\n"), "{printed}");
    }
}

/// perft and `go perft`: the divide, then the sum.
#[test]
fn perft() {
    for line in ["perft 3", "go perft 3"] {
        let printed = answer(format!("{line}\n").as_bytes());
        let lines: Vec<&str> = printed.lines().collect();
        assert!(lines.contains(&"e2e4: 600"), "{printed}");
        assert_eq!(lines[20], "Nodes searched: 8902");
    }
}

/// Arguments: help and version, one command, several commands, and what means nothing.
#[test]
fn arguments() {
    let help = program(&["--help"], b"");
    assert_eq!(help.status.code(), Some(0));
    assert!(text(&help).contains("Usage: portcullis") && text(&help).contains("Move Overhead"));
    let version = program(&["--version"], b"");
    assert_eq!(text(&version), concat!("Portcullis ", env!("CARGO_PKG_VERSION"), "\n"));

    let perft = program(&["go", "perft", "2"], b"");
    assert_eq!(perft.status.code(), Some(0));
    assert!(text(&perft).contains("Nodes searched: 400"));
    let search = program(&["position startpos moves e2e4", "go depth 2"], b"");
    let printed = text(&search);
    assert!(printed.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{printed}");

    let searches = program(&["go depth 3", "position startpos moves e2e4", "go depth 2"], b"");
    let printed = text(&searches);
    assert_eq!(printed.lines().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert!(!printed.contains("refused"), "{printed}");
    let stopped = program(&["go infinite", "stop", "go depth 1"], b"");
    let printed = text(&stopped);
    assert_eq!(printed.lines().filter(|line| line.starts_with("bestmove ")).count(), 2);

    let nothing = program(&[""], b"");
    assert_eq!((nothing.status.code(), text(&nothing).as_str()), (Some(0), ""));

    let unknown = program(&["--frobnicate"], b"");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(unknown.stdout.is_empty() && !unknown.stderr.is_empty());
    let unknown = program(&["frobnicate"], b"");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown).contains("unknown command"));
}

/// A log that cannot be written is told about, and costs nothing else.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_log() {
    let printed = answer(b"setoption name Debug Log File value /dev/full\nisready\nisready\n");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 3, "{printed}");
    assert!(lines[0].starts_with("info string Debug Log File: "), "{printed}");
    assert_eq!(lines[1..], ["readyok", "readyok"]);
}

/// A NUL in front of a line, which a program that sends its C strings whole leaves there.
#[test]
fn a_nul_between_the_lines() {
    assert!(answer(b"isready\n\0isready\n\0").matches("readyok").count() == 2);
}

/// A reader who has seen enough ends the program: `portcullis go infinite | head -n 1`.
#[test]
fn a_reader_who_is_gone_ends_the_search() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_portcullis"))
        .args(["go", "infinite"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let asked = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if asked.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it runs");
            panic!("it searches for nobody");
        }
        sleep(Duration::from_millis(20));
    }
}

/// The log holds both directions, with the time to the millisecond, and grows from run to run.
#[test]
fn debug_log_file() {
    let path = env::temp_dir().join(format!("portcullis-log-{}", std::process::id()));
    let option = format!("setoption name Debug Log File value {}\n", path.display());
    for _ in 0..2 {
        answer(
            format!("setoption name UCI_Opponent value none 2800 computer Rook\n{option}isready\n")
                .as_bytes(),
        );
    }
    let log = fs::read_to_string(&path).expect("the log");
    fs::remove_file(&path).expect("the log");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 8, "{log}");
    for (line, end) in lines.iter().zip(
        [
            concat!(" -- Portcullis ", env!("CARGO_PKG_VERSION")),
            " -- opponent: none 2800 computer Rook",
            " >> isready",
            " << readyok",
        ]
        .iter()
        .cycle(),
    ) {
        assert!(line.ends_with(end), "{log}");
        let (stamp, _) = line.split_at(line.len() - end.len());
        let shape: String =
            stamp.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        assert_eq!(shape, "0000-00-00 00:00:00.000", "{log}");
    }
}

/// A book made from games answers as long as it is on, has a move, and one is wanted now.
#[test]
fn a_book_is_made_and_played() {
    let folder = env::temp_dir().join(format!("portcullis-own-book-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (games, book) = (path("games.pgn"), path("own.bin"));
    fs::write(&games, "1. a3 h5 2. h4 1-0\n\n1. a3 h6 0-1\n\n1. e5 *\n").expect("a file");
    let output = program(&["book", "make", &games, &book, "--min-count", "1"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).ends_with("own.bin: 3 moves from 3 games; 1 of them hold what is no legal move, and count up to it\n"), "{}", text(&output));
    let output = program(&["book", "make", &games], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("usage: portcullis book make"));

    let options =
        format!("setoption name BookFile value {book}\nsetoption name OwnBook value true\n");
    // The move of the book, or nothing if the answer is searched.
    let from_book = |commands: &str| {
        let printed = answer(format!("{options}{commands}\nisready\n").as_bytes());
        let (_, behind) = printed.split_once("info string a move of the book\n")?;
        Some(behind.lines().next().unwrap_or_default().to_owned())
    };
    let chosen = |text: &str| Some(format!("bestmove {text}"));
    assert_eq!(from_book("go nodes 50"), chosen("a2a3"));
    let after = |moves: &str| from_book(&format!("position startpos moves {moves}\ngo nodes 50"));
    assert_eq!(after("a2a3"), chosen("h7h6"), "1... h5 lost");
    assert_eq!(after("a2a3 h7h5"), chosen("h2h4"));
    assert_eq!(after("h2h4"), None, "not in the book");
    for unwanted in [
        "go infinite\nstop",
        "setoption name OwnBook value false\ngo nodes 50",
        "setoption name BookFile value\ngo nodes 50",
        "setoption name BookDepth value 1\nposition startpos moves a2a3 h7h5\ngo nodes 50",
    ] {
        assert_eq!(from_book(unwanted), None, "{unwanted}");
    }
    let kept =
        answer(format!("{options}setoption name BookFile value {games}\ngo nodes 9\n").as_bytes());
    assert!(kept.contains("is not used: the file has") && kept.contains("bestmove a2a3"), "{kept}");
    fs::remove_dir_all(folder).expect("the folder");
}
