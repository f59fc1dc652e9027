//! The words behind `go`.

use crate::uci::command::{Command, GoParams, Tool};

use super::notes::{Notes, quoted};
use super::words::{Word, Words, move_token};

/// What a word of `go` asks for.
#[derive(Clone, Copy, Debug)]
enum GoWord {
    Ponder,
    Infinite,
    SearchMoves,
    Time(fn(&mut GoParams) -> &mut Option<i64>),
    Number(fn(&mut GoParams) -> &mut Option<i64>),
}

fn go_word(word: &str) -> Option<GoWord> {
    let known: [(&str, GoWord); 12] = [
        ("ponder", GoWord::Ponder),
        ("infinite", GoWord::Infinite),
        ("searchmoves", GoWord::SearchMoves),
        ("wtime", GoWord::Time(|go| &mut go.white_time)),
        ("btime", GoWord::Time(|go| &mut go.black_time)),
        ("winc", GoWord::Time(|go| &mut go.white_increment)),
        ("binc", GoWord::Time(|go| &mut go.black_increment)),
        ("movestogo", GoWord::Time(|go| &mut go.moves_to_go)),
        ("depth", GoWord::Number(|go| &mut go.depth)),
        ("nodes", GoWord::Number(|go| &mut go.nodes)),
        ("mate", GoWord::Number(|go| &mut go.mate)),
        ("movetime", GoWord::Time(|go| &mut go.move_time)),
    ];
    known.into_iter().find(|(text, _)| text.eq_ignore_ascii_case(word)).map(|row| row.1)
}

/// Reads the words in any order. Of a word that comes twice the last number holds.
///
/// `go perft N` is the tool of that name. A word without a number, or with a bad one, is left out
/// and told about; so are words that nobody knows.
pub(super) fn read(rest: Words<'_>, notes: &mut Notes) -> Command {
    let mut first = rest.clone();
    if first.next().is_some_and(|word| word.text.eq_ignore_ascii_case("perft")) {
        let argument = first.next().map_or_else(String::new, |word| word.text.to_owned());
        return Command::Tool(Tool::Perft, argument);
    }
    let mut go = GoParams::default();
    let mut rest = rest.peekable();
    while let Some(word) = rest.next() {
        match go_word(word.text) {
            Some(GoWord::Ponder) => go.ponder = true,
            Some(GoWord::Infinite) => go.infinite = true,
            Some(GoWord::SearchMoves) => {
                let before = go.search_moves.len();
                while let Some(token) = rest.next_if(|token| go_word(token.text).is_none()) {
                    go.search_moves.push(move_token(token.text));
                }
                if go.search_moves.len() == before {
                    notes.push("no move behind searchmoves".to_owned());
                }
            }
            Some(kind @ (GoWord::Time(field) | GoWord::Number(field))) => {
                let given = rest.next_if(|token| go_word(token.text).is_none());
                if let Some(value) = read_number(word, given, notes) {
                    *field(&mut go) = Some(value);
                } else if matches!(kind, GoWord::Time(_)) {
                    go.unreadable_time = true;
                }
            }
            None => notes.push(format!("skipped {} in go", quoted(word.text))),
        }
    }
    Command::Go(go)
}

fn read_number(word: Word<'_>, given: Option<Word<'_>>, notes: &mut Notes) -> Option<i64> {
    let Some(given) = given else {
        notes.push(format!("no number behind {}", word.text));
        return None;
    };
    let value = number(given.text);
    if value.is_none() {
        notes.push(format!("{} behind {} is no number", quoted(given.text), word.text));
    }
    value
}

/// A whole number with or without a sign; decimals are cut off, values beyond `i64` are its ends.
fn number(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, decimals) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let all_digits = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(decimals) {
        return None;
    }
    let end = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let grow =
        |value: i64, digit: u8| value.checked_mul(10)?.checked_add(sign * i64::from(digit - b'0'));
    Some(whole.bytes().try_fold(0, grow).unwrap_or(end))
}

#[cfg(test)]
mod tests {
    use super::number;

    /// Clocks are sent with signs, decimals and leading zeros, and beyond any range.
    #[test]
    fn numbers() {
        let cases = [
            ("0", Some(0)),
            ("+1000", Some(1000)),
            ("-5", Some(-5)),
            ("05", Some(5)),
            ("12345.678", Some(12345)),
            ("7.", Some(7)),
            ("9223372036854775807", Some(i64::MAX)),
            ("9223372036854775808", Some(i64::MAX)),
            ("-9223372036854775808", Some(i64::MIN)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("5x", None),
            ("x", None),
            ("", None),
            ("-", None),
            (".5", None),
            ("1e5", None),
            ("+-5", None),
            ("1.5.2", None),
            ("٣", None),
        ];
        for (text, value) in cases {
            assert_eq!(number(text), value, "{text:?}");
        }
    }
}
