//! The root of the search: [iterative deepening](https://www.chessprogramming.org/Iterative_Deepening)
//! in [aspiration windows](https://www.chessprogramming.org/Aspiration_Windows), and what is told
//! about it.

use portcullis_movegen::Move;

use crate::info::SearchInfo;
use crate::ordering::{Picker, Quiets};
use crate::params;
use crate::search::node::Root;
use crate::search::root_moves::{LONG_SEARCH, RootMoves, ThreadResult};
use crate::search::{Search, Stopped};
use crate::strength::Handicap;
use crate::threads::SearchJob;
use crate::time::Progress;
use crate::value::{
    Bound, DRAW, INFINITE, MATE, MAX_PLY, Score, Value, is_decided, is_mate, mated_in,
};
use crate::win_model::Wdl;

/// A forced move gets so many iterations, for a score and a reply to ponder on.
pub(super) const ONLY_MOVE_DEPTH: i32 = 4;

impl Search<'_> {
    /// Searches deeper and deeper until told to stop; the last exact line.
    pub(crate) fn run(mut self) -> ThreadResult {
        if self.root.is_empty() {
            return self.finished_game();
        }
        let mut clock = Deepening::default();
        let mut best: Option<ThreadResult> = None;
        let mut candidates = Vec::new();
        for depth in 1..=self.last_iteration() {
            let finished = self.iterate(depth).is_ok();
            best = self.root.exact_line(finished, self.job.lines).or(best);
            if !finished {
                break;
            }
            if self.job.handicap.is_some() {
                candidates = self.root.lines(self.job.lines);
            }
            if self.is_main() {
                self.tell_lines();
                if best.as_ref().is_some_and(|line| self.is_settled(line, &mut clock)) {
                    break;
                }
            }
        }
        let stopped = self.job.control.is_halted();
        let told_all = self.job.multi_pv > 1 && best.is_some();
        let best = best.unwrap_or_else(|| self.first_impression());
        if self.is_main() {
            self.job.control.halt();
            if stopped && !told_all {
                // The last word has the final line and the final count.
                self.tell(&best, 0, Bound::Exact);
            }
        }
        match &self.job.handicap {
            Some(handicap) => self.choose(handicap, best, candidates),
            None => best,
        }
    }

    /// The depth at which deepening ends at the latest.
    fn last_iteration(&self) -> i32 {
        let deepest = (MAX_PLY - 1) as i32;
        let wanted =
            self.job.limits.depth.map_or(deepest, |depth| depth.min(MAX_PLY as u32) as i32);
        let allowed = self.job.handicap.as_ref().map_or(deepest, Handicap::depth);
        wanted.min(allowed).clamp(1, deepest)
    }

    /// The line that a limited search plays, which may not be the best: then it is told as the
    /// first one, last of all, and those that were shown before it move down.
    fn choose(
        &self,
        handicap: &Handicap,
        best: ThreadResult,
        mut candidates: Vec<ThreadResult>,
    ) -> ThreadResult {
        let values: Vec<Value> = candidates.iter().map(|line| line.value).collect();
        let chosen = handicap.choose(&values);
        if chosen == 0 {
            return best;
        }
        for (index, line) in candidates.iter().enumerate().take(chosen) {
            if index + 1 < self.job.multi_pv {
                self.tell(line, index + 1, Bound::Exact);
            }
        }
        let line = candidates.swap_remove(chosen);
        self.tell(&line, 0, Bound::Exact);
        line
    }

    fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Only the main thread speaks, and only to somebody who listens.
    pub(super) fn speaks(&self) -> bool {
        self.is_main() && self.job.listener.listens()
    }

    /// One iteration: all lines that are wanted.
    fn iterate(&mut self, depth: i32) -> Result<(), Stopped> {
        self.root_depth = depth;
        self.root.begin_iteration(depth);
        // The nodes of a level are limited from the second iteration on.
        self.next_check = self.nodes;
        for line in 0..self.job.lines {
            self.root.begin_line(line);
            self.seldepth = 0;
            self.aspire(line, depth)?;
        }
        self.root.end_iteration(self.job.lines);
        Ok(())
    }

    /// Searches one line in a window around its last value, which grows until the value fits.
    fn aspire(&mut self, line: usize, depth: i32) -> Result<(), Stopped> {
        let board = *self.job.position.board();
        let expected = self.root.expected_value();
        let mut delta = params::aspiration_delta();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params::aspiration_min_depth() && !is_decided(expected) {
            (alpha, beta) = (expected - delta, expected + delta);
        }
        let mut lessened = 0;
        loop {
            let searched = (depth - lessened).max(1);
            let value = self.alpha_beta::<Root>(&board, 0, alpha, beta, searched, false)?;
            self.root.sort();
            let failed = if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                lessened = 0;
                Bound::Upper
            } else if value >= beta {
                beta = (value + delta).min(INFINITE);
                lessened += i32::from(lessened < params::aspiration_max_lessening());
                Bound::Lower
            } else {
                return Ok(());
            };
            if self.speaks() && self.job.lines == 1 && self.job.control.elapsed() > LONG_SEARCH {
                let leading = self.root.leading_line(value);
                self.tell(&leading, line, failed);
            }
            delta += delta * params::aspiration_growth_percent() / 100;
            if delta > params::aspiration_delta_max() {
                (alpha, beta) =
                    if failed == Bound::Upper { (-INFINITE, beta) } else { (alpha, INFINITE) };
            }
        }
    }

    /// Whether the iteration that has ended was the last that is needed.
    fn is_settled(&self, best: &ThreadResult, clock: &mut Deepening) -> bool {
        let mate_moves = (MATE - best.value.abs() + 1) / 2;
        let mate_found = is_mate(best.value)
            && self.job.limits.mate.is_some_and(|wanted| mate_moves <= wanted as i32);
        let progress = clock.progress(best, &self.root, self.nodes);
        let only_move = progress.only_move && best.depth >= ONLY_MOVE_DEPTH;
        let progress = Progress { only_move, ..progress };
        let time_is_spent = self
            .job
            .control
            .clock()
            .is_some_and(|elapsed| self.job.time.is_enough(elapsed, &progress));
        let nodes_are_spent =
            self.job.limits.soft_nodes.is_some_and(|wanted| self.job.nodes() >= wanted);
        mate_found || time_is_spent || nodes_are_spent
    }

    /// Stopped before the first iteration was over: the best move, if at least that is known, or
    /// the one that looks best.
    fn first_impression(&mut self) -> ThreadResult {
        if let Some(line) = self.root.first_line() {
            return line;
        }
        let board = *self.job.position.board();
        let context = self.move_context(&board, 0);
        let mut picker = Picker::all(None);
        let looks_best = std::iter::from_fn(|| {
            picker.next(&board, &self.memory.histories, &context, || Quiets::All)
        })
        .find(|&mv| self.root.contains(mv));
        let value = self.deepest_value(&board, 0);
        ThreadResult { value, depth: 1, seldepth: 1, pv: looks_best.into_iter().collect() }
    }

    /// The root is mate or stalemate.
    fn finished_game(&self) -> ThreadResult {
        let value = if self.job.position.board().in_check() { mated_in(0) } else { DRAW };
        let result = ThreadResult { value, depth: 0, seldepth: 0, pv: Vec::new() };
        if self.is_main() {
            self.tell(&result, 0, Bound::Exact);
        }
        result
    }

    /// Tells all lines of an iteration.
    fn tell_lines(&mut self) {
        if !self.speaks() {
            return;
        }
        for (index, line) in self.root.lines(self.job.multi_pv).iter().enumerate() {
            self.tell(line, index, Bound::Exact);
        }
        self.root.spoke(self.job.control.elapsed());
    }

    fn tell(&self, line: &ThreadResult, index: usize, bound: Bound) {
        self.job.tell(line, index, bound);
    }

    /// Tells which move of the root is being searched.
    pub(super) fn tell_move(&self, mv: Move, number: usize) {
        if self.speaks() {
            self.root.speak_of_move(self.job, self.root_depth, mv, number);
        }
    }
}

