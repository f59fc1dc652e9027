//! Forward and backward through the network for a block of positions.

use portcullis::FEATURES;

use super::loss::{Losses, Target};
use crate::data::{Inputs, Position};
use crate::net::{Aligned, CHUNK, Layout, Parameters};

/// Positions that go through the network together. Their accumulators for one chunk of neurons (128
/// KiB) and that chunk's weights share the second-level cache.
pub const BLOCK: usize = 256;

/// Values of one chunk of neurons.
type Row = [f32; CHUNK];

/// Numbers that the compiler works on at once.
const LANES: usize = 16;

/// The working memory of one thread.
#[derive(Debug)]
pub struct Pass {
    layout: Layout,
    inputs: Vec<Inputs>,
    buckets: Vec<usize>,
    outputs: Vec<f32>,
    /// The parts that each output is the sum of.
    parts: Vec<[f32; LANES]>,
    /// `[chunk][2 * position + side]`: rows of accumulators, later of the loss's derivatives by them.
    hidden: Aligned,
    users: InputUsers,
}

impl Pass {
    /// Working memory for networks of a layout.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            inputs: Vec::with_capacity(BLOCK),
            buckets: Vec::with_capacity(BLOCK),
            outputs: Vec::with_capacity(BLOCK),
            parts: Vec::with_capacity(BLOCK),
            hidden: Aligned::zeros(layout.hidden() * 2 * BLOCK),
            users: InputUsers::new(),
        }
    }

    /// Evaluates up to [`BLOCK`] positions.
    pub fn forward(&mut self, parameters: &Parameters, positions: &[Position]) -> &[f32] {
        debug_assert!(positions.len() <= BLOCK);
        let (layout, values) = (self.layout, &parameters.values);
        self.inputs.clear();
        self.inputs.extend(positions.iter().map(Position::inputs));
        self.buckets.clear();
        self.buckets.extend(positions.iter().map(Position::bucket));
        self.parts.clear();
        self.parts.resize(positions.len(), [0.0; LANES]);

        let biases = rows(&values[layout.feature_bias()]);
        for (chunk, hidden) in rows_mut(&mut self.hidden).chunks_exact_mut(2 * BLOCK).enumerate() {
            let weights = rows(&values[layout.chunk(chunk)]);
            let pairs = hidden.as_chunks_mut::<2>().0.iter_mut();
            for (position, (pair, inputs)) in pairs.zip(&self.inputs).enumerate() {
                for (side, (sum, inputs)) in pair.iter_mut().zip(inputs.sides()).enumerate() {
                    accumulate(sum, &biases[chunk], weights, inputs);
                    let first = side * layout.hidden() + chunk * CHUNK;
                    let place = layout.output_weight(self.buckets[position], first);
                    add_activated(&mut self.parts[position], sum, row_at(values, place));
                }
            }
        }
        let output_bias = &values[layout.output_bias()];
        self.outputs.clear();
        let parts = self.parts.iter().zip(&self.buckets);
        self.outputs.extend(parts.map(|(parts, &bucket)| total(parts) + output_bias[bucket]));
        &self.outputs
    }

    /// Adds the losses of positions without learning from them.
    pub fn validate(
        &mut self,
        parameters: &Parameters,
        positions: &[Position],
        target: Target,
        losses: &mut Losses,
    ) {
        for (position, &output) in positions.iter().zip(self.forward(parameters, positions)) {
            target.add_loss(position, output, losses);
        }
    }

    /// Adds the losses of positions, and `scale` times their gradient.
    pub fn learn(
        &mut self,
        parameters: &Parameters,
        positions: &[Position],
        (target, scale): (Target, f32),
        gradient: &mut [f32],
        losses: &mut Losses,
    ) {
        self.forward(parameters, positions);
        for (position, output) in positions.iter().zip(&mut self.outputs) {
            *output = scale * target.add_loss(position, *output, losses);
        }
        self.backward(parameters, gradient);
    }

    /// Adds to the gradient, given the derivatives by the outputs in place of the outputs.
    fn backward(&mut self, parameters: &Parameters, gradient: &mut [f32]) {
        let layout = self.layout;
        let output_bias = &mut gradient[layout.output_bias()];
        for (&bucket, &by_output) in self.buckets.iter().zip(&self.outputs) {
            output_bias[bucket] += by_output;
        }
        self.users.sort(&self.inputs);
        for chunk in 0..layout.chunks() {
            self.backward_through_outputs(chunk, parameters, gradient);
            let rows_used = 2 * self.inputs.len();
            let hidden = &rows(&self.hidden)[chunk * 2 * BLOCK..][..rows_used];
            let bias = &mut gradient[layout.feature_bias()];
            let (bias, _) = bias[chunk * CHUNK..].split_at_mut(CHUNK);
            add_rows(row_mut(bias), hidden.iter());
            let weights = rows_mut(&mut gradient[layout.chunk(chunk)]);
            for (input, weights) in weights.iter_mut().enumerate() {
                let users = self.users.of(input);
                if !users.is_empty() {
                    add_rows(weights, users.iter().map(|&user| &hidden[usize::from(user)]));
                }
            }
        }
    }

    /// Adds the gradient of a chunk's output weights, and puts the derivatives by its accumulators in
    /// their place.
    fn backward_through_outputs(
        &mut self,
        chunk: usize,
        parameters: &Parameters,
        gradient: &mut [f32],
    ) {
        let layout = self.layout;
        let hidden = &mut rows_mut(&mut self.hidden)[chunk * 2 * BLOCK..][..2 * self.inputs.len()];
        for (row, sum) in hidden.iter_mut().enumerate() {
            let (position, side) = (row / 2, row % 2);
            let first = side * layout.hidden() + chunk * CHUNK;
            let place = layout.output_weight(self.buckets[position], first);
            let weights = row_at(&parameters.values, place);
            let weight_gradient = row_mut(&mut gradient[place..place + CHUNK]);
            let by_output = self.outputs[position];
            for neuron in 0..CHUNK {
                let clipped = sum[neuron].clamp(0.0, 1.0);
                weight_gradient[neuron] += by_output * clipped * clipped;
                let slope = if clipped < 1.0 { 2.0 * clipped } else { 0.0 };
                sum[neuron] = by_output * weights[neuron] * slope;
            }
        }
    }
}

