//! Playing moves.

use super::Board;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::square::Square;
use crate::zobrist;

/// Is told what a move changes on the board, so that something else can be kept up to date with it,
/// such as the accumulators of a network.
///
/// A move reports removals before moves, and moves before additions. `()` listens to nothing.
///
/// ```
/// use portcullis_movegen::{Board, BoardObserver, CastlingMode, Piece, Square};
///
/// #[derive(Default)]
/// struct Captures(Vec<Piece>);
///
/// impl BoardObserver for Captures {
///     fn added(&mut self, _piece: Piece, _square: Square) {}
///     fn removed(&mut self, piece: Piece, _square: Square) {
///         self.0.push(piece);
///     }
///     fn moved(&mut self, _piece: Piece, _from: Square, _to: Square) {}
/// }
///
/// let mut board = Board::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let mut captures = Captures::default();
/// let capture = board.parse_uci("e4d5", CastlingMode::Standard).unwrap();
/// board.play_observed(capture, &mut captures);
/// assert_eq!(captures.0, [Piece::BlackPawn]);
/// ```
pub trait BoardObserver {
    /// A man appeared on a square.
    fn added(&mut self, piece: Piece, square: Square);
    /// A man left the board.
    fn removed(&mut self, piece: Piece, square: Square);
    /// A man went from one square to another, which may be the same in Chess960 castling.
    fn moved(&mut self, piece: Piece, from: Square, to: Square);
}

impl BoardObserver for () {
    #[inline]
    fn added(&mut self, _piece: Piece, _square: Square) {}
    #[inline]
    fn removed(&mut self, _piece: Piece, _square: Square) {}
    #[inline]
    fn moved(&mut self, _piece: Piece, _from: Square, _to: Square) {}
}

pub(super) const fn color<const WHITE: bool>() -> Color {
    if WHITE { Color::White } else { Color::Black }
}

impl Board {
    /// Plays a legal move.
    ///
    /// The move must be legal here: generated for this very position, or tested by
    /// [`is_legal`](Self::is_legal). An illegal one leaves a board of no meaning, or panics.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingMode};
    /// let mut board = Board::startpos();
    /// let chess_move = board.parse_uci("e2e4", CastlingMode::Standard).unwrap();
    /// board.play(chess_move);
    /// assert_eq!(board.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    #[inline]
    pub fn play(&mut self, chess_move: Move) {
        self.play_observed(chess_move, &mut ());
    }

    /// Plays a legal move and tells an observer what changed.
    #[inline]
    pub fn play_observed<O: BoardObserver>(&mut self, chess_move: Move, observer: &mut O) {
        debug_assert!(self.is_legal(chess_move), "{chess_move:?} is not legal in {self:?}");
        match self.side_to_move {
            Color::White => self.play_as::<true, O>(chess_move, observer),
            Color::Black => self.play_as::<false, O>(chess_move, observer),
        }
    }

    /// The board after the turn is passed without a move, or `None` in check, where that has no
    /// meaning.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Color};
    /// let passed = Board::startpos().null_move().unwrap();
    /// assert_eq!(passed.side_to_move(), Color::Black);
    /// // 8  . . . . k . . .
    /// // 1  . . . . K . . r    in check nobody may pass
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2r w - - 0 1").unwrap();
    /// assert_eq!(board.null_move(), None);
    /// ```
    #[must_use]
    pub fn null_move(&self) -> Option<Self> {
        if self.in_check() {
            return None;
        }
        let mut board = *self;
        board.clear_en_passant();
        board.halfmove_clock = board.halfmove_clock.saturating_add(1);
        match self.side_to_move {
            Color::White => board.pass_turn::<true>(),
            Color::Black => board.pass_turn::<false>(),
        }
        Some(board)
    }

    fn play_as<const WHITE: bool, O: BoardObserver>(&mut self, chess_move: Move, observer: &mut O) {
        let (from, to) = (chess_move.from(), chess_move.to());
        let piece = self.mailbox[from.index()].expect("a legal move moves a man");
        self.clear_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);

