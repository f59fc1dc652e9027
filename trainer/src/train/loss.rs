//! What the network shall say, and how far it is from it.

use crate::data::Position;
use crate::net::SCALE;

/// The logistic function: from a value of any size to a win probability.
#[must_use]
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// How scores and results are mixed into the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The score in centipawns that stands for a win probability of `sigmoid(1)`, 73 %.
    pub scale: f32,
    /// The weight of the game's result, from 0 (only the score) to 1.
    pub result_weight: f32,
    /// The loss is the difference of win probabilities raised to this power.
    pub power: f32,
}

/// Sums of differences of win probabilities, each raised to the power of its [`Target`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// From the mixed target.
    pub mixed: f64,
    /// From the score alone.
    pub score: f64,
    /// From the result alone.
    pub result: f64,
    /// Positions.
    pub count: f64,
}

impl Losses {
    /// Adds the losses of other positions.
    pub fn add(&mut self, other: Self) {
        self.mixed += other.mixed;
        self.score += other.score;
        self.result += other.result;
        self.count += other.count;
    }

    /// The mean losses of a position: mixed, score, result.
    #[must_use]
    pub fn means(self) -> [f64; 3] {
        [self.mixed, self.score, self.result].map(|sum| sum / self.count.max(1.0))
    }
}

impl Target {
    /// Adds the loss of an output for a position, and returns the loss's derivative by the output.
    pub fn add_loss(self, position: &Position, output: f32, losses: &mut Losses) -> f32 {
        let by_score = sigmoid(f32::from(position.score) / self.scale);
        let by_result = f32::from(position.half_points) / 2.0;
        let target = by_score + self.result_weight * (by_result - by_score);
        let per_output = SCALE / self.scale;
        let predicted = sigmoid(output * per_output);
        let loss = |target: f32| f64::from((predicted - target).abs().powf(self.power));
        losses.mixed += loss(target);
        losses.score += loss(by_score);
        losses.result += loss(by_result);
        losses.count += 1.0;
        let difference = predicted - target;
        let per_prediction =
            self.power * difference.abs().powf(self.power - 1.0).copysign(difference);
        per_prediction * predicted * (1.0 - predicted) * per_output
    }
}

#[cfg(test)]
mod tests {
    use portcullis_movegen::Board;

    use super::*;

    #[test]
    fn the_derivative_is_that_of_the_loss() {
        let position = Position::new(&Board::startpos(), 120, 2);
        for power in [1.5, 2.0, 2.5] {
            let target = Target { scale: 300.0, result_weight: 0.3, power };
            let loss = |output: f32| {
                let mut losses = Losses::default();
                let derivative = target.add_loss(&position, output, &mut losses);
                (losses.mixed, f64::from(derivative))
            };
            for output in [-2.0, -0.3, 0.0, 0.4, 1.7] {
                let step = 1e-2;
                let numeric =
                    (loss(output + step).0 - loss(output - step).0) / (2.0 * f64::from(step));
                assert!((numeric - loss(output).1).abs() < 1e-4, "{output}, {power}");
            }
        }
    }

    #[test]
    fn an_output_that_is_the_score_has_no_loss_whatever_the_scale() {
        let position = Position::new(&Board::startpos(), 120, 2);
        for scale in [200.0, 400.0, 600.0] {
            let mut losses = Losses::default();
            let target = Target { scale, result_weight: 0.0, power: 2.0 };
            target.add_loss(&position, 120.0 / SCALE, &mut losses);
            assert!(losses.mixed < 1e-12, "{scale}: {losses:?}");
        }
    }

    #[test]
    fn the_target_lies_between_score_and_result() {
        let position = Position::new(&Board::startpos(), 0, 2);
        let mut losses = Losses::default();
        let target = Target { scale: 400.0, result_weight: 0.5, power: 2.0 };
        target.add_loss(&position, 0.0, &mut losses);
        assert_eq!(losses.means(), [0.0625, 0.0, 0.25]);
    }
}
