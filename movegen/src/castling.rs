//! Castling: who may still castle, which squares it needs, and why it is refused.
//!
//! The rules are those of the FIDE Laws of Chess, article 3.8.2, and of the Guidelines II for
//! Chess960, which reads the same for chess: king and rook end on the c- and d-file or on the g-
//! and f-file, every square between each of them and its destination must be free of other men, and
//! the king may not be, pass or end in check.

use core::fmt;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chess_move::{Move, MoveKind};
use crate::color::Color;
use crate::piece::PieceType;
use crate::square::{File, Square};

/// The wing on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// Short castling, towards the h-file: the king goes to the g-file, the rook to the f-file.
    Kingside,
    /// Long castling, towards the a-file: the king goes to the c-file, the rook to the d-file.
    Queenside,
}

impl CastlingSide {
    /// Both wings, the king's first.
    pub const ALL: [Self; 2] = [Self::Kingside, Self::Queenside];

    /// 0 for the king's wing and 1 for the queen's.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `kingside` or `queenside`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kingside => "kingside",
            Self::Queenside => "queenside",
        }
    }

    /// The wing on which a rook stands, seen from its king on the same rank.
    #[inline]
    pub(crate) const fn of(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() { Self::Kingside } else { Self::Queenside }
    }

    /// The file on which the king ends.
    #[inline]
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            Self::Kingside => File::G,
            Self::Queenside => File::C,
        }
    }

    /// The file on which the rook ends.
    #[inline]
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            Self::Kingside => File::F,
            Self::Queenside => File::D,
        }
    }

    /// The square on which the king ends.
    ///
    /// ```
    /// use portcullis_movegen::{CastlingSide, Color, Square};
    /// assert_eq!(CastlingSide::Queenside.king_destination(Color::Black), Square::C8);
    /// ```
    #[inline]
    #[must_use]
    pub const fn king_destination(self, color: Color) -> Square {
        Square::new(self.king_file(), color.back_rank())
    }

    /// The square on which the rook ends.
    #[inline]
    #[must_use]
    pub const fn rook_destination(self, color: Color) -> Square {
        Square::new(self.rook_file(), color.back_rank())
    }

    /// The kind of move that castles on this wing.
    #[inline]
    #[must_use]
    pub const fn move_kind(self) -> MoveKind {
        match self {
            Self::Kingside => MoveKind::KingsideCastling,
            Self::Queenside => MoveKind::QueensideCastling,
        }
    }
}

/// How castling is written, and how castling fields of FEN are read leniently.
///
/// ```
/// use portcullis_movegen::{Board, CastlingMode};
/// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// let castling = board.parse_san("O-O").unwrap();
/// assert_eq!(castling.uci(CastlingMode::Standard).to_string(), "e1g1");
/// assert_eq!(castling.uci(CastlingMode::Chess960).to_string(), "e1h1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Chess: the king's step of two squares, `e1g1`; rights belong to kings on e1 and e8 with rooks
    /// on the a- and h-file.
    #[default]
    Standard,
    /// Chess960: king takes own rook, `e1h1`; kings and rooks anywhere on the back rank.
    Chess960,
}

/// The castlings that no earlier move has forfeited (FIDE 3.8.2.1), as the files of the rooks.
///
/// ```
/// use portcullis_movegen::{Board, CastlingSide, Color, File};
/// let rights = Board::startpos().castling_rights();
/// assert_eq!(rights.rook_file(Color::White, CastlingSide::Queenside), Some(File::A));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights([[Option<File>; 2]; 2]);

impl CastlingRights {
    /// No castling for anybody.
    pub const NONE: Self = Self([[None; 2]; 2]);

    /// The file of the rook with which that player may still castle on that wing.
    #[inline]
    #[must_use]
    pub const fn rook_file(self, color: Color, side: CastlingSide) -> Option<File> {
        self.0[color.index()][side.index()]
    }

    /// Grants the right with the rook on that file, or takes it away.
    pub const fn set(&mut self, color: Color, side: CastlingSide, rook: Option<File>) {
        self.0[color.index()][side.index()] = rook;
    }

    /// Whether nobody may castle any more.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// Why a king cannot castle.
///
/// The categories stand in the order in which they are tested; a refusal holds all the squares of
/// the first one that applies.
///
/// ```
/// use portcullis_movegen::{Board, CastlingRefusal, CastlingSide, Color, Square};
/// // 4  . b . . . . . .    check
/// // 1  R N . . K . . R    and a knight in the way on one wing
/// let board = Board::from_fen("4k3/8/8/8/1b6/8/8/RN2K2R w KQ - 0 1").unwrap();
/// assert_eq!(
///     board.castling(Color::White, CastlingSide::Kingside),
///     Err(CastlingRefusal::InCheck(Square::B4.bitboard())),
/// );
/// let refusal = board.castling(Color::White, CastlingSide::Queenside).unwrap_err();
/// assert_eq!(refusal, CastlingRefusal::Blocked(Square::B1.bitboard()));
/// assert_eq!(refusal.to_string(), "blocked b1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingRefusal {
    /// The king or that rook has moved, or the rook is gone (FIDE 3.8.2.1).
    NoRight,
    /// These squares, between king or rook and where they end, are occupied (FIDE 3.8.2.2).
    Blocked(Bitboard),
    /// The king stands in check from the men on these squares (FIDE 3.8.2.2).
    InCheck(Bitboard),
    /// The king would pass these squares, which are attacked (FIDE 3.8.2.2).
    CrossesAttacked(Bitboard),
    /// The king would end on this square, which is attacked (FIDE 3.8.2.2).
    LandsOnAttacked(Square),
    /// The rook shields its king from the men on these squares of the back rank, and would shield
    /// it no more (Guidelines II).
    ExposesKing(Bitboard),
}

