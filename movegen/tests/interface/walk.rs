//! Positions from random games, the same on every run.

use portcullis_movegen::{Board, Move};

/// Xorshift: enough to stir games, and without a dependency.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    fn legal_move(&mut self, board: &Board) -> Option<Move> {
        let moves = board.legal_moves();
        // Castling and en passant are rare in random games, and the ones with most to go wrong.
        let special = moves.iter().find(|m| m.is_castling() || m.is_en_passant());
        match special {
            Some(&chess_move) if self.below(2) == 0 => Some(chess_move),
            _ if moves.is_empty() => None,
            _ => Some(moves[self.below(moves.len())]),
        }
    }
}

/// Calls `visit` with the positions of random games from the starting positions of chess and
/// Chess960 by turns, up to 120 plies each.
pub(crate) fn random_games(games: u64, mut visit: impl FnMut(&Board)) {
    for seed in 0..games {
        let mut random = Random::new(seed + 1);
        let mut board = match seed % 3 {
            0 => Board::startpos(),
            1 => Board::chess960(random.below(960) as u16).expect("below 960"),
            _ => Board::double_chess960(random.below(960) as u16, random.below(960) as u16)
                .expect("below 960"),
        };
        for _ in 0..120 {
            visit(&board);
            let Some(chess_move) = random.legal_move(&board) else { break };
            board.play(chess_move);
        }
    }
}
