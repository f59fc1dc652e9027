//! Sets of squares.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::square::{File, Rank, Square};

/// A set of squares: bit *n* stands for the square of number *n*
/// ([little-endian rank-file mapping](https://www.chessprogramming.org/Square_Mapping_Considerations)).
///
/// ```
/// use portcullis_movegen::{Bitboard, Square};
/// let corners = Bitboard::from(Square::A1) | Square::H1.bitboard();
/// assert_eq!(corners.count(), 2);
/// assert_eq!(corners.into_iter().last(), Some(Square::H1));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);

    pub(crate) const FILE_A: Self = Self(0x0101_0101_0101_0101);
    pub(crate) const FILE_H: Self = Self(0x8080_8080_8080_8080);

    /// The eight squares of a file.
    #[inline]
    #[must_use]
    pub const fn file(file: File) -> Self {
        Self(Self::FILE_A.0 << file.index())
    }

    /// The eight squares of a rank.
    #[inline]
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank.index()))
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// How many squares are in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no square.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least one square.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has at least two squares.
    ///
    /// ```
    /// use portcullis_movegen::{Bitboard, File, Square};
    /// assert!(Bitboard::file(File::C).more_than_one());
    /// assert!(!Square::C4.bitboard().more_than_one());
    /// ```
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square of the lowest number in the set.
    ///
    /// ```
    /// use portcullis_movegen::{Bitboard, Rank, Square};
    /// assert_eq!(Bitboard::rank(Rank::Seventh).first(), Some(Square::A7));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.trailing_zeros())) }
    }

    /// The square of the lowest number, for sets that are known not to be empty.
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        Square::from_low_bits(self.0.trailing_zeros())
    }

    /// Every square moved by `step` numbers, without regard to the board's edges.
    #[inline]
    pub(crate) const fn shifted(self, step: i32) -> Self {
        if step >= 0 { Self(self.0 << step) } else { Self(self.0 >> -step) }
    }

    /// Every square moved one to the right; the h-file drops out.
    ///
    /// ```
    /// use portcullis_movegen::{Bitboard, Square};
    /// let squares = Square::G4.bitboard() | Square::H4.bitboard();
    /// assert_eq!(squares.east(), Square::H4.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::FILE_H.0) << 1)
    }

    /// Every square moved one to the left; the a-file drops out.
    ///
    /// ```
    /// use portcullis_movegen::{Bitboard, Square};
    /// let squares = Square::A4.bitboard() | Square::B4.bitboard();
    /// assert_eq!(squares.west(), Square::A4.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::FILE_A.0) >> 1)
    }

    /// Every square moved one rank up, away from White; the eighth rank drops out.
    ///
    /// ```
    /// use portcullis_movegen::{Bitboard, Rank};
    /// assert_eq!(Bitboard::rank(Rank::Second).north(), Bitboard::rank(Rank::Third));
    /// assert!(Bitboard::rank(Rank::Eighth).north().is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// Every square moved one rank down, towards White; the first rank drops out.
    ///
    /// ```
    /// use portcullis_movegen::{Bitboard, Rank};
    /// assert_eq!(Bitboard::rank(Rank::Second).south(), Bitboard::rank(Rank::First));
    /// assert!(Bitboard::rank(Rank::First).south().is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }
}

macro_rules! binary_operator {
    ($($op:ident $method:ident $assign:ident $assign_method:ident |$a:ident, $b:ident| $value:expr;)+) => {$(
        impl $op for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($value)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $op::$method(*self, other);
            }
        }
    )+};
}

binary_operator! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], from the lowest number to the highest.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl fmt::Display for Bitboard {
    /// Draws the set as eight lines, the eighth rank first: `X` for a square in it, `.` for another.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{mark}{end}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}
