//! The floating-point parameters and where each lies.

use std::ops::Range;

use portcullis::{FEATURES, OUTPUT_BUCKETS};

use super::aligned::Aligned;
use crate::rng::Stream;

/// Neurons that are worked on together: their weights for all inputs (`FEATURES * CHUNK` numbers, 192
/// KiB) stay in a core's second-level cache while many positions pass.
pub const CHUNK: usize = 64;

/// Where the parameters of a network lie within one vector.
///
/// In this order: feature weights as `[H / CHUNK][FEATURES][CHUNK]`, feature bias `[H]`, output weights
/// `[OUTPUT_BUCKETS][2 * H]` (side to move first), output bias `[OUTPUT_BUCKETS]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    hidden: usize,
}

/// A size of the hidden layer that the engine has no code for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hidden layer cannot have {0} neurons: the engine knows the sizes {sizes:?} only", sizes = Layout::SIZES)]
pub struct HiddenSizeError(pub usize);

impl Layout {
    /// The sizes of the hidden layer that the engine has code for; multiples of [`CHUNK`].
    pub const SIZES: [usize; 5] = [64, 128, 256, 384, 512];

    /// The layout of a network with so many hidden neurons.
    ///
    /// # Errors
    /// If it is none of [`Self::SIZES`].
    pub fn new(hidden: usize) -> Result<Self, HiddenSizeError> {
        if Self::SIZES.contains(&hidden) {
            Ok(Self { hidden })
        } else {
            Err(HiddenSizeError(hidden))
        }
    }

    /// The number of hidden neurons of one perspective.
    #[must_use]
    pub const fn hidden(self) -> usize {
        self.hidden
    }

    /// The number of chunks of neurons.
    #[must_use]
    pub const fn chunks(self) -> usize {
        self.hidden / CHUNK
    }

    /// The number of parameters.
    #[must_use]
    pub const fn len(self) -> usize {
        self.output_bias().end
    }

    /// Never: there are always parameters.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The feature weights of all chunks.
    #[must_use]
    pub const fn feature_weights(self) -> Range<usize> {
        0..FEATURES * self.hidden
    }

    /// The feature weights of one chunk of neurons, a row of [`CHUNK`] for every input.
    #[must_use]
    pub const fn chunk(self, chunk: usize) -> Range<usize> {
        chunk * FEATURES * CHUNK..(chunk + 1) * FEATURES * CHUNK
    }

    /// The feature bias.
    #[must_use]
    pub const fn feature_bias(self) -> Range<usize> {
        let start = self.feature_weights().end;
        start..start + self.hidden
    }

    /// The output weights of all buckets.
    #[must_use]
    pub const fn output_weights(self) -> Range<usize> {
        let start = self.feature_bias().end;
        start..start + OUTPUT_BUCKETS * 2 * self.hidden
    }

    /// The output bias of all buckets.
    #[must_use]
    pub const fn output_bias(self) -> Range<usize> {
        let start = self.output_weights().end;
        start..start + OUTPUT_BUCKETS
    }

    /// Where the weight from an input to a neuron lies.
    #[must_use]
    pub const fn feature_weight(self, input: usize, neuron: usize) -> usize {
        self.chunk(neuron / CHUNK).start + input * CHUNK + neuron % CHUNK
    }

    /// Where the output weight of a bucket lies; `neuron` counts from 0 to `2 * H`.
    #[must_use]
    pub const fn output_weight(self, bucket: usize, neuron: usize) -> usize {
        self.output_weights().start + bucket * 2 * self.hidden + neuron
    }
}

/// The parameters of a network in floating point.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Where what lies in `values`.
    pub layout: Layout,
    /// All parameters.
    pub values: Aligned,
}

impl Parameters {
    /// Feature weights and output weights stay within this size, so that their integers do.
    pub const LARGEST_WEIGHT: f32 = 1.98;

    /// The feature bias at first: in the middle of the part of SCReLU that is not flat.
    const FIRST_BIAS: f32 = 0.25;

    /// Random first parameters.
    #[must_use]
    pub fn random(layout: Layout, seed: u64) -> Self {
        let mut rng = Stream::Weights.rng(seed);
        let mut values = Aligned::zeros(layout.len());
        let feature_spread = (1.0 / FEATURES as f32).sqrt();
        // Larger than is usual, which leaves more integer steps to small weights and costs nothing.
        let output_spread = 4.0 / (2.0 * layout.hidden as f32).sqrt();
        let mut fill = |range: Range<usize>, centre: f32, spread: f32| {
            values[range].fill_with(|| centre + spread * rng.signed_unit());
        };
        fill(layout.feature_weights(), 0.0, feature_spread);
        fill(layout.feature_bias(), Self::FIRST_BIAS, feature_spread);
        fill(layout.output_weights(), 0.0, output_spread);
        Self { layout, values }
    }

