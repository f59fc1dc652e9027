//! The network in integers.

use portcullis::FEATURES;

use super::aligned::Aligned;
use super::parameters::{Layout, Parameters};

/// The integer that stands for 1.0 in feature weights and accumulators.
pub const QA: i32 = 255;

/// The integer that stands for 1.0 in output weights.
pub const QB: i32 = 64;

/// A network in integers, as the engine evaluates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantisedNetwork {
    pub(super) layout: Layout,
    /// `[FEATURES][H]`, times [`QA`].
    pub(super) feature_weights: Vec<i16>,
    /// `[H]`, times [`QA`].
    pub(super) feature_bias: Vec<i16>,
    /// `[OUTPUT_BUCKETS][2 * H]`, times [`QB`].
    pub(super) output_weights: Vec<i8>,
    /// `[OUTPUT_BUCKETS]`, times `QA * QB`.
    pub(super) output_bias: Vec<i32>,
}

/// A parameter that the engine's arithmetic has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Saturation {
    /// A feature weight.
    #[error("a feature weight is out of range: {0} (at most {limit} either way)", limit = Limits::FEATURE_WEIGHT)]
    FeatureWeight(i32),
    /// A feature bias.
    #[error("a feature bias is out of range: {0} (at most {limit} either way)", limit = Limits::FEATURE_BIAS)]
    FeatureBias(i32),
    /// A single output weight.
    #[error("an output weight is out of range: {0} (at most {limit} either way)", limit = Limits::OUTPUT_WEIGHT)]
    OutputWeight(i32),
    /// The output weights of a bucket together.
    #[error(
        "the output weights of bucket {bucket} add up to {sum} (at most {limit} without signs)",
        limit = Limits::OUTPUT_SUM
    )]
    OutputSum {
        /// The bucket.
        bucket: usize,
        /// The sum of the weights without their signs.
        sum: i32,
    },
    /// An output bias.
    #[error("an output bias is out of range: {0} (at most {limit} either way)", limit = Limits::OUTPUT_BIAS)]
    OutputBias(i32),
}

/// What the parameters may be so that no step of the evaluation can overflow.
struct Limits;

impl Limits {
    const FEATURE_WEIGHT: i32 = 512;
    const FEATURE_BIAS: i32 = 16_383;
    const OUTPUT_WEIGHT: i32 = 127;
    const OUTPUT_SUM: i32 = 33_024;
    const OUTPUT_BIAS: i32 = 1 << 28;

    const MOST_MEN: i32 = 32;

    /// The accumulators fit 16 bits, a product of value and weight too, and the sum 32 bits.
    const PROOF: () = {
        assert!(Self::FEATURE_BIAS + Self::MOST_MEN * Self::FEATURE_WEIGHT <= i16::MAX as i32);
        assert!(QA * Self::OUTPUT_WEIGHT <= i16::MAX as i32);
        assert!(Self::OUTPUT_SUM as i64 * (QA * QA) as i64 <= i32::MAX as i64);
        assert!(i32::MAX / QA + Self::OUTPUT_BIAS < i32::MAX);
        assert!(Parameters::LARGEST_WEIGHT * QA as f32 <= Self::FEATURE_WEIGHT as f32);
        assert!(Parameters::LARGEST_WEIGHT * QB as f32 <= Self::OUTPUT_WEIGHT as f32);
    };
}

const fn within(value: i32, limit: i32) -> bool {
    -limit <= value && value <= limit
}

impl QuantisedNetwork {
    /// Rounds parameters to integers.
    ///
    /// # Errors
    /// If one is out of range: nothing is clipped silently.
    pub fn new(parameters: &Parameters) -> Result<Self, Saturation> {
        let layout = parameters.layout;
        let rounded = |range: std::ops::Range<usize>, one: i32| {
            let values = parameters.values[range].iter();
            values.map(move |&value| (value * one as f32).round() as i32)
        };
        let mut feature_weights = Vec::with_capacity(FEATURES * layout.hidden());
        for input in 0..FEATURES {
            for neuron in 0..layout.hidden() {
                let index = layout.feature_weight(input, neuron);
                let value = (parameters.values[index] * QA as f32).round() as i32;
                feature_weights.push(narrow(
                    value,
                    Limits::FEATURE_WEIGHT,
                    Saturation::FeatureWeight,
                )?);
            }
        }
        let feature_bias = rounded(layout.feature_bias(), QA)
            .map(|value| narrow(value, Limits::FEATURE_BIAS, Saturation::FeatureBias))
            .collect::<Result<_, _>>()?;
        let output_weights = rounded(layout.output_weights(), QB)
            .map(|value| narrow(value, Limits::OUTPUT_WEIGHT, Saturation::OutputWeight))
            .collect::<Result<_, _>>()?;
        let output_bias = rounded(layout.output_bias(), QA * QB).collect();
        let network = Self { layout, feature_weights, feature_bias, output_weights, output_bias };
        network.check()?;
        Ok(network)
    }

