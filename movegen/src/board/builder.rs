//! Putting a position together: the one place that decides which positions are playable.

use core::fmt;

use super::Board;
use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::square::{File, Rank, Square};
use crate::zobrist::{self, Keys};

/// A position in the making, which need not be playable until it is [built](Self::build).
///
/// ```
/// use portcullis_movegen::{BoardBuilder, Color, Piece, Square};
/// let mut builder = BoardBuilder::empty();
/// builder
///     .put(Square::E1, Some(Piece::WhiteKing))
///     .put(Square::E8, Some(Piece::BlackKing))
///     .put(Square::A7, Some(Piece::WhitePawn))
///     .side_to_move(Color::White);
/// let board = builder.build().unwrap();
/// assert_eq!(board.fen(), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
/// ```
#[derive(Clone, Debug)]
pub struct BoardBuilder {
    mailbox: [Option<Piece>; 64],
    side_to_move: Color,
    castling_rights: CastlingRights,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

/// Why a position is not playable.
///
/// ```
/// use portcullis_movegen::{BoardBuilder, BoardError, Color, Piece, Square};
/// let mut builder = BoardBuilder::empty();
/// builder.put(Square::E1, Some(Piece::WhiteKing)).put(Square::E8, Some(Piece::BlackRook));
/// let error = builder.build().unwrap_err();
/// assert_eq!(error, BoardError::KingCount(Color::Black, 0));
/// assert_eq!(error.to_string(), "black has no king");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardError {
    /// A side has no king, or more than one.
    KingCount(Color, u32),
    /// A side has more than sixteen men.
    TooManyMen(Color, u32),
    /// A side has more than eight pawns.
    TooManyPawns(Color, u32),
    /// A pawn stands on the first or the last rank.
    PawnOnLastRank(Square),
    /// The side that is not to move stands in check from the man on this square, so that its king
    /// could be taken.
    OpponentInCheck(Square),
    /// A castling right without its king and rook in place.
    CastlingRight(Color, CastlingSide),
    /// An en passant square behind which no pawn can just have made a double step.
    EnPassant(Square),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::KingCount(color, 0) => write!(f, "{color} has no king"),
            Self::KingCount(color, count) => {
                write!(f, "{color} has {count} kings where it must have one")
            }
            Self::TooManyMen(color, count) => {
                write!(f, "{color} has {count} men where sixteen is the most")
            }
            Self::TooManyPawns(color, count) => {
                write!(f, "{color} has {count} pawns where eight is the most")
            }
            Self::PawnOnLastRank(square) => {
                write!(f, "a pawn stands on {square}, where no pawn can be")
            }
            Self::OpponentInCheck(square) => {
                write!(f, "the side that is not to move is in check from {square}")
            }
            Self::CastlingRight(color, side) => write!(
                f,
                "{color} cannot have the right to castle {} without king and rook in place",
                side.name()
            ),
            Self::EnPassant(square) => {
                write!(f, "no pawn can just have passed the en passant square {square}")
            }
        }
    }
}

impl core::error::Error for BoardError {}

impl BoardBuilder {
    /// An empty board, White to move, no rights, counters 0 and 1.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            mailbox: [None; 64],
            side_to_move: Color::White,
            castling_rights: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Puts a man on a square, or clears it.
    pub const fn put(&mut self, square: Square, piece: Option<Piece>) -> &mut Self {
        self.mailbox[square.index()] = piece;
        self
    }

    /// The man on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Sets whose turn it is.
    pub const fn side_to_move(&mut self, color: Color) -> &mut Self {
        self.side_to_move = color;
        self
    }

    /// Sets which castlings are not forfeited.
    pub const fn castling_rights(&mut self, rights: CastlingRights) -> &mut Self {
        self.castling_rights = rights;
        self
    }

    /// Sets the square behind a pawn that has just made a double step; the board drops it if nothing
    /// can legally take there.
    pub const fn en_passant(&mut self, square: Option<Square>) -> &mut Self {
        self.en_passant = square;
        self
    }

    /// Sets the half-moves since the last capture or pawn move, and the number of the full move.
    pub const fn counters(&mut self, halfmove_clock: u16, fullmove_number: u16) -> &mut Self {
        self.halfmove_clock = halfmove_clock;
        self.fullmove_number = fullmove_number;
        self
    }

    /// Makes the board.
    ///
    /// # Errors
    /// The first [`BoardError`], in the order of its variants, that makes the position unplayable.
    pub fn build(&self) -> Result<Board, BoardError> {
        let mut board = Board {
            pieces: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [None; 64],
            keys: Keys::default(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
            side_to_move: self.side_to_move,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number.max(1),
        };
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                board.add(piece, square);
            }
        }
        check_men(&board)?;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                self.grant_castling(&mut board, color, side)?;
            }
        }
        match self.side_to_move {
            Color::White => board.find_checks_and_pins::<true>(),
            Color::Black => {
                board.keys.position ^= zobrist::black_to_move();
                board.find_checks_and_pins::<false>();
            }
        }
        if let Some(square) = self.en_passant {
            check_en_passant(&board, square)?;
            board.set_en_passant(square);
        }
        Ok(board)
    }

    fn grant_castling(
        &self,
        board: &mut Board,
        color: Color,
        side: CastlingSide,
    ) -> Result<(), BoardError> {
        let Some(file) = self.castling_rights.rook_file(color, side) else { return Ok(()) };
        let rook = Square::new(file, color.back_rank());
        if !can_hold_right(self, board.king(color), rook, color)
            || CastlingSide::of(board.king(color), rook) != side
        {
            return Err(BoardError::CastlingRight(color, side));
        }
        board.castling_rooks |= rook.bitboard();
        board.keys.position ^= zobrist::castling(color, file);
        Ok(())
    }
}

