//! Moves in sixteen bits.

use core::fmt;
use core::num::NonZeroU16;

use crate::castling::{CastlingMode, CastlingSide};
use crate::piece::PieceType;
use crate::square::{File, Square};

/// What a move does beside taking a man from one square to another.
///
/// Bit 2 marks a capture and bit 3 a promotion, as in the
/// [from-to-flags encoding](https://www.chessprogramming.org/Encoding_Moves#From-To_Based).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A move to an empty square that is none of the others.
    Quiet = 0,
    /// A pawn's first move of two squares (FIDE 3.7.2).
    DoublePush = 1,
    /// Castling on the h-side (FIDE 3.8.2).
    KingsideCastling = 2,
    /// Castling on the a-side (FIDE 3.8.2).
    QueensideCastling = 3,
    /// A capture that is none of the others.
    Capture = 4,
    /// A pawn taking another in passing (FIDE 3.7.3).
    EnPassant = 5,
    /// A pawn becoming a knight.
    PromoteKnight = 8,
    /// A pawn becoming a bishop.
    PromoteBishop = 9,
    /// A pawn becoming a rook.
    PromoteRook = 10,
    /// A pawn becoming a queen.
    PromoteQueen = 11,
    /// A pawn becoming a knight with a capture.
    CapturePromoteKnight = 12,
    /// A pawn becoming a bishop with a capture.
    CapturePromoteBishop = 13,
    /// A pawn becoming a rook with a capture.
    CapturePromoteRook = 14,
    /// A pawn becoming a queen with a capture.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// The kind of each four-bit code; 6 and 7 stand for none.
    const BY_CODE: [Option<Self>; 16] = [
        Some(Self::Quiet),
        Some(Self::DoublePush),
        Some(Self::KingsideCastling),
        Some(Self::QueensideCastling),
        Some(Self::Capture),
        Some(Self::EnPassant),
        None,
        None,
        Some(Self::PromoteKnight),
        Some(Self::PromoteBishop),
        Some(Self::PromoteRook),
        Some(Self::PromoteQueen),
        Some(Self::CapturePromoteKnight),
        Some(Self::CapturePromoteBishop),
        Some(Self::CapturePromoteRook),
        Some(Self::CapturePromoteQueen),
    ];

    /// The promotion to a piece, with or without a capture; a pawn or a king gives a queen.
    pub(crate) const fn promotion(piece: PieceType, capture: bool) -> Self {
        match (piece, capture) {
            (PieceType::Knight, false) => Self::PromoteKnight,
            (PieceType::Bishop, false) => Self::PromoteBishop,
            (PieceType::Rook, false) => Self::PromoteRook,
            (_, false) => Self::PromoteQueen,
            (PieceType::Knight, true) => Self::CapturePromoteKnight,
            (PieceType::Bishop, true) => Self::CapturePromoteBishop,
            (PieceType::Rook, true) => Self::CapturePromoteRook,
            (_, true) => Self::CapturePromoteQueen,
        }
    }
}

