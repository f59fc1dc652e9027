//! Whether a network in integers says what it should.

use std::fmt;

use portcullis::Network;
use portcullis_movegen::{Board, BoardBuilder, Piece, Square};
use rayon::prelude::*;

use crate::data::{Position, Sample};
use crate::net::{Parameters, QuantisedNetwork, SCALE};
use crate::train::sigmoid;

/// Differences over many positions, in centipawns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Differences {
    /// The mean without signs.
    pub mean: f64,
    /// The mean with signs: a drift to one side.
    pub drift: f64,
    /// The root of the mean square.
    pub spread: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Differences {
    fn of(differences: impl Iterator<Item = f64>) -> Self {
        let (mut count, mut result) = (0.0, Self::default());
        for difference in differences {
            count += 1.0;
            result.mean += difference.abs();
            result.drift += difference;
            result.spread += difference.powi(2);
            result.greatest = result.greatest.max(difference.abs());
        }
        result.mean /= f64::max(count, 1.0);
        result.drift /= f64::max(count, 1.0);
        result.spread = (result.spread / f64::max(count, 1.0)).sqrt();
        result
    }
}

/// What rounding to integers has changed.
#[derive(Clone, Copy, Debug)]
pub struct Rounding {
    /// Integer values less floating-point values.
    pub differences: Differences,
    /// The root of the mean square that independent roundings let expect.
    pub expected: f64,
    /// The loss (from the scores) in floating point and in integers.
    pub losses: [f64; 2],
}

/// What a network says about many positions.
#[derive(Clone, Copy, Debug)]
pub struct Verification {
    /// Positions that were evaluated.
    pub positions: usize,
    /// Integer values less those of the floating-point network that the integers stand for.
    pub arithmetic: Differences,
    /// Positions whose value is another one in the engine.
    pub unlike_engine: usize,
    /// Positions whose value changes when the colours are swapped and the board is turned.
    pub asymmetric_colours: usize,
    /// Positions whose value changes when left and right are swapped.
    pub asymmetric_files: usize,
    /// What rounding has changed, if the network before rounding is known.
    pub rounding: Option<Rounding>,
}

impl Verification {
    /// The integer arithmetic may differ from exact arithmetic by its last division (less than 1) and
    /// the division before (less than 400 / 16,320).
    pub const ARITHMETIC_LIMIT_CP: f64 = 1.03;
    /// The differences by rounding may be this many times as large as is to be expected: all
    /// positions share the same rounded parameters, so they are not independent of each other.
    pub const SPREAD_LIMIT: f64 = 2.0;
    /// The loss may grow by this factor through rounding.
    pub const LOSS_LIMIT: f64 = 1.02;

    /// Evaluates positions in integers (in plain loops, and in the engine) and in floating point, as
    /// they are and in the mirror.
    #[must_use]
    pub fn of(
        network: &QuantisedNetwork,
        engine: &Network,
        parameters: Option<&Parameters>,
        samples: &[Sample],
    ) -> Self {
        let exact = network.dequantised();
        let values: Vec<i32> = samples.par_iter().map(|s| value(network, &s.position)).collect();
        let exact_values = float_values(&exact, samples);
        let changed = |transformed: fn(&Board) -> Option<Board>| {
            let differs = |(sample, &expected): (&Sample, &i32)| {
                let board = transformed(&sample.board);
                board.map(|board| value(network, &Position::new(&board, 0, 1))) != Some(expected)
            };
            samples.par_iter().zip(&values).filter(|&pair| differs(pair)).count()
        };
        let unlike_engine = samples.par_iter().zip(&values);
        let unlike_engine = unlike_engine.filter(|(s, value)| engine.evaluate(&s.board) != **value);
        let differences = |floats: &[f64]| {
            Differences::of(
                values.iter().zip(floats).map(|(&value, float)| f64::from(value) - float),
            )
        };
        let rounding = parameters.map(|parameters| {
            let floats = float_values(parameters, samples);
            let integers: Vec<f64> = values.iter().copied().map(f64::from).collect();
            let losses = [&floats, &integers].map(|values| loss(samples, values));
            let expected = expected_spread(parameters, samples);
            Rounding { differences: differences(&floats), expected, losses }
        });
        Self {
            positions: samples.len(),
            arithmetic: differences(&exact_values),
            unlike_engine: unlike_engine.count(),
            asymmetric_colours: changed(colours_swapped),
            asymmetric_files: changed(files_swapped),
            rounding,
        }
    }

