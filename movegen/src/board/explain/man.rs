//! Men as they are named in sentences.

use core::fmt;

use arrayvec::ArrayVec;

use crate::color::Color;
use crate::piece::Piece;
use crate::square::Square;

/// A man and the square it stands on.
///
/// ```
/// use portcullis_movegen::{Man, Piece, Square};
/// let man = Man { piece: Piece::BlackBishop, square: Square::C4 };
/// assert_eq!(man.to_string(), "the bishop on c4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose man it is, and of what kind.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.piece.piece_type().name(), self.square)
    }
}

/// A few men, at most the sixteen of one side.
///
/// ```
/// use portcullis_movegen::{Board, IllegalMove};
/// // 6  . . . . . . . b
/// // 3  . n . . . . . .    both guard d2
/// // 1  . . . . K . . .
/// let board = Board::from_fen("4k3/8/7b/8/8/1n6/8/4K3 w - - 0 1").unwrap();
/// let Some(IllegalMove::KingAttacked { by, .. }) = board.why_illegal("Kd2") else { panic!() };
/// assert_eq!(by.iter().count(), 2);
/// assert_eq!(by.to_string(), "the knight on b3 and the bishop on h6");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Men(pub(super) ArrayVec<Man, { Self::MOST }>);

impl Men {
    pub(super) const MOST: usize = 16;

    /// The men, from the lowest square to the highest.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Man> + '_ {
        self.0.iter().copied()
    }
}

impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        listed(f, &self.0, "and")
    }
}

/// Writes `a`, `a and b` or `a, b and c`.
pub(super) fn listed<T: fmt::Display>(
    f: &mut impl fmt::Write,
    items: &[T],
    joined_by: &str,
) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        match items.len() - i {
            _ if i == 0 => write!(f, "{item}")?,
            1 => write!(f, " {joined_by} {item}")?,
            _ => write!(f, ", {item}")?,
        }
    }
    Ok(())
}

/// `White` or `Black`, as players are named within a sentence.
pub(super) const fn player(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
