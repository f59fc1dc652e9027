//! Whether a move that comes from elsewhere may be played.

use super::Board;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::chess_move::{Move, MoveKind};
use crate::piece::PieceType;
use crate::square::{Rank, Square};

impl Board {
    /// Whether an encoding is a legal move of this position, wherever it comes from: a hash table,
    /// a file, or the 65,535 numbers one by one.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Move};
    /// let board = Board::startpos();
    /// let legal = (1..=u16::MAX).filter_map(Move::from_bits).filter(|&m| board.is_legal(m));
    /// assert_eq!(legal.count(), 20);
    /// ```
    #[must_use]
    pub fn is_legal(&self, chess_move: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (chess_move.from(), chess_move.to());
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        if let Some(side) = chess_move.castling_side() {
            return self.castling(us, side) == Ok(chess_move);
        }
        match (piece.piece_type(), chess_move.kind()) {
            (_, None) => false,
            (PieceType::Pawn, Some(MoveKind::EnPassant)) => {
                self.en_passant == Some(to)
                    && attacks::pawn(us, from).contains(to)
                    && self.en_passant_is_safe(from, to)
            }
            (PieceType::Pawn, Some(kind)) => {
                self.pawn_can_reach(from, to, kind) && self.keeps_king_safe(from, to)
            }
            (PieceType::King, Some(kind)) => {
                self.piece_can_reach(PieceType::King, from, to, kind) && self.king_is_safe_on(to)
            }
            (piece, Some(kind)) => {
                self.piece_can_reach(piece, from, to, kind) && self.keeps_king_safe(from, to)
            }
        }
    }

    /// The squares that a man of this kind would attack from a square of this board.
    pub(crate) fn reach(&self, kind: PieceType, from: Square) -> Bitboard {
        match kind {
            PieceType::Pawn => attacks::pawn(self.side_to_move, from),
            PieceType::Knight => attacks::knight(from),
            PieceType::Bishop => attacks::bishop(from, self.occupied()),
            PieceType::Rook => attacks::rook(from, self.occupied()),
            PieceType::Queen => attacks::queen(from, self.occupied()),
            PieceType::King => attacks::king(from),
        }
    }

    fn piece_can_reach(&self, piece: PieceType, from: Square, to: Square, kind: MoveKind) -> bool {
        let targets = match kind {
            MoveKind::Quiet => !self.occupied(),
            MoveKind::Capture => self.colors(!self.side_to_move),
            _ => Bitboard::EMPTY,
        };
        (self.reach(piece, from) & targets).contains(to)
    }

    /// Whether a pawn move other than en passant goes where pawns go, and is called what it is.
    fn pawn_can_reach(&self, from: Square, to: Square, kind: MoveKind) -> bool {
        let us = self.side_to_move;
        let chess_move = Move::new(from, to, kind);
        let on_last_rank = to.relative_to(us).rank() == Rank::Eighth;
        if chess_move.is_promotion() != on_last_rank {
            return false;
        }
        if chess_move.is_capture() {
            return (attacks::pawn(us, from) & self.colors(!us)).contains(to);
        }
        let empty = !self.occupied();
        let step = |square: Square| {
            let ahead = square.relative_to(us).offset(0, 1).map(|ahead| ahead.relative_to(us));
            ahead.filter(|&ahead| empty.contains(ahead))
        };
        if kind == MoveKind::DoublePush {
            let at_home = from.relative_to(us).rank() == Rank::Second;
            return at_home && step(from).and_then(step) == Some(to);
        }
        step(from) == Some(to)
    }

    /// Whether a man other than the king, moving like this, answers a check and stays in its pin.
    fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.side_to_move);
        if self.pinned.contains(from) && !attacks::line(king, from).contains(to) {
            return false;
        }
        match self.checkers.first() {
            None => true,
            Some(_) if self.checkers.more_than_one() => false,
            Some(checker) => checker == to || attacks::between(king, checker).contains(to),
        }
    }

    /// Whether the king of the side to move would be out of check on a square.
    fn king_is_safe_on(&self, to: Square) -> bool {
        let us = self.side_to_move;
        let without_king = self.occupied() ^ self.king(us).bitboard();
        (self.attackers_to(to, without_king) & self.colors(!us)).is_empty()
    }
}
