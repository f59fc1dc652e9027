//! What can be chosen in a training.

use std::f64::consts::PI;

use super::loss::Target;
use crate::data::Filter;
use crate::facts::Facts;
use crate::net::Layout;

/// The choices that decide, together with the positions, which network comes out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The size of the network.
    pub layout: Layout,
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions of a step; rounded up to whole blocks.
    pub batch: usize,
    /// The learning rate of the first and of the last step; a cosine leads from one to the other.
    pub learning_rate: [f32; 2],
    /// The score in centipawns that stands for a win probability of 73 %.
    pub scale: f32,
    /// The loss is the difference of win probabilities raised to this power.
    pub loss_power: f32,
    /// The weight of the game's result in the target, at first and at last.
    pub result_weight: [f32; 2],
    /// The share of a weight that is lost in a step, times the learning rate.
    pub weight_decay: f32,
    /// What all random numbers follow from.
    pub seed: u64,
    /// Threads; the sums are rounded differently with another number.
    pub threads: usize,
    /// The positions that are kept.
    pub filter: Filter,
}

impl Settings {
    /// The learning rate after a part of all steps, from 0 to 1.
    #[must_use]
    pub fn learning_rate_at(&self, progress: f64) -> f32 {
        let [first, last] = self.learning_rate.map(f64::from);
        (last + (first - last) * (1.0 + (PI * progress).cos()) / 2.0) as f32
    }

    /// The weight of the result after a part of all steps, from 0 to 1.
    #[must_use]
    pub fn result_weight_at(&self, progress: f64) -> f32 {
        let [first, last] = self.result_weight.map(f64::from);
        (first + (last - first) * progress) as f32
    }

    /// The target with a weight of the result.
    #[must_use]
    pub const fn target(&self, result_weight: f32) -> Target {
        Target { scale: self.scale, result_weight, power: self.loss_power }
    }

    /// All settings in words, to be kept with the network and compared when training is resumed.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let range = |[first, last]: [f32; 2]| format!("{first} to {last}");
        Facts::new()
            .with("hidden", self.layout.hidden())
            .with("epochs", self.epochs)
            .with("batch", self.batch)
            .with("learning rate", range(self.learning_rate))
            .with("scale", self.scale)
            .with("loss power", self.loss_power)
            .with("result weight", range(self.result_weight))
            .with("weight decay", self.weight_decay)
            .with("seed", self.seed)
            .with("threads", self.threads)
            .with("least ply", self.filter.min_ply)
            .with("greatest score", self.filter.max_score)
            .with("least men", self.filter.min_men)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::train) fn settings() -> Settings {
        Settings {
            layout: Layout::new(64).unwrap(),
            epochs: 3,
            batch: 512,
            learning_rate: [1e-3, 1e-5],
            scale: 400.0,
            loss_power: 1.5,
            result_weight: [0.1, 0.3],
            weight_decay: 0.01,
            seed: 1,
            threads: 2,
            filter: Filter { min_ply: 0, max_score: 3000, min_men: 3 },
        }
    }

    #[test]
    fn schedules_begin_and_end_where_they_should() {
        let settings = settings();
        let near = |a: f32, b: f32| (a - b).abs() < 1e-7;
        assert!(near(settings.learning_rate_at(0.0), 1e-3));
        assert!(near(settings.learning_rate_at(0.5), 5.05e-4));
        assert!(near(settings.learning_rate_at(1.0), 1e-5));
        assert!(near(settings.result_weight_at(0.0), 0.1));
        assert!(near(settings.result_weight_at(0.5), 0.2));
        assert!(near(settings.result_weight_at(1.0), 0.3));
    }

    #[test]
    fn the_target_is_the_one_that_was_chosen() {
        let settings = Settings { scale: 250.0, loss_power: 1.25, ..settings() };
        let chosen = Target { scale: 250.0, result_weight: 0.2, power: 1.25 };
        assert_eq!(settings.target(0.2), chosen);
    }
}
