//! Where generated moves go: into a list, or into a count.

use core::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::chess_move::{Move, MoveKind};
use crate::piece::PieceType;
use crate::square::Square;

/// Which legal moves to generate.
///
/// ```
/// use portcullis_movegen::{Board, MoveCount, MoveFilter};
/// // 8  . r . . . . . k
/// // 7  P . . . . . . .    four promotions on a8 and four on b8
/// // 1  . . . . K . . .
/// let board = Board::from_fen("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
/// let count = |filter| {
///     let mut count = MoveCount::default();
///     board.generate(filter, &mut count);
///     count.count()
/// };
/// assert_eq!(count(MoveFilter::Noisy), 8);
/// assert_eq!(count(MoveFilter::Quiet), 5);
/// assert_eq!(count(MoveFilter::All), 13);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveFilter {
    /// Every legal move.
    All,
    /// Captures, en passant and promotions.
    Noisy,
    /// Everything else, castling included.
    Quiet,
}

/// Takes the legal moves from [`Board::generate`](crate::Board::generate), a whole set of target
/// squares at once, so that a sink which only counts never has to make a move.
///
/// ```
/// use portcullis_movegen::{Bitboard, Board, Move, MoveFilter, MoveKind, MoveSink, Square};
///
/// /// The squares that the side to move can go to.
/// #[derive(Default)]
/// struct Targets(Bitboard);
///
/// impl MoveSink for Targets {
///     fn piece_moves(&mut self, _from: Square, targets: Bitboard, _enemies: Bitboard) {
///         self.0 |= targets;
///     }
///     fn pawn_moves(&mut self, targets: Bitboard, _step: i32, _kind: MoveKind) {
///         self.0 |= targets;
///     }
///     fn promotions(&mut self, targets: Bitboard, _step: i32, _capture: bool) {
///         self.0 |= targets;
///     }
///     fn single(&mut self, chess_move: Move) {
///         self.0 |= chess_move.to().bitboard();
///     }
/// }
///
/// let mut targets = Targets::default();
/// Board::startpos().generate(MoveFilter::All, &mut targets);
/// let picture = "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X X X X X X X X
/// X X X X X X X X
/// . . . . . . . .
/// . . . . . . . .
/// ";
/// assert_eq!(targets.0.to_string(), picture);
/// ```
pub trait MoveSink {
    /// Moves of the knight, bishop, rook, queen or king on `from`; `enemies` are the squares of
    /// enemy men, and so the captures among the targets.
    fn piece_moves(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);

    /// Pawn moves of one kind without promotion, each from the square of number `to - step`.
    fn pawn_moves(&mut self, targets: Bitboard, step: i32, kind: MoveKind);

    /// Promotions, four for each target, each from the square of number `to - step`.
    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool);

    /// One move: castling or en passant.
    fn single(&mut self, chess_move: Move);
}

/// A list of moves that never leaves the stack.
///
/// 218 is the greatest number of legal moves known of a position that a game can reach. The limits
/// of [`Board`](crate::Board), sixteen men a side, let it be passed by setting up fifteen queens; the
/// most that simulated annealing found so is 241, in `2QQ2rk/Q4QpB/2Q4Q/4Q3/1Q4Q1/3Q4/Q4Q2/K1Q4Q w`.
///
/// ```
/// use portcullis_movegen::Board;
/// let moves = Board::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().all(|m| m.is_quiet()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(ArrayVec<Move, 256>);

impl MoveList {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list is full.
    #[inline]
    pub fn push(&mut self, chess_move: Move) {
        self.0.push(chess_move);
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes a move out and puts the last one in its place.
    ///
    /// # Panics
    /// If there is no move of that index.
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> Move {
        self.0.swap_remove(index)
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, 256>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The square `step` numbers before a pawn's target.
#[inline]
const fn pawn_origin(to: Square, step: i32) -> Square {
    Square::from_low_bits((to.index() as i32 - step) as u32)
}

impl MoveSink for MoveList {
    #[inline]
    fn piece_moves(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline]
    fn pawn_moves(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(pawn_origin(to, step), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool) {
        for to in targets {
            let from = pawn_origin(to, step);
            for piece in [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop] {
                self.push(Move::new(from, to, MoveKind::promotion(piece, capture)));
            }
        }
    }

    #[inline]
    fn single(&mut self, chess_move: Move) {
        self.push(chess_move);
    }
}

/// Counts moves without making any of them.
///
/// ```
/// use portcullis_movegen::{Board, MoveCount, MoveFilter};
/// let mut count = MoveCount::default();
/// Board::startpos().generate(MoveFilter::All, &mut count);
/// assert_eq!(count.count(), 20);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCount(u32);

impl MoveCount {
    /// How many moves have been generated into this count.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u64 {
        self.0 as u64
    }
}

impl MoveSink for MoveCount {
    #[inline]
    fn piece_moves(&mut self, _from: Square, targets: Bitboard, _enemies: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawn_moves(&mut self, targets: Bitboard, _step: i32, _kind: MoveKind) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _step: i32, _capture: bool) {
        self.0 += 4 * targets.count();
    }

    #[inline]
    fn single(&mut self, _chess_move: Move) {
        self.0 += 1;
    }
}
