//! The words behind `setoption`.

use vampirc_uci::UciMessage;

use super::notes::Notes;
use super::words::{Words, is_blank, words};

/// The name is what stands between `name` and the first `value` behind it, blanks single; the
/// value is the rest of the line as it is, but for blanks at its ends.
///
/// A word `value` right behind `name` is a part of the name if another one follows. The reversed
/// order is understood as well.
pub(super) fn read(line: &str, mut rest: Words<'_>, notes: &mut Notes) -> Option<UciMessage> {
    let is = |text: &str, word: &str| text.eq_ignore_ascii_case(word);
    let first = rest.find(|word| is(word.text, "name") || is(word.text, "value"));
    let (name, value) = match first {
        Some(word) if is(word.text, "name") => name_first(line.get(word.end..)?),
        Some(word) => value_first(line.get(word.end..)?),
        None => (String::new(), None),
    };
    if name.is_empty() {
        notes.push("setoption needs a name, as in: setoption name Hash value 64".to_owned());
        return None;
    }
    Some(UciMessage::SetOption { name, value })
}

fn name_first(text: &str) -> (String, Option<String>) {
    let is_value = |text: &str| text.eq_ignore_ascii_case("value");
    let start = words(text).next().map_or(0, |word| word.end);
    let separator = words(text).find(|word| is_value(word.text) && word.start >= start);
    match separator {
        Some(word) => (joined(text.get(..word.start)), Some(trimmed(text.get(word.end..)))),
        None if words(text).next().is_some_and(|word| is_value(word.text)) => (String::new(), None),
        None => (joined(Some(text)), None),
    }
}

fn value_first(text: &str) -> (String, Option<String>) {
    let Some(separator) = words(text).find(|word| word.text.eq_ignore_ascii_case("name")) else {
        return (String::new(), None);
    };
    (joined(text.get(separator.end..)), Some(trimmed(text.get(..separator.start))))
}

fn joined(text: Option<&str>) -> String {
    words(text.unwrap_or_default()).map(|word| word.text).collect::<Vec<_>>().join(" ")
}

fn trimmed(text: Option<&str>) -> String {
    text.unwrap_or_default().trim_matches(is_blank).to_owned()
}
