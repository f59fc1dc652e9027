//! The rules that leave out nodes and moves. Each is a bet that what it leaves out would not have
//! changed the value; none is made when it could hide a mate.

use portcullis_movegen::Board;

use crate::ordering::{MoveContext, Picker, PieceTo, Quiets};
use crate::params;
use crate::search::checks::Checks;
use crate::search::node::{Candidate, MoveFacts, Node, NodeKind, NonPv};
use crate::search::qsearch::Quiescence;
use crate::search::see::{is_safe, see_at_least};
use crate::search::{Search, Stopped, has_pieces};
use crate::tt::Entry;
use crate::value::{Bound, Value, is_decided, is_loss, is_win, to_table};

/// The last ply at which limited searches look at all moves.
const FULL_WIDTH_PLIES: usize = 3;

/// What to do with a move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prune {
    /// Search it.
    No,
    /// Leave it out.
    Move,
    /// Leave it out, and all quiet moves after it.
    AllQuiets,
}

impl Search<'_> {
    /// Settles a node without looking at its moves, if one of the rules allows.
    pub(super) fn prune_node(
        &mut self,
        board: &Board,
        node: &Node,
    ) -> Result<Option<Value>, Stopped> {
        if node.in_check {
            return Ok(None);
        }
        if self.job.mate_sought.is_some() {
            // How well a side stands says nothing of a mate.
            return self.null_move(board, node);
        }
        if let Some(value) = small_probcut(node).or_else(|| reverse_futility(node)) {
            return Ok(Some(value));
        }
        if let Some(value) = self.razoring(board, node)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.null_move(board, node)? {
            return Ok(Some(value));
        }
        self.probcut(board, node)
    }

    /// [Razoring](https://www.chessprogramming.org/Razoring): so far below alpha, only captures
    /// could help. If they do not, a quiet move will not either.
    fn razoring(&mut self, board: &Board, node: &Node) -> Result<Option<Value>, Stopped> {
        let margin = params::razor_base() + params::razor_margin() * node.depth;
        if node.depth > params::razor_max_depth()
            || node.estimate + margin >= node.alpha
            || is_decided(node.alpha)
            || node.is_graded
        {
            return Ok(None);
        }
        let value = self.qsearch::<NonPv>(
            board,
            node.ply,
            node.alpha,
            node.alpha + 1,
            Quiescence::WithChecks,
        )?;
        Ok((value <= node.alpha && !is_decided(value)).then_some(value))
    }

    /// [Null move pruning](https://www.chessprogramming.org/Null_Move_Pruning): if even passing
    /// fails high, some move will. Wrong in zugzwang: so never with pawns alone, and verified by a
    /// search without null moves when much depends on it.
    fn null_move(&mut self, board: &Board, node: &Node) -> Result<Option<Value>, Stopped> {
        let Node { ply, depth, beta, .. } = *node;
        let lacking = params::nmp_margin() - params::nmp_margin_per_depth() * depth;
        if depth < params::nmp_min_depth()
            || node.estimate < beta
            || node.static_eval < beta + lacking.max(0) - params::nmp_margin()
            || is_loss(beta)
            || ply < self.null_move_min_ply
            || self.stack_before(ply, 1).mv.is_none()
            || !has_pieces(board)
        {
            return Ok(None);
        }
        let Some(passed) = board.null_move() else { return Ok(None) };
        let surplus = (node.estimate - beta) / params::nmp_eval_divisor();
        let reduction = params::nmp_base()
            + depth / params::nmp_depth_divisor()
            + surplus.min(params::nmp_eval_max());

        self.job.table.prefetch(passed.key());
        let barrier = self.keys.push_null(board);
        let entry = self.stack_mut(ply);
        (entry.mv, entry.piece_to) = (None, PieceTo::NONE);
        self.memory.evaluator.pass(ply);
        let reduced = depth - reduction;
        let value = -self.alpha_beta::<NonPv>(
            &passed,
            ply + 1,
            -beta,
            -beta + 1,
            reduced,
            !node.cut_node,
        )?;
        self.keys.pop_null(barrier);
        if value < beta {
            return Ok(None);
        }
        // A mate behind a null move is not proved.
        let value = if is_win(value) { beta } else { value };
        if self.null_move_min_ply > 0 || depth < params::nmp_verify_depth() {
            return Ok(Some(value));
        }
        self.null_move_min_ply = ply + (3 * reduced.max(0) / 4) as usize + 1;
        let verified = self.alpha_beta::<NonPv>(board, ply, beta - 1, beta, reduced, false)?;
        self.null_move_min_ply = 0;
        Ok((verified >= beta).then_some(value))
    }

    /// [ProbCut](https://www.chessprogramming.org/ProbCut): a capture that is far above beta in a
    /// shallow search will be above beta in a deep one.
    fn probcut(&mut self, board: &Board, node: &Node) -> Result<Option<Value>, Stopped> {
        let Node { ply, depth, beta, .. } = *node;
        let improving = if node.improving { params::probcut_improving() } else { 0 };
        let bound = beta + params::probcut_margin() - improving;
        let known_lower = node.hit.is_some_and(|entry| {
            entry.depth >= depth - 3 && entry.bound.is_some() && entry.value < bound
        });
        if depth < params::probcut_min_depth() || is_decided(beta) || known_lower {
            return Ok(None);
        }
        let threshold = bound - node.static_eval;
        let mut picker = Picker::noisy(board, node.hash_move(), threshold);
        let reduced = depth - params::probcut_reduction();
        while let Some(mv) =
            picker.next(board, &self.memory.histories, &MoveContext::NONE, || Quiets::None)
        {
            let mut child = *board;
            self.play(&mut child, ply, mv)?;
            let mut value = -self.qsearch::<NonPv>(
                &child,
                ply + 1,
                -bound,
                -bound + 1,
                Quiescence::NoisyOnly,
            )?;
            if value >= bound && reduced > 1 {
                let (alpha, beta) = (-bound, -bound + 1);
                value = -self.alpha_beta::<NonPv>(
                    &child,
                    ply + 1,
                    alpha,
                    beta,
                    reduced,
                    !node.cut_node,
                )?;
            }
            self.undo();
            if value >= bound {
                let entry = Entry {
                    mv: Some(mv),
                    value: to_table(value, ply),
                    eval: node.raw_eval,
                    depth: reduced + 1,
                    bound: Some(Bound::Lower),
                    pv: node.tt_pv,
                };
                self.job.table.store(board.key(), entry);
                return Ok(Some(if is_decided(value) { value } else { value - (bound - beta) }));
            }
        }
        Ok(None)
    }

    /// [Internal iterative reduction](https://www.chessprogramming.org/Internal_Iterative_Reductions):
    /// a node without hash move is ordered badly, and cheaper to come back to.
    pub(super) fn internal_iterative_reduction<N: NodeKind>(&self, node: &Node) -> i32 {
        let wanted = node.pv || node.cut_node;
        let lacks_move = node.depth >= params::iir_min_depth() && node.hash_move().is_none();
        i32::from(wanted && lacks_move && !N::ROOT)
    }

    /// A limited search leaves out no move close to the root: it is too shallow to find out later
    /// that it has missed the only one that saves a man. A search for a mate leaves out none
    /// anywhere: the move that mates often looks like the worst.
    fn is_full_width(&self, ply: usize) -> bool {
        (self.job.handicap.is_some() && ply <= FULL_WIDTH_PLIES) || self.job.mate_sought.is_some()
    }

    /// The quiet moves that may be worth their search, of those that a node comes to as its moves
    /// from this number on: what [`prune_move`](Self::prune_move) is bound to leave out need not
    /// even be generated.
    pub(super) fn quiets_worth_search(
        &self,
        board: &Board,
        node: &Node,
        checks: &Checks,
        number: usize,
    ) -> Quiets {
        if !has_pieces(board) || self.is_full_width(node.ply) {
            Quiets::All
        } else if late_move(node, number) {
            Quiets::None
        } else if futility(node, node.depth) {
            Quiets::Checks(*checks)
        } else {
            Quiets::All
        }
    }

    /// Whether a move is worth its search at all.
    pub(super) fn prune_move(
        &self,
        board: &Board,
        node: &Node,
        facts: &MoveFacts,
        candidate: &Candidate,
    ) -> Prune {
        let Candidate { mv, number, history } = *candidate;
        if !has_pieces(board) || self.is_full_width(node.ply) {
            return Prune::No;
        }
        let depth = self.expected_depth(node, mv, number);
        if mv.is_noisy() {
            let margin = noisy_margin(node.depth, history);
            let loses = node.depth <= params::see_max_depth() && !see_at_least(board, mv, margin);
            return if loses { Prune::Move } else { Prune::No };
        }
        if late_move(node, number) {
            return Prune::AllQuiets;
        }
        let checks = facts.checks.is_given_by(board, mv);
        if !checks && futility(node, depth) {
            return Prune::Move;
        }
        let hopeless = !checks
            && depth <= params::history_pruning_max_depth()
            && history < params::history_pruning_margin() * depth.max(1);
        let margin = params::see_quiet_margin() * depth * depth;
        let loses = depth <= params::see_max_depth()
            && !is_safe(facts.context.threats.all, mv)
            && !see_at_least(board, mv, margin);
        if hopeless || loses { Prune::Move } else { Prune::No }
    }
}

