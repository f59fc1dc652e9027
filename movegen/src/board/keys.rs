//! The Zobrist keys of a position and its parts.

use super::Board;
use crate::chess_move::Move;
use crate::color::Color;
use crate::piece::Piece;
use crate::square::Square;
use crate::zobrist;

impl Board {
    /// The Zobrist key of everything that tells positions apart under FIDE 9.2.3: men, turn, castling
    /// rights and possible en passant captures.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// let keys = |fens: [&str; 2]| fens.map(|fen| Board::from_fen(fen).unwrap().key());
    /// // The counters are no part of it, the right to castle is.
    /// let [early, late] = keys(["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 9 40"]);
    /// assert_eq!(early, late);
    /// let [with, without] = keys(["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]);
    /// assert_ne!(with, without);
    /// ```
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.keys.position
    }

    /// What [`key`](Self::key) changes by when a man moves, takes nothing, is not promoted and ends no
    /// right: the exclusive or of the keys before and after.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Piece, Square};
    /// let before = Board::startpos();
    /// let mut after = before;
    /// after.play(before.parse_san("Nf3").unwrap());
    /// let change = Board::key_change(Piece::WhiteKnight, Square::G1, Square::F3);
    /// assert_eq!(before.key() ^ change, after.key());
    /// ```
    #[inline]
    #[must_use]
    pub fn key_change(piece: Piece, from: Square, to: Square) -> u64 {
        zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::black_to_move()
    }

    /// What [`key`](Self::key) will be after a move, if the move is none that castles, promotes, takes
    /// in passing or bears on a right: a guess, to fetch what is kept under the key ahead of time.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// let before = Board::startpos();
    /// let knight = before.parse_san("Nf3").unwrap();
    /// let mut after = before;
    /// after.play(knight);
    /// assert_eq!(before.likely_key_after(knight), after.key());
    /// ```
    #[inline]
    #[must_use]
    pub fn likely_key_after(&self, chess_move: Move) -> u64 {
        let (from, to) = (chess_move.from(), chess_move.to());
        let (mover, captured) = (self.piece_at(from), self.piece_at(to));
        let moved = mover.map_or(0, |piece| Self::key_change(piece, from, to));
        let taken = captured.map_or(0, |piece| zobrist::piece(piece, to));
        let passed = self.en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        self.keys.position ^ moved ^ taken ^ passed
    }

    /// The Zobrist key of the pawns.
    #[inline]
    #[must_use]
    pub const fn pawn_key(&self) -> u64 {
        self.keys.pawns
    }

    /// The Zobrist key of the knights and bishops.
    #[inline]
    #[must_use]
    pub const fn minor_key(&self) -> u64 {
        self.keys.minors
    }

    /// The Zobrist key of a side's men other than pawns.
    #[inline]
    #[must_use]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.keys.non_pawns[color.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The guess is right for quiet moves and captures, also where an en passant capture goes by.
    #[test]
    fn the_likely_key_is_the_key_unless_a_move_bears_on_rights() {
        let (mut quiet, mut captures) = (0, 0);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3",
        ] {
            let board = Board::from_fen(fen).expect("valid");
            for mv in board.legal_moves() {
                let mut after = board;
                after.play(mv);
                let special = mv.is_castling() || mv.is_en_passant() || mv.promotion().is_some();
                let same_rights = after.castling_rights() == board.castling_rights();
                if special || !same_rights || after.en_passant().is_some() {
                    continue;
                }
                assert_eq!(board.likely_key_after(mv), after.key(), "{mv} in {fen}");
                quiet += u32::from(mv.is_quiet());
                captures += u32::from(mv.is_capture());
            }
        }
        assert!(quiet > 50 && captures > 5, "{quiet} {captures}");
    }
}
