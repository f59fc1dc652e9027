//! [Quiescence search](https://www.chessprogramming.org/Quiescence_Search): plays out captures and
//! promotions, and every way out of check, before the evaluation is believed.

use portcullis_movegen::{Board, Move};

use crate::ordering::{MoveContext, Picker, Quiets};
use crate::params;
use crate::search::alpha_beta::towards;
use crate::search::checks::Checks;
use crate::search::node::NodeKind;
use crate::search::see::{gain, see_at_least};
use crate::search::{Search, Start, Stopped};
use crate::tt::Entry;
use crate::value::{Bound, NO_VALUE, Value, is_decided, is_loss, mated_in, to_table};

/// What a quiescence search looks at beside captures and promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quiescence {
    /// Quiet moves that give check, too: only where the search proper has just ended.
    WithChecks,
    /// Nothing else.
    NoisyOnly,
}

impl Search<'_> {
    /// The value of a position once the exchanges are over.
    #[expect(clippy::too_many_lines, reason = "the story of a node is told in one piece")]
    pub(super) fn qsearch<N: NodeKind>(
        &mut self,
        board: &Board,
        ply: usize,
        alpha: Value,
        beta: Value,
        kind: Quiescence,
    ) -> Result<Value, Stopped> {
        self.enter(ply);
        // The move that repeats is quiet, and not looked at below: it counts from the start.
        let (mut best, mut alpha) = match self.begin_node(board, ply, alpha, beta) {
            Start::Settled(value) => return Ok(value),
            Start::Open { best, alpha } => (best, alpha),
        };
        let hit = self.probe(board, ply);
        if let Some(value) = hit.filter(|_| !N::PV).and_then(|entry| entry.settles(alpha, beta)) {
            return Ok(value);
        }
        let in_check = board.in_check();
        let tt_pv = N::PV || hit.is_some_and(|entry| entry.pv);
        let mut raw_eval = NO_VALUE;
        if !in_check {
            // Standing pat: nobody has to capture.
            raw_eval = self.raw_eval(board, ply, hit);
            let static_eval = self.corrected_eval(board, ply, raw_eval);
            best = best.max(hit.map_or(static_eval, |entry| entry.refine(static_eval)));
            if best >= beta {
                if hit.is_none() {
                    self.job.table.store_eval(board.key(), raw_eval, tt_pv);
                }
                return Ok(towards(best, beta, 1));
            }
            alpha = alpha.max(best);
        }
        let futility = best + params::qs_futility_margin();

        let hash_move = hit.and_then(|entry| entry.mv);
        let with_checks = !in_check && kind == Quiescence::WithChecks;
        // Captures alone are ordered without regard to what led here.
        let context =
            if in_check || with_checks { self.move_context(board, ply) } else { MoveContext::NONE };
        let mut picker =
            if in_check { Picker::all(hash_move) } else { Picker::noisy(board, hash_move, 0) };
        let quiets = || match kind {
            _ if in_check => Quiets::All,
            Quiescence::WithChecks => Quiets::Checks(Checks::new(board)),
            Quiescence::NoisyOnly => Quiets::None,
        };
        let mut best_move = None;
        let mut number = 0;
        while let Some(mv) = picker.next(board, &self.memory.histories, &context, quiets) {
            number += 1;
            self.fetch_ahead(board, mv);
            if !in_check && mv.is_quiet() && !see_at_least(board, mv, 0) {
                // A check that loses the man that gives it.
                continue;
            }
            if !is_loss(best) {
                if in_check {
                    // One way out is enough to know that this is no mate.
                    picker.skip_quiets();
                } else if mv.is_noisy() && is_futile(board, mv, futility, alpha) {
                    best = best.max(futility);
                    continue;
                }
            }
            let mut child = *board;
            self.play(&mut child, ply, mv)?;
            let value =
                -self.qsearch::<N>(&child, ply + 1, -beta, -alpha, Quiescence::NoisyOnly)?;
            self.undo();
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && number == 0 {
            return Ok(mated_in(ply));
        }
        if best >= beta {
            best = towards(best, beta, 3);
        }
        let bound = Some(if best >= beta { Bound::Lower } else { Bound::Upper });
        let (value, eval) = (to_table(best, ply), raw_eval);
        self.job
            .table
            .store(board.key(), Entry { mv: best_move, value, eval, depth: 0, bound, pv: tt_pv });
        Ok(best)
    }
}

/// A capture takes too little to bring the value up to alpha, and exchanges win nothing more.
fn is_futile(board: &Board, mv: Move, futility: Value, alpha: Value) -> bool {
    !is_decided(alpha) && futility + gain(board, mv) <= alpha && !see_at_least(board, mv, 1)
}

impl Entry {
    /// The value, where its bound settles a node with this window.
    fn settles(&self, alpha: Value, beta: Value) -> Option<Value> {
        let settles = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        settles.then_some(self.value)
    }
}
