//! The tolerant reader: one line in, at most one [`Command`] out, and a sentence for everything
//! that was not understood.
//!
//! It follows the text of the protocol where that speaks (any white space between words, unknown
//! words skipped and the rest of the line read) and what GUIs are known to send where it is
//! silent. Keywords are read in letters of any case. No input makes it panic.

mod go;
mod notes;
mod position;
mod setoption;
mod words;

use vampirc_uci::UciMessage;

use super::command::{Command, Tool};
pub(super) use notes::shorten;
use notes::{Notes, quoted};
use words::{Words, is_blank, words};

/// What was read from a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The command, if the line holds one.
    pub command: Option<Command>,
    /// What was not understood, in sentences.
    pub notes: Vec<String>,
}

/// The commands that UCI sends to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keyword {
    Uci,
    Debug,
    IsReady,
    SetOption,
    Register,
    UciNewGame,
    Position,
    Go,
    Stop,
    PonderHit,
    Quit,
}

impl Keyword {
    const ALL: [(&'static str, Keyword); 11] = [
        ("uci", Keyword::Uci),
        ("debug", Keyword::Debug),
        ("isready", Keyword::IsReady),
        ("setoption", Keyword::SetOption),
        ("register", Keyword::Register),
        ("ucinewgame", Keyword::UciNewGame),
        ("position", Keyword::Position),
        ("go", Keyword::Go),
        ("stop", Keyword::Stop),
        ("ponderhit", Keyword::PonderHit),
        ("quit", Keyword::Quit),
    ];

    fn from_word(word: &str) -> Option<Keyword> {
        Keyword::ALL.iter().find(|(text, _)| text.eq_ignore_ascii_case(word)).map(|row| row.1)
    }
}

/// The words with which an engine's own lines begin.
const ENGINE_WORDS: [&str; 8] =
    ["id", "uciok", "readyok", "bestmove", "copyprotection", "registration", "info", "option"];

/// Reads one line, given without its line feed.
///
/// A byte order mark in front, or the NUL that ends a C string, which some programs send behind the
/// line feed of the line before, does not count.
///
/// Empty lines, comments (`# ..`) and an engine's `info` lines mean nothing and are passed over
/// in silence: an echo of our own sentences must not start an endless conversation.
#[must_use]
pub fn read(line: &str) -> Reading {
    let line = line.trim_start_matches(['\u{feff}', '\0']);
    let mut notes = Notes::default();
    let command = read_line(line, &mut notes);
    Reading { command, notes: notes.into_sentences() }
}

fn read_line(line: &str, notes: &mut Notes) -> Option<Command> {
    let mut rest = words(line);
    let first = rest.clone().next()?;
    if first.text.starts_with('#') || first.text.eq_ignore_ascii_case("info") {
        return None;
    }
    if ENGINE_WORDS.iter().any(|word| word.eq_ignore_ascii_case(first.text)) {
        notes.push(format!("{} is a word that engines say, not GUIs", quoted(first.text)));
        return None;
    }
    if let Some(tool) = Tool::from_word(first.text) {
        let argument = line.get(first.end..).unwrap_or_default().trim_matches(is_blank);
        return Some(Command::Tool(tool, argument.to_owned()));
    }
    let keyword = rest.find_map(|word| Keyword::from_word(word.text).map(|key| (key, word)));
    let Some((keyword, word)) = keyword else {
        notes.push(format!("unknown command: {} (help shows the commands)", quoted(line)));
        return None;
    };
    let skipped = line.get(first.start..word.start).unwrap_or_default();
    if !skipped.is_empty() {
        notes.push(format!("skipped {} in front of {}", quoted(skipped), word.text));
    }
    match keyword {
        Keyword::Uci => Some(Command::Message(UciMessage::Uci)),
        Keyword::IsReady => Some(Command::Message(UciMessage::IsReady)),
        Keyword::UciNewGame => Some(Command::Message(UciMessage::UciNewGame)),
        Keyword::Stop => Some(Command::Message(UciMessage::Stop)),
        Keyword::PonderHit => Some(Command::Message(UciMessage::PonderHit)),
        Keyword::Quit => Some(Command::Message(UciMessage::Quit)),
        Keyword::Debug => debug(rest, notes).map(Command::Message),
        Keyword::Register => Some(Command::Message(register(rest))),
        Keyword::SetOption => setoption::read(line, rest, notes).map(Command::Message),
        Keyword::Position => position::read(rest, notes).map(Command::Position),
        Keyword::Go => Some(go::read(rest, notes)),
    }
}

/// `debug on` or `debug off`; words between are skipped.
fn debug(mut rest: Words<'_>, notes: &mut Notes) -> Option<UciMessage> {
    let switch = rest.find_map(|word| match word.text {
        text if text.eq_ignore_ascii_case("on") => Some(true),
        text if text.eq_ignore_ascii_case("off") => Some(false),
        _ => None,
    });
    if switch.is_none() {
        notes.push("debug needs on or off".to_owned());
    }
    switch.map(UciMessage::Debug)
}

/// `register later`, or a name and a code in any order.
fn register(rest: Words<'_>) -> UciMessage {
    let mut name: Vec<&str> = Vec::new();
    let mut code: Vec<&str> = Vec::new();
    let mut target = None;
    for word in rest {
        if word.text.eq_ignore_ascii_case("name") {
            target = Some(&mut name);
        } else if word.text.eq_ignore_ascii_case("code") {
            target = Some(&mut code);
        } else if let Some(list) = target.as_mut() {
            list.push(word.text);
        } else if word.text.eq_ignore_ascii_case("later") {
            return UciMessage::register_later();
        }
    }
    let text = |list: Vec<&str>| if list.is_empty() { None } else { Some(list.join(" ")) };
    UciMessage::Register { later: false, name: text(name), code: text(code) }
}
