//! What a searched node teaches: which moves were good, and how wrong the static evaluation was.

use portcullis_movegen::{Board, Move};

use crate::ordering::MoveContext;
use crate::ordering::history::CONTINUATION_PLIES;
use crate::params;
use crate::search::Search;
use crate::search::alpha_beta::Tried;
use crate::search::node::Node;
use crate::tt::Entry;
use crate::value::{Bound, NO_VALUE, Value, is_decided};

fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_offset())
        .min(params::history_bonus_max())
}

fn malus(depth: i32) -> i32 {
    (params::history_malus() * depth - params::history_malus_offset())
        .min(params::history_malus_max())
}

/// The malus of a quiet move that was tried in this place. Late moves were thought bad already, and are
/// many: they are blamed less.
fn malus_at(place: usize, malus: i32) -> i32 {
    let is_late = place as i32 >= params::history_malus_full_moves();
    if is_late { malus * params::history_malus_late_percent() / 100 } else { malus }
}

/// What a move is worth that was played at the first evaluation and led to the second, each from the
/// view of the side to move.
fn bonus_of_evaluations(before: Value, after: Value) -> i32 {
    let most = params::history_eval_max();
    ((-after - before) * params::history_eval_factor()).clamp(-most, most)
}

/// Whether the static evaluations of a node and of the one before say something of the move between them.
/// On the way through a won ending they rise and fall, and do not.
fn judges_the_move_before(node: &Node, earlier: Value) -> bool {
    !node.in_check && !node.is_graded && earlier != NO_VALUE
}

impl Search<'_> {
    /// The best move is praised, and the moves tried before it are blamed.
    pub(super) fn learn_from_best(
        &mut self,
        board: &Board,
        node: &Node,
        context: &MoveContext,
        mv: Move,
        tried: &Tried,
    ) {
        let (bonus, malus) = (bonus(node.depth), malus(node.depth));
        let histories = &mut self.memory.histories;
        if mv.is_quiet() {
            histories.update_quiet(board, mv, context, bonus);
            for (place, &other) in tried.quiet.iter().enumerate() {
                histories.update_quiet(board, other, context, -malus_at(place, malus));
            }
        } else {
            histories.update_noisy(board, mv, bonus);
        }
        for &other in &tried.noisy {
            histories.update_noisy(board, other, -malus);
        }
    }

    /// The hash table has cut a node off with a quiet move: it is praised again.
    pub(super) fn learn_from_table(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        cut: bool,
        hit: Option<Entry>,
    ) {
        let Some(mv) = hit.and_then(|entry| entry.mv).filter(|mv| cut && mv.is_quiet()) else {
            return;
        };
        let context = self.move_context(board, ply);
        self.memory.histories.update_quiet(board, mv, &context, bonus(depth));
    }

    /// The quiet move that led here has raised or lowered its side's static evaluation: that says
    /// something of it, even before it is searched.
    pub(super) fn learn_from_evaluation(
        &mut self,
        board: &Board,
        node: &Node,
        excluded: Option<Move>,
    ) {
        let before = self.stack_before(node.ply, 1);
        let (threats, earlier) = (before.threats, before.static_eval);
        let Some(mv) = before.mv.filter(|mv| mv.is_quiet()) else { return };
        if excluded.is_some() || !judges_the_move_before(node, earlier) {
            return;
        }
        let bonus = bonus_of_evaluations(earlier, node.static_eval);
        self.memory.histories.update_butterfly(!board.side_to_move(), mv, threats, bonus);
    }

    /// No move has come up to alpha: the quiet move that led here is praised for that.
    pub(super) fn learn_from_refutation(&mut self, board: &Board, ply: usize, depth: i32) {
        let Some(before) = ply.checked_sub(1).map(|before| self.stack(before)) else { return };
        let Some(mv) = before.mv.filter(|mv| mv.is_quiet()) else { return };
        let (piece_to, threats) = (before.piece_to, before.threats);
        let preceding = CONTINUATION_PLIES.map(|plies| self.stack_before(ply, plies + 1).piece_to);
        let bonus = bonus(depth) * params::history_refutation_percent() / 100;
        let histories = &mut self.memory.histories;
        histories.update_continuation(piece_to, &preceding, bonus);
        histories.update_butterfly(!board.side_to_move(), mv, threats, bonus);
    }

    /// A reduced move had to be searched again: whether it then held is worth remembering.
    pub(super) fn learn_from_research(
        &mut self,
        ply: usize,
        context: &MoveContext,
        depth: i32,
        held: bool,
    ) {
        let entry = self.stack(ply);
        let (mv, piece_to) = (entry.mv, entry.piece_to);
        if mv.is_some_and(Move::is_quiet) {
            let bonus = if held { bonus(depth) } else { -bonus(depth) };
            let preceding = &context.preceding;
            self.memory.histories.update_continuation(piece_to, preceding, bonus);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::pruning::tests::hopeless;

    #[test]
    fn evaluations_judge_no_move_in_check_or_on_the_way_through_a_won_ending() {
        assert!(judges_the_move_before(&hopeless(false), 10));
        assert!(!judges_the_move_before(&hopeless(true), 10));
        assert!(!judges_the_move_before(&hopeless(false), NO_VALUE));
        assert!(!judges_the_move_before(&Node { in_check: true, ..hopeless(false) }, 10));
    }

    #[test]
    fn a_late_quiet_move_is_blamed_less_than_an_early_one() {
        let early = malus_at(0, 1_000);
        assert_eq!(early, 1_000);
        assert!((1..early).contains(&malus_at(20, 1_000)));
    }

    #[test]
    fn a_move_that_raises_its_sides_evaluation_is_praised_within_bounds() {
        // The side to move stood at 10; after its move the other side stands at -40.
        assert!(bonus_of_evaluations(10, -40) > 0);
        assert!(bonus_of_evaluations(10, 20) < 0);
        assert_eq!(bonus_of_evaluations(10, -10), 0);
        let most = params::history_eval_max();
        assert_eq!(bonus_of_evaluations(-9_000, -9_000), most);
        assert_eq!(bonus_of_evaluations(9_000, 9_000), -most);
    }
}
