//! EPD suites of known counts.
//!
//! A line is a position and operations: `FEN ;D1 20 ;D2 400 ;c0 "text; with a semicolon"`. `Dn`
//! gives the leaves at depth n, other operations are for the reader. Blank lines and lines that
//! begin with `#` are skipped.

use portcullis_movegen::{Board, FenError};
use thiserror::Error;

use crate::counter::{Division, Perft, SetUpError};
use crate::position::parse_position;

/// A position with the counts that are expected of it.
#[derive(Clone, Debug)]
pub struct SuiteLine {
    /// The position as the line gives it.
    pub fen: String,
    /// The position.
    pub board: Board,
    /// What is expected, shallowest first; never empty.
    pub expected: Vec<Expectation>,
}

/// A known count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expectation {
    /// The depth in plies.
    pub depth: u8,
    /// The leaves there.
    pub nodes: u64,
}

/// Why a line of a suite cannot be run.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// The part before the first operation is no position.
    #[error("the position cannot be read: {0}")]
    Position(#[from] FenError),
    /// A depth operation that is not `Dn N`.
    #[error("'{0}' is not a depth and a count such as 'D3 8902'")]
    Operation(String),
    /// A line that proves nothing.
    #[error("no depth is given")]
    NoDepth,
    /// A text that does not end.
    #[error("a quotation mark is not closed")]
    OpenQuote,
}

/// A depth at which the count is not the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What the suite says.
    pub expected: Expectation,
    /// What was counted.
    pub got: Division,
}

/// Reads one line; `None` for a blank line or a comment.
///
/// ```
/// use portcullis_perft::suite::parse_line;
/// # fn main() -> Result<(), portcullis_perft::suite::SuiteError> {
/// let line = parse_line(r#"8/8/8/8/8/k7/8/K7 w - - 0 1 ;D1 1 ;D2 5 ;c0 "a; b""#)?.unwrap();
/// assert_eq!(line.expected.len(), 2);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If the line is neither, and not a position with at least one depth.
pub fn parse_line(text: &str) -> Result<Option<SuiteLine>, SuiteError> {
    let text = text.trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let mut parts = split_outside_quotes(text)?.into_iter().map(str::trim);
    let fen = parts.next().unwrap_or_default();
    let board = parse_position(fen)?;
    let mut expected = Vec::new();
    for part in parts {
        if let Some(expectation) = parse_operation(part)? {
            expected.push(expectation);
        }
    }
    if expected.is_empty() {
        return Err(SuiteError::NoDepth);
    }
    expected.sort_unstable();
    Ok(Some(SuiteLine { fen: fen.to_owned(), board, expected }))
}

/// Counts the depths whose expected count is at most `max_nodes`, and the shallowest one whatever
/// it is; the first that fails.
///
/// # Errors
/// If there is no memory for the hash table of `perft`.
pub fn run_line(
    line: &SuiteLine,
    perft: &Perft,
    max_nodes: u64,
) -> Result<Option<Failure>, SetUpError> {
    for (index, &expected) in line.expected.iter().enumerate() {
        if index > 0 && expected.nodes > max_nodes {
            continue;
        }
        let got = perft.divide(&line.board, expected.depth)?;
        if got.nodes != expected.nodes {
            return Ok(Some(Failure { expected, got }));
        }
    }
    Ok(None)
}

/// [`run_line`] for many lines on all threads of `perft`; what became of each, in order. `done` is
/// called after each line.
///
/// # Errors
/// If there is no memory for the hash table of `perft`.
pub fn run_lines(
    lines: &[SuiteLine],
    perft: &Perft,
    max_nodes: u64,
    done: impl Fn() + Sync,
) -> Result<Vec<Option<Failure>>, SetUpError> {
    let outcomes = perft.map(lines, |line| {
        let outcome = run_line(line, perft, max_nodes);
        done();
        outcome
    });
    outcomes.into_iter().collect()
}

/// The parts between semicolons that are not part of a quoted text.
fn split_outside_quotes(text: &str) -> Result<Vec<&str>, SuiteError> {
    let mut is_quoted = false;
    let parts = text
        .split(|c| {
            if c == '"' {
                is_quoted = !is_quoted;
            }
            c == ';' && !is_quoted
        })
        .collect();
    if is_quoted { Err(SuiteError::OpenQuote) } else { Ok(parts) }
}

