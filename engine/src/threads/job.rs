//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::eval::Network;
use crate::info::SearchListener;
use crate::limits::Limits;
use crate::position::Position;
use crate::search::ThreadResult;
use crate::search::root_tables::{self, RankedMove};
use crate::strength::Handicap;
use crate::tablebase::TableSettings;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;

/// A counter with a cache line of its own, written by one thread and read by all.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn set(&self, count: u64) {
        self.0.store(count, Relaxed);
    }
}

/// One search: its task, and what its threads tell each other.
pub(crate) struct SearchJob {
    pub(crate) position: Position,
    pub(crate) limits: Limits,
    /// The moves to be searched; empty if the root is mate or stalemate.
    pub(crate) root_moves: Vec<RankedMove>,
    /// Lines that are told.
    pub(crate) multi_pv: usize,
    /// Lines that are searched: those told, and the candidates of a limited search.
    pub(crate) lines: usize,
    /// What makes this search weaker than it could be.
    pub(crate) handicap: Option<Handicap>,
    /// The moves of the mate that is all this search looks for.
    pub(crate) mate_sought: Option<usize>,
    pub(crate) time: TimeManager,
    pub(crate) table: Arc<TranspositionTable>,
    /// What evaluates positions, unless that is done by hand-written terms.
    pub(crate) network: Option<Arc<Network>>,
    pub(crate) listener: Arc<dyn SearchListener>,
    pub(crate) control: Control,
    /// Endgame tables to look into during the search.
    pub(crate) tables: Option<TableSettings>,
    /// Nodes by thread.
    pub(crate) counters: Box<[Counter]>,
    /// Positions found in the tables, by thread, and before the threads began.
    pub(crate) hit_counters: Box<[Counter]>,
    root_hits: u64,
    /// What the threads other than the first have found; complete when they all have finished.
    results: Mutex<Vec<ThreadResult>>,
    result_added: Condvar,
}

impl std::fmt::Debug for SearchJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchJob")
            .field("position", &self.position)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// What a search needs from the engine.
pub(crate) struct JobSetup {
    pub(crate) position: Position,
    pub(crate) limits: Limits,
    pub(crate) multi_pv: usize,
    pub(crate) move_overhead: Duration,
    pub(crate) threads: usize,
    pub(crate) handicap: Option<Handicap>,
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) network: Option<Arc<Network>>,
    pub(crate) tables: Option<TableSettings>,
    pub(crate) listener: Arc<dyn SearchListener>,
}

impl SearchJob {
    pub(crate) fn new(setup: JobSetup) -> SearchJob {
        let JobSetup { position, limits, multi_pv, move_overhead, threads, .. } = setup;
        let JobSetup { handicap, table, network, tables, listener, .. } = setup;
        let mut root_moves = position.board().legal_moves().to_vec();
        if root_moves.iter().any(|mv| limits.search_moves.contains(mv)) {
            root_moves.retain(|mv| limits.search_moves.contains(mv));
        }
        let ranking = root_tables::rank(&position, &root_moves, tables, multi_pv == 1);
        let root_moves = ranking.moves;
        let mate_sought = limits.mate_sought(position.board().side_to_move());
        let time = TimeManager::new(&limits, position.board().side_to_move(), move_overhead);
        let control = Control::new(limits.ponder, limits.infinite);
        let possible_lines = root_moves.len().max(1);
        let candidates = handicap.as_ref().map_or(1, Handicap::candidates);
        SearchJob {
            position,
            limits,
            multi_pv: multi_pv.clamp(1, possible_lines),
            lines: multi_pv.max(candidates).clamp(1, possible_lines),
            handicap,
            mate_sought,
            root_moves,
            time,
            table,
            network,
            tables: ranking.tables,
            listener,
            control,
            counters: (0..threads).map(|_| Counter::default()).collect(),
            hit_counters: (0..threads).map(|_| Counter::default()).collect(),
            root_hits: ranking.hits,
            results: Mutex::new(Vec::new()),
            result_added: Condvar::new(),
        }
    }

    /// Nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// Positions that all threads have found in the tables.
    pub(crate) fn table_hits(&self) -> u64 {
        let of_threads = self.hit_counters.iter().map(|counter| counter.0.load(Relaxed));
        self.root_hits + of_threads.sum::<u64>()
    }

    /// A thread other than the first has finished.
    pub(crate) fn add_result(&self, result: ThreadResult) {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
        self.result_added.notify_one();
    }

    /// Waits until all other threads have finished; what they have found.
    pub(crate) fn take_results(&self) -> Vec<ThreadResult> {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        while results.len() + 1 < self.counters.len() {
            results = self.result_added.wait(results).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut results)
    }
}

/// Starts, halts and releases a search.
///
/// *Halted* means that the threads stop searching. *Released* means that the answer may be given:
/// a search that ponders, or is infinite, is released by a stop (or the ponder hit) only.
#[derive(Debug)]
pub(crate) struct Control {
    started: Instant,
    halted: AtomicBool,
    pondering: AtomicBool,
    /// Microseconds from the start to the ponder hit: when the clock began to run.
    clock_started: AtomicU64,
    released: Mutex<bool>,
    changed: Condvar,
}

impl Control {
    fn new(ponder: bool, infinite: bool) -> Control {
        Control {
            started: Instant::now(),
            halted: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            clock_started: AtomicU64::new(0),
            released: Mutex::new(!ponder && !infinite),
            changed: Condvar::new(),
        }
    }

    #[inline]
    pub(crate) fn is_halted(&self) -> bool {
        self.halted.load(Relaxed)
    }

    /// Ends the search proper, from within.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    fn release(&self) {
        *self.released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// The user wants the answer.
    pub(crate) fn stop(&self) {
        self.halt();
        self.release();
    }

    /// The move pondered on has been played: the search goes on as a normal one from now. An
    /// infinite search stays infinite.
    pub(crate) fn ponder_hit(&self, infinite: bool) {
        if !self.pondering.load(Relaxed) {
            return;
        }
        self.clock_started.store(self.elapsed().as_micros() as u64, Relaxed);
        self.pondering.store(false, std::sync::atomic::Ordering::Release);
        if !infinite {
            self.release();
        }
    }

    /// Sleeps until the answer may be given.
    pub(crate) fn wait_for_release(&self) {
        let mut released = self.released.lock().unwrap_or_else(PoisonError::into_inner);
        while !*released {
            released = self.changed.wait(released).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Since the clock began to run; none while pondering.
    pub(crate) fn clock(&self) -> Option<Duration> {
        if self.pondering.load(std::sync::atomic::Ordering::Acquire) {
            return None;
        }
        let started = Duration::from_micros(self.clock_started.load(Relaxed));
        Some(self.elapsed().saturating_sub(started))
    }
}