        if let Some(side) = chess_move.castling_side() {
            self.castle::<WHITE, O>(side, from, to, observer);
            self.pass_turn::<WHITE>();
            return;
        }
        if chess_move.is_capture() {
            self.capture::<WHITE, O>(chess_move, observer);
        }
        if let Some(kind) = chess_move.promotion() {
            let promoted = Piece::new(color::<WHITE>(), kind);
            self.remove(piece, from);
            self.add(promoted, to);
            observer.removed(piece, from);
            observer.added(promoted, to);
        } else {
            self.relocate(piece, from, to);
            observer.moved(piece, from, to);
        }
        if piece.piece_type() == PieceType::Pawn {
            self.halfmove_clock = 0;
        }
        self.forfeit_castling::<WHITE>(piece, from.bitboard() | to.bitboard());
        self.pass_turn::<WHITE>();
        if chess_move.is_double_push() {
            self.offer_en_passant::<WHITE>(to);
        }
    }

    #[inline]
    fn capture<const WHITE: bool, O: BoardObserver>(&mut self, chess_move: Move, observer: &mut O) {
        let square = if chess_move.is_en_passant() {
            chess_move.to().flip_en_passant()
        } else {
            chess_move.to()
        };
        let captured = self.mailbox[square.index()].expect("a capture takes a man");
        self.remove(captured, square);
        observer.removed(captured, square);
        self.halfmove_clock = 0;
    }

    fn castle<const WHITE: bool, O: BoardObserver>(
        &mut self,
        side: CastlingSide,
        king_from: Square,
        rook_from: Square,
        observer: &mut O,
    ) {
        let us = color::<WHITE>();
        let (king, rook) = (Piece::new(us, PieceType::King), Piece::new(us, PieceType::Rook));
        let (king_to, rook_to) = (side.king_destination(us), side.rook_destination(us));
        // Either may stand where the other goes, so both leave before one arrives.
        self.remove(king, king_from);
        self.remove(rook, rook_from);
        self.add(king, king_to);
        self.add(rook, rook_to);
        observer.moved(king, king_from, king_to);
        observer.moved(rook, rook_from, rook_to);
        self.forfeit_castling::<WHITE>(king, Bitboard::EMPTY);
    }

    /// Takes away the rights of rooks that left their square or were captured on it, and of a king
    /// that moved.
    #[inline]
    fn forfeit_castling<const WHITE: bool>(&mut self, piece: Piece, touched: Bitboard) {
        let of_king = if piece.piece_type() == PieceType::King {
            Bitboard::rank(color::<WHITE>().back_rank())
        } else {
            Bitboard::EMPTY
        };
        let lost = self.castling_rooks & (touched | of_king);
        if lost.any() {
            self.castling_rooks ^= lost;
            for rook in lost {
                self.keys.position ^= zobrist::castling(self.castling_color(rook), rook.file());
            }
        }
    }

    #[inline]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.keys.position ^= zobrist::en_passant(square.file());
        }
    }

    /// Gives the turn to the other side and finds its checkers and pins.
    #[inline]
    fn pass_turn<const WHITE: bool>(&mut self) {
        if !WHITE {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side_to_move = !color::<WHITE>();
        self.keys.position ^= zobrist::black_to_move();
        if WHITE {
            self.find_checks_and_pins::<false>();
        } else {
            self.find_checks_and_pins::<true>();
        }
    }

    /// Finds what gives check to, and what is pinned to, the king of the side to move.
    #[inline]
    pub(super) fn find_checks_and_pins<const WHITE: bool>(&mut self) {
        let us = color::<WHITE>();
        let enemies = self.colors(!us);
        let occupied = self.occupied();
        let king = self.king(us);
        let queens = self.pieces(PieceType::Queen);
        let leapers = attacks::pawn(us, king) & self.pieces(PieceType::Pawn)
            | attacks::knight(king) & self.pieces(PieceType::Knight);
        let snipers = attacks::rook_rays(king) & (self.pieces(PieceType::Rook) | queens)
            | attacks::bishop_rays(king) & (self.pieces(PieceType::Bishop) | queens);
        self.checkers = leapers & enemies;
        self.pinned = Bitboard::EMPTY;
        for sniper in snipers & enemies {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                self.checkers |= sniper.bitboard();
            } else if !blockers.more_than_one() {
                self.pinned |= blockers - enemies;
            }
        }
    }

    /// Notes the en passant square behind a pawn that has just made a double step, if the side that
    /// is now to move can legally take it.
    #[inline]
    fn offer_en_passant<const WHITE: bool>(&mut self, pawn: Square) {
        let square = pawn.flip_en_passant();
        let takers = attacks::pawn(color::<WHITE>(), square)
            & self.colored(!color::<WHITE>(), PieceType::Pawn);
        if takers.any() {
            self.set_en_passant(square);
        }
    }

    /// Notes an en passant square, if a pawn of the side to move can legally take on it.
    pub(super) fn set_en_passant(&mut self, square: Square) {
        let us = self.side_to_move;
        let takers = attacks::pawn(!us, square) & self.colored(us, PieceType::Pawn);
        if takers.into_iter().any(|taker| self.en_passant_is_safe(taker, square)) {
            self.en_passant = Some(square);
            self.keys.position ^= zobrist::en_passant(square.file());
        }
    }

    /// Whether the king of the side to move is out of check once a pawn has taken in passing.
    ///
    /// Pins alone do not tell, since two men leave their squares at once.
    #[inline]
    pub(super) fn en_passant_is_safe(&self, taker: Square, square: Square) -> bool {
        let us = self.side_to_move;
        let king = self.king(us);
        let captured = square.flip_en_passant().bitboard();
        let enemies = self.colors(!us) - captured;
        let occupied = (self.occupied() ^ taker.bitboard() ^ captured) | square.bitboard();
        let queens = self.pieces(PieceType::Queen);
        let on_lines = attacks::rook(king, occupied) & (self.pieces(PieceType::Rook) | queens)
            | attacks::bishop(king, occupied) & (self.pieces(PieceType::Bishop) | queens);
        let leapers = self.pieces(PieceType::Pawn) | self.pieces(PieceType::Knight);
        (self.checkers & leapers & enemies).is_empty() && (on_lines & enemies).is_empty()
    }
}
