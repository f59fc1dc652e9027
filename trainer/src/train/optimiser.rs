//! The optimiser AdamW.

use std::ops::Range;

use rayon::prelude::*;

use crate::net::Parameters;

/// Adam with decoupled weight decay ([Loshchilov and Hutter](https://arxiv.org/abs/1711.05101)).
///
/// Weights decay and stay within [`Parameters::LARGEST_WEIGHT`]; biases do neither.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// Running means of the gradient.
    pub first_moments: Vec<f32>,
    /// Running means of the gradient's squares.
    pub second_moments: Vec<f32>,
    /// Steps made so far.
    pub steps: u64,
}

/// What differs from step to step, and between weights and biases.
#[derive(Clone, Copy)]
struct Rates {
    step_size: f32,
    second_correction: f32,
    kept: f32,
    limit: f32,
}

impl AdamW {
    const BETA1: f32 = 0.9;
    const BETA2: f32 = 0.999;
    const EPSILON: f32 = 1e-8;

    /// Parameters that a thread works on at a time.
    const PIECE: usize = 8192;

    /// An optimiser that has made no step yet.
    #[must_use]
    pub fn new(parameters: usize) -> Self {
        let zeros = vec![0.0; parameters];
        Self { first_moments: zeros.clone(), second_moments: zeros, steps: 0 }
    }

    /// Makes a step against the sum of the gradients, which are added in their order.
    pub fn step(
        &mut self,
        parameters: &mut Parameters,
        gradients: &[&[f32]],
        learning_rate: f32,
        weight_decay: f32,
    ) {
        self.steps += 1;
        let exponent = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let weights = Rates {
            step_size: learning_rate / (1.0 - Self::BETA1.powi(exponent)),
            second_correction: 1.0 / (1.0 - Self::BETA2.powi(exponent)),
            kept: 1.0 - learning_rate * weight_decay,
            limit: Parameters::LARGEST_WEIGHT,
        };
        let biases = Rates { kept: 1.0, limit: f32::INFINITY, ..weights };
        let layout = parameters.layout;
        let sections = [
            (layout.feature_weights(), weights),
            (layout.feature_bias(), biases),
            (layout.output_weights(), weights),
            (layout.output_bias(), biases),
        ];
        for (section, rates) in sections {
            self.step_section(&mut parameters.values, gradients, &section, rates);
        }
    }

    fn step_section(
        &mut self,
        values: &mut [f32],
        gradients: &[&[f32]],
        section: &Range<usize>,
        rates: Rates,
    ) {
        let firsts = self.first_moments[section.clone()].par_chunks_mut(Self::PIECE);
        let seconds = self.second_moments[section.clone()].par_chunks_mut(Self::PIECE);
        let pieces = values[section.clone()].par_chunks_mut(Self::PIECE).zip(firsts).zip(seconds);
        pieces.enumerate().for_each(|(piece, ((values, firsts), seconds))| {
            let start = section.start + piece * Self::PIECE;
            let mut sums = [0.0; Self::PIECE];
            let sums = &mut sums[..values.len()];
            for gradient in gradients {
                let part = &gradient[start..start + sums.len()];
                sums.iter_mut().zip(part).for_each(|(sum, value)| *sum += value);
            }
            let moments = firsts.iter_mut().zip(seconds);
            for ((value, sum), (first, second)) in values.iter_mut().zip(sums).zip(moments) {
                *first += (1.0 - Self::BETA1) * (*sum - *first);
                *second += (1.0 - Self::BETA2) * (*sum * *sum - *second);
                let spread = (*second * rates.second_correction).sqrt() + Self::EPSILON;
                let moved = *value * rates.kept - rates.step_size * *first / spread;
                // `clamp` would check its limits each time, which keeps the loop from being vectorised.
                *value = moved.max(-rates.limit).min(rates.limit);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Aligned, Layout};

    fn zeros() -> Parameters {
        let layout = Layout::new(64).unwrap();
        Parameters { layout, values: Aligned::zeros(layout.len()) }
    }

    #[test]
    fn the_first_step_has_the_size_of_the_learning_rate() {
        let mut parameters = zeros();
        let len = parameters.values.len();
        let mut optimiser = AdamW::new(len);
        let halves: Vec<f32> =
            (0..len).map(|index| if index % 2 == 0 { 0.5 } else { -3.0 }).collect();
        optimiser.step(&mut parameters, &[&halves, &halves], 0.01, 0.1);
        for (index, value) in parameters.values.iter().enumerate() {
            let expected = if index % 2 == 0 { -0.01 } else { 0.01 };
            assert!((value - expected).abs() < 1e-6, "{index} {value}");
        }
    }

    #[test]
    fn weights_decay_and_are_clipped_and_biases_are_not() {
        let mut parameters = zeros();
        let layout = parameters.layout;
        let no_gradient = vec![0.0; layout.len()];
        parameters.values.fill(1.0);
        let mut optimiser = AdamW::new(layout.len());
        optimiser.step(&mut parameters, &[&no_gradient], 0.1, 0.5);
        assert!((parameters.values[layout.feature_weights().start] - 0.95).abs() < 1e-6);
        assert!((parameters.values[layout.output_weights().end - 1] - 0.95).abs() < 1e-6);
        assert_eq!(parameters.values[layout.feature_bias().start], 1.0);
        assert_eq!(parameters.values[layout.output_bias().start], 1.0);

        parameters.values.fill(5.0);
        optimiser.step(&mut parameters, &[&no_gradient], 0.0, 0.0);
        assert_eq!(parameters.values[0], Parameters::LARGEST_WEIGHT);
        assert_eq!(parameters.values[layout.output_bias().start], 5.0);
    }
}