/// What a capture wins at least by exchanges, or loses at most, to be searched: the deeper the node
/// and the better the capture has done elsewhere, the more it may lose.
fn noisy_margin(depth: i32, history: i32) -> Value {
    let most = params::see_noisy_history_max() * depth;
    let trust = (history / params::see_noisy_history_divisor()).clamp(-most, most);
    params::see_noisy_margin() * depth - trust
}

/// Small ProbCut, an idea of Stockfish's: where the hash table knows a value far above beta, from a
/// search not much shallower than this one, that settles the node.
fn small_probcut(node: &Node) -> Option<Value> {
    let hit = node.hit?;
    let bound = node.beta + params::small_probcut_margin();
    let holds = matches!(hit.bound, Some(Bound::Lower | Bound::Exact))
        && hit.depth >= node.depth - params::small_probcut_depth_slack()
        && hit.value >= bound
        && !is_decided(hit.value)
        && !is_decided(node.beta)
        && !node.is_graded;
    holds.then_some(bound)
}

/// [Reverse futility pruning](https://www.chessprogramming.org/Reverse_Futility_Pruning): so far
/// above beta that a shallow search will not come down to it.
fn reverse_futility(node: &Node) -> Option<Value> {
    let improving = if node.improving { params::rfp_improving() } else { 0 };
    let margin = params::rfp_margin() * node.depth - improving;
    let holds = node.depth <= params::rfp_max_depth()
        && !node.tt_pv
        && node.estimate - margin.max(0) >= node.beta
        && !is_loss(node.beta)
        && !is_win(node.estimate);
    holds.then(|| (node.estimate + node.beta) / 2)
}