    /// Proves that no step of the evaluation can overflow.
    ///
    /// # Errors
    /// The first parameter that is out of range.
    pub(super) fn check(&self) -> Result<(), Saturation> {
        let () = Limits::PROOF;
        for &weight in &self.feature_weights {
            narrow::<i16>(weight.into(), Limits::FEATURE_WEIGHT, Saturation::FeatureWeight)?;
        }
        for &bias in &self.feature_bias {
            narrow::<i16>(bias.into(), Limits::FEATURE_BIAS, Saturation::FeatureBias)?;
        }
        for (bucket, weights) in self.output_weights.chunks(2 * self.layout.hidden()).enumerate() {
            for &weight in weights {
                narrow::<i8>(weight.into(), Limits::OUTPUT_WEIGHT, Saturation::OutputWeight)?;
            }
            let sum = weights.iter().map(|&weight| i32::from(weight).abs()).sum();
            if sum > Limits::OUTPUT_SUM {
                return Err(Saturation::OutputSum { bucket, sum });
            }
        }
        let mut biases = self.output_bias.iter();
        match biases.find(|&&bias| !within(bias, Limits::OUTPUT_BIAS)) {
            Some(&bias) => Err(Saturation::OutputBias(bias)),
            None => Ok(()),
        }
    }

    /// The variance, in centipawns squared, of what rounding these parameters does to the value of a
    /// position, if every parameter is rounded by a random amount independent of all others: evenly
    /// distributed over a step of its integers, whose variance is a twelfth of its square.
    #[must_use]
    pub fn rounding_variance(parameters: &Parameters, inputs: [&[u16]; 2], bucket: usize) -> f64 {
        let [accumulator_step, weight_step] = [QA, QB].map(|one| 1.0 / f64::from(one));
        let of_neuron = |(sum, weight): (f64, f64), rounded: usize| {
            let clipped = sum.clamp(0.0, 1.0);
            let slope = if clipped == sum { 2.0 * clipped * weight } else { 0.0 };
            rounded as f64 * (slope * accumulator_step).powi(2)
                + (clipped.powi(2) * weight_step).powi(2)
        };
        // The weights of the set inputs, and the bias.
        let rounded = inputs[0].len() + 1;
        let neurons = parameters.neurons(inputs, bucket);
        let variances = neurons.map(|neuron| of_neuron(neuron, rounded) / 12.0);
        f64::from(super::SCALE).powi(2) * variances.sum::<f64>()
    }

    /// The value of a position in centipawns for the side to move, in plain loops.
    ///
    /// `inputs` are the set inputs of the side to move and of the other side.
    #[must_use]
    pub fn evaluate(&self, inputs: [&[u16]; 2], bucket: usize) -> i32 {
        let hidden = self.layout.hidden();
        let weights = &self.output_weights[bucket * 2 * hidden..(bucket + 1) * 2 * hidden];
        let mut sum = 0_i32;
        for (inputs, weights) in inputs.into_iter().zip(weights.chunks(hidden)) {
            for (neuron, &weight) in weights.iter().enumerate() {
                let row = |input: &u16| self.feature_weights[usize::from(*input) * hidden + neuron];
                let total: i16 = self.feature_bias[neuron] + inputs.iter().map(row).sum::<i16>();
                let clipped = i32::from(total).clamp(0, QA);
                sum += clipped * i32::from(weight) * clipped;
            }
        }
        let output = sum / QA + self.output_bias[bucket];
        (i64::from(output) * super::SCALE as i64 / i64::from(QA * QB)) as i32
    }

    /// The floating-point network that these integers stand for exactly.
    #[must_use]
    pub fn dequantised(&self) -> Parameters {
        let layout = self.layout;
        let mut values = Aligned::zeros(layout.len());
        for (index, &weight) in self.feature_weights.iter().enumerate() {
            let (input, neuron) = (index / layout.hidden(), index % layout.hidden());
            values[layout.feature_weight(input, neuron)] = f32::from(weight) / QA as f32;
        }
        let mut fill = |range: std::ops::Range<usize>, numbers: Vec<f32>, one: i32| {
            for (value, number) in values[range].iter_mut().zip(numbers) {
                *value = number / one as f32;
            }
        };
        let floats = |numbers: &[i16]| numbers.iter().map(|&number| f32::from(number)).collect();
        fill(layout.feature_bias(), floats(&self.feature_bias), QA);
        let weights = self.output_weights.iter().map(|&weight| f32::from(weight)).collect();
        fill(layout.output_weights(), weights, QB);
        let biases = self.output_bias.iter().map(|&bias| bias as f32).collect();
        fill(layout.output_bias(), biases, QA * QB);
        Parameters { layout, values }
    }
}

