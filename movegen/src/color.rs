//! The two players.

use core::fmt;
use core::ops::Not;

use crate::square::Rank;

/// A player: White moves first.
///
/// ```
/// use portcullis_movegen::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.name(), "black");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The player of the white men, at the bottom of diagrams.
    #[default]
    White,
    /// The player of the black men.
    Black,
}

impl Color {
    /// Both players, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White and 1 for Black, to index arrays.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank on which this player's pieces start, and on which castling happens.
    ///
    /// ```
    /// use portcullis_movegen::{Color, Rank};
    /// assert_eq!(Color::Black.back_rank(), Rank::Eighth);
    /// ```
    #[inline]
    #[must_use]
    pub const fn back_rank(self) -> Rank {
        match self {
            Self::White => Rank::First,
            Self::Black => Rank::Eighth,
        }
    }

    /// `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