/// Late move pruning: at shallow depth, quiet moves that come late in a good order are left out.
fn late_move(node: &Node, number: usize) -> bool {
    let by_depth = params::lmp_depth_percent() * node.depth * node.depth / 100;
    let allowed = (params::lmp_base() + by_depth) / (2 - i32::from(node.improving));
    number as i32 >= allowed && !node.is_graded
}

/// [Futility pruning](https://www.chessprogramming.org/Futility_Pruning): so far below alpha that
/// a quiet move will not reach it.
fn futility(node: &Node, depth: i32) -> bool {
    !node.in_check
        && !node.is_graded
        && depth <= params::futility_max_depth()
        && node.static_eval + params::futility_base() + params::futility_margin() * depth
            <= node.alpha
        && !is_decided(node.alpha)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::ordering::history::LIMIT;
    use crate::value::{mate_in, mated_in};

    /// A node so far below alpha that its last moves are not worth their search.
    pub(in crate::search) fn hopeless(is_graded: bool) -> Node {
        Node {
            ply: 3,
            depth: 1,
            alpha: 2_000,
            beta: 2_001,
            pv: false,
            cut_node: false,
            in_check: false,
            hit: None,
            tt_pv: false,
            raw_eval: 0,
            static_eval: 0,
            is_graded,
            estimate: 0,
            improving: false,
        }
    }

    #[test]
    fn a_capture_may_lose_more_the_deeper_the_node_and_the_better_its_history() {
        assert!(noisy_margin(4, 0) < noisy_margin(3, 0));
        assert!(noisy_margin(3, 2_000) < noisy_margin(3, 0));
        assert!(noisy_margin(3, -2_000) > noisy_margin(3, 0));
        for history in [-LIMIT, LIMIT] {
            assert!(noisy_margin(1, history) < 0, "no history asks for a win");
        }
    }

    #[test]
    fn a_node_is_cut_by_a_value_far_above_beta_that_is_deep_proved_and_no_mate() {
        let margin = params::small_probcut_margin();
        let slack = params::small_probcut_depth_slack();
        let entry = Entry {
            mv: None,
            value: 100 + margin,
            eval: 0,
            depth: 8 - slack,
            bound: Some(Bound::Lower),
            pv: false,
        };
        let cut = |entry, beta| {
            small_probcut(&Node { depth: 8, beta, hit: Some(entry), ..hopeless(false) })
        };
        assert_eq!(cut(entry, 100), Some(100 + margin));
        assert_eq!(cut(entry, 101), None);
        assert_eq!(cut(Entry { depth: 7 - slack, ..entry }, 100), None);
        assert_eq!(cut(Entry { bound: Some(Bound::Upper), ..entry }, 100), None);
        assert_eq!(cut(Entry { value: mate_in(9), ..entry }, 100), None);
        assert_eq!(cut(entry, mated_in(9)), None);
        let graded = Node { depth: 8, beta: 100, hit: Some(entry), ..hopeless(true) };
        assert_eq!(small_probcut(&graded), None, "there values rise and fall on the way");
    }

    #[test]
    fn deeper_and_improving_nodes_look_at_more_late_moves() {
        let allowed = |depth, improving| {
            let node = Node { depth, improving, ..hopeless(false) };
            (1..).find(|&number| late_move(&node, number)).expect("some move is late")
        };
        assert!(allowed(1, false) > 1, "one move is always searched");
        assert!(allowed(4, false) > allowed(2, false) && allowed(2, false) > allowed(1, false));
        assert!(allowed(4, true) > allowed(4, false));
    }

    #[test]
    fn late_and_futile_moves_are_left_out_but_on_the_way_through_a_won_ending() {
        let (usual, graded) = (hopeless(false), hopeless(true));
        assert!(late_move(&usual, 50) && futility(&usual, 1));
        assert!(!late_move(&graded, 50) && !futility(&graded, 1));
    }
}
