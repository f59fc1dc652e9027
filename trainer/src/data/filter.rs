//! Which positions are fit to learn from.

use crate::games::Ply;

/// The positions that training keeps: those whose score a static evaluation can be expected to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// At least so many moves were played before, random ones included.
    pub min_ply: usize,
    /// The score is at most of this size.
    pub max_score: i16,
    /// There are at least so many men.
    pub min_men: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { min_ply: 16, max_score: 3000, min_men: 4 }
    }
}

impl Filter {
    /// Whether to keep a position: not in check, the best move quiet, the score known and in range.
    #[must_use]
    pub fn keeps(&self, ply: &Ply) -> bool {
        let in_range = |score: i16| score.unsigned_abs() <= self.max_score.unsigned_abs();
        ply.number >= self.min_ply
            && ply.score.is_some_and(in_range)
            && ply.chess_move.is_quiet()
            && !ply.board.in_check()
            && ply.board.occupied().count() >= self.min_men
    }
}

#[cfg(test)]
mod tests {
    use portcullis_movegen::{Board, Move, MoveKind, Square};

    use super::*;

    fn ply(fen: &str, chess_move: Move, score: Option<i16>, number: usize) -> Ply {
        Ply { number, board: Board::from_fen(fen).unwrap(), chess_move, score }
    }

    #[test]
    fn only_quiet_positions_with_sober_scores_are_kept() {
        let rook = |to, kind| Move::new(Square::A1, to, kind);
        let (quiet, capture) =
            (rook(Square::A2, MoveKind::Quiet), rook(Square::A7, MoveKind::Capture));
        let filter = Filter::default();
        let fen = "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1";
        assert!(filter.keeps(&ply(fen, quiet, Some(300), 16)));
        assert!(filter.keeps(&ply(fen, quiet, Some(-3000), 80)));
        assert!(!filter.keeps(&ply(fen, capture, Some(300), 16)), "the best move is a capture");
        assert!(!filter.keeps(&ply(fen, quiet, None, 16)), "there is no score");
        assert!(!filter.keeps(&ply(fen, quiet, Some(300), 15)), "too early in the game");
        assert!(!filter.keeps(&ply(fen, quiet, Some(3001), 16)), "the score is too great");
        assert!(!filter.keeps(&ply(fen, quiet, Some(i16::MIN), 16)), "the score is too great");
        let checked = "4k3/p7/8/8/8/8/8/R3K2r w - - 0 1";
        assert!(!filter.keeps(&ply(checked, quiet, Some(0), 16)), "in check");
        let bare = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert!(!filter.keeps(&ply(bare, quiet, Some(500), 16)), "too few men");
    }
}
