//! Every suite in `suites/`, with a cap on the nodes of a depth; `perft suite` runs them in full.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use portcullis_perft::Perft;
use portcullis_perft::suite::{SuiteLine, parse_line, run_lines};

const MAX_NODES: u64 = 100_000;

fn suite(name: &str) -> Vec<SuiteLine> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites").join(name);
    let text = fs::read_to_string(&path).unwrap();
    text.lines()
        .enumerate()
        .filter_map(|(index, line)| {
            parse_line(line).unwrap_or_else(|error| panic!("{name}:{}: {error}", index + 1))
        })
        .collect()
}

fn check(name: &str, lines: usize) {
    let suite = suite(name);
    assert_eq!(suite.len(), lines, "positions of {name}");
    let threads = NonZeroUsize::new(2).unwrap();
    let perft = Perft::new().threads(threads).unwrap();
    let outcomes = run_lines(&suite, &perft, MAX_NODES, || ()).unwrap();
    for (line, outcome) in suite.iter().zip(outcomes) {
        assert!(outcome.is_none(), "{}: {outcome:?}", line.fen);
    }
}

#[test]
fn standard_chess() {
    check("standard.epd", 136);
}

#[test]
fn castling() {
    check("castling.epd", 192);
}

#[test]
fn chess960_and_double_chess960() {
    check("chess960.epd", 226);
}

#[test]
fn positions_of_this_project() {
    check("portcullis.epd", 89);
}
