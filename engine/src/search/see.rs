//! [Static exchange evaluation](https://www.chessprogramming.org/Static_Exchange_Evaluation): what
//! a move wins or loses by the captures that follow on its target square.

use portcullis_movegen::{Bitboard, Board, Color, Move, PieceType, Square, attacks};

use crate::value::Value;

/// What the kinds of men count in exchanges.
pub(crate) const fn worth(kind: PieceType) -> Value {
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

/// A quiet move cannot lose the man that moves: the other side attacks neither the square it comes to,
/// nor, with a man that could look through it, the square it leaves.
pub(crate) fn is_safe(attacked: Bitboard, mv: Move) -> bool {
    !attacked.contains(mv.to()) && !attacked.contains(mv.from())
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
        let own = attackers & board.colors(side);
        if own.is_empty() {
            break;
        }
        let Some((from, kind)) = least_valuable(board, own) else { break };
        if kind == PieceType::King && (attackers & board.colors(!side)).any() {
            // The king may not capture what is protected.
            break;
        }
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

/// The least valuable of some men, and its kind.
#[inline]
fn least_valuable(board: &Board, men: Bitboard) -> Option<(Square, PieceType)> {
    for &kind in &PieceType::ALL {
        if let Some(square) = (men & board.pieces(kind)).first() {
            return Some((square, kind));
        }
    }
    None
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

    /// The short cut and the exchanges agree, with discovered attackers and pieces on every line.
    #[test]
    fn a_safe_move_loses_nothing_by_exchanges() {
        let (mut safe, mut unsafe_but_even) = (0, 0);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k3/7q/8/r2B4/8/b7/1N6/R3K3 b Q - 0 1",
            "q5k1/3r4/2B5/8/3R4/8/6K1/8 w - - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("valid");
            for first in board.legal_moves() {
                let mut board = board;
                board.play(first);
                let attacked = board.attacked_by(!board.side_to_move());
                for mv in board.legal_moves().into_iter().filter(|mv| mv.is_quiet()) {
                    let loses_nothing = see_at_least(&board, mv, 0);
                    if is_safe(attacked, mv) {
                        assert!(loses_nothing, "{mv} in {board}");
                        safe += 1;
                    } else {
                        unsafe_but_even += u32::from(loses_nothing);
                    }
                }
            }
        }
        assert!(safe > 1000 && unsafe_but_even > 100, "{safe} {unsafe_but_even}");
    }
}
