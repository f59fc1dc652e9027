//! The moves of the root and what is known of them.

use std::cmp::Reverse;
use std::time::Duration;

use portcullis_movegen::Move;

use crate::search::pv::Line;
use crate::search::root_tables::RankedMove;
use crate::threads::SearchJob;
use crate::value::{INFINITE, Value, is_mate};

/// From this time on the search tells about single moves and failed windows.
pub(super) const LONG_SEARCH: Duration = Duration::from_secs(3);
/// The longest silence.
const STATUS_INTERVAL: Duration = Duration::from_secs(1);

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    mv: Move,
    /// The rank that endgame tables give it: no move is preferred to one of a higher rank.
    rank: i32,
    /// What the tables say of it.
    table_value: Option<Value>,
    /// Of the present iteration; minus infinity if only an upper bound is known.
    value: Value,
    /// Of the iteration before.
    expected: Value,
    pv: Vec<Move>,
    seldepth: usize,
    /// Nodes spent on it in the whole search.
    nodes: u64,
}

impl RootMove {
    fn result(&self, depth: i32) -> ThreadResult {
        let (value, seldepth) = (self.told(self.value), self.seldepth as i32);
        ThreadResult { value, depth, seldepth, pv: self.pv.clone() }
    }

    /// What is told of a value: the tables know better, unless it is a mate.
    fn told(&self, value: Value) -> Value {
        self.table_value.filter(|_| !is_mate(value)).unwrap_or(value)
    }

    /// The best first.
    fn order(&self) -> (Reverse<i32>, Reverse<Value>) {
        (Reverse(self.rank), Reverse(self.value))
    }
}

/// A line whose value is exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThreadResult {
    pub(crate) value: Value,
    /// Depth of the iteration that found it; 0 if none has.
    pub(crate) depth: i32,
    pub(crate) seldepth: i32,
    pub(crate) pv: Vec<Move>,
}

impl ThreadResult {
    pub(crate) fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

/// The moves of the root, the best first.
#[derive(Debug)]
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    /// Moves before this index have their line already.
    line: usize,
    /// Only some of the legal moves are searched.
    restricted: bool,
    /// The last exact line of the present iteration.
    exact: Option<ThreadResult>,
    depth: i32,
    last_word: Duration,
}

impl RootMoves {
    pub(super) fn new(job: &SearchJob) -> RootMoves {
        let moves = job.root_moves.iter().map(|&RankedMove { mv, rank, value }| RootMove {
            mv,
            rank,
            table_value: value,
            value: -INFINITE,
            expected: -INFINITE,
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
        });
        RootMoves {
            moves: moves.collect(),
            line: 0,
            restricted: job.root_moves.len() < job.position.board().legal_moves().len(),
            exact: None,
            depth: 0,
            last_word: Duration::ZERO,
        }
    }

    /// The move to try first.
    pub(super) fn first_move(&self) -> Move {
        self.moves[self.line].mv
    }

    pub(super) fn is_searched(&self, mv: Move) -> bool {
        let moves = &self.moves[self.line..];
        moves.iter().any(|root_move| root_move.mv == mv && root_move.rank == moves[0].rank)
    }

    /// The values found are not those of all legal moves.
    pub(super) fn is_restricted(&self) -> bool {
        self.restricted || self.line > 0
    }

    /// A root move has been searched.
    pub(super) fn record(&mut self, outcome: &RootOutcome, pv: &Line) {
        let &RootOutcome { mv, number, value, alpha, beta, nodes, seldepth } = outcome;
        let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) else {
            return;
        };
        root_move.nodes += nodes;
        if number > 1 && value <= alpha {
            root_move.value = -INFINITE;
            return;
        }
        root_move.value = value;
        root_move.seldepth = seldepth;
        if value > alpha {
            root_move.pv = std::iter::once(mv).chain(pv.moves().iter().copied()).collect();
            if value < beta && self.line == 0 {
                self.exact = Some(root_move.result(self.depth));
            }
        }
    }

    /// The best first, from the present line on; equals keep their order.
    pub(super) fn sort(&mut self) {
        self.moves[self.line..].sort_by_key(RootMove::order);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub(super) fn contains(&self, mv: Move) -> bool {
        self.moves.iter().any(|root_move| root_move.mv == mv)
    }

    /// There is nothing to choose.
    pub(super) fn is_forced(&self) -> bool {
        self.moves.len() == 1
    }

    pub(super) fn begin_iteration(&mut self, depth: i32) {
        self.depth = depth;
        self.exact = None;
        for root_move in &mut self.moves {
            root_move.expected = root_move.value;
        }
    }

    pub(super) fn begin_line(&mut self, line: usize) {
        self.line = line;
    }

    /// All lines are known: the best first, for search may find a later one better.
    pub(super) fn end_iteration(&mut self, lines: usize) {
        self.line = 0;
        self.moves[..lines].sort_by_key(RootMove::order);
    }

    /// What the present line is thought to be worth.
    pub(super) fn expected_value(&self) -> Value {
        self.moves[self.line].expected
    }

    pub(super) fn best_move_nodes(&self) -> u64 {
        self.moves[0].nodes
    }

    /// The line of the move that leads the present one, with a value that only bounds its own.
    pub(super) fn leading_line(&self, bound: Value) -> ThreadResult {
        let leading = &self.moves[self.line];
        ThreadResult { value: leading.told(bound), ..leading.result(self.depth) }
    }

    /// The best lines of the iteration.
    pub(super) fn lines(&self, count: usize) -> Vec<ThreadResult> {
        self.moves[..count].iter().map(|root_move| root_move.result(self.depth)).collect()
    }

    /// The best line of the iteration whose value is exact. Before all lines are known, the first
    /// is the best only if it is the only one wanted.
    pub(super) fn exact_line(&self, finished: bool, lines: usize) -> Option<ThreadResult> {
        if finished {
            return self.lines(1).pop();
        }
        self.exact.clone().filter(|_| lines == 1)
    }

    /// The first line of an iteration that was stopped in a later one.
    pub(super) fn first_line(&self) -> Option<ThreadResult> {
        (self.line > 0).then(|| self.moves[0].result(self.depth))
    }

    /// Something has been told just now.
    pub(super) fn spoke(&mut self, now: Duration) {
        self.last_word = now;
    }

    /// Tells which root move is being searched, in a long search.
    pub(super) fn speak_of_move(&self, job: &SearchJob, depth: i32, mv: Move, number: usize) {
        let now = job.control.elapsed();
        if now >= LONG_SEARCH {
            job.listener.current_move(depth as u32, mv, number + self.line);
        }
    }

    /// Tells the counters after a second of silence.
    pub(super) fn speak_of_status(&mut self, job: &SearchJob) {
        let now = job.control.elapsed();
        if now >= self.last_word + STATUS_INTERVAL {
            self.last_word = now;
            job.listener.status(&job.status());
        }
    }
}

/// What the search of a root move has brought.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootOutcome {
    pub(super) mv: Move,
    pub(super) number: usize,
    pub(super) value: Value,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
}
