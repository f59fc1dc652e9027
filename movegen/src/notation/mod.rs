//! Moves as people and programs write them.
//!
//! - [UCI](https://www.chessprogramming.org/UCI), the notation of engines: `e2e4`, `e7e8q`. Castling
//!   is the king's step of two squares in chess, `e1g1`, and king takes rook in Chess960, `e1h1`.
//!   [`Board::parse_uci`] and [`Move::uci`].
//! - SAN, standard algebraic notation, the one of books and PGN: `Nf3`, `exd8=Q+`, `O-O`.
//!   [`Board::parse_san`] and [`Board::san`].
//!
//! The readers give legal moves only. What they refuse, they refuse with a [`ParseMoveError`], which
//! names the text and the reason in a sentence.

mod san;
mod uci;

use core::fmt;

use self::san::SanText;
use crate::board::Board;
use crate::board::explain::{IllegalMove, Request, excerpt};
use crate::castling::CastlingMode;
use crate::chess_move::Move;

/// A text that names no legal move.
///
/// ```
/// use portcullis_movegen::{Board, CastlingMode};
/// let board = Board::startpos();
/// let error = board.parse_uci("e1g1", CastlingMode::Standard).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "e1g1: f1 is occupied by the bishop and g1 by the knight: \
///      every square between king and rook must be empty (FIDE 3.8.2)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveError {
    text: String,
    reason: IllegalMove,
}

impl ParseMoveError {
    pub(crate) fn new(text: &str, reason: IllegalMove) -> Self {
        Self { text: excerpt(text), reason }
    }

    /// Why the move cannot be played.
    ///
    /// ```
    /// use portcullis_movegen::{Board, IllegalMove, Square};
    /// let error = Board::startpos().parse_san("Nd2").unwrap_err();
    /// assert!(matches!(error.reason(), IllegalMove::OwnMan { .. }));
    /// ```
    #[must_use]
    pub const fn reason(&self) -> &IllegalMove {
        &self.reason
    }

    /// The reason alone, for a message that names the move itself.
    #[must_use]
    pub fn into_reason(self) -> IllegalMove {
        self.reason
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            reason @ (IllegalMove::Unreadable { .. } | IllegalMove::NullMove { .. }) => {
                write!(f, "{reason}")
            }
            reason => write!(f, "{}: {reason}", self.text),
        }
    }
}

impl core::error::Error for ParseMoveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// A move's text, taken apart without regard to any position.
#[derive(Clone, Debug)]
pub(crate) enum MoveText {
    Uci(Request),
    San(SanText),
    Null,
    Unreadable,
}

impl MoveText {
    /// Reads a text as UCI or else as SAN.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.trim();
        if is_null_move(text) {
            Self::Null
        } else if let Some(request) = uci::read(text).filter(|_| !starts_with_bishop(text)) {
            Self::Uci(request)
        } else {
            SanText::read(text).map_or(Self::Unreadable, Self::San)
        }
    }
}

/// Whether a text that could be UCI is SAN all the same: files are small letters in SAN, so that the
/// capital of `B1c3` is a bishop's. UCI in capitals, `B1C3`, is capital throughout.
fn starts_with_bishop(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next() == Some('B') && chars.nth(1).is_some_and(|file| file.is_ascii_lowercase())
}

/// The null move as UCI, PGN viewers and other programs write it.
fn is_null_move(text: &str) -> bool {
    matches!(text, "0000" | "--" | "Z0")
}

impl Board {
    /// Reads a legal move in UCI or in SAN, whichever the text looks like.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingMode};
    /// let board = Board::startpos();
    /// let uci = board.parse_move("g1f3", CastlingMode::Standard);
    /// assert_eq!(uci, board.parse_move("Nf3", CastlingMode::Standard));
    /// assert!(uci.is_ok());
    /// ```
    ///
    /// # Errors
    /// If the text is neither, or if the move is not legal.
    pub fn parse_move(&self, text: &str, mode: CastlingMode) -> Result<Move, ParseMoveError> {
        match MoveText::read(text) {
            MoveText::Null => Err(IllegalMove::null(text)),
            MoveText::Unreadable => Err(IllegalMove::unreadable(text)),
            MoveText::Uci(request) => self.resolve_uci(request, mode),
            MoveText::San(san) => self.resolve_san(&san),
        }
        .map_err(|reason| ParseMoveError::new(text, reason))
    }
}
