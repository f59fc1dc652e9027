//! [Late move reductions](https://www.chessprogramming.org/Late_Move_Reductions): how much less
//! deep a move is searched at first. Reductions are counted in 1024ths of a ply.

use portcullis_movegen::{Board, Move};

use crate::params;
use crate::search::Search;
use crate::search::node::{Candidate, Node};
use crate::value::Value;

const DEPTHS: usize = 64;
const NUMBERS: usize = 64;

/// The reduction that depth and number of a move call for, before anything else is known.
#[derive(Debug)]
pub(crate) struct Reductions {
    /// By noisy, depth, number.
    table: Box<[[[i32; NUMBERS]; DEPTHS]; 2]>,
}

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let mut table = Box::new([[[0; NUMBERS]; DEPTHS]; 2]);
        let kinds = [
            (params::lmr_quiet_base(), params::lmr_quiet_divisor()),
            (params::lmr_noisy_base(), params::lmr_noisy_divisor()),
        ];
        for (rows, (base, divisor)) in table.iter_mut().zip(kinds) {
            for (depth, row) in rows.iter_mut().enumerate().skip(1) {
                for (number, entry) in row.iter_mut().enumerate().skip(1) {
                    let logarithms = (depth as f64).ln() * (number as f64).ln();
                    *entry = base + (logarithms * 1024.0 * 1024.0 / f64::from(divisor)) as i32;
                }
            }
        }
        Reductions { table }
    }

    fn get(&self, noisy: bool, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(DEPTHS - 1);
        self.table[usize::from(noisy)][depth][number.min(NUMBERS - 1)]
    }
}

impl Search<'_> {
    /// The depth that a move will probably be searched to, for the rules of pruning.
    pub(super) fn expected_depth(&self, node: &Node, mv: Move, number: usize) -> i32 {
        let reduction = self.memory.reductions.get(mv.is_noisy(), node.depth, number);
        (node.depth - reduction / 1024).max(0)
    }

    /// How much a move is to be reduced, as far as that is known before it is played.
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let Candidate { mv, number, history } = *candidate;
        let noisy = mv.is_noisy();
        let mut reduction = self.memory.reductions.get(noisy, node.depth, number);
        if node.pv {
            reduction -= params::lmr_pv();
        }
        if node.tt_pv {
            reduction -= params::lmr_tt_pv();
        }
        if node.hit.is_some_and(|entry| entry.depth >= node.depth) {
            reduction -= params::lmr_deep_hit();
        }
        if node.cut_node {
            reduction += params::lmr_cut_node();
        }
        if !node.improving {
            reduction += params::lmr_not_improving();
        }
        if node.hash_move().is_some_and(Move::is_capture) {
            reduction += params::lmr_tt_capture();
        }
        let most = params::lmr_history_max();
        let divisor =
            if noisy { params::lmr_noisy_history_divisor() } else { params::lmr_history_divisor() };
        reduction - (history * 1024 / divisor).clamp(-most, most)
    }

    /// The same once the move has been played: `ply` is that of the position after it.
    pub(super) fn reduction_after_move(&self, child: &Board, ply: usize, reduction: i32) -> i32 {
        let mut reduction = reduction;
        if child.in_check() {
            reduction -= params::lmr_check();
        }
        if self.stack(ply).cutoffs > 3 {
            reduction += params::lmr_cutoffs();
        }
        reduction
    }

    /// A reduced search has come out above alpha: far above, the re-search goes a ply deeper;
    /// barely, a ply less deep.
    pub(super) fn adjust_research(
        &self,
        value: Value,
        best: Value,
        reduced: i32,
        depth: i32,
    ) -> i32 {
        let deeper = value > best + params::lmr_deeper_margin() + 2 * depth && reduced < depth - 1;
        let shallower = value < best + depth;
        i32::from(deeper) - i32::from(shallower)
    }
}
