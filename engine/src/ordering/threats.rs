//! What the other side attacks, by the worth of the attackers.

use portcullis_movegen::{Bitboard, Board, Color, PieceType, attacks};

/// Squares that the side not to move attacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats {
    /// By any man.
    pub(crate) all: Bitboard,
    /// By men worth less than a man of that kind, by kind.
    lesser: [Bitboard; 6],
}

impl Threats {
    /// No man is attacked.
    pub(crate) const NONE: Threats = Threats { all: Bitboard::EMPTY, lesser: [Bitboard::EMPTY; 6] };

    pub(crate) fn new(board: &Board) -> Threats {
        let them = !board.side_to_move();
        let occupied = board.occupied();
        let pawns = board.colored(them, PieceType::Pawn);
        let ahead = match them {
            Color::White => pawns.north(),
            Color::Black => pawns.south(),
        };
        let by_pawns = ahead.east() | ahead.west();
        let mut by_minors = by_pawns;
        for square in board.colored(them, PieceType::Knight) {
            by_minors |= attacks::knight(square);
        }
        for square in board.colored(them, PieceType::Bishop) {
            by_minors |= attacks::bishop(square, occupied);
        }
        let mut by_rooks = by_minors;
        for square in board.colored(them, PieceType::Rook) {
            by_rooks |= attacks::rook(square, occupied);
        }
        let mut all = by_rooks | attacks::king(board.king(them));
        for square in board.colored(them, PieceType::Queen) {
            all |= attacks::queen(square, occupied);
        }
        let none = Bitboard::EMPTY;
        Threats { all, lesser: [none, by_pawns, by_pawns, by_minors, by_rooks, none] }
    }

    /// Squares where a man of that kind can be taken by a lesser one.
    pub(crate) fn to(&self, kind: PieceType) -> Bitboard {
        self.lesser[kind.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threats_are_what_the_board_says() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/1b4bq/8/8/8/8/7B/R3K2R b KQkq - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("valid");
            assert_eq!(Threats::new(&board).all, board.attacked_by(!board.side_to_move()));
        }
    }

    #[test]
    fn a_queen_fears_every_other_man_and_a_pawn_none() {
        let board = Board::from_fen("4k3/8/8/1r6/8/8/8/3QK3 w - - 0 1").expect("valid");
        let threats = Threats::new(&board);
        assert!(threats.to(PieceType::Queen).contains(portcullis_movegen::Square::B1));
        assert!(threats.to(PieceType::Rook).is_empty());
        assert!(threats.to(PieceType::Pawn).is_empty());
    }
}