/// Whether king and rook stand so that they can have kept the right to castle: both on their back
/// rank, wherever that may be.
pub(super) fn can_hold_right(
    builder: &BoardBuilder,
    king: Square,
    rook: Square,
    color: Color,
) -> bool {
    let rank = color.back_rank();
    let rook_in_place = builder.piece_at(rook) == Some(Piece::new(color, PieceType::Rook));
    king.rank() == rank && rook.rank() == rank && rook_in_place && king != rook
}

fn check_men(board: &Board) -> Result<(), BoardError> {
    for color in Color::ALL {
        let kings = board.colored(color, PieceType::King).count();
        if kings != 1 {
            return Err(BoardError::KingCount(color, kings));
        }
    }
    for color in Color::ALL {
        let men = board.colors(color).count();
        if men > 16 {
            return Err(BoardError::TooManyMen(color, men));
        }
    }
    for color in Color::ALL {
        let pawns = board.colored(color, PieceType::Pawn).count();
        if pawns > 8 {
            return Err(BoardError::TooManyPawns(color, pawns));
        }
    }
    let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    if let Some(square) = (board.pieces(PieceType::Pawn) & last_ranks).first() {
        return Err(BoardError::PawnOnLastRank(square));
    }
    let us = board.side_to_move;
    let attackers = board.attackers_to(board.king(!us), board.occupied()) & board.colors(us);
    match attackers.first() {
        Some(square) => Err(BoardError::OpponentInCheck(square)),
        None => Ok(()),
    }
}

/// A double step leaves its pawn before the en passant square, and that square and the one behind it
/// empty.
fn check_en_passant(board: &Board, square: Square) -> Result<(), BoardError> {
    let mover = !board.side_to_move;
    let relative = square.relative_to(mover);
    let pawn = square.flip_en_passant();
    let origin = Square::new(relative.file(), Rank::Second).relative_to(mover);
    let plausible = relative.rank() == Rank::Third
        && board.piece_at(pawn) == Some(Piece::new(mover, PieceType::Pawn))
        && !board.occupied().contains(square)
        && !board.occupied().contains(origin);
    if plausible { Ok(()) } else { Err(BoardError::EnPassant(square)) }
}

impl Board {
    /// The starting position of chess.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Board::startpos(), Board::from_fen(fen).unwrap());
    /// ```
    #[must_use]
    pub fn startpos() -> Self {
        Self::chess960(518).expect("518 is chess")
    }

    /// The starting position of Chess960 with that
    /// [Scharnagl number](https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme), from 0
    /// to 959; 518 is chess.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// assert_eq!(Board::chess960(518), Some(Board::startpos()));
    /// assert!(Board::chess960(0).unwrap().fen().starts_with("bbqnnrkr/"));
    /// assert_eq!(Board::chess960(960), None);
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The start of double Chess960, in which each side has its own Scharnagl number.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// let board = Board::double_chess960(518, 0).unwrap();
    /// assert_eq!(board.fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// assert_eq!(Board::double_chess960(518, 960), None);
    /// ```
    #[must_use]
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        let mut builder = BoardBuilder::empty();
        let mut rights = CastlingRights::NONE;
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let back_rank = scharnagl(number)?;
            let mut rooks =
                File::ALL.into_iter().filter(|file| back_rank[file.index()] == PieceType::Rook);
            rights.set(color, CastlingSide::Queenside, rooks.next());
            rights.set(color, CastlingSide::Kingside, rooks.next());
            for file in File::ALL {
                let man = |kind| Some(Piece::new(color, kind));
                let home = |rank| Square::new(file, rank).relative_to(color);
                builder.put(home(Rank::First), man(back_rank[file.index()]));
                builder.put(home(Rank::Second), man(PieceType::Pawn));
            }
        }
        builder.castling_rights(rights).build().ok()
    }
}

/// The back rank of a Scharnagl number, or `None` from 960 on.
fn scharnagl(number: u16) -> Option<[PieceType; 8]> {
    /// Where the two knights go among the five places that bishops and queen leave.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    if number >= 960 {
        return None;
    }
    let mut rest = usize::from(number);
    let mut next = |base: usize| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let mut rank = [None; 8];
    rank[2 * next(4) + 1] = Some(PieceType::Bishop);
    rank[2 * next(4)] = Some(PieceType::Bishop);
    let queen = next(6);
    let (first, second) = KNIGHTS[next(10)];
    put_in_gaps(&mut rank, &[(queen, PieceType::Queen)]);
    put_in_gaps(&mut rank, &[(first, PieceType::Knight), (second, PieceType::Knight)]);
    put_in_gaps(&mut rank, &[(0, PieceType::Rook), (1, PieceType::King), (2, PieceType::Rook)]);
    Some(rank.map(|kind| kind.expect("eight pieces fill eight squares")))
}

/// Puts pieces on the empty squares of those numbers, all counted before the first is put.
fn put_in_gaps(rank: &mut [Option<PieceType>; 8], pieces: &[(usize, PieceType)]) {
    let gaps: Vec<usize> = (0..8).filter(|&file| rank[file].is_none()).collect();
    for &(gap, kind) in pieces {
        rank[gaps[gap]] = Some(kind);
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::startpos()
    }
}
