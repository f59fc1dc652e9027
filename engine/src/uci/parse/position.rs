//! The words behind `position`.

use crate::uci::command::{PositionParams, Start};

use super::notes::{Notes, quoted};
use super::words::{Words, move_token};

/// FEN: men, side to move, castling rights, en passant square; then two counters.
const FIELDS_BEFORE_COUNTERS: usize = 4;
const MOST_FIELDS: usize = 6;

/// `startpos`, `fen` with the fields that follow, or `moves` alone, which is from the start
/// position; then the moves. The board judges the FEN and the moves.
pub(super) fn read(mut rest: Words<'_>, notes: &mut Notes) -> Option<PositionParams> {
    let is = |text: &str, word: &str| text.eq_ignore_ascii_case(word);
    let mut skipped = None;
    let start = loop {
        let Some(word) = rest.next() else {
            notes.push(match skipped {
                Some(word) => format!("position needs startpos or fen, not {}", quoted(word)),
                None => "position needs startpos or fen".to_owned(),
            });
            return None;
        };
        if is(word.text, "startpos") || (skipped.is_none() && is(word.text, "moves")) {
            if is(word.text, "startpos") {
                skip_to_moves(&mut rest, notes);
            }
            break Start::Startpos;
        }
        if is(word.text, "fen") {
            break fen(&mut rest, notes)?;
        }
        skipped.get_or_insert(word.text);
    };
    if let Some(word) = skipped {
        notes.push(format!("skipped {} in position", quoted(word)));
    }
    let moves = rest.filter(|word| !is(word.text, "moves")).map(|word| move_token(word.text));
    Some(PositionParams { start, moves: moves.collect() })
}

/// Up to six fields; behind the fourth only what can be a counter, so that the operations of an
/// EPD line are left out.
fn fen(rest: &mut Words<'_>, notes: &mut Notes) -> Option<Start> {
    let mut fields: Vec<&str> = Vec::new();
    while let Some(word) = rest.clone().next() {
        let is_moves = word.text.eq_ignore_ascii_case("moves");
        let is_counter = fields.len() < FIELDS_BEFORE_COUNTERS || can_be_counter(word.text);
        if is_moves || !is_counter || fields.len() == MOST_FIELDS {
            break;
        }
        rest.next();
        if fields.is_empty() && word.text.eq_ignore_ascii_case("startpos") {
            skip_to_moves(rest, notes);
            return Some(Start::Startpos);
        }
        fields.push(word.text);
    }
    skip_to_moves(rest, notes);
    if fields.is_empty() {
        notes.push("no FEN behind position fen".to_owned());
        return None;
    }
    Some(Start::Fen(fields.join(" ")))
}

/// Counters are numbers or, from some editors, dashes.
fn can_be_counter(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '+')
}

/// Takes everything up to and with `moves`.
fn skip_to_moves(rest: &mut Words<'_>, notes: &mut Notes) {
    let mut skipped = None;
    for word in rest {
        if word.text.eq_ignore_ascii_case("moves") {
            break;
        }
        skipped.get_or_insert(word.text);
    }
    if let Some(word) = skipped {
        notes.push(format!("skipped what follows from {} on in position", quoted(word)));
    }
}
