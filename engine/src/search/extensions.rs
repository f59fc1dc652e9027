//! The rules that search a move deeper than the others.

use portcullis_movegen::{Board, Move};

use crate::params;
use crate::search::node::{MoveFacts, Node, NodeKind, NonPv};
use crate::search::{Search, Stopped};
use crate::value::Value;
use crate::value::{Bound, is_decided};

/// What the test of a move's singularity says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Search the move so many plies deeper (or less deep).
    Extend(i32),
    /// The whole node is settled: several moves reach beta.
    Cut(Value),
}

impl Search<'_> {
    /// [Singular extensions](https://www.chessprogramming.org/Singular_Extensions): the hash move
    /// is searched deeper if it alone holds its value. The other moves are searched without it, to
    /// half the depth, against a bound below that value. If they reach beta as well, the node is
    /// cut ("multi-cut"); if the move is not singular though it seemed good, it gets less depth.
    pub(super) fn singularity<N: NodeKind>(
        &mut self,
        board: &Board,
        node: &Node,
        mv: Move,
        excluded: Option<Move>,
    ) -> Result<Verdict, Stopped> {
        let Some(hit) = node.hit.filter(|entry| entry.mv == Some(mv)) else {
            return Ok(Verdict::Extend(0));
        };
        let candidate = !N::ROOT
            && excluded.is_none()
            && node.depth >= params::singular_min_depth()
            && hit.depth >= node.depth - params::singular_depth_slack()
            && matches!(hit.bound, Some(Bound::Lower | Bound::Exact))
            && !is_decided(hit.value)
            && (node.ply as i32) < 2 * self.root_depth;
        if !candidate {
            return Ok(Verdict::Extend(0));
        }
        let bound = hit.value - node.depth * params::singular_margin() / 16;
        let depth = (node.depth - 1) / 2;
        self.stack_mut(node.ply).excluded = Some(mv);
        let value =
            self.alpha_beta::<NonPv>(board, node.ply, bound - 1, bound, depth, node.cut_node)?;
        self.stack_mut(node.ply).excluded = None;

        if value < bound {
            return Ok(Verdict::Extend(singular_extension(bound - value, N::PV, mv.is_quiet())));
        }
        if value >= node.beta && !is_decided(value) {
            return Ok(if N::PV { Verdict::Extend(-1) } else { Verdict::Cut(value) });
        }
        if hit.value >= node.beta || node.cut_node {
            return Ok(Verdict::Extend(-2));
        }
        Ok(Verdict::Extend(0))
    }

    /// A search for a mate follows checks further: they leave few replies, and most mates are made of
    /// them. Other moves, and other searches, are extended or reduced as singularity says.
    pub(super) fn least_extension(&self, board: &Board, facts: &MoveFacts, mv: Move) -> i32 {
        let is_followed = self.job.mate_sought.is_some() && facts.checks.is_given_by(board, mv);
        if is_followed { 1 } else { i32::MIN }
    }
}

/// How many plies deeper a singular move is searched, by how far the others fall below the bound.
fn singular_extension(by: Value, pv: bool, quiet: bool) -> i32 {
    let more = if pv { params::double_extension_pv() } else { 0 };
    let double = by > params::double_extension_margin() + more;
    let triple = double && quiet && by > params::triple_extension_margin();
    1 + i32::from(double) + i32::from(triple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_further_others_fall_behind_the_deeper_a_move_goes_and_more_so_off_the_pv() {
        let double = params::double_extension_margin() + 1;
        let triple = params::triple_extension_margin() + 1;
        assert_eq!(singular_extension(1, false, true), 1);
        assert_eq!(singular_extension(double, false, true), 2);
        assert_eq!(singular_extension(double, true, true), 1);
        assert_eq!(singular_extension(double + params::double_extension_pv(), true, true), 2);
        assert_eq!(singular_extension(triple, false, true), 3);
        assert_eq!(singular_extension(triple, false, false), 2, "captures are extended less");
    }
}
