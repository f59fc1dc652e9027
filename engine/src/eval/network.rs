//! A network that evaluates positions: 768 inputs a side, one hidden layer that both sides share,
//! and an output layer for each of eight numbers of men.
//!
//! ```text
//! 768 -> hidden   White's accumulator \  clamped and squared, side to move first
//!                                      > 2 * hidden -> 1
//! 768 -> hidden   Black's accumulator /
//! ```

mod file;

use std::fmt;

use portcullis_movegen::{Board, Piece, Square};

use super::features::{OUTPUT_BUCKETS, active_features, men, output_bucket};
use super::simd::{Block, Kernel};

pub use file::NetworkError;

/// The parameters of a network, checked so that no evaluation can overflow.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// For people: lines of `key = value`.
    facts: String,
    layers: Layers,
    kernel: Kernel,
}

/// The parameters of a network whose accumulators fill `N` blocks.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Parameters<const N: usize> {
    /// For each feature.
    pub(super) feature_weights: Vec<[Block; N]>,
    pub(super) feature_bias: [Block; N],
    /// For each bucket a row for the side to move and one for the other side.
    pub(super) output_weights: [[[Block; N]; 2]; OUTPUT_BUCKETS],
    /// For each bucket.
    pub(super) output_bias: [i32; OUTPUT_BUCKETS],
}

/// The sizes that there are. The compiler knows them, and makes code for each that is a third
/// faster than one code for all.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Layers {
    Of64(Box<Parameters<2>>),
    Of128(Box<Parameters<4>>),
    Of256(Box<Parameters<8>>),
    Of384(Box<Parameters<12>>),
    Of512(Box<Parameters<16>>),
}

/// Evaluates an expression with the parameters, whatever their size.
macro_rules! with_parameters {
    ($layers:expr, $parameters:ident => $result:expr) => {
        match $layers {
            Layers::Of64($parameters) => $result,
            Layers::Of128($parameters) => $result,
            Layers::Of256($parameters) => $result,
            Layers::Of384($parameters) => $result,
            Layers::Of512($parameters) => $result,
        }
    };
}
pub(super) use with_parameters;

impl Network {
    /// What its makers wrote down about it: lines of `key = value`.
    #[must_use]
    pub fn facts(&self) -> &str {
        &self.facts
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        let facts = self.facts.lines().filter_map(|line| line.split_once('='));
        let mut names = facts.filter(|(key, _)| key.trim() == "name");
        names.next().map_or("nameless", |(_, name)| name.trim())
    }

    /// Neurons of the hidden layer.
    #[must_use]
    pub fn hidden(&self) -> usize {
        with_parameters!(&self.layers, parameters => parameters.hidden())
    }

    /// The instructions that it is computed with: the best that this CPU has, unless others were
    /// asked for.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The same network, computed with other instructions; the values are the same.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Network {
        Network { kernel, ..self }
    }

    /// The value of a position in centipawns, from the side to move's view and with no bounds,
    /// computed from nothing but the board.
    #[must_use]
    pub fn evaluate(&self, board: &Board) -> i32 {
        let men: Vec<_> = men(board).collect();
        self.evaluate_men(board, output_bucket(men.len() as u32), &men)
    }

    /// The value if only those men stood on the board, by the output layer of a bucket. The kings
    /// stand where they are.
    pub(super) fn evaluate_men(
        &self,
        board: &Board,
        bucket: usize,
        men: &[(Piece, Square)],
    ) -> i32 {
        let us = board.side_to_move();
        let features =
            [us, !us].map(|perspective| active_features(board, perspective, men.iter().copied()));
        let kernel = self.kernel;
        with_parameters!(&self.layers, parameters => {
            let [ours, theirs] = features.map(|features| {
                let mut accumulator = parameters.feature_bias;
                parameters.accumulate(kernel, &mut accumulator, &features);
                accumulator
            });
            let sum = kernel.forward(&ours, &theirs, &parameters.output_weights[bucket]);
            parameters.scale(sum, bucket)
        })
    }

    pub(super) fn layers(&self) -> &Layers {
        &self.layers
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("name", &self.name())
            .field("hidden", &self.hidden())
            .field("kernel", &self.kernel)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} hidden neurons, {})", self.name(), self.hidden(), self.kernel)
    }
}
