//! What a searched node teaches: which moves were good, and how wrong the static evaluation was.

use portcullis_movegen::{Board, Move};

use crate::params;
use crate::search::Search;
use crate::search::alpha_beta::Tried;
use crate::search::node::Node;
use crate::value::{Bound, Value, is_decided};

fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_offset())
        .min(params::history_bonus_max())
}

fn malus(depth: i32) -> i32 {
    (params::history_malus() * depth - params::history_malus_offset())
        .min(params::history_malus_max())
}

impl Search<'_> {
    /// The best move is praised, and the moves tried before it are blamed.
    pub(super) fn learn_from_best(&mut self, board: &Board, node: &Node, mv: Move, tried: &Tried) {
        let (bonus, malus) = (bonus(node.depth), malus(node.depth));
        let histories = &mut self.memory.histories;
        if mv.is_quiet() {
            histories.update_quiet(board, mv, &node.context, bonus);
            for &other in &tried.quiet {
                histories.update_quiet(board, other, &node.context, -malus);
            }
        } else {
            histories.update_noisy(board, mv, bonus);
        }
        for &other in &tried.noisy {
            histories.update_noisy(board, other, -malus);
        }
    }

    /// The search has found the static evaluation wrong, in the direction that its bound proves.
    pub(super) fn learn_correction(
        &mut self,
        board: &Board,
        node: &Node,
        best: Value,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        let proved = match bound {
            Bound::Exact => true,
            Bound::Lower => best > node.static_eval,
            Bound::Upper => best < node.static_eval,
        };
        // A capture changes what the evaluation sees; that is no fault of the evaluation.
        let quiet = best_move.is_none_or(Move::is_quiet);
        if node.in_check || is_decided(best) || !proved || !quiet {
            return;
        }
        let last = self.stack_before(node.ply, 1).piece_to;
        let before = self.stack_before(node.ply, 2).piece_to;
        let error = best - node.static_eval;
        self.memory.corrections.update(board, node.depth, error, last, before);
    }
}
