//! What can be wrong with a FEN, in types and in words.

use core::fmt;

use crate::board::BoardError;
use crate::square::{Rank, Square};

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The men, rank by rank.
    Placement,
    /// `w` or `b`.
    SideToMove,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the full move.
    FullmoveNumber,
    /// What stands behind the last field.
    Rest,
}

impl FenField {
    /// The field's name and number.
    const fn name(self) -> &'static str {
        match self {
            Self::Placement => "field 1 (placement)",
            Self::SideToMove => "field 2 (side to move)",
            Self::Castling => "field 3 (castling rights)",
            Self::EnPassant => "field 4 (en passant)",
            Self::HalfmoveClock => "field 5 (half-move clock)",
            Self::FullmoveNumber => "field 6 (full-move number)",
            Self::Rest => "after field 6",
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something that is wrong with a FEN.
///
/// Texts are quoted, and cut when they are long.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FenProblem {
    /// There is nothing but white space.
    Empty,
    /// There are not eight ranks between slashes.
    RankCount(usize),
    /// A rank does not have eight squares.
    RankLength {
        /// The rank.
        rank: Rank,
        /// How many squares its text describes.
        squares: usize,
    },
    /// A character that is neither a man nor a number from 1 to 8.
    UnknownPiece {
        /// The rank in which it stands.
        rank: Rank,
        /// The character.
        character: char,
    },
    /// Two numbers in a row, which should be one.
    AdjacentDigits(Rank),
    /// A side to move other than `w` or `b`.
    SideToMove(String),
    /// The position is not playable.
    Position(BoardError),
    /// A field is missing.
    MissingField(FenField),
    /// A character that cannot stand in the castling field.
    UnknownCastlingLetter(char),
    /// A right that has been named before.
    RepeatedCastlingRight(char),
    /// A right on a wing where another rook already holds it.
    TwoRightsOnOneWing(char),
    /// A right whose king or rook is not where it must be.
    CastlingWithoutKingAndRook(char),
    /// An en passant field that is neither a square nor `-`.
    EnPassantText(String),
    /// An en passant square that no pawn can just have passed.
    EnPassantImpossible(Square),
    /// An en passant square on which no capture is legal.
    EnPassantUseless(Square),
    /// A counter that is no number, or too small or too large.
    Counter {
        /// Which counter.
        field: FenField,
        /// What stands there.
        text: String,
    },
    /// Words after the last field.
    ExtraText(String),
}

impl FenProblem {
    /// The field that the problem is in.
    #[must_use]
    pub const fn field(&self) -> FenField {
        match self {
            Self::Empty
            | Self::RankCount(_)
            | Self::RankLength { .. }
            | Self::UnknownPiece { .. }
            | Self::AdjacentDigits(_)
            | Self::Position(_) => FenField::Placement,
            Self::SideToMove(_) => FenField::SideToMove,
            Self::UnknownCastlingLetter(_)
            | Self::RepeatedCastlingRight(_)
            | Self::TwoRightsOnOneWing(_)
            | Self::CastlingWithoutKingAndRook(_) => FenField::Castling,
            Self::EnPassantText(_) | Self::EnPassantImpossible(_) | Self::EnPassantUseless(_) => {
                FenField::EnPassant
            }
            Self::MissingField(field) | Self::Counter { field, .. } => *field,
            Self::ExtraText(_) => FenField::Rest,
        }
    }

    /// What lenient reading does about it.
    const fn remedy(&self) -> &'static str {
        match self {
            Self::AdjacentDigits(_) => "they are added up",
            Self::SideToMove(_) => "it is read by its first letter",
            Self::MissingField(FenField::SideToMove) => "White is to move",
            Self::MissingField(FenField::Castling) => "nobody may castle",
            Self::MissingField(FenField::EnPassant) => "there is no en passant",
            Self::MissingField(FenField::FullmoveNumber)
            | Self::Counter { field: FenField::FullmoveNumber, .. } => "1 is taken",
            Self::MissingField(_) | Self::Counter { .. } => "0 is taken",
            Self::UnknownCastlingLetter(_)
            | Self::RepeatedCastlingRight(_)
            | Self::TwoRightsOnOneWing(_)
            | Self::CastlingWithoutKingAndRook(_)
            | Self::EnPassantText(_)
            | Self::EnPassantImpossible(_)
            | Self::EnPassantUseless(_)
            | Self::ExtraText(_) => "it is ignored",
            Self::Empty
            | Self::RankCount(_)
            | Self::RankLength { .. }
            | Self::UnknownPiece { .. }
            | Self::Position(_) => "the FEN is refused",
        }
    }
}

impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no text"),
            Self::RankCount(count) => {
                write!(f, "eight ranks are needed between slashes, and there are {count}")
            }
            Self::RankLength { rank, squares } => {
                write!(f, "rank {rank} has {squares} squares where it must have eight")
            }
            Self::UnknownPiece { rank, character } => {
                write!(
                    f,
                    "rank {rank} holds {character:?}, which is no man and no number of squares"
                )
            }
            Self::AdjacentDigits(rank) => write!(f, "rank {rank} has two numbers in a row"),
            Self::SideToMove(text) => write!(f, "{text} is neither w nor b"),
            Self::Position(error) => error.fmt(f),
            Self::MissingField(_) => f.write_str("the field is missing"),
            Self::UnknownCastlingLetter(letter) => write!(f, "{letter:?} names no castling right"),
            Self::RepeatedCastlingRight(letter) => write!(f, "{letter:?} repeats a right"),
            Self::TwoRightsOnOneWing(letter) => {
                write!(f, "{letter:?} is a second right on the same wing")
            }
            Self::CastlingWithoutKingAndRook(letter) => {
                write!(f, "{letter:?} has no king and rook in place")
            }
            Self::EnPassantText(text) => write!(f, "{text} is neither a square nor -"),
            Self::EnPassantImpossible(square) => write!(f, "no pawn can just have passed {square}"),
            Self::EnPassantUseless(square) => write!(f, "no pawn can legally take on {square}"),
            Self::Counter { field, text } => {
                let least = if *field == FenField::FullmoveNumber { 1 } else { 0 };
                write!(f, "{text} is no number from {least} to {}", u16::MAX)
            }
            Self::ExtraText(text) => write!(f, "{text} does not belong to a FEN"),
        }
    }
}

/// Why a FEN was refused.
///
/// ```
/// use portcullis_movegen::{Board, FenField};
/// let error = Board::from_fen("4k3/8/8/8/8/8/8/4K2X w - - 0 1").unwrap_err();
/// assert_eq!(error.field(), FenField::Placement);
/// assert!(error.to_string().contains('X'));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FenError(pub(super) FenProblem);

impl FenError {
    /// What is wrong.
    #[must_use]
    pub const fn problem(&self) -> &FenProblem {
        &self.0
    }

    /// The field in which it is.
    #[must_use]
    pub const fn field(&self) -> FenField {
        self.0.field()
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field(), self.0)
    }
}

impl core::error::Error for FenError {}

/// Something that lenient reading put right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FenRepair(FenProblem);

impl FenRepair {
    /// What was wrong.
    #[must_use]
    pub const fn problem(&self) -> &FenProblem {
        &self.0
    }
}

impl fmt::Display for FenRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.0.field(), self.0, self.0.remedy())
    }
}

/// All that lenient reading put right, in the order of the text.
///
/// ```
/// use portcullis_movegen::{Board, CastlingMode};
/// let text = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1";
/// let (board, repairs) = Board::from_fen_lenient(text, CastlingMode::Standard).unwrap();
/// assert_eq!(board.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// for repair in repairs.iter() {
///     println!("{repair}");
/// }
/// assert!(!repairs.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FenRepairs(Vec<FenRepair>);

impl FenRepairs {
    pub(super) fn push(&mut self, problem: FenProblem) {
        self.0.push(FenRepair(problem));
    }

    /// Whether the FEN was right as it stood.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The repairs one by one.
    pub fn iter(&self) -> impl Iterator<Item = &FenRepair> {
        self.0.iter()
    }
}

/// The text in quotes, without control characters, cut after twenty characters.
pub(super) fn quoted(text: &str) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(20).collect();
    let rest = if chars.next().is_some() { ".." } else { "" };
    format!("{start:?}{rest}")
}
