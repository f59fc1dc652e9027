//! Bytes in, lines out.

use std::io::{BufRead, ErrorKind};

/// The longest line that is read, in bytes: ten thousand moves take fifty thousand.
pub const LONGEST_LINE: usize = 2 << 20;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without its line feed; bytes that are no UTF-8 are replaced.
    Text(String),
    /// A line of more than [`LONGEST_LINE`] bytes, thrown away.
    TooLong,
}

/// Reads lines until the input ends or fails; a last line needs no line feed.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Lines<R> {
        Lines { input }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let mut line: Vec<u8> = Vec::new();
        let mut is_too_long = false;
        let mut is_empty = true;
        loop {
            let available = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            if available.is_empty() && is_empty {
                return None;
            }
            is_empty = false;
            let end = available.iter().position(|byte| *byte == b'\n');
            let text = available.get(..end.unwrap_or(available.len())).unwrap_or_default();
            if line.len() + text.len() > LONGEST_LINE {
                is_too_long = true;
                line.clear();
            }
            if !is_too_long {
                line.extend_from_slice(text);
            }
            let is_last = available.is_empty();
            let used = end.map_or(available.len(), |end| end + 1);
            self.input.consume(used);
            if is_last || end.is_some() {
                break;
            }
        }
        if is_too_long {
            return Some(Line::TooLong);
        }
        Some(Line::Text(String::from_utf8_lossy(&line).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        Lines::new(BufReader::with_capacity(7, bytes)).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    /// Every line comes out once, the last one also without a line feed, and bytes that are no
    /// UTF-8 cost nothing but themselves.
    #[test]
    fn splits_at_line_feeds() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(
            lines(b"uci\nisready\r\n\nquit"),
            [text("uci"), text("isready\r"), text(""), text("quit")]
        );
        assert_eq!(lines(b"a\xff\xfeb stop\n"), [text("a\u{fffd}\u{fffd}b stop")]);
    }

    /// A line of a megabyte is read whole; one beyond the limit is thrown away to its end, and
    /// the next one is read again.
    #[test]
    fn long_lines() {
        let megabyte = "x".repeat(1 << 20);
        assert_eq!(lines(format!("{megabyte}\nuci").as_bytes()), [text(&megabyte), text("uci")]);
        let beyond = "x".repeat(3 * LONGEST_LINE);
        assert_eq!(lines(format!("{beyond}\nuci").as_bytes()), [Line::TooLong, text("uci")]);
        assert_eq!(lines(beyond.as_bytes()), [Line::TooLong]);
    }
}
