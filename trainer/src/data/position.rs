//! A position in 32 bytes.

use std::sync::LazyLock;

use portcullis::{feature_index, output_bucket};
use portcullis_movegen::{Bitboard, Board, Color, Piece, PieceType, Square};

/// A position to learn from, seen by the side to move, with its score and the game's result.
///
/// Men are kept as they look from the side to move: as if it were White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    occupied: u64,
    /// Four bits for each man, in the order of the occupied squares: [`Self::THEIRS`] and the kind.
    men: [u8; 16],
    /// The score of the best move in centipawns, as the side to move sees it.
    pub score: i16,
    /// What the side to move got: 0 for a loss, 1 for a draw, 2 for a win.
    pub half_points: u8,
}

impl Position {
    const THEIRS: u8 = 8;

    /// The most men of a position.
    pub const MAX_MEN: usize = 32;

    /// Packs a position.
    #[must_use]
    pub fn new(board: &Board, score: i16, half_points: u8) -> Self {
        let us = board.side_to_move();
        let occupied = match us {
            Color::White => board.occupied().0,
            Color::Black => board.occupied().0.swap_bytes(),
        };
        let mut men = [0; 16];
        for (index, square) in Bitboard(occupied).into_iter().take(Self::MAX_MEN).enumerate() {
            let piece = board.piece_at(square.relative_to(us));
            let code = piece.map_or(0, |piece| {
                let theirs = if piece.color() == us { 0 } else { Self::THEIRS };
                theirs | piece.piece_type() as u8
            });
            men[index / 2] |= code << (4 * (index % 2));
        }
        Self { occupied, men, score, half_points }
    }

    /// The output bucket.
    #[must_use]
    pub fn bucket(&self) -> usize {
        output_bucket(self.occupied.count_ones())
    }

    /// The inputs that are set, for the side to move and for the other side.
    #[must_use]
    pub fn inputs(&self) -> Inputs {
        let mut men = [(0, 0); Self::MAX_MEN];
        let mut last_of = [0; CODES];
        let squares = Bitboard(self.occupied).into_iter().map(Square::index);
        for (index, (man, square)) in men.iter_mut().zip(squares).enumerate() {
            let code = usize::from(self.men[index / 2] >> (4 * (index % 2))) % CODES;
            last_of[code] = square;
            *man = (code, square);
        }
        let len = (self.occupied.count_ones() as usize).min(Self::MAX_MEN);
        let kings = [0, Self::THEIRS].map(|theirs| last_of[KING | usize::from(theirs)]);
        let mut inputs = Inputs { sides: [[0; Self::MAX_MEN]; 2], len };
        for ((side, table), king) in inputs.sides.iter_mut().zip(INPUT_TABLE.iter()).zip(kings) {
            let table = &table[king / 4 % 2];
            for (input, &(code, square)) in side.iter_mut().zip(&men[..len]) {
                *input = table[code][square];
            }
        }
        inputs
    }

    /// Everything that the position says, in bytes, for checksums.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 27] {
        let mut bytes = [0; 27];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.half_points;
        bytes
    }
}

/// The number of codes that four bits can hold.
const CODES: usize = 16;

/// The part of a king's code that tells the kind.
const KING: usize = PieceType::King as usize;

/// Inputs by perspective (the side to move, the other), by whether the perspective's own king stands on
/// the e- to h-file, by the code of a man, and by square.
type InputTable = [[[[u16; 64]; CODES]; 2]; 2];

static INPUT_TABLE: LazyLock<InputTable> = LazyLock::new(|| {
    let input = |perspective, king, code: usize, square| {
        let color =
            if code & usize::from(Position::THEIRS) == 0 { Color::White } else { Color::Black };
        // Codes that stand for no man are never looked up.
        let kind = PieceType::ALL[(code & 7).min(KING)];
        feature_index(perspective, king, Piece::new(color, kind), square) as u16
    };
    [Color::White, Color::Black].map(|perspective| {
        [Square::A1, Square::H1].map(|king| {
            std::array::from_fn(|code| {
                std::array::from_fn(|square| {
                    Square::from_index(square)
                        .map_or(0, |square| input(perspective, king, code, square))
                })
            })
        })
    })
});

/// The set inputs of both perspectives; each man sets one input of each.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    sides: [[u16; Position::MAX_MEN]; 2],
    len: usize,
}

impl Inputs {
    /// The inputs of the side to move and of the other side.
    #[must_use]
    pub fn sides(&self) -> [&[u16]; 2] {
        [&self.sides[0][..self.len], &self.sides[1][..self.len]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_games;

    #[test]
    fn a_position_takes_32_bytes() {
        assert_eq!(size_of::<Position>(), 32);
    }

    #[test]
    fn inputs_are_the_features_of_the_board_from_both_perspectives() {
        for game in random_games(2, 20) {
            for ply in game.replay() {
                let board = ply.unwrap().board;
                let inputs = Position::new(&board, 0, 1).inputs();
                let sides = [board.side_to_move(), !board.side_to_move()];
                for (inputs, side) in inputs.sides().into_iter().zip(sides) {
                    let mut expected: Vec<u16> = Square::all()
                        .filter_map(|square| board.piece_at(square).map(|piece| (piece, square)))
                        .map(|(p, s)| feature_index(side, board.king(side), p, s) as u16)
                        .collect();
                    let mut inputs = inputs.to_vec();
                    inputs.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(inputs, expected);
                }
            }
        }
    }
}
