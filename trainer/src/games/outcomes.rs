//! How games went on from positions of each score, counted: what a win model is fitted to.

use std::collections::BTreeMap;
use std::fmt;

use super::file::GameFile;
use super::record::{GameRecord, Outcome};

/// Scores beyond are decided, and no part of a model.
const GREATEST_SCORE: i16 = 4000;
/// Scores are counted in bins of so many centipawns, named by their middle.
const BIN_CP: i16 = 10;

/// For every move number and score of the side to move: how often it lost, drew and won.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    counts: BTreeMap<(usize, i16), [u64; 3]>,
}

impl Outcomes {
    /// Counts all positions with a score of a file's sound blocks.
    pub fn add(&mut self, file: &GameFile) {
        let blocks = file.blocks().filter_map(|block| block.games().ok());
        blocks.flatten().for_each(|game| self.add_game(&game));
    }

    fn add_game(&mut self, game: &GameRecord) {
        let opening = usize::from(game.opening_plies);
        for (ply, &score) in (opening..).zip(&game.scores) {
            if score.abs() > GREATEST_SCORE {
                continue;
            }
            let to_move_wins = if ply % 2 == 0 { Outcome::WhiteWins } else { Outcome::BlackWins };
            let result = match game.outcome {
                Outcome::Draw => 1,
                outcome if outcome == to_move_wins => 2,
                _ => 0,
            };
            let bin = (score + BIN_CP / 2).div_euclid(BIN_CP) * BIN_CP;
            self.counts.entry((ply / 2 + 1, bin)).or_default()[result] += 1;
        }
    }
}

impl fmt::Display for Outcomes {
    /// Writes a table of comma-separated values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "move,score_cp,losses,draws,wins")?;
        for ((number, score), [losses, draws, wins]) in &self.counts {
            writeln!(f, "{number},{score},{losses},{draws},{wins}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Ending;
    use super::*;

    /// Black sees what White sees from the other side, and the random moves count as moves.
    #[test]
    fn positions_are_counted_for_the_side_to_move() {
        let game = GameRecord {
            start: GameRecord::CHESS,
            opening_plies: 3,
            outcome: Outcome::WhiteWins,
            ending: Ending::AdjudicatedWin,
            moves: vec![0; 7],
            scores: vec![-14, 15, -4001, 16],
        };
        let mut outcomes = Outcomes::default();
        outcomes.add_game(&game);
        outcomes.add_game(&GameRecord { outcome: Outcome::Draw, ..game });
        let table = "move,score_cp,losses,draws,wins\n2,-10,1,1,0\n3,20,0,1,1\n4,20,0,1,1\n";
        assert_eq!(outcomes.to_string(), table);
    }
}
