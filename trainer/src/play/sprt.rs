//! What the results of a match say about playing strength.

/// Results of pairs of games: the same opening, each side once with White.
///
/// The two games of a pair are not independent, so pairs are counted, by the half points that the
/// first player got in both games together: the
/// [pentanomial model](https://www.chessprogramming.org/Match_Statistics).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// A difference in playing strength with its 95 % interval, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely difference; infinite if one side won everything.
    pub difference: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Pairs {
    /// Half the width of the 95 % interval in standard deviations.
    const CONFIDENCE: f64 = 1.96;

    /// Adds a pair with so many half points, from 0 to 4, for the first player.
    pub fn add(&mut self, half_points: u8) {
        if let Some(count) = self.0.get_mut(usize::from(half_points)) {
            *count += 1;
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game and the variance of a pair's mean score, from 0 to 1.
    fn moments(&self) -> (f64, f64) {
        let count = self.count().max(1) as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let values = self.0.iter().enumerate();
            values.map(|(half_points, &n)| n as f64 * value(half_points as f64 / 4.0)).sum::<f64>()
                / count
        };
        let mean = mean_of(&|score| score);
        (mean, mean_of(&|score| (score - mean).powi(2)))
    }

    /// How much stronger the first player is.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let (mean, variance) = self.moments();
        let spread = Self::CONFIDENCE * (variance / self.count().max(1) as f64).sqrt();
        Elo {
            difference: elo_of(mean),
            low: elo_of((mean - spread).max(0.0)),
            high: elo_of((mean + spread).min(1.0)),
        }
    }
}

/// The difference in Elo at which this score is expected.
fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a difference in Elo lets expect.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A [sequential probability ratio test](https://www.chessprogramming.org/Sequential_Probability_Ratio_Test)
/// of two hypotheses about the difference in Elo, with 5 % for either error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
}

/// What a test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The first player is stronger by `elo1` rather than by `elo0`.
    Accepted,
    /// It is the other way round.
    Rejected,
}

impl Sprt {
    const ERROR: f64 = 0.05;

    /// The size of the log-likelihood ratio at which the test ends.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - Self::ERROR) / Self::ERROR).ln()
    }

    /// The logarithm of the ratio of the likelihoods of `elo1` and `elo0`, with the scores of pairs
    /// taken to be normally distributed. Their variance is that of the pairs, but at least as if one
    /// more had gone wholly the other way: results that are all alike prove no variance of nothing.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        let (mean, variance) = pairs.moments();
        let variance = variance.max(1.0 / (pairs.count() as f64 + 1.0));
        let (score0, score1) = (score_of(self.elo0), score_of(self.elo1));
        let distance = (score1 - score0) * (2.0 * mean - score0 - score1);
        pairs.count() as f64 * distance / (2.0 * variance)
    }

    /// The decision, if the pairs suffice for one.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Option<SprtVerdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= Self::bound() {
            Some(SprtVerdict::Accepted)
        } else if ratio <= -Self::bound() {
            Some(SprtVerdict::Rejected)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_match_is_zero_elo_with_a_symmetric_interval() {
        let elo = Pairs([10, 20, 40, 20, 10]).elo();
        assert!(elo.difference.abs() < 1e-9);
        assert!((elo.low + elo.high).abs() < 1e-9 && elo.low < 0.0);
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let elo = Pairs([0, 0, 50, 0, 50]).elo();
        assert!((elo.difference - 190.85).abs() < 0.01, "{elo:?}");
        assert!(elo.low < 190.0 && elo.high > 192.0);
    }

    #[test]
    fn the_interval_is_that_of_pairs() {
        // Mean 0.5, variance of a pair 0.125: 1.96 * sqrt(0.125 / 200) = 0.049.
        let elo = Pairs([50, 0, 100, 0, 50]).elo();
        assert!((elo.high - elo_of(0.549)).abs() < 0.1, "{elo:?}");
    }

    #[test]
    fn winning_everything_is_infinitely_stronger() {
        assert_eq!(Pairs([0, 0, 0, 0, 9]).elo().difference, f64::INFINITY);
        assert_eq!(Pairs([9, 0, 0, 0, 0]).elo().difference, f64::NEG_INFINITY);
    }

    #[test]
    fn a_test_decides_for_the_hypothesis_that_is_true() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0 };
        let stronger = Pairs([500, 2000, 5000, 2600, 700]);
        assert_eq!(sprt.verdict(&stronger), Some(SprtVerdict::Accepted));
        let equal = Pairs([3000, 10_000, 20_000, 10_000, 3000]);
        assert_eq!(sprt.verdict(&equal), Some(SprtVerdict::Rejected));
        assert_eq!(sprt.verdict(&Pairs([5, 20, 50, 26, 7])), None);
        assert_eq!(sprt.verdict(&Pairs::default()), None);
    }

    #[test]
    fn results_that_are_all_alike_decide_as_well_but_not_at_once() {
        let sprt = Sprt { elo0: 0.0, elo1: 200.0 };
        assert_eq!(sprt.verdict(&Pairs([0, 0, 0, 0, 2])), None);
        assert_eq!(sprt.verdict(&Pairs([0, 0, 0, 0, 20])), Some(SprtVerdict::Accepted));
        assert_eq!(sprt.verdict(&Pairs([20, 0, 0, 0, 0])), Some(SprtVerdict::Rejected));
        assert_eq!(sprt.verdict(&Pairs([0, 0, 50, 0, 0])), Some(SprtVerdict::Rejected));
    }

    #[test]
    fn the_ratio_is_zero_halfway_between_the_hypotheses() {
        let sprt = Sprt { elo0: -10.0, elo1: 10.0 };
        assert!(sprt.log_likelihood_ratio(&Pairs([10, 20, 40, 20, 10])).abs() < 1e-9);
    }
}