impl CastlingRefusal {
    /// The reason in one word.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NoRight => "no-right",
            Self::Blocked(_) => "blocked",
            Self::InCheck(_) => "in-check",
            Self::CrossesAttacked(_) => "crosses-attacked",
            Self::LandsOnAttacked(_) => "lands-attacked",
            Self::ExposesKing(_) => "exposes-king",
        }
    }

    /// The squares that the reason is about.
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        match self {
            Self::NoRight => Bitboard::EMPTY,
            Self::Blocked(squares)
            | Self::InCheck(squares)
            | Self::CrossesAttacked(squares)
            | Self::ExposesKing(squares) => squares,
            Self::LandsOnAttacked(square) => square.bitboard(),
        }
    }
}

impl fmt::Display for CastlingRefusal {
    /// The reason's word and its squares, `blocked b1 d1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())?;
        self.squares().into_iter().try_for_each(|square| write!(f, " {square}"))
    }
}

/// The squares that one castling is about.
pub(crate) struct CastlingPath {
    king: Square,
    rook: Square,
    king_to: Square,
    rook_to: Square,
}

impl CastlingPath {
    #[inline]
    pub(crate) const fn new(color: Color, king: Square, rook: Square) -> Self {
        let side = CastlingSide::of(king, rook);
        Self {
            king,
            rook,
            king_to: side.king_destination(color),
            rook_to: side.rook_destination(color),
        }
    }

    /// The wing that it is on.
    #[inline]
    pub(crate) const fn side(&self) -> CastlingSide {
        CastlingSide::of(self.king, self.rook)
    }

    /// Every square that king or rook passes or ends on, but for those that they stand on.
    #[inline]
    pub(crate) fn must_be_empty(&self) -> Bitboard {
        let travelled = attacks::between(self.king, self.king_to)
            | attacks::between(self.rook, self.rook_to)
            | self.king_to.bitboard()
            | self.rook_to.bitboard();
        travelled - self.king.bitboard() - self.rook.bitboard()
    }

    /// The squares that the king passes, without the first and the last.
    #[inline]
    fn crossed(&self) -> Bitboard {
        attacks::between(self.king, self.king_to)
    }

    /// The squares that the king passes or ends on.
    #[inline]
    pub(crate) fn must_be_safe(&self) -> Bitboard {
        self.crossed() | self.king_to.bitboard()
    }

    /// The enemy rooks and queens among `sliders` that would attack the king along its back rank once
    /// both men have moved.
    #[inline]
    pub(crate) fn exposing(&self, occupied: Bitboard, sliders: Bitboard) -> Bitboard {
        let back_rank = Bitboard::rank(self.king.rank());
        if (sliders & back_rank).is_empty() {
            return Bitboard::EMPTY;
        }
        let after = (occupied - self.king.bitboard() - self.rook.bitboard())
            | self.king_to.bitboard()
            | self.rook_to.bitboard();
        attacks::rook(self.king_to, after) & sliders & back_rank
    }
}

impl Board {
    /// The castling move of a player on a wing, or the reason why it cannot be played.
    ///
    /// For the side that is not to move the answer is what it would be if it were its turn.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingRefusal, CastlingSide, Color, Square};
    /// // The bishop on c4 looks at f1, but not at d1.
    /// let board = Board::from_fen("4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1").unwrap();
    /// assert!(board.castling(Color::White, CastlingSide::Queenside).is_ok());
    /// assert_eq!(
    ///     board.castling(Color::White, CastlingSide::Kingside),
    ///     Err(CastlingRefusal::CrossesAttacked(Square::F1.bitboard())),
    /// );
    /// ```
    ///
    /// # Errors
    /// The first category of [`CastlingRefusal`] that applies, with all its squares.
    pub fn castling(&self, color: Color, side: CastlingSide) -> Result<Move, CastlingRefusal> {
        let king = self.king(color);
        let rook = self.castling_rook(color, side).ok_or(CastlingRefusal::NoRight)?;
        let path = CastlingPath::new(color, king, rook);
        let occupied = self.occupied();
        let enemies = self.colors(!color);

        let blockers = path.must_be_empty() & occupied;
        if blockers.any() {
            return Err(CastlingRefusal::Blocked(blockers));
        }
        let checkers = self.attackers_to(king, occupied) & enemies;
        if checkers.any() {
            return Err(CastlingRefusal::InCheck(checkers));
        }
        let attacked = |square: Square| (self.attackers_to(square, occupied) & enemies).any();
        let crossed: Bitboard =
            path.crossed().into_iter().filter(|&square| attacked(square)).collect();
        if crossed.any() {
            return Err(CastlingRefusal::CrossesAttacked(crossed));
        }
        if attacked(path.king_to) {
            return Err(CastlingRefusal::LandsOnAttacked(path.king_to));
        }
        let sliders = (self.pieces(PieceType::Rook) | self.pieces(PieceType::Queen)) & enemies;
        let exposing = path.exposing(occupied, sliders);
        if exposing.any() {
            return Err(CastlingRefusal::ExposesKing(exposing));
        }
        Ok(Move::new(king, rook, path.side().move_kind()))
    }
}