    /// The same network with more neurons: they come after the others, look at random features and do not
    /// count in the output yet, so that every position keeps its value. `None` if it has more than that.
    #[must_use]
    pub fn widened(&self, layout: Layout, seed: u64) -> Option<Self> {
        let old = self.layout;
        if old.hidden > layout.hidden {
            return None;
        }
        let mut wide = Self::random(layout, seed);
        wide.values[layout.output_weights()].fill(0.0);
        let mut copy = |from: usize, to: usize| wide.values[to] = self.values[from];
        for neuron in 0..old.hidden {
            for input in 0..FEATURES {
                copy(old.feature_weight(input, neuron), layout.feature_weight(input, neuron));
            }
            copy(old.feature_bias().start + neuron, layout.feature_bias().start + neuron);
            for bucket in 0..OUTPUT_BUCKETS {
                copy(old.output_weight(bucket, neuron), layout.output_weight(bucket, neuron));
                let [from, to] = [old, layout]
                    .map(|layout| layout.output_weight(bucket, layout.hidden + neuron));
                copy(from, to);
            }
        }
        for (from, to) in old.output_bias().zip(layout.output_bias()) {
            copy(from, to);
        }
        Some(wide)
    }

    /// The output for one position, in plain loops: what training and quantisation are tested
    /// against. `inputs` are the set inputs of the side to move and of the other side.
    #[must_use]
    pub fn output(&self, inputs: [&[u16]; 2], bucket: usize) -> f64 {
        let bias = f64::from(self.values[self.layout.output_bias().start + bucket]);
        let neurons = self.neurons(inputs, bucket);
        bias + neurons.map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum::<f64>()
    }

    /// The accumulator and the output weight of every neuron of both sides.
    pub(super) fn neurons<'a>(
        &'a self,
        inputs: [&'a [u16]; 2],
        bucket: usize,
    ) -> impl Iterator<Item = (f64, f64)> + 'a {
        let layout = self.layout;
        let value = |index: usize| f64::from(self.values[index]);
        (0..2 * layout.hidden).map(move |place| {
            let (side, neuron) = (place / layout.hidden, place % layout.hidden);
            let weights =
                inputs[side].iter().map(|&input| layout.feature_weight(input.into(), neuron));
            let bias = value(layout.feature_bias().start + neuron);
            (bias + weights.map(value).sum::<f64>(), value(layout.output_weight(bucket, place)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sections_follow_each_other_without_gaps() {
        let layout = Layout::new(128).unwrap();
        assert_eq!(layout.feature_weights(), layout.chunk(0).start..layout.chunk(1).end);
        assert_eq!(layout.feature_weights().end, layout.feature_bias().start);
        assert_eq!(layout.feature_bias().end, layout.output_weights().start);
        assert_eq!(layout.output_weights().end, layout.output_bias().start);
        assert_eq!(layout.len(), 768 * 128 + 128 + 8 * 256 + 8);
    }

    #[test]
    fn every_weight_has_its_own_place() {
        let layout = Layout::new(128).unwrap();
        let mut seen = vec![false; layout.len()];
        let features =
            (0..768).flat_map(|input| (0..128).map(move |n| layout.feature_weight(input, n)));
        let outputs =
            (0..8).flat_map(|bucket| (0..256).map(move |n| layout.output_weight(bucket, n)));
        for index in features.chain(outputs) {
            assert!(!std::mem::replace(&mut seen[index], true));
        }
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        for hidden in [0, 1, 32, 100, 192, 1024] {
            assert_eq!(Layout::new(hidden), Err(HiddenSizeError(hidden)));
        }
    }

    #[test]
    fn a_widened_network_gives_every_position_its_old_value() {
        let [narrow, wide] = [64, 128].map(|hidden| Layout::new(hidden).unwrap());
        let mut old = Parameters::random(narrow, 1);
        let bias = narrow.output_bias();
        old.values[bias].copy_from_slice(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
        let new = old.widened(wide, 2).unwrap();
        for bucket in 0..OUTPUT_BUCKETS {
            let inputs: [&[u16]; 2] = [&[0, 100, 767], &[5, 300]];
            assert_eq!(new.output(inputs, bucket), old.output(inputs, bucket));
        }
        let looks = &new.values[wide.chunk(1)];
        assert!(looks.iter().any(|&weight| weight != looks[0]), "new neurons differ");
        assert_eq!(old.widened(narrow, 2), Some(old));
        assert_eq!(new.widened(narrow, 2), None);
    }

    #[test]
    fn a_seed_always_gives_the_same_network() {
        let layout = Layout::new(64).unwrap();
        assert_eq!(Parameters::random(layout, 1), Parameters::random(layout, 1));
        assert_ne!(Parameters::random(layout, 1), Parameters::random(layout, 2));
    }
}