/// `Dn N`, or `None` for an operation of another name.
fn parse_operation(part: &str) -> Result<Option<Expectation>, SuiteError> {
    let mut words = part.split_whitespace();
    let Some(depth) = words.next().and_then(|name| name.strip_prefix('D')) else {
        return Ok(None);
    };
    if !depth.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(None);
    }
    match (depth.parse(), words.next().map(str::parse), words.next()) {
        (Ok(depth), Some(Ok(nodes)), None) => Ok(Some(Expectation { depth, nodes })),
        _ => Err(SuiteError::Operation(part.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn depths(operations: &str) -> Result<Vec<(u8, u64)>, SuiteError> {
        let line = parse_line(&format!("{START} {operations}"))?.unwrap();
        Ok(line.expected.iter().map(|expected| (expected.depth, expected.nodes)).collect())
    }

    #[test]
    fn depths_are_read_in_any_order_and_spacing() {
        assert_eq!(depths(";D1 20 ;D2 400").unwrap(), [(1, 20), (2, 400)]);
        assert_eq!(depths("; D2  400;D1 20;").unwrap(), [(1, 20), (2, 400)]);
    }

    #[test]
    fn a_semicolon_in_quotes_is_text() {
        assert_eq!(depths(r#";c0 "x; D7 1 ;D8 2" ;D1 20"#).unwrap(), [(1, 20)]);
        assert_eq!(depths(r#";D1 20 ;c0 "D2 1;D3 1" ;id "D4;""#).unwrap(), [(1, 20)]);
        assert!(matches!(depths(r#";D1 20 ;c0 "open"#), Err(SuiteError::OpenQuote)));
    }

    #[test]
    fn other_operations_are_passed_over() {
        assert_eq!(depths(";D1 20 ;Date 7 ;bm e4 ;d1 5").unwrap(), [(1, 20)]);
    }

    #[test]
    fn a_bad_depth_is_an_error_and_not_passed_over() {
        for bad in [";D1", ";D1 x", ";D1 -3", ";D999 1", ";D1 20 20", ";D1x 20"] {
            assert!(matches!(depths(bad), Err(SuiteError::Operation(_))), "{bad}");
        }
        assert!(matches!(depths(""), Err(SuiteError::NoDepth)));
        assert!(matches!(parse_line("nonsense ;D1 20"), Err(SuiteError::Position(_))));
    }

    #[test]
    fn blank_lines_and_comments_are_no_positions() {
        for text in ["", "  \t", "# a comment ;D1 20"] {
            assert!(parse_line(text).unwrap().is_none(), "{text}");
        }
    }

    #[test]
    fn four_fields_are_a_position_too() {
        let line = parse_line("8/8/8/8/8/k7/8/K7 w - - ;D1 1").unwrap().unwrap();
        assert_eq!(run_line(&line, &Perft::new(), 100).unwrap(), None);
    }

    #[test]
    fn depths_above_the_cap_are_left_out_but_never_the_first() {
        let wrong_second = parse_line(&format!("{START} ;D1 20 ;D2 401")).unwrap().unwrap();
        let wrong_first = parse_line(&format!("{START} ;D1 21 ;D2 400")).unwrap().unwrap();
        let perft = Perft::new();
        assert_eq!(run_line(&wrong_second, &perft, 400).unwrap(), None);
        let failure = run_line(&wrong_second, &perft, 401).unwrap().unwrap();
        assert_eq!((failure.expected.depth, failure.got.nodes), (2, 400));
        let failure = run_line(&wrong_first, &perft, 0).unwrap().unwrap();
        assert_eq!((failure.expected.depth, failure.got.nodes), (1, 20));
        assert_eq!(failure.got.moves.len(), 20);
    }

    #[test]
    fn outcomes_keep_the_order_of_the_lines() {
        let line = |nodes| parse_line(&format!("{START} ;D1 {nodes}")).unwrap().unwrap();
        let lines: Vec<_> = [20, 21, 20, 22].map(line).into();
        let perft = Perft::new().threads(2.try_into().unwrap()).unwrap();
        let outcomes = run_lines(&lines, &perft, u64::MAX, || ()).unwrap();
        let failed: Vec<_> = outcomes.iter().map(Option::is_some).collect();
        assert_eq!(failed, [false, true, false, true]);
    }
}
