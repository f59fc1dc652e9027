//! The heart of the search: one node and its moves.

use arrayvec::ArrayVec;
use portcullis_movegen::{Board, Move};

use crate::ordering::{MoveContext, Picker, Quiets};
use crate::search::checks::Checks;
use crate::search::extensions::Verdict;
use crate::search::node::{Candidate, MoveFacts, Node, NodeKind, NonPv, Pv};
use crate::search::pruning::Prune;
use crate::search::qsearch::Quiescence;
use crate::search::root_moves::RootOutcome;
use crate::search::{Search, Start, Stopped};
use crate::tt::Entry;
use crate::value::{
    Bound, DRAW, INFINITE, NO_VALUE, Value, is_decided, is_known, is_loss, mate_in, mated_in,
    to_table,
};

/// One move of a node on its way through the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Counted from 1 in the order of search.
    pub(super) number: usize,
    /// Depth below the move when it is not reduced.
    pub(super) depth: i32,
    /// In 1024ths of a ply.
    pub(super) reduction: i32,
}

/// Moves that have been tried without cutting off.
#[derive(Debug, Default)]
pub(super) struct Tried {
    pub(super) quiet: ArrayVec<Move, 64>,
    pub(super) noisy: ArrayVec<Move, 64>,
}

impl Tried {
    fn push(&mut self, mv: Move) {
        let list = if mv.is_quiet() { &mut self.quiet } else { &mut self.noisy };
        // Beyond the capacity the moves matter little.
        let _ = list.try_push(mv);
    }
}

