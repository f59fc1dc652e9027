//! Files, ranks and squares.

use core::fmt;
use core::str::FromStr;

use crate::bitboard::Bitboard;
use crate::color::Color;

macro_rules! line_enum {
    ($(#[$meta:meta])* $name:ident, $first:literal, $($variant:ident),+) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names say all")]
        pub enum $name { $($variant),+ }

        impl $name {
            /// All eight, in order.
            pub const ALL: [Self; 8] = [$(Self::$variant),+];

            /// 0 to 7.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The inverse of [`index`](Self::index), or `None` above 7.
            #[inline]
            #[must_use]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < 8 { Some(Self::ALL[index]) } else { None }
            }

            /// The character of algebraic notation.
            #[must_use]
            pub const fn to_char(self) -> char {
                ($first + self as u8) as char
            }

            /// Reads the character of algebraic notation; letters in either case.
            #[must_use]
            pub const fn from_char(c: char) -> Option<Self> {
                let c = c.to_ascii_lowercase();
                if c.is_ascii() { Self::from_index((c as usize).wrapping_sub($first as usize)) } else { None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.to_char())
            }
        }
    };
}

line_enum!(
    /// A file: one of the eight columns, from the queen's wing to the king's.
    File, b'a', A, B, C, D, E, F, G, H
);
line_enum!(
    /// A rank: one of the eight rows, counted from White's side.
    Rank, b'1', First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth
);

/// One of the 64 squares, numbered a1 = 0, b1 = 1, .. h8 = 63.
///
/// ```
/// use portcullis_movegen::{File, Rank, Square};
/// let square: Square = "e4".parse().unwrap();
/// assert_eq!(square, Square::E4);
/// assert_eq!(square, Square::new(File::E, Rank::Fourth));
/// assert_eq!(square.index(), 28);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

macro_rules! square_constants {
    ($($name:ident)+) => {
        #[expect(missing_docs, reason = "the names say all")]
        impl Square {
            square_constants!(@ 0, $($name)+);
        }
    };
    (@ $n:expr, $name:ident $($rest:ident)*) => {
        pub const $name: Self = Self($n);
        square_constants!(@ $n + 1, $($rest)*);
    };
    (@ $n:expr,) => {};
}

square_constants!(
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square where a file and a rank cross.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 3 | file as u8)
    }

    /// The square of that number, or `None` above 63.
    ///
    /// ```
    /// use portcullis_movegen::Square;
    /// assert_eq!(Square::from_index(63), Some(Square::H8));
    /// assert_eq!(Square::from_index(64), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square of the lowest six bits, for numbers that are known to be below 64.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u32) -> Self {
        Self((bits & 63) as u8)
    }

    /// The square's number, always below 64.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask lets the compiler drop bounds checks on arrays of 64.
        (self.0 & 63) as usize
    }

    /// The square's file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// The square's rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 3 & 7) as usize]
    }

    /// The same square seen from the other side of the board: a1 becomes a8.
    #[inline]
    #[must_use]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// From an en passant square to the pawn that is taken, or back: one rank towards the middle or
    /// away from it (e3 and e4, e6 and e5).
    #[inline]
    pub(crate) const fn flip_en_passant(self) -> Self {
        Self(self.0 ^ 8)
    }

    /// The mirror image to the left and right: a1 becomes h1.
    #[inline]
    #[must_use]
    pub const fn flip_file(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// The square as that player sees it, White's a1 being Black's a8.
    ///
    /// ```
    /// use portcullis_movegen::{Color, Square};
    /// assert_eq!(Square::C2.relative_to(Color::White), Square::C2);
    /// assert_eq!(Square::C2.relative_to(Color::Black), Square::C7);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// The square that lies `files` to the right and `ranks` up, if it is on the board.
    ///
    /// ```
    /// use portcullis_movegen::Square;
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::G1.offset(2, 1), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self((rank << 3 | file) as u8))
        } else {
            None
        }
    }

    /// The set of this square alone.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// All squares from a1 to h8.
    ///
    /// ```
    /// use portcullis_movegen::Square;
    /// assert_eq!(Square::all().len(), 64);
    /// assert_eq!(Square::all().rev().next(), Some(Square::H8));
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64u8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not a file letter followed by a rank digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter from a to h and a digit from 1 to 8")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut chars = text.chars();
        let file = chars.next().and_then(File::from_char);
        let rank = chars.next().and_then(Rank::from_char);
        match (file, rank, chars.next()) {
            (Some(file), Some(rank), None) => Ok(Self::new(file, rank)),
            _ => Err(ParseSquareError),
        }
    }
}