/// A stretch of parameters as rows of one chunk's width.
fn rows(values: &[f32]) -> &[Row] {
    values.as_chunks().0
}

/// The row that begins at an index.
fn row_at(values: &[f32], start: usize) -> &Row {
    &rows(&values[start..start + CHUNK])[0]
}

fn rows_mut(values: &mut [f32]) -> &mut [Row] {
    values.as_chunks_mut().0
}

fn row_mut(values: &mut [f32]) -> &mut Row {
    &mut rows_mut(values)[0]
}

/// Sets the sum of the bias and the weights of the set inputs.
fn accumulate(sum: &mut Row, bias: &Row, weights: &[Row], inputs: &[u16]) {
    let mut total = *bias;
    for &input in inputs {
        let weights = &weights[usize::from(input)];
        for neuron in 0..CHUNK {
            total[neuron] += weights[neuron];
        }
    }
    *sum = total;
}

/// Adds the squares of the clipped values times the output weights.
fn add_activated(parts: &mut [f32; LANES], values: &Row, weights: &Row) {
    let mut sums = *parts;
    let (values, weights) = (values.as_chunks::<LANES>().0, weights.as_chunks::<LANES>().0);
    for (values, weights) in values.iter().zip(weights) {
        for lane in 0..LANES {
            let clipped = values[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
    *parts = sums;
}

/// The sum of the parts, in a fixed order.
fn total(parts: &[f32; LANES]) -> f32 {
    parts.iter().sum()
}

/// Adds many rows to one.
fn add_rows<'a>(sum: &mut Row, rows: impl Iterator<Item = &'a Row>) {
    let mut total = *sum;
    for row in rows {
        for neuron in 0..CHUNK {
            total[neuron] += row[neuron];
        }
    }
    *sum = total;
}

/// For every input, the accumulators (2 * position + side) of a block that it is set for.
#[derive(Debug)]
struct InputUsers {
    /// Where the users of an input end; they begin where those of the input before end.
    ends: Vec<u32>,
    users: Vec<u16>,
}

impl InputUsers {
    fn new() -> Self {
        let users = vec![0; BLOCK * 2 * Position::MAX_MEN];
        Self { ends: vec![0; FEATURES], users }
    }

    /// A counting sort.
    fn sort(&mut self, block: &[Inputs]) {
        self.ends.fill(0);
        for input in block.iter().flat_map(|inputs| inputs.sides().into_iter().flatten()) {
            self.ends[usize::from(*input)] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        // Every `end` is a start now, and moves to its end while the users are put in.
        for (row, inputs) in block.iter().flat_map(Inputs::sides).enumerate() {
            for &input in inputs {
                let end = &mut self.ends[usize::from(input)];
                self.users[*end as usize] = row as u16;
                *end += 1;
            }
        }
    }

    fn of(&self, input: usize) -> &[u16] {
        let start = input.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.users[start as usize..self.ends[input] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_games;
    use crate::rng::Rng;

    fn positions(seed: u64, count: usize) -> Vec<Position> {
        let games = random_games(seed, count / 30 + 1);
        let plies =
            games.iter().flat_map(|game| game.replay().map(move |ply| (game, ply.unwrap())));
        plies
            .map(|(game, ply)| {
                let half_points = game.outcome.half_points(ply.board.side_to_move());
                Position::new(&ply.board, ply.score.unwrap_or(0), half_points)
            })
            .take(count)
            .collect()
    }

    fn parameters(hidden: usize) -> Parameters {
        let mut parameters = Parameters::random(Layout::new(hidden).unwrap(), 4);
        // Larger weights than at first, so that neurons are cut off at both ends.
        parameters.values.iter_mut().for_each(|value| *value *= 3.0);
        parameters
    }

    const TARGET: Target = Target { scale: 300.0, result_weight: 0.3, power: 1.5 };

    /// The loss in double precision from the plain loops of [`Parameters::output`].
    fn exact_loss(parameters: &Parameters, positions: &[Position]) -> f64 {
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let loss = |position: &Position| {
            let output = parameters.output(position.inputs().sides(), position.bucket());
            let by_score = sigmoid(f64::from(position.score) / 300.0);
            let by_result = f64::from(position.half_points) / 2.0;
            let difference = sigmoid(output * 400.0 / 300.0) - (0.7 * by_score + 0.3 * by_result);
            difference.abs().powf(1.5)
        };
        positions.iter().map(loss).sum()
    }

    #[test]
    fn outputs_are_those_of_plain_loops() {
        for hidden in [64, 128] {
            let (parameters, positions) = (parameters(hidden), positions(1, BLOCK));
            let mut pass = Pass::new(parameters.layout);
            for (position, &output) in positions.iter().zip(pass.forward(&parameters, &positions)) {
                let exact = parameters.output(position.inputs().sides(), position.bucket());
                assert!((f64::from(output) - exact).abs() < 1e-4, "{output} {exact}");
            }
        }
    }

    #[test]
    fn the_gradient_is_that_of_central_differences() {
        let (mut parameters, positions) = (parameters(128), positions(2, 200));
        let layout = parameters.layout;
        let mut gradient = vec![0.0; layout.len()];
        let mut losses = Losses::default();
        let mut pass = Pass::new(layout);
        let positions = &positions[..];
        pass.learn(&parameters, positions, (TARGET, 1.0), &mut gradient, &mut losses);
        assert!((losses.mixed - exact_loss(&parameters, positions)).abs() < 1e-3);

        let mut rng = Rng::new(&[9]);
        let sections = [
            layout.feature_weights(),
            layout.feature_bias(),
            layout.output_weights(),
            layout.output_bias(),
        ];
        for section in sections {
            let mut checked = 0;
            while checked < 30 {
                let index = section.start + rng.below(section.len());
                // Inputs that no position sets, and buckets that none is in, have no gradient.
                if gradient[index] == 0.0 && section.len() > 8 {
                    continue;
                }
                // A small step, for the slope jumps where values are cut off.
                let (value, step) = (parameters.values[index], 1e-5);
                let mut loss_at = |value: f32| {
                    parameters.values[index] = value;
                    exact_loss(&parameters, positions)
                };
                let (above, below) = (value + step, value - step);
                let difference = loss_at(above) - loss_at(below);
                loss_at(value);
                let numeric = difference / (f64::from(above) - f64::from(below));
                let error = (numeric - f64::from(gradient[index])).abs();
                assert!(
                    error < 2e-3 * numeric.abs() + 2e-4,
                    "{index}: {numeric} {}",
                    gradient[index]
                );
                checked += 1;
            }
        }
    }

    #[test]
    fn a_second_block_adds_to_the_gradient_of_the_first() {
        let (parameters, positions) = (parameters(64), positions(3, 300));
        let gradient_of = |blocks: &[&[Position]]| {
            let mut pass = Pass::new(parameters.layout);
            let mut gradient = vec![0.0; parameters.layout.len()];
            for block in blocks {
                let losses = &mut Losses::default();
                pass.learn(&parameters, block, (TARGET, 1.0), &mut gradient, losses);
            }
            gradient
        };
        let (first, second) = positions.split_at(200);
        let [both, first, second] = [&[first, second][..], &[first], &[second]].map(gradient_of);
        for index in 0..both.len() {
            assert!((both[index] - first[index] - second[index]).abs() < 1e-3);
        }
    }

    #[test]
    fn unused_inputs_get_no_gradient() {
        let (parameters, positions) = (parameters(64), positions(4, 1));
        let mut gradient = vec![0.0; parameters.layout.len()];
        let mut losses = Losses::default();
        let mut pass = Pass::new(parameters.layout);
        pass.learn(&parameters, &positions, (TARGET, 1.0), &mut gradient, &mut losses);
        let inputs = positions[0].inputs();
        let set: Vec<u16> = inputs.sides().concat();
        for input in 0..FEATURES {
            let row = &gradient[parameters.layout.feature_weight(input, 0)..][..CHUNK];
            assert!(set.contains(&(input as u16)) || row.iter().all(|&value| value == 0.0));
        }
    }
}
