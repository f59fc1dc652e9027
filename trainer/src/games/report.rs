//! Surveys in words and tables.

use std::fmt;

use super::record::Ending;
use super::survey::{BIN_ENDS, Survey};

/// Something about the games that is legal, but strange enough to look into.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Doubt {
    /// There is nothing.
    #[error("there are no games")]
    Empty,
    /// Scores hardly tell who will win: a wrong sign somewhere is likely.
    #[error("scores and results correlate by only {0:.2}; a sign may be wrong")]
    Correlation(f64),
    /// Better scores do not go with better results.
    #[error("the results do not rise with the scores around {0} cp")]
    NotRising(i16),
    /// White or Black wins far more often.
    #[error("the side to move scores {0:.1} % on average; 50 % is to be expected")]
    OneSided(f64),
    /// Games are unusually short or long.
    #[error("the games are {0:.0} plies long on average; 60 to 200 are to be expected")]
    Length(f64),
    /// Many positions occur more than once.
    #[error("{0:.1} % of the positions occur more than once")]
    Duplicates(f64),
}

impl Survey {
    const LEAST_CORRELATION: f64 = 0.4;
    const LEAST_BIN: u64 = 1000;
    /// So much the mean result of a bin may fall short of that of the bin below by chance.
    const RESULT_NOISE: f64 = 0.01;
    const MOST_DUPLICATES: f64 = 0.05;

    /// Everything that is strange about the games.
    #[must_use]
    pub fn doubts(&self) -> Vec<Doubt> {
        if self.games == 0 {
            return vec![Doubt::Empty];
        }
        let mut doubts = Vec::new();
        if self.correlation() < Self::LEAST_CORRELATION {
            doubts.push(Doubt::Correlation(self.correlation()));
        }
        let filled = |index: usize| self.bins[index].positions >= Self::LEAST_BIN;
        let full_bins: Vec<usize> = (0..self.bins.len()).filter(|&index| filled(index)).collect();
        for pair in full_bins.windows(2) {
            if self.mean_result(pair[0]) > self.mean_result(pair[1]) + Self::RESULT_NOISE {
                doubts.push(Doubt::NotRising(BIN_ENDS[pair[0]]));
            }
        }
        let half_points: u64 = self.bins.iter().map(|bin| bin.half_points).sum();
        let share = half_points as f64 / (2 * self.scores).max(1) as f64;
        if !(0.45..0.55).contains(&share) {
            doubts.push(Doubt::OneSided(100.0 * share));
        }
        let length = self.plies as f64 / self.games.max(1) as f64;
        if !(60.0..200.0).contains(&length) {
            doubts.push(Doubt::Length(length));
        }
        if self.duplicates() > Self::MOST_DUPLICATES {
            doubts.push(Doubt::Duplicates(100.0 * self.duplicates()));
        }
        doubts
    }

    /// The mean result of a bin from 0 to 1.
    fn mean_result(&self, bin: usize) -> f64 {
        self.bins[bin].half_points as f64 / (2 * self.bins[bin].positions).max(1) as f64
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Writes a number with commas between thousands.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<&str> = groups.filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

impl fmt::Display for Survey {
    /// Writes a table for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, draws, white] = self.outcomes;
        let games = self.games;
        let mean_length = self.plies as f64 / games.max(1) as f64;
        writeln!(f, "games         {} ({} from chess)", thousands(games), thousands(self.chess))?;
        writeln!(f, "plies         {} ({mean_length:.1} a game)", thousands(self.plies))?;
        writeln!(f, "scored plies  {}", thousands(self.scores))?;
        writeln!(
            f,
            "results       white {:.1} %, draw {:.1} %, black {:.1} %",
            percent(white, games),
            percent(draws, games),
            percent(black, games)
        )?;
        let openings = self.distinct_openings() as u64;
        let share = percent(openings, games);
        writeln!(f, "openings      {} different ({share:.1} %)", thousands(openings))?;
        writeln!(f, "duplicates    {:.2} % of the positions", 100.0 * self.duplicates())?;
        writeln!(f, "correlation   {:.3} of scores and results", self.correlation())?;
        writeln!(f, "endings")?;
        for (ending, &count) in Ending::ALL.iter().zip(&self.endings) {
            writeln!(f, "  {:21} {:5.1} %", ending.name(), percent(count, games))?;
        }
        writeln!(f, "scores (cp, side to move)   share   mean result")?;
        for (index, bin) in self.bins.iter().enumerate() {
            let label = bin_label(index);
            let share = percent(bin.positions, self.scores);
            writeln!(f, "  {label:24} {share:5.1} %   {:.3}", self.mean_result(index))?;
        }
        Ok(())
    }
}

fn bin_label(index: usize) -> String {
    let below = index.checked_sub(1).and_then(|index| BIN_ENDS.get(index));
    match (below, BIN_ENDS.get(index)) {
        (None, Some(end)) => format!("{end} and less"),
        (Some(start), Some(end)) => format!("{} to {end}", start + 1),
        (Some(start), None) => format!("{} and more", start + 1),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::survey::ScoreBin;

    fn plausible() -> Survey {
        let mut survey = Survey::default();
        (survey.games, survey.plies, survey.scores) = (10_000, 900_000, 130_000);
        for (index, bin) in survey.bins.iter_mut().enumerate() {
            *bin = ScoreBin { positions: 10_000, half_points: 1_600 * index as u64 };
        }
        survey
    }

    #[test]
    fn results_that_fall_with_the_scores_are_doubted() {
        let mut survey = plausible();
        assert!(!survey.doubts().iter().any(|doubt| matches!(doubt, Doubt::NotRising(_))));
        survey.bins.reverse();
        assert!(survey.doubts().contains(&Doubt::NotRising(-2000)));
    }

    #[test]
    fn only_emptiness_is_doubted_where_there_are_no_games() {
        assert_eq!(Survey::default().doubts(), [Doubt::Empty]);
    }

    #[test]
    fn short_games_are_doubted() {
        let mut survey = plausible();
        survey.plies = 100_000;
        assert!(survey.doubts().contains(&Doubt::Length(10.0)));
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
    }

    #[test]
    fn every_bin_has_a_label() {
        assert_eq!(bin_label(0), "-2000 and less");
        assert_eq!(bin_label(6), "-24 to 25");
        assert_eq!(bin_label(12), "2001 and more");
    }
}
