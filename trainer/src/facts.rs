//! `key = value` lines: the settings of a file of games, the facts of a training.

use std::fmt::{self, Display};

/// An ordered list of keys with values, written into the headers of files for people and compared
/// when something is resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(Vec<(String, String)>);

/// Why a text is no list of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FactsError {
    /// The text is not UTF-8.
    #[error("the text is not UTF-8")]
    NotText,
    /// A line without an equals sign.
    #[error("line {0} is not of the form `key = value`")]
    NoValue(usize),
}

impl Facts {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a fact at the end; line breaks in the value become spaces.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Display) -> Self {
        self.0.push((key.to_owned(), one_line(&value.to_string())));
        self
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|&(name, _)| name == key).map(|(_, value)| value)
    }

    /// All facts in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The first key whose value is different in another list, with both values.
    #[must_use]
    pub fn difference<'a>(&'a self, other: &'a Self) -> Option<(&'a str, &'a str, &'a str)> {
        const MISSING: &str = "nothing";
        let changed = self
            .iter()
            .map(|(key, value)| (key, value, other.get(key).unwrap_or(MISSING)))
            .find(|(_, mine, theirs)| mine != theirs);
        let added = || {
            let mut new = other.iter().filter(|&(key, _)| self.get(key).is_none());
            new.next().map(|(key, value)| (key, MISSING, value))
        };
        changed.or_else(added)
    }

    /// Reads the lines that [`Display`] writes; empty lines are skipped.
    ///
    /// # Errors
    /// If the bytes are not UTF-8 or a line holds no `=`.
    pub fn parse(bytes: &[u8]) -> Result<Self, FactsError> {
        let text = std::str::from_utf8(bytes).map_err(|_| FactsError::NotText)?;
        let mut facts = Self::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let (key, value) = line.split_once('=').ok_or(FactsError::NoValue(index + 1))?;
            facts.0.push((key.trim().to_owned(), value.trim().to_owned()));
        }
        Ok(facts)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(key, value)| writeln!(f, "{key} = {value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let facts = Facts::new().with("engine", "Portcullis 0.1.0").with("nodes", 5000);
        assert_eq!(Facts::parse(facts.to_string().as_bytes()), Ok(facts.clone()));
        assert_eq!(facts.get("nodes"), Some("5000"));
        assert_eq!(facts.get("node"), None);
    }

    #[test]
    fn a_value_never_breaks_the_line() {
        let facts = Facts::new().with("note", "two\nlines = bad");
        assert_eq!(facts.to_string(), "note = two lines = bad\n");
    }

    #[test]
    fn the_first_difference_is_told_from_either_side() {
        let old = Facts::new().with("a", 1).with("b", 2);
        assert_eq!(old.difference(&old.clone()), None);
        assert_eq!(old.difference(&Facts::new().with("a", 1)), Some(("b", "2", "nothing")));
        let more = old.clone().with("c", 3);
        assert_eq!(old.difference(&more), Some(("c", "nothing", "3")));
    }

    #[test]
    fn a_text_that_is_no_list_is_refused() {
        assert_eq!(Facts::parse(b"a = 1\nrubbish\n"), Err(FactsError::NoValue(2)));
        assert_eq!(Facts::parse(&[0xff, 0xfe]), Err(FactsError::NotText));
    }
}
