//! The reasons for which castling is refused, as sentences.

use core::fmt::{self, Write as _};

use super::man::{Man, listed, player};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastlingRefusal, CastlingSide};
use crate::color::Color;
use crate::piece::PieceType;
use crate::square::Square;

impl CastlingRefusal {
    /// The refusal as a sentence that names squares and men.
    ///
    /// `board`, `color` and `side` are those for which [`Board::castling`] gave the refusal.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingSide, Color};
    /// // 8  . . . . k . . .
    /// // 4  . . . . . . b .    the bishop guards d1
    /// // 1  R . . . K . N R    the knight stands in the way
    /// let board = Board::from_fen("4k3/8/8/8/6b1/8/8/R3K1NR w KQ - 0 1").unwrap();
    /// let sentence = |side| {
    ///     let refusal = board.castling(Color::White, side).unwrap_err();
    ///     refusal.explain(&board, Color::White, side)
    /// };
    /// assert_eq!(
    ///     sentence(CastlingSide::Queenside),
    ///     "the king would cross d1, attacked by the bishop on g4 (FIDE 3.8.2)"
    /// );
    /// assert_eq!(
    ///     sentence(CastlingSide::Kingside),
    ///     "g1 is occupied by the knight: every square between king and rook must be empty (FIDE 3.8.2)"
    /// );
    /// ```
    #[must_use]
    pub fn explain(self, board: &Board, color: Color, side: CastlingSide) -> String {
        let words = Words { board, color, side };
        let mut sentence = String::new();
        let written = match self {
            Self::NoRight => words.no_right(&mut sentence),
            Self::Blocked(squares) => words.blocked(&mut sentence, squares),
            Self::InCheck(by) => {
                write!(sentence, "the king is in check from {} (FIDE 3.8.2)", board.men(by))
            }
            Self::CrossesAttacked(squares) => words.attacked(&mut sentence, "cross", squares),
            Self::LandsOnAttacked(square) => {
                words.attacked(&mut sentence, "land on", square.bitboard())
            }
            Self::ExposesKing(by) => words.exposed(&mut sentence, by),
        };
        debug_assert!(written.is_ok(), "a String takes everything");
        sentence
    }
}

/// The circumstances of one refusal.
struct Words<'a> {
    board: &'a Board,
    color: Color,
    side: CastlingSide,
}

impl Words<'_> {
    /// FIDE 3.8.2.1; which of king and rook has moved is not part of a position, but often shows.
    fn no_right(&self, out: &mut String) -> fmt::Result {
        let king = self.board.king(self.color);
        let (player, side) = (player(self.color), self.side.name());
        write!(out, "{player} has no right to castle {side}: ")?;
        let rooks = self.board.colored(self.color, PieceType::Rook);
        let on_wing =
            |rook: Square| rook.rank() == king.rank() && CastlingSide::of(king, rook) == self.side;
        if king.rank() != self.color.back_rank() {
            write!(out, "the king on {king} has left its first rank")?;
        } else if !rooks.into_iter().any(on_wing) {
            write!(out, "there is no rook on that side of the king on {king}")?;
        } else {
            out.push_str("the king or the rook has moved before");
        }
        out.push_str(" (FIDE 3.8.2)");
        Ok(())
    }

    fn blocked(&self, out: &mut String, squares: Bitboard) -> fmt::Result {
        let men: Vec<String> = squares
            .into_iter()
            .enumerate()
            .map(|(i, square)| {
                let verb = if i == 0 { "is occupied by" } else { "by" };
                let man = self.board.piece_at(square).map_or("man", |man| man.piece_type().name());
                format!("{square} {verb} the {man}")
            })
            .collect();
        listed(out, &men, "and")?;
        let king = self.board.king(self.color);
        let rook = self.board.castling_rook(self.color, self.side);
        let between = rook.map_or(Bitboard::EMPTY, |rook| attacks::between(king, rook));
        if (squares - between).is_empty() {
            out.push_str(": every square between king and rook must be empty (FIDE 3.8.2)");
        } else {
            // Only in Chess960 does a man elsewhere stand in the way.
            out.push_str(": king and rook need every square up to where they end (Guidelines II)");
        }
        Ok(())
    }

    fn attacked(&self, out: &mut String, verb: &str, squares: Bitboard) -> fmt::Result {
        let enemies = self.board.colors(!self.color);
        let occupied = self.board.occupied();
        let attacks: Vec<String> = squares
            .into_iter()
            .map(|square| {
                let by = self.board.men(self.board.attackers_to(square, occupied) & enemies);
                format!("{square}, attacked by {by}")
            })
            .collect();
        write!(out, "the king would {verb} ")?;
        listed(out, &attacks, "and")?;
        out.push_str(" (FIDE 3.8.2)");
        Ok(())
    }

    fn exposed(&self, out: &mut String, by: Bitboard) -> fmt::Result {
        let rook = self.board.castling_rook(self.color, self.side);
        let rook = rook.and_then(|square| self.board.man_on(square));
        let shield = rook.map_or_else(|| String::from("the rook"), |rook: Man| rook.to_string());
        let king_to = self.side.king_destination(self.color);
        let by = self.board.men(by);
        write!(
            out,
            "{shield} would no longer shield the king, which would be in check on {king_to} from {by} \
             (FIDE 3.9.2)"
        )
    }
}
