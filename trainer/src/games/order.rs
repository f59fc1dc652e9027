//! The order of legal moves that the file format is built on.
//!
//! A move is stored as its number in the list of legal moves, sorted by the square of origin, then
//! the target (castling: the rook's square), then the promotion: none, knight, bishop, rook, queen.
//! Squares are counted as the side to move sees them, so that both sides' habits look alike to
//! the compressor. The order does not depend on that in which moves are generated.

use portcullis_movegen::{Board, Color, Move, MoveList, PieceType};

/// The sort key of a move: different for any two legal moves of a position.
fn key(chess_move: Move, side: Color) -> u16 {
    let from = chess_move.from().relative_to(side).index() as u16;
    let to = chess_move.to().relative_to(side).index() as u16;
    let promotion = match chess_move.promotion() {
        None => 0,
        Some(PieceType::Knight) => 1,
        Some(PieceType::Bishop) => 2,
        Some(PieceType::Rook) => 3,
        Some(_) => 4,
    };
    from << 9 | to << 3 | promotion
}

/// The number of a move among the legal moves of a position; `None` if it is not legal.
#[must_use]
pub fn index_of(board: &Board, chess_move: Move) -> Option<u8> {
    let side = board.side_to_move();
    let moves = board.legal_moves();
    if !moves.contains(&chess_move) {
        return None;
    }
    let wanted = key(chess_move, side);
    u8::try_from(moves.iter().filter(|&&other| key(other, side) < wanted).count()).ok()
}

/// The legal move of a number; `None` if there are not so many.
#[must_use]
pub fn move_at(board: &Board, index: u8) -> Option<Move> {
    let side = board.side_to_move();
    let mut moves: MoveList = board.legal_moves();
    let index = usize::from(index);
    if index >= moves.len() {
        return None;
    }
    let (_, chosen, _) =
        moves.select_nth_unstable_by_key(index, |&chess_move| key(chess_move, side));
    Some(*chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Random games from all kinds of start positions.
    fn boards(count: usize) -> Vec<Board> {
        let mut rng = Rng::new(&[11]);
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut board = Board::chess960(rng.below(960) as u16).unwrap();
            for _ in 0..200 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                boards.push(board);
                board.play(moves[rng.below(moves.len())]);
            }
        }
        boards
    }

    #[test]
    fn every_legal_move_has_its_own_number_and_back() {
        for board in boards(2_000) {
            let moves = board.legal_moves();
            let mut seen = vec![false; moves.len()];
            for &chess_move in &moves {
                let index = index_of(&board, chess_move).unwrap();
                assert!(!std::mem::replace(&mut seen[usize::from(index)], true));
                assert_eq!(move_at(&board, index), Some(chess_move));
            }
            assert_eq!(move_at(&board, moves.len() as u8), None);
        }
    }

    #[test]
    fn an_illegal_move_has_no_number() {
        let board = Board::startpos();
        let black_move =
            Board::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
                .unwrap()
                .legal_moves()[0];
        assert_eq!(index_of(&board, black_move), None);
    }

    #[test]
    fn the_order_is_the_documented_one() {
        // A king, a pawn about to promote with and without capture, and castling on both wings.
        let board = Board::from_fen("1n6/P5k1/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        let listed: Vec<String> = (0..board.legal_moves().len())
            .map(|index| move_at(&board, index as u8).unwrap().to_string())
            .collect();
        let expected = "a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 e1a1 e1d1 e1f1 e1h1 e1d2 e1e2 e1f2 \
                        h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 \
                        a7a8n a7a8b a7a8r a7a8q a7b8n a7b8b a7b8r a7b8q";
        assert_eq!(listed.join(" "), expected);
    }

    #[test]
    fn black_counts_squares_from_its_own_side() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        assert_eq!(move_at(&board, 0).unwrap().to_string(), "e8d8");
        assert_eq!(move_at(&board, 4).unwrap().to_string(), "e8f7");
    }
}
