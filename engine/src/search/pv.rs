//! The [principal variation](https://www.chessprogramming.org/Principal_Variation).

use arrayvec::ArrayVec;
use portcullis_movegen::Move;

use crate::value::MAX_PLY;

/// A line of play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line(ArrayVec<Move, MAX_PLY>);

impl Line {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Becomes `mv` followed by the `rest`.
    pub(crate) fn set(&mut self, mv: Move, rest: &Line) {
        self.0.clear();
        self.0.push(mv);
        self.0.extend(rest.0.iter().copied().take(MAX_PLY - 1));
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.0
    }
}
