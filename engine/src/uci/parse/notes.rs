//! Sentences about what was not understood.

use super::words::{is_blank, words};

/// How many sentences one line may cause.
const MOST_NOTES: usize = 8;
/// How many characters of foreign text one sentence quotes.
const MOST_QUOTED: usize = 80;

/// Collects sentences; beyond a handful they are only counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    sentences: Vec<String>,
    left_out: usize,
}

impl Notes {
    pub(super) fn push(&mut self, sentence: String) {
        if self.sentences.len() < MOST_NOTES {
            self.sentences.push(sentence);
        } else {
            self.left_out += 1;
        }
    }

    pub(super) fn into_sentences(mut self) -> Vec<String> {
        if self.left_out > 0 {
            self.sentences.push(format!("{} more faults on this line", self.left_out));
        }
        self.sentences
    }
}

/// Foreign text as it may stand in a sentence: one line, blanks single, not too long.
pub(in crate::uci) fn shorten(text: &str) -> String {
    let text = text.trim_matches(is_blank);
    let mut short = String::new();
    let mut length = 0;
    for word in words(text) {
        for letter in (length > 0).then_some(' ').into_iter().chain(word.text.chars()) {
            if length == MOST_QUOTED {
                short.push_str("..");
                return short;
            }
            short.push(if letter.is_control() { '?' } else { letter });
            length += 1;
        }
    }
    short
}

/// [`shorten`], between quotation marks.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", shorten(text))
}
