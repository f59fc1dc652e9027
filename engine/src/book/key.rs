//! The keys of positions in a book.

use portcullis_movegen::{Board, CastlingSide, Color, File, Move, PieceType};

use super::random::{CASTLING, EN_PASSANT, RANDOM, TURN};

fn random(nth: usize) -> u64 {
    RANDOM.get(nth).copied().unwrap_or_default()
}

/// The key of a position, and of the move that has led to it.
///
/// A pawn that has just made a double step counts if an enemy pawn stands beside it, be the capture
/// legal or not. A board keeps legal captures only; of others the last move tells.
pub(super) fn of(board: &Board, last_move: Option<Move>) -> u64 {
    let mut key = 0;
    for color in [Color::Black, Color::White] {
        for kind in PieceType::ALL {
            let number = 2 * kind.index() + usize::from(color == Color::White);
            for square in board.colored(color, kind) {
                key ^= random(64 * number + square.index());
            }
        }
    }
    let rights = board.castling_rights();
    let sides = [Color::White, Color::Black].into_iter().flat_map(|color| {
        [CastlingSide::Kingside, CastlingSide::Queenside].map(|side| (color, side))
    });
    for (nth, (color, side)) in sides.enumerate() {
        if rights.rook_file(color, side).is_some() {
            key ^= random(CASTLING + nth);
        }
    }
    if let Some(file) = en_passant_file(board, last_move) {
        key ^= random(EN_PASSANT + file.index());
    }
    if board.side_to_move() == Color::White {
        key ^= random(TURN);
    }
    key
}

fn en_passant_file(board: &Board, last_move: Option<Move>) -> Option<File> {
    if let Some(square) = board.en_passant() {
        return Some(square.file());
    }
    let pawn = last_move.filter(|mv| mv.is_double_push())?.to();
    let beside = pawn.bitboard().east() | pawn.bitboard().west();
    let takers = beside & board.colored(board.side_to_move(), PieceType::Pawn);
    takers.any().then(|| pawn.file())
}