    /// Everything that is not as it should be, in words.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        let mut require = |fine: bool, failure: &str| {
            if !fine {
                failures.push(failure.to_owned());
            }
        };
        require(self.positions > 0, "there are no positions");
        require(
            self.arithmetic.greatest < Self::ARITHMETIC_LIMIT_CP,
            "the integer arithmetic is wrong",
        );
        require(self.unlike_engine == 0, "the engine gives other values");
        require(self.asymmetric_colours == 0, "values change when the colours are swapped");
        require(self.asymmetric_files == 0, "values change when left and right are swapped");
        if let Some(Rounding { differences, expected, losses: [float, integer] }) = self.rounding {
            require(
                differences.spread <= Self::SPREAD_LIMIT * expected,
                "rounding changes the values too much",
            );
            require(integer <= float * Self::LOSS_LIMIT, "rounding makes the loss too great");
        }
        failures
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "positions       {}", self.positions)?;
        writeln!(f, "arithmetic      off by at most {:.3} cp", self.arithmetic.greatest)?;
        writeln!(f, "engine          {} positions differ", self.unlike_engine)?;
        writeln!(f, "colour symmetry {} positions differ", self.asymmetric_colours)?;
        writeln!(f, "file symmetry   {} positions differ", self.asymmetric_files)?;
        if let Some(Rounding { differences, expected, losses: [float, integer] }) = self.rounding {
            let Differences { mean, drift, spread, greatest } = differences;
            writeln!(
                f,
                "rounding        mean {mean:.2} cp, drift {drift:+.2}, root mean square {spread:.2} \
                 (expected {expected:.2}), at most {greatest:.1}"
            )?;
            writeln!(f, "loss            {float:.6} in floating point, {integer:.6} in integers")?;
        }
        Ok(())
    }
}

fn value(network: &QuantisedNetwork, position: &Position) -> i32 {
    network.evaluate(position.inputs().sides(), position.bucket())
}

fn float_values(parameters: &Parameters, samples: &[Sample]) -> Vec<f64> {
    let values = samples.par_iter().map(|Sample { position, .. }| {
        f64::from(SCALE) * parameters.output(position.inputs().sides(), position.bucket())
    });
    values.collect()
}

fn expected_spread(parameters: &Parameters, samples: &[Sample]) -> f64 {
    let variances = samples.par_iter().map(|Sample { position, .. }| {
        let (inputs, bucket) = (position.inputs(), position.bucket());
        QuantisedNetwork::rounding_variance(parameters, inputs.sides(), bucket)
    });
    (variances.sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

/// The mean squared difference of win probabilities by value and by score.
fn loss(samples: &[Sample], values: &[f64]) -> f64 {
    let losses = samples.iter().zip(values).map(|(sample, &value)| {
        let by_score = sigmoid(f32::from(sample.position.score) / SCALE);
        f64::from(sigmoid(value as f32 / SCALE) - by_score).powi(2)
    });
    losses.sum::<f64>() / samples.len().max(1) as f64
}

/// The board turned around with the colours swapped, without castling and en passant.
fn colours_swapped(board: &Board) -> Option<Board> {
    let turned = |piece: Piece| Piece::new(!piece.color(), piece.piece_type());
    transformed(board, Square::flip_rank, turned, !board.side_to_move())
}

/// The board with left and right swapped, without castling and en passant.
fn files_swapped(board: &Board) -> Option<Board> {
    transformed(board, Square::flip_file, |piece| piece, board.side_to_move())
}

fn transformed(
    board: &Board,
    place: fn(Square) -> Square,
    change: impl Fn(Piece) -> Piece,
    side_to_move: portcullis_movegen::Color,
) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    for square in Square::all() {
        builder.put(place(square), board.piece_at(square).map(&change));
    }
    builder.side_to_move(side_to_move).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::games::tests::random_games;
    use crate::net::Layout;

    fn samples() -> Vec<Sample> {
        let games = random_games(1, 10);
        let plies = games.iter().flat_map(|game| game.replay().map(Result::unwrap));
        let sample = |board: Board| Sample { board, position: Position::new(&board, 30, 1) };
        plies.map(|ply| sample(ply.board)).collect()
    }

    /// A network whose values differ from position to position, and the engine's own reading of it.
    fn networks(hidden: usize, seed: u64) -> (QuantisedNetwork, Network) {
        let mut parameters = Parameters::random(Layout::new(hidden).unwrap(), seed);
        parameters.values.iter_mut().for_each(|value| *value *= 2.0);
        let network = QuantisedNetwork::new(&parameters).unwrap();
        let engine =
            Network::from_bytes(&network.to_bytes(&Facts::new().with("name", "x"))).unwrap();
        (network, engine)
    }

    #[test]
    fn networks_of_all_sizes_say_the_same_in_the_engine() {
        for hidden in Layout::SIZES {
            let (network, engine) = networks(hidden, 1);
            let verification = Verification::of(&network, &engine, None, &samples());
            assert_eq!(verification.failures(), [""; 0], "{hidden}\n{verification}");
        }
    }

    #[test]
    fn another_network_in_the_engine_is_noticed() {
        let verification =
            Verification::of(&networks(64, 1).0, &networks(64, 2).1, None, &samples());
        assert_eq!(verification.failures(), ["the engine gives other values"]);
    }

    #[test]
    fn a_network_that_rounding_spoils_is_noticed() {
        let (network, engine) = networks(64, 1);
        let mut parameters = network.dequantised();
        let faithful = Verification::of(&network, &engine, Some(&parameters), &samples());
        assert_eq!(faithful.failures(), [""; 0], "{faithful}");
        let bias = parameters.layout.output_bias();
        parameters.values[bias].fill(0.5);
        let spoilt = Verification::of(&network, &engine, Some(&parameters), &samples());
        assert_eq!(spoilt.failures()[0], "rounding changes the values too much", "{spoilt}");
    }
}