/// A move: six bits for each square and four for the [`MoveKind`].
///
/// Castling is stored as *king takes own rook*, in chess and in Chess960 alike, so that `to` is the
/// rook's square. A `Move` by itself is only an encoding; a [`Board`](crate::Board) says whether it
/// is legal.
///
/// ```
/// use portcullis_movegen::{CastlingMode, Move, MoveKind, Square};
/// let castling = Move::new(Square::E1, Square::H1, MoveKind::KingsideCastling);
/// assert_eq!(castling.uci(CastlingMode::Standard).to_string(), "e1g1");
/// assert_eq!(castling.uci(CastlingMode::Chess960).to_string(), "e1h1");
/// assert_eq!(Move::from_bits(castling.bits()), Some(castling));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    const CAPTURE: u16 = 4 << 12;
    const PROMOTION: u16 = 8 << 12;

    /// Puts a move together.
    ///
    /// A quiet "move" from a1 to a1, which no board can have, becomes the encoding of a1b1.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN.saturating_add(63)),
        }
    }

    /// The encoding, never 0.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Any encoding but 0; whether it is a move of some position is for
    /// [`Board::is_legal`](crate::Board::is_legal) to say.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// Where the moving man stands.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u32)
    }

    /// Where it goes; for castling the square of the own rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0.get() >> 6) as u32)
    }

    /// The kind of move; `None` for the two codes that stand for no kind.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Option<MoveKind> {
        MoveKind::BY_CODE[(self.0.get() >> 12) as usize]
    }

    #[inline]
    const fn has_kind(self, kind: MoveKind) -> bool {
        self.0.get() >> 12 == kind as u16
    }

    /// Whether it takes a man, en passant included.
    ///
    /// ```
    /// use portcullis_movegen::{Move, MoveKind, Square};
    /// assert!(Move::new(Square::E5, Square::D6, MoveKind::EnPassant).is_capture());
    /// assert!(!Move::new(Square::E7, Square::E8, MoveKind::PromoteQueen).is_capture());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0.get() & Self::CAPTURE != 0
    }

    /// Whether it takes a pawn in passing.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.has_kind(MoveKind::EnPassant)
    }

    /// Whether it is a pawn's step of two squares.
    #[inline]
    #[must_use]
    pub const fn is_double_push(self) -> bool {
        self.has_kind(MoveKind::DoublePush)
    }

    /// Whether it is castling on either side.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        self.0.get() >> 13 == MoveKind::KingsideCastling as u16 >> 1
    }

    /// The wing, if it is castling.
    ///
    /// ```
    /// use portcullis_movegen::{CastlingSide, Move, MoveKind, Square};
    /// let castling = Move::new(Square::E8, Square::A8, MoveKind::QueensideCastling);
    /// assert_eq!(castling.castling_side(), Some(CastlingSide::Queenside));
    /// ```
    #[inline]
    #[must_use]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.kind() {
            Some(MoveKind::KingsideCastling) => Some(CastlingSide::Kingside),
            Some(MoveKind::QueensideCastling) => Some(CastlingSide::Queenside),
            _ => None,
        }
    }

    /// Whether a pawn becomes another man.
    #[inline]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & Self::PROMOTION != 0
    }

    /// What a pawn becomes, if it is promoted.
    ///
    /// ```
    /// use portcullis_movegen::{Move, MoveKind, PieceType, Square};
    /// let capture = Move::new(Square::E7, Square::D8, MoveKind::CapturePromoteKnight);
    /// assert_eq!(capture.promotion(), Some(PieceType::Knight));
    /// assert_eq!(Move::new(Square::E2, Square::E4, MoveKind::DoublePush).promotion(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.0.get() >> 12 & 3 {
            0 => PieceType::Knight,
            1 => PieceType::Bishop,
            2 => PieceType::Rook,
            _ => PieceType::Queen,
        })
    }

    /// Whether it changes the material: a capture, en passant or any promotion.
    ///
    /// ```
    /// use portcullis_movegen::{Move, MoveKind, Square};
    /// assert!(Move::new(Square::E7, Square::E8, MoveKind::PromoteRook).is_noisy());
    /// assert!(!Move::new(Square::E1, Square::H1, MoveKind::KingsideCastling).is_noisy());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_noisy(self) -> bool {
        self.0.get() & (Self::CAPTURE | Self::PROMOTION) != 0
    }

    /// Whether it leaves the material as it is; the opposite of [`is_noisy`](Self::is_noisy).
    #[inline]
    #[must_use]
    pub const fn is_quiet(self) -> bool {
        !self.is_noisy()
    }

    /// The move in UCI's notation.
    ///
    /// In [`CastlingMode::Standard`] castling is written as the king's step of two squares, if king
    /// and rook stand where they do in chess; otherwise as king takes rook.
    #[must_use]
    pub const fn uci(self, mode: CastlingMode) -> UciMove {
        UciMove { chess_move: self, mode }
    }
}

impl fmt::Display for Move {
    /// Writes UCI's notation with castling as king takes rook.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.uci(CastlingMode::Chess960), f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.kind())
    }
}

/// A [`Move`] to be written in UCI's notation; made by [`Move::uci`].
#[derive(Clone, Copy, Debug)]
pub struct UciMove {
    chess_move: Move,
    mode: CastlingMode,
}

impl UciMove {
    fn target(self) -> Square {
        let (from, to) = (self.chess_move.from(), self.chess_move.to());
        let chess_placement = from.file() == File::E && matches!(to.file(), File::A | File::H);
        match (self.chess_move.castling_side(), self.mode) {
            (Some(side), CastlingMode::Standard) if chess_placement => {
                Square::new(side.king_file(), from.rank())
            }
            _ => to,
        }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.chess_move.from(), self.target())?;
        match self.chess_move.promotion() {
            Some(piece) => write!(f, "{}", piece.to_char()),
            None => Ok(()),
        }
    }
}