fn narrow<T: TryFrom<i32>>(
    value: i32,
    limit: i32,
    error: fn(i32) -> Saturation,
) -> Result<T, Saturation> {
    match T::try_from(value) {
        Ok(narrowed) if within(value, limit) => Ok(narrowed),
        _ => Err(error(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Position;
    use crate::games::tests::random_games;

    fn layout() -> Layout {
        Layout::new(64).unwrap()
    }

    fn zeros() -> Parameters {
        Parameters { layout: layout(), values: Aligned::zeros(layout().len()) }
    }

    #[test]
    fn a_network_made_by_hand_gives_the_value_worked_out_by_hand() {
        let mut parameters = zeros();
        let neuron = 5;
        parameters.values[layout().feature_weight(100, neuron)] = 0.5;
        parameters.values[layout().feature_bias().start + neuron] = 0.25;
        parameters.values[layout().output_weight(3, neuron)] = 1.0;
        parameters.values[layout().output_weight(3, 64 + neuron)] = -0.5;
        parameters.values[layout().output_bias().start + 3] = 0.125;
        // Accumulators 128 + 64 = 192 and 64: (192^2 * 64 - 64^2 * 32) / 255 + 2040 = 10778.
        let network = QuantisedNetwork::new(&parameters).unwrap();
        assert_eq!(network.evaluate([&[100], &[7]], 3), 10_778 * 400 / 16_320);
        let output = parameters.output([&[100], &[7]], 3);
        assert!((output - (0.5625 - 0.5 * 0.0625 + 0.125)).abs() < 1e-6);
        assert_eq!(network.evaluate([&[100], &[7]], 2), 0);
    }

    #[test]
    fn values_are_clipped_before_they_are_squared() {
        let mut parameters = zeros();
        parameters.values[layout().feature_weight(1, 0)] = 1.9;
        parameters.values[layout().feature_weight(2, 0)] = -1.9;
        parameters.values[layout().output_weight(0, 0)] = 1.0;
        let network = QuantisedNetwork::new(&parameters).unwrap();
        assert_eq!(network.evaluate([&[1], &[]], 0), 400);
        assert_eq!(network.evaluate([&[2], &[]], 0), 0);
    }

    #[test]
    fn integers_and_the_floats_they_stand_for_agree_but_for_the_last_divisions() {
        let network = QuantisedNetwork::new(&Parameters::random(layout(), 3)).unwrap();
        let floats = network.dequantised();
        for ply in random_games(1, 5).iter().flat_map(|game| game.replay().collect::<Vec<_>>()) {
            let position = Position::new(&ply.unwrap().board, 0, 1);
            let inputs = position.inputs();
            let value = network.evaluate(inputs.sides(), position.bucket());
            let exact = 400.0 * floats.output(inputs.sides(), position.bucket());
            assert!((f64::from(value) - exact).abs() < 1.05, "{value} {exact}");
        }
    }

    #[test]
    fn a_parameter_out_of_range_is_refused() {
        let refused = |index: usize, value: f32| {
            let mut parameters = zeros();
            parameters.values[index] = value;
            QuantisedNetwork::new(&parameters).unwrap_err()
        };
        let weight = layout().feature_weight(0, 0);
        assert_eq!(refused(weight, 2.1), Saturation::FeatureWeight(536));
        assert_eq!(refused(layout().feature_bias().start, -65.0), Saturation::FeatureBias(-16_575));
        assert_eq!(refused(layout().output_weight(0, 0), 2.0), Saturation::OutputWeight(128));
        assert_eq!(
            refused(layout().output_bias().start, 20_000.0),
            Saturation::OutputBias(326_400_000)
        );
    }

    #[test]
    fn output_weights_that_could_overflow_together_are_refused() {
        let layout = Layout::new(256).unwrap();
        let mut parameters = Parameters { layout, values: Aligned::zeros(layout.len()) };
        let row = layout.output_weight(2, 0)..layout.output_weight(3, 0);
        parameters.values[row].fill(-1.5);
        let error = QuantisedNetwork::new(&parameters).unwrap_err();
        assert_eq!(error, Saturation::OutputSum { bucket: 2, sum: 512 * 96 });
    }
}
