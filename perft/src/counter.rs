//! Counting with threads, a hash table and reports of progress.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use portcullis_movegen::{Board, Move};
use rayon::ThreadPool;
use rayon::prelude::*;
use thiserror::Error;

use crate::table::Table;
use crate::tree::{Method, perft};

/// Subtrees up to this depth are counted by one thread: they take some microseconds, which a task
/// can cost without being felt, and are small enough to keep every core busy to the end.
const SERIAL_DEPTH: u8 = 3;

/// Progress is reported at the first ply that has at least this many subtrees.
const MIN_PROGRESS_STEPS: u64 = 200;

/// Why a [`Perft`] could not be set up.
#[derive(Debug, Error)]
pub enum SetUpError {
    /// The hash table does not fit in memory.
    #[error("there is no memory for a hash table of {0} MB")]
    Hash(usize),
    /// The threads could not be started.
    #[error("{0} threads could not be started")]
    Threads(usize),
}

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Finished subtrees.
    pub done: u64,
    /// All subtrees that are reported on.
    pub total: u64,
}

/// Leaves of a tree, in all and by the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// All leaves; a count above 2^64 - 1, which only a hash table can reach, reads as 2^64 - 1.
    pub nodes: u64,
    /// The leaves below each legal move, in the generator's order; empty at depth 0.
    pub moves: Vec<(Move, u64)>,
}

type Report<'a> = &'a (dyn Fn(Progress) + Sync);

/// A way of counting: bulk or not, on some number of threads, with or without a hash table.
///
/// ```
/// # use portcullis_movegen::Board;
/// # use portcullis_perft::Perft;
/// # use std::num::NonZeroUsize;
/// # fn main() -> Result<(), portcullis_perft::SetUpError> {
/// let perft = Perft::new().threads(NonZeroUsize::new(2).unwrap())?.hash(16);
/// assert_eq!(perft.count(&Board::startpos(), 5)?, 4_865_609);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Perft {
    bulk: bool,
    hash_mb: usize,
    pool: Option<ThreadPool>,
}

impl Default for Perft {
    fn default() -> Self {
        Self::new()
    }
}

impl Perft {
    /// One thread, no hash table, last ply counted in bulk.
    #[must_use]
    pub fn new() -> Self {
        Self { bulk: true, hash_mb: 0, pool: None }
    }

    /// Whether the last ply is only counted (the default) or played move by move.
    #[must_use]
    pub fn bulk(mut self, bulk: bool) -> Self {
        self.bulk = bulk;
        self
    }

    /// The size of the hash table in units of 2^20 bytes; 0, the default, is none.
    ///
    /// Every count begins with an empty table.
    #[must_use]
    pub fn hash(mut self, megabytes: usize) -> Self {
        self.hash_mb = megabytes;
        self
    }

    /// The number of threads that share the work.
    ///
    /// # Errors
    /// If the system refuses the threads.
    pub fn threads(mut self, threads: NonZeroUsize) -> Result<Self, SetUpError> {
        let threads = threads.get();
        self.pool = match threads {
            1 => None,
            _ => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map_err(|_| SetUpError::Threads(threads))?,
            ),
        };
        Ok(self)
    }

    /// Leaves at `depth`.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn count(&self, board: &Board, depth: u8) -> Result<u64, SetUpError> {
        Ok(self.divide(board, depth)?.nodes)
    }

    /// Leaves at `depth`, in all and by the first move.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn divide(&self, board: &Board, depth: u8) -> Result<Division, SetUpError> {
        self.divide_with_progress(board, depth, None)
    }

    /// [`Perft::divide`], with a report whenever one of some hundreds of subtrees is done. Reports
    /// come from all threads, and two may overtake each other.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn divide_with_progress(
        &self,
        board: &Board,
        depth: u8,
        report: Option<Report<'_>>,
    ) -> Result<Division, SetUpError> {
        if depth == 0 {
            return Ok(Division { nodes: 1, moves: Vec::new() });
        }
        let table = match self.hash_mb {
            0 => None,
            mb => Some(Table::new(mb).ok_or(SetUpError::Hash(mb))?),
        };
        let split = Split {
            method: Method { bulk: self.bulk, table: table.as_ref() },
            parallel: self.pool.is_some(),
            steps: report.map(|report| Steps::new(board, depth, report)),
        };
        let moves = board.legal_moves();
        let moves = self.map(&moves, |&mv| (mv, split.count_move(board, mv, depth - 1, 1)));
        let nodes = moves.iter().fold(0, |sum: u64, &(_, nodes)| sum.saturating_add(nodes));
        Ok(Division { nodes, moves })
    }

    /// Maps the items on the threads of this counter, results in order.
    pub(crate) fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        f: impl Fn(&T) -> R + Send + Sync,
    ) -> Vec<R> {
        match &self.pool {
            None => items.iter().map(f).collect(),
            Some(pool) => pool.install(|| items.par_iter().with_max_len(1).map(f).collect()),
        }
    }
}

/// The reports of one count.
struct Steps<'a> {
    report: Report<'a>,
    /// The ply whose subtrees are the steps.
    ply: u8,
    total: u64,
    done: AtomicU64,
}

impl<'a> Steps<'a> {
    fn new(board: &Board, depth: u8, report: Report<'a>) -> Self {
        let mut ply = 1;
        let mut total = perft(board, ply);
        while total < MIN_PROGRESS_STEPS && ply + SERIAL_DEPTH < depth {
            ply += 1;
            total = perft(board, ply);
        }
        Self { report, ply, total, done: AtomicU64::new(0) }
    }

    fn finished(&self, ply: u8) {
        if ply == self.ply {
            let done = self.done.fetch_add(1, Relaxed) + 1;
            (self.report)(Progress { done, total: self.total });
        }
    }
}

/// The upper part of the tree, whose subtrees idle threads may steal.
///
/// The split goes down to subtrees of [`SERIAL_DEPTH`] on every line, not to a fixed number of
/// moves from the root, so that one move with nearly the whole tree below it still feeds all
/// threads.
struct Split<'a> {
    method: Method<'a>,
    parallel: bool,
    steps: Option<Steps<'a>>,
}

impl Split<'_> {
    /// Leaves below `mv`, `depth` plies after it; `ply` is the distance of its child to the root.
    fn count_move(&self, board: &Board, mv: Move, depth: u8, ply: u8) -> u64 {
        let mut child = *board;
        child.play(mv);
        let nodes = self.count(&child, depth, ply);
        if let Some(steps) = &self.steps {
            steps.finished(ply);
        }
        nodes
    }

    fn count(&self, board: &Board, depth: u8, ply: u8) -> u64 {
        if depth <= SERIAL_DEPTH {
            return self.method.count(board, depth);
        }
        if let Some(nodes) = self.method.table.and_then(|table| table.get(board.key(), depth)) {
            return nodes;
        }
        let moves = board.legal_moves();
        let below = |&mv: &Move| self.count_move(board, mv, depth - 1, ply + 1);
        let nodes = if self.parallel {
            moves.par_iter().with_max_len(1).map(below).reduce(|| 0, u64::saturating_add)
        } else {
            moves.iter().map(below).fold(0, u64::saturating_add)
        };
        if let Some(table) = self.method.table {
            table.insert(board.key(), depth, nodes);
        }
        nodes
    }
}
