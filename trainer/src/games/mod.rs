//! Games in compressed files: the raw data of training.
//!
//! A file keeps whole *games*, not positions, so that every choice of what to learn from is made
//! when a network is trained, not when the games are played. The format is described in the
//! crate's README.
//!
//! - [`GameRecord`]: one game; moves as numbers in the ordered list of legal moves ([`order`]);
//! - [`columns`]: many games as columns of like values, compressed;
//! - [`block`]: columns with lengths and checksums, the unit that survives or is skipped;
//! - [`GameFile`] and [`GameWriter`]: a header with the settings, then blocks;
//! - [`Outcomes`]: how games went on from positions of each score;
//! - [`Survey`]: what is in a file, and whether it is sound.

pub mod block;
pub mod columns;
mod file;
pub mod order;
mod outcomes;
mod record;
mod report;
mod survey;

pub use file::{Damage, GameFile, GameFileError, GameWriter};
pub use outcomes::Outcomes;
pub use record::{Ending, GameRecord, Outcome, Ply, Replay, ReplayError, SCORE_LIMIT};
pub use report::Doubt;
pub use report::thousands;
pub use survey::{GameFault, ScoreBin, Survey};

#[cfg(test)]
pub(crate) mod tests {
    use portcullis_movegen::Board;

    use super::{Ending, GameRecord, Outcome, order};
    use crate::rng::Rng;

    /// A game of random moves, a third of them in a Chess960 position, with made-up scores.
    pub(crate) fn random_game(rng: &mut Rng) -> (GameRecord, Board) {
        let start = if rng.below(3) == 0 { rng.below(960) as u16 } else { GameRecord::CHESS };
        let opening_plies = rng.below(10) as u8;
        let mut board = Board::chess960(start).unwrap();
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        for ply in 0..20 + rng.below(80) {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let chess_move = legal[rng.below(legal.len())];
            moves.push(order::index_of(&board, chess_move).unwrap());
            if ply >= usize::from(opening_plies) {
                scores.push((rng.signed_unit() * 300.0) as i16);
            }
            board.play(chess_move);
        }
        let (outcome, ending) = match rng.below(3) {
            0 => (Outcome::WhiteWins, Ending::AdjudicatedWin),
            1 => (Outcome::BlackWins, Ending::AdjudicatedWin),
            _ => (Outcome::Draw, Ending::AdjudicatedDraw),
        };
        (GameRecord { start, opening_plies, outcome, ending, moves, scores }, board)
    }

    pub(crate) fn random_games(seed: u64, count: usize) -> Vec<GameRecord> {
        let mut rng = Rng::new(&[seed]);
        (0..count).map(|_| random_game(&mut rng).0).collect()
    }
}
