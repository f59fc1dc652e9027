//! [Static exchange evaluation](https://www.chessprogramming.org/Static_Exchange_Evaluation): what
//! a move wins or loses by the captures that follow on its target square.

use portcullis_movegen::{Bitboard, Board, Color, Move, PieceType, attacks};

use crate::value::Value;

/// What the kinds of men count in exchanges.
const fn worth(kind: PieceType) -> Value {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight => 310,
        PieceType::Bishop => 325,
        PieceType::Rook => 500,
        PieceType::Queen => 980,
        PieceType::King => 10_000,
    }
}

/// What the move itself wins, before any reply.
pub(crate) fn gain(board: &Board, mv: Move) -> Value {
    let captured = if mv.is_en_passant() {
        worth(PieceType::Pawn)
    } else if mv.is_capture() {
        board.piece_at(mv.to()).map_or(0, |piece| worth(piece.piece_type()))
    } else {
        0
    };
    captured + mv.promotion().map_or(0, |kind| worth(kind) - worth(PieceType::Pawn))
}

/// The exchanges that a move begins are worth at least `threshold` to the side that moves.
pub(crate) fn see_at_least(board: &Board, mv: Move, threshold: Value) -> bool {
    if mv.is_castling() {
        return threshold <= 0;
    }
    let Some(mover) = board.piece_at(mv.from()) else { return false };
    // `balance` is what the side that moved last has won, beyond the threshold of the mover.
    let mut balance = gain(board, mv) - threshold;
    if balance < 0 {
        return false;
    }
    // Even losing the man that moved is enough.
    balance -= worth(mv.promotion().unwrap_or(mover.piece_type()));
    if balance >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() ^ mv.from().bitboard()) | mv.to().bitboard();
    if mv.is_en_passant()
        && let Some(pawn) = mv.to().relative_to(mover.color()).offset(0, -1)
    {
        occupied ^= pawn.relative_to(mover.color()).bitboard();
    }
    let winner = exchange(board, mv, occupied, mover.color(), balance);
    winner == mover.color()
}

/// Who comes out ahead of the exchanges on the target of `mv`, which `mover` has just played.
fn exchange(
    board: &Board,
    mv: Move,
    mut occupied: Bitboard,
    mover: Color,
    mut balance: Value,
) -> Color {
    let target = mv.to();
    let diagonal = board.pieces(PieceType::Bishop) | board.pieces(PieceType::Queen);
    let straight = board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
    let mut attackers = board.attackers_to(target, occupied) & occupied;
    let mut side = !mover;
    loop {
        let own = attackers & board.colors(side) & occupied;
        let Some(kind) = least_valuable(board, own) else { break };
        if kind == PieceType::King && (attackers & board.colors(!side) & occupied).any() {
            // The king may not capture what is protected.
            break;
        }
        let Some(from) = (own & board.pieces(kind)).first() else { break };
        occupied ^= from.bitboard();
        side = !side;
        // The capture is made; now the other side weighs losing or taking the capturer.
        balance = -balance - 1 - worth(kind);
        if balance >= 0 {
            break;
        }
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            attackers |= attacks::bishop(target, occupied) & diagonal;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            attackers |= attacks::rook(target, occupied) & straight;
        }
        attackers &= occupied;
    }
    // The side that is to capture and cannot, or need not, has lost the exchange.
    !side
}

fn least_valuable(board: &Board, men: Bitboard) -> Option<PieceType> {
    PieceType::ALL.into_iter().find(|&kind| (men & board.pieces(kind)).any())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::mv;

    /// Position, move, and what the exchanges are worth.
    const CASES: [(&str, &str, Value); 17] = [
        // An undefended pawn, a defended pawn.
        ("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100),
        ("4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 310),
        // Two attackers against one defender.
        ("4k3/8/4p3/3p4/4P3/2N5/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", 500),
        // A rook behind a rook, a queen behind a bishop: x-rays count.
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
        ("4k3/8/4p3/3p4/8/5B2/6Q1/4K3 w - - 0 1", "f3d5", 100 - 325 + 100),
        // The king takes part, but not into check.
        ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 500),
        ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        // Quiet moves lose what stands attacked.
        ("4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "c3d5", -310),
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3d5", 0),
        // En passant opens the file for the rook.
        ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100),
        ("3rk3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        // Promotions: free, and taken back.
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 880),
        ("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", -100),
        ("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 500 + 880),
        // Castling loses nothing.
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ];

    #[test]
    fn exchanges_are_worth_what_the_table_says() {
        for (fen, text, value) in CASES {
            let board = Board::from_fen(fen).expect("valid");
            let mv = mv(&board, text);
            assert!(see_at_least(&board, mv, value), "{fen} {text} at least {value}");
            assert!(!see_at_least(&board, mv, value + 1), "{fen} {text} not {}", value + 1);
        }
    }
}
