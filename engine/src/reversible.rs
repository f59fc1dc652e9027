//! Which move turns one position into another, told from their keys alone.
//!
//! The keys of two positions that one quiet move of a piece tells apart differ by a number that
//! belongs to this move. All 3668 of these numbers lie in a table with two places for each, so that
//! one is looked up in two steps: [cuckoo hashing](https://www.chessprogramming.org/Repetitions), an idea
//! of Marcel van Kervinck.

use std::sync::LazyLock;

use portcullis_movegen::{Bitboard, Board, Color, Piece, PieceType, Square, attacks};

const SLOTS: usize = 8192;

static MOVES: LazyLock<Moves> = LazyLock::new(Moves::new);

/// The two squares of the piece's move, in either direction, by which two keys differ.
pub(crate) fn squares_of(change: u64) -> Option<[Square; 2]> {
    let moves = &*MOVES;
    let places = places_of(change);
    places
        .into_iter()
        .find(|&place| moves.changes[place] == change)
        .map(|place| moves.squares[place])
}

/// Where a change may lie.
fn places_of(change: u64) -> [usize; 2] {
    [change, change >> 16].map(|bits| bits as usize % SLOTS)
}

#[derive(Debug)]
struct Moves {
    /// 0, which tells no two positions apart, where nothing lies.
    changes: Vec<u64>,
    squares: Vec<[Square; 2]>,
}

impl Moves {
    fn new() -> Moves {
        let mut moves = Moves { changes: vec![0; SLOTS], squares: vec![[Square::A1; 2]; SLOTS] };
        for color in Color::ALL {
            for kind in &PieceType::ALL[PieceType::Knight.index()..] {
                let piece = Piece::new(color, *kind);
                for from in Square::all() {
                    let targets = targets(*kind, from).into_iter();
                    for to in targets.filter(|to| to.index() > from.index()) {
                        moves.insert(Board::key_change(piece, from, to), [from, to]);
                    }
                }
            }
        }
        moves
    }

    /// Whatever lies in the place moves over to its other one, and so on.
    fn insert(&mut self, mut change: u64, mut squares: [Square; 2]) {
        let mut place = places_of(change)[0];
        loop {
            std::mem::swap(&mut self.changes[place], &mut change);
            std::mem::swap(&mut self.squares[place], &mut squares);
            if change == 0 {
                return;
            }
            let [first, second] = places_of(change);
            place = if place == first { second } else { first };
        }
    }
}

fn targets(kind: PieceType, square: Square) -> Bitboard {
    match kind {
        PieceType::Knight => attacks::knight(square),
        PieceType::Bishop => attacks::bishop_rays(square),
        PieceType::Rook => attacks::rook_rays(square),
        PieceType::Queen => attacks::bishop_rays(square) | attacks::rook_rays(square),
        _ => attacks::king(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_of_a_piece_is_found_and_nothing_else() {
        assert_eq!(MOVES.changes.iter().filter(|&&change| change != 0).count(), 3668);
        let change = Board::key_change(Piece::BlackQueen, Square::H8, Square::A1);
        assert_eq!(squares_of(change), Some([Square::A1, Square::H8]));
        let knight = Board::key_change(Piece::WhiteKnight, Square::B1, Square::B3);
        assert_eq!(squares_of(knight), None);
        assert_eq!(squares_of(Board::key_change(Piece::WhitePawn, Square::B2, Square::B3)), None);
        assert_eq!(squares_of(Board::startpos().key()), None);
    }
}