impl SearchJob {
    /// The move that a line expects in reply to its first, or that the hash table knows.
    pub(crate) fn reply_to(&self, line: &ThreadResult) -> Option<Move> {
        if let Some(&reply) = line.pv.get(1) {
            return Some(reply);
        }
        let mut board = *self.position.board();
        board.play(line.best_move()?);
        self.table.probe(board.key())?.mv.filter(|&mv| board.is_legal(mv))
    }

    /// Tells the line that is chosen in the end.
    pub(crate) fn tell_final(&self, line: &ThreadResult) {
        self.tell(line, 0, Bound::Exact);
    }

    /// Tells the listener about a line.
    fn tell(&self, line: &ThreadResult, index: usize, bound: Bound) {
        if !self.listener.listens() {
            return;
        }
        self.listener.info(&SearchInfo {
            depth: line.depth as u32,
            seldepth: line.seldepth as u32,
            multipv: index + 1,
            score: Score::normalised(line.value),
            bound,
            wdl: Wdl::new(line.value, self.position.board().fullmove_number()),
            status: self.status(),
            pv: line.pv.clone(),
        });
    }
}

/// How the best line has changed from iteration to iteration.
#[derive(Debug, Default)]
struct Deepening {
    best_move: Option<Move>,
    stable_iterations: u32,
    values: Vec<Value>,
}

impl Deepening {
    fn progress(&mut self, best: &ThreadResult, root: &RootMoves, nodes: u64) -> Progress {
        self.stable_iterations =
            if self.best_move == best.best_move() { self.stable_iterations + 1 } else { 0 };
        self.best_move = best.best_move();
        let earlier = self.values.iter().rev().nth(2).or(self.values.first());
        let score_drop = earlier.map_or(0, |value| value - best.value);
        self.values.push(best.value);
        Progress {
            stable_iterations: self.stable_iterations,
            best_move_effort: root.best_move_nodes() as f64 / nodes.max(1) as f64,
            score_drop,
            only_move: root.is_forced(),
        }
    }
}
