//! Adding up the terms of the evaluation, in a way that can be watched.

use portcullis_movegen::Color;

use super::tapered::Tapered;
use super::weights::Term;

/// Sees every term that is added. `()` sees nothing and costs nothing.
pub(crate) trait Observer {
    /// `count` times the weight `index` of a term is added for `color`; the product is `score`.
    fn added(&mut self, color: Color, term: Term, index: usize, count: i32, score: Tapered);
}

impl Observer for () {
    #[inline]
    fn added(&mut self, _: Color, _: Term, _: usize, _: i32, _: Tapered) {}
}

/// The sum of one side's terms.
#[derive(Debug)]
pub(super) struct Tally<'a, O: Observer> {
    color: Color,
    sum: Tapered,
    observer: &'a mut O,
}

impl<'a, O: Observer> Tally<'a, O> {
    pub(super) fn new(color: Color, observer: &'a mut O) -> Tally<'a, O> {
        Tally { color, sum: Tapered::ZERO, observer }
    }

    #[inline]
    pub(super) fn color(&self) -> Color {
        self.color
    }

    #[inline]
    pub(super) fn sum(&self) -> Tapered {
        self.sum
    }

    /// Adds the weight of one occurrence.
    #[inline]
    pub(super) fn add(&mut self, term: Term, index: usize) {
        self.add_times(term, index, 1);
    }

    #[inline]
    pub(super) fn add_times(&mut self, term: Term, index: usize, count: u32) {
        let count = count as i32;
        self.add_score(term, index, count, term.weights()[index] * count);
    }

    /// Adds a score that is not a multiple of a weight.
    #[inline]
    pub(super) fn add_score(&mut self, term: Term, index: usize, count: i32, score: Tapered) {
        self.sum += score;
        self.observer.added(self.color, term, index, count, score);
    }
}