impl Search<'_> {
    /// The value of a position to a depth, exact inside the window and a bound outside it
    /// ([fail-soft](https://www.chessprogramming.org/Fail-Soft)).
    #[expect(clippy::too_many_lines, reason = "the story of a node is told in one piece")]
    pub(super) fn alpha_beta<N: NodeKind>(
        &mut self,
        board: &Board,
        ply: usize,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        cut_node: bool,
    ) -> Result<Value, Stopped> {
        if depth <= 0 {
            return self.qsearch::<N>(board, ply, alpha, beta, Quiescence::WithChecks);
        }
        self.enter(ply);
        let mut best = -INFINITE;
        if !N::ROOT {
            (best, alpha) = match self.begin_node(board, ply, alpha, beta) {
                Start::Settled(value) => return Ok(value),
                Start::Open { best, alpha } => (best, alpha),
            };
            // Mate distance pruning: nothing here can be better than a mate found elsewhere.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        let excluded = self.stack(ply).excluded;
        let mut ceiling = INFINITE;
        let hit = self.probe(board, ply);
        if !N::PV
            && excluded.is_none()
            && let Some(value) = self.table_cutoff(board, hit, depth, alpha, beta)
        {
            self.learn_from_table(board, ply, depth, value >= beta, hit);
            return Ok(value);
        }
        if !N::ROOT
            && excluded.is_none()
            && let Some(known) = self.probe_tables(board, ply, depth)
        {
            if known.settles(alpha, beta) {
                self.keep_table_value(board, ply, depth, known);
                return Ok(known.value);
            }
            if N::PV {
                (best, ceiling) = known.limits();
                alpha = alpha.max(best);
            }
        }
        let mut node = self.node::<N>(board, ply, hit, cut_node);
        (node.alpha, node.beta, node.depth) = (alpha, beta, depth);
        self.learn_from_evaluation(board, &node, excluded);
        if !N::PV
            && excluded.is_none()
            && let Some(value) = self.prune_node(board, &node)?
        {
            return Ok(value);
        }
        depth -= self.internal_iterative_reduction::<N>(&node);
        node.depth = depth;

        let hash_move = if N::ROOT { Some(self.root.first_move()) } else { node.hash_move() };
        let facts = self.move_facts(board, ply);
        let mut picker = Picker::all_checks_early(hash_move, facts.checks);
        let mut tried = Tried::default();
        let mut best_move = None;
        let mut number = 0;
        loop {
            let quiets = || match best {
                _ if N::ROOT || is_loss(best) => Quiets::All,
                _ => self.quiets_worth_search(board, &node, &facts.checks, number + 1),
            };
            let next = picker.next(board, &self.memory.histories, &facts.context, quiets);
            let Some(mv) = next else { break };
            if Some(mv) == excluded || (N::ROOT && !self.root.is_searched(mv)) {
                continue;
            }
            number += 1;
            let history = self.promise(board, &facts.context, &picker, mv);
            let candidate = Candidate { mv, number, history };
            if N::ROOT {
                self.tell_move(mv, number);
            } else if !is_loss(best) {
                match self.prune_move(board, &node, &facts, &candidate) {
                    Prune::No => {}
                    Prune::Move => continue,
                    Prune::AllQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            self.fetch_ahead(board, mv);
            let extension = match self.singularity::<N>(board, &node, mv, excluded)? {
                Verdict::Extend(plies) => plies.max(self.least_extension(board, &facts, mv)),
                Verdict::Cut(value) => return Ok(value),
            };
            let reduction = self.reduction(&node, &candidate);
            let nodes_before = self.nodes;
            let mut child = *board;
            self.play(&mut child, ply, mv)?;
            let step = Step { number, depth: depth - 1 + extension, reduction };
            let value = self.search_child::<N>(&child, &node, &facts, step, best)?;
            self.undo();
            if N::ROOT {
                self.record_root_move(&node, &candidate, value, nodes_before);
            }
            if value > best {
                best = value;
                if value > node.alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    node.alpha = value;
                }
            }
            if Some(mv) != best_move {
                tried.push(mv);
            }
        }

        if number == 0 {
            return Ok(match excluded {
                Some(_) => alpha,
                None if node.in_check => mated_in(ply),
                None => DRAW,
            });
        }
        if best >= beta {
            best = towards(best, beta, depth);
            self.stack_mut(ply).cutoffs += 1;
        }
        if best_move.is_none() && excluded.is_none() {
            self.learn_from_refutation(board, ply, depth);
        }
        if let Some(mv) = best_move {
            self.learn_from_best(board, &node, &facts.context, mv, &tried);
        }
        best = best.min(ceiling);
        if excluded.is_none() && !(N::ROOT && self.root.is_restricted()) {
            self.keep(board, &node, best, best_move);
        }
        Ok(best)
    }

    /// What the root learns from the search of one of its moves.
    fn record_root_move(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        value: Value,
        nodes_before: u64,
    ) {
        let Candidate { mv, number, .. } = *candidate;
        let (alpha, beta) = (node.alpha, node.beta);
        let (nodes, seldepth) = (self.nodes - nodes_before, self.seldepth);
        let outcome = RootOutcome { mv, number, value, alpha, beta, nodes, seldepth };
        self.root.record(&outcome, &self.memory.lines[node.ply + 1]);
    }

    /// Keeps what a node has come to, in the hash table and as a correction of its evaluation.
    fn keep(&mut self, board: &Board, node: &Node, best: Value, best_move: Option<Move>) {
        let bound = match best_move {
            _ if best >= node.beta => Bound::Lower,
            Some(_) if node.pv => Bound::Exact,
            _ => Bound::Upper,
        };
        self.learn_correction(board, node, best, bound, best_move);
        let value = to_table(best, node.ply);
        let (eval, depth, pv, bound) = (node.raw_eval, node.depth, node.tt_pv, Some(bound));
        self.job.table.store(board.key(), Entry { mv: best_move, value, eval, depth, bound, pv });
    }

    /// Searches the position after a move: reduced first if the move is late, then in a zero
    /// window, and in the full window only if it may become the principal variation.
    fn search_child<N: NodeKind>(
        &mut self,
        child: &Board,
        node: &Node,
        facts: &MoveFacts,
        step: Step,
        best: Value,
    ) -> Result<Value, Stopped> {
        let (alpha, ply) = (node.alpha, node.ply + 1);
        let mut value = -INFINITE;
        let mut open = step.number == 1;
        if step.depth >= 2 && step.number > 1 + usize::from(N::ROOT) {
            let reduction = self.reduction_after_move(child, ply, step.reduction);
            let reduced = (step.depth - reduction / 1024).clamp(1, step.depth + 1);
            value = -self.alpha_beta::<NonPv>(child, ply, -alpha - 1, -alpha, reduced, true)?;
            if value > alpha && reduced < step.depth {
                let depth = step.depth + self.adjust_research(value, best, reduced, step.depth);
                if reduced < depth {
                    let cut_node = !node.cut_node;
                    value = -self.alpha_beta::<NonPv>(
                        child,
                        ply,
                        -alpha - 1,
                        -alpha,
                        depth,
                        cut_node,
                    )?;
                }
                self.learn_from_research(node.ply, &facts.context, step.depth, value > alpha);
            }
            open = value > alpha;
        } else if !N::PV || step.number > 1 {
            let cut_node = !node.cut_node;
            value =
                -self.alpha_beta::<NonPv>(child, ply, -alpha - 1, -alpha, step.depth, cut_node)?;
            open = value > alpha;
        }
        if N::PV && open {
            value = -self.alpha_beta::<Pv>(child, ply, -node.beta, -alpha, step.depth, false)?;
        }
        Ok(value)
    }

    /// The hash table's value where it settles a node outside the principal variation.
    fn table_cutoff(
        &self,
        board: &Board,
        hit: Option<Entry>,
        depth: i32,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        let entry = hit?;
        // Close to the fifty-move rule a value may hide that the game is about to be drawn.
        let settles = entry.depth >= depth
            && board.halfmove_clock() < 90
            && match entry.bound? {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
        settles.then_some(entry.value)
    }

    /// Gathers the facts of a node.
    fn node<N: NodeKind>(
        &mut self,
        board: &Board,
        ply: usize,
        hit: Option<Entry>,
        cut_node: bool,
    ) -> Node {
        let in_check = board.in_check();
        let tt_pv = N::PV || hit.is_some_and(|entry| entry.pv);
        let (mut raw_eval, mut static_eval, mut estimate) = (NO_VALUE, NO_VALUE, NO_VALUE);
        if !in_check {
            raw_eval = self.raw_eval(board, ply, hit);
            static_eval = self.corrected_eval(board, ply, raw_eval);
            estimate = hit.map_or(static_eval, |entry| entry.refine(static_eval));
            if hit.is_none() {
                self.job.table.store_eval(board.key(), raw_eval, tt_pv);
            }
        }
        let entry = self.stack_mut(ply);
        entry.static_eval = static_eval;
        entry.tt_pv = tt_pv;
        let before = [2, 4].map(|plies| self.stack_before(ply, plies).static_eval);
        let earlier = before.into_iter().find(|&eval| eval != NO_VALUE);
        Node {
            ply,
            depth: 0,
            alpha: 0,
            beta: 0,
            pv: N::PV,
            cut_node,
            in_check,
            hit,
            tt_pv,
            raw_eval,
            static_eval,
            is_graded: self.root_is_known && is_known(static_eval),
            estimate,
            improving: !in_check && earlier.is_none_or(|eval| static_eval > eval),
        }
    }
}

impl Search<'_> {
    /// Gathers the facts that the moves of a node need.
    fn move_facts(&mut self, board: &Board, ply: usize) -> MoveFacts {
        let context = self.move_context(board, ply);
        self.stack_mut(ply).threats = context.threats.all;
        MoveFacts { context, checks: Checks::new(board) }
    }

    /// What the histories say of a move that the picker has just handed out.
    fn promise(&self, board: &Board, context: &MoveContext, picker: &Picker, mv: Move) -> i32 {
        let histories = &self.memory.histories;
        match picker.promise() {
            Some(promise) => promise,
            None if mv.is_noisy() => histories.noisy(board, mv),
            None => histories.quiet(board, mv, context),
        }
    }
}

impl Entry {
    /// A better estimate than the static evaluation, where the value bounds it. A decided game
    /// is no estimate: a mate would be told without the line that proves it.
    pub(super) fn refine(&self, eval: Value) -> Value {
        let better = match self.bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.value > eval,
            Some(Bound::Upper) => self.value < eval,
        };
        if better && !is_decided(self.value) && self.value != NO_VALUE { self.value } else { eval }
    }
}

/// A value that is drawn from above towards the bound it has passed, the more the less weight it
/// has: the further it lies beyond, the less it is to be believed.
pub(super) fn towards(value: Value, bound: Value, weight: i32) -> Value {
    if is_decided(value) || is_decided(bound) {
        return value;
    }
    (value * weight + bound) / (weight + 1)
}
