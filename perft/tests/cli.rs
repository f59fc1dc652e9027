//! The program as a user meets it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const DFRC: &str = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1";
const PATHS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn perft(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perft")).args(args).output().unwrap()
}

/// The standard output of a call that must succeed and say nothing on stderr.
fn stdout(args: &[&str]) -> String {
    let output = perft(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    assert!(stderr.is_empty(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

fn nodes(args: &[&str]) -> u64 {
    let text = stdout(args);
    let line = text.lines().find_map(|line| line.strip_prefix("Nodes searched: "));
    line.unwrap_or_else(|| panic!("no count in {text}")).parse().unwrap()
}

/// The sentence of a call that must end with exit code 2 and print nothing on stdout.
fn refusal(args: &[&str]) -> String {
    let output = perft(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!text.contains("panicked"), "{text}");
    text
}

/// A file of that name in a directory of this test's own.
fn file(test: &str, text: &[u8]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join("suite.epd");
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_count_ends_with_nodes_time_and_rate() {
    let text = stdout(&["4"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(lines[0], "Nodes searched: 197281");
    let seconds = lines[1].strip_prefix("Time: ").and_then(|rest| rest.strip_suffix(" s"));
    assert!(seconds.unwrap().parse::<f64>().unwrap() >= 0.0);
    assert!(lines[2].strip_prefix("Nodes/s: ").unwrap().parse::<u64>().unwrap() > 0);
}

#[test]
fn every_option_keeps_the_count() {
    assert_eq!(nodes(&["0"]), 1);
    for options in [
        &["--threads", "2"][..],
        &["--hash", "0"],
        &["--hash", "4"],
        &["--no-bulk"],
        &["--threads", "3", "--hash", "1", "--no-bulk"],
    ] {
        assert_eq!(nodes(&[&["4", "--fen", PATHS], options].concat()), 314_346, "{options:?}");
    }
    assert_eq!(nodes(&["4", "--fen", DFRC]), 199_818);
}

#[test]
fn moves_are_played_first_and_castle_in_both_styles() {
    assert_eq!(nodes(&["3", "--moves", "e2e4 e7e5"]), nodes_after_e4_e5());
    for castling in ["e1g1", "e1h1"] {
        let text = stdout(&["1", "--divide", "--fen", PATHS, "--moves", castling]);
        assert!(!text.contains("e8g8"), "the rook on f1 forbids it: {text}");
        assert!(text.contains("e8c8: 1"), "{text}");
    }
    let king_takes_rook = ["1", "--fen", DFRC, "--moves", "g1f3 a7a6 g2g3 a6a5 f1g2 a5a4 e1h1"];
    assert!(nodes(&king_takes_rook) > 0);
}

/// Counted in another way: as a subtree of the position before.
fn nodes_after_e4_e5() -> u64 {
    let text = stdout(&["4", "--divide", "--moves", "e2e4"]);
    let line = text.lines().find_map(|line| line.strip_prefix("e7e5: "));
    line.unwrap().parse().unwrap()
}

#[test]
fn divide_lists_the_moves_sorted_before_the_sum() {
    let text = stdout(&["3", "--divide"]);
    let (listing, rest) = text.split_once("\n\n").unwrap();
    let lines: Vec<&str> = listing.lines().collect();
    assert_eq!(lines.len(), 20);
    assert!(lines.is_sorted());
    assert_eq!(lines[0], "a2a3: 380");
    let sum: u64 =
        lines.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 8_902);
    assert!(rest.starts_with("Nodes searched: 8902\n"));
}

#[test]
fn json_is_one_object() {
    let text = stdout(&["3", "--json", "--divide", "--threads", "2", "--hash", "1"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["nodes"], 8_902);
    assert_eq!(report["depth"], 3);
    assert_eq!(report["threads"], 2);
    assert_eq!(report["hash_mb"], 1);
    assert_eq!(report["bulk"], true);
    assert_eq!(report["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(report["divide"]["b1c3"], 440);
    assert!(report["nodes_per_second"].is_u64() && report["seconds"].is_f64());
    let text = stdout(&["3", "--json"]);
    assert!(!text.contains("divide"));
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    assert!(
        refusal(&["3", "--fen", "nonsense"]).starts_with("perft: the position cannot be read: ")
    );
    let text = refusal(&["3", "--moves", "e2e4 e2e4"]);
    assert!(text.starts_with("perft: move 2 cannot be played: "), "{text}");
    for args in [
        &["3", "--moves", "e9e4"][..],
        &["3", "--moves", "\u{e9}2e4"],
        &[],
        &["x"],
        &["-1"],
        &["256"],
        &["3", "--threads", "0"],
        &["3", "--hash", "-5"],
        &["3", "--hash", "99999999999999"],
        &["3", "--frob"],
        &["suite"],
        &["suite", "no/such/file.epd"],
        &["bench", "extra"],
    ] {
        assert!(refusal(args).lines().next().is_some_and(|line| line.len() > 10), "{args:?}");
    }
}

#[test]
fn a_suite_of_right_counts_passes() {
    let path = file(
        "right",
        b"# a comment\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\r\n\
          bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1 ;c0 \"a; D1 7 \xff\" ;D4 199818\n",
    );
    let path = path.to_str().unwrap();
    for options in [&["--threads", "2"][..], &["--max-nodes", "1000"], &[]] {
        let text = stdout(&[&["suite", path, path], options].concat());
        assert_eq!(text, "suite: 4 passed, 0 failed\n");
    }
}

#[test]
fn a_failing_line_is_named_with_its_divide() {
    let path = file(
        "wrong",
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401 ;D3 8902\n\
          8/8/8/8/8/2k5/8/K7 w - - 0 1 ;D1 2\n\
          8/8/8/8/8/2k5/8/K7 w - - 0 1 ;D1 two\n",
    );
    let path = path.to_str().unwrap();
    let output = perft(&["suite", path]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!(
        "{path}:1: failed: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 at depth 2: \
         expected 401, got 400\n  a2a3: 20\n"
    )));
    assert!(text.contains(&format!("{path}:3: failed: 'D1 two'")), "{text}");
    assert_eq!(text.lines().last(), Some("suite: 1 passed, 2 failed"));
}

#[test]
fn the_first_depth_runs_whatever_the_cap() {
    let path = file("cap", b"8/8/8/8/8/2k5/8/K7 w - - 0 1 ;D1 3 ;D2 13\n");
    let output = perft(&["suite", path.to_str().unwrap(), "--max-nodes", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("depth 1: expected 3, got 2"));
}

#[test]
fn a_file_without_positions_is_refused() {
    let path = file("empty", b"# nothing here\n");
    assert!(refusal(&["suite", path.to_str().unwrap()]).contains("holds no position"));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let mut child = Command::new(env!("CARGO_BIN_EXE_perft"))
        .args(["3", "--divide", "--fen", fen])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut complaints = Vec::new();
    let stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.lines().for_each(|line| complaints.push(line.unwrap()));
    assert!(complaints.is_empty(), "{complaints:?}");
    assert!(child.wait().unwrap().success());
}
