//! The `castling` command, on every case of the castling rules that movegen is tested with.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use portcullis::uci::converse;

const CASES: &str = include_str!("../../movegen/tests/data/castling_cases.tsv");

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

fn answer(input: String) -> String {
    let sink = Sink::default();
    converse(io::Cursor::new(input), sink.clone()).expect("an engine");
    String::from_utf8(sink.0.lock().unwrap().clone()).expect("UTF-8")
}

/// `K:blocked@b1@d1` as the command says it: the wing, then `blocked b1 d1`.
fn refusal(case: &str) -> (&'static str, String) {
    let (wing, reason) = case.split_once(':').expect("a wing and a reason");
    let wing = if wing == "K" { "kingside" } else { "queenside" };
    (wing, reason.replace('@', " "))
}

/// For the side to move of each case, `castling` says the reason that the table gives, with all
/// its squares, and names as legal the moves that the table names.
#[test]
fn every_case_is_told_with_its_reason() {
    let mut cases = 0;
    for line in CASES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (id, is_chess960, fen, legal) = (fields[0], fields[2] == "1", fields[3], fields[4]);
        let refused = fields.get(5).copied().unwrap_or_default();
        let us = if fen.split(' ').nth(1) == Some("w") { "white" } else { "black" };
        let mut input = format!("setoption name UCI_Chess960 value {is_chess960}\n");
        writeln!(input, "position fen {fen}\ncastling").unwrap();
        let printed = answer(input);
        let lines: Vec<&str> =
            printed.lines().filter(|line| line.starts_with("castling ")).collect();
        assert_eq!(lines.len(), 4, "{id}: {printed}");
        let ours = |wing: &str| {
            let start = format!("castling {us} {wing} ");
            let line = lines.iter().find_map(|line| line.strip_prefix(&start));
            line.unwrap_or_else(|| panic!("{id}: {printed}"))
        };
        for chess_move in legal.split_whitespace() {
            let expected = format!("{chess_move}: legal");
            assert!(["kingside", "queenside"].map(ours).contains(&&*expected), "{id}: {printed}");
        }
        for (wing, reason) in refused.split_whitespace().map(refusal) {
            let told = ours(wing);
            let (chess_move, told) = told.split_once(": refused ").expect("a refusal");
            let (told, sentence) = told.split_once(": ").expect("a sentence");
            assert_eq!(told, reason, "{id}");
            assert_eq!(chess_move == "-", reason == "no-right", "{id}: {printed}");
            assert!(!sentence.is_empty(), "{id}");
        }
        cases += 1;
    }
    assert!(cases >= 47, "{cases}");
}
