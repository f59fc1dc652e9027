//! The facade of the engine: everything a protocol needs, and nothing that prints.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::eval::{Evaluation, Network, NetworkError};
use crate::info::{BestMove, SearchListener};
use crate::lag::LagMeter;
use crate::limits::Limits;
use crate::position::Position;
use crate::search::ThreadResult;
use crate::strength::{self, Strength};
use crate::tablebase::{TableSettings, Tablebase};
use crate::threads::{JobSetup, SearchJob, ThreadPool, vote};
use crate::tt::TranspositionTable;

/// Why the engine did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// A search is running; it has to end first.
    Searching,
    /// The system does not give so much memory; the old hash table is kept.
    OutOfMemory {
        /// What was asked for.
        megabytes: usize,
    },
    /// The system does not give so many threads; the engine goes on with those it has.
    Threads {
        /// What was asked for.
        wanted: usize,
        /// What there is now.
        started: usize,
    },
    /// The network could not be loaded; the old evaluation is kept.
    Network {
        /// Its file.
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkError,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Searching => write!(f, "a search is running"),
            EngineError::OutOfMemory { megabytes } => {
                write!(f, "there is no memory for a hash table of {megabytes} MB")
            }
            EngineError::Threads { wanted, started } => {
                write!(f, "the system gives {started} threads, not {wanted}")
            }
            EngineError::Network { path, error } => {
                write!(f, "the network {} is not loaded: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for EngineError {}

/// Where a search ends: the one place that settles the races between its end and the commands that
/// start, stop or wait for it.
#[derive(Debug, Default)]
pub(crate) struct Reception {
    current: Mutex<Option<Arc<SearchJob>>>,
    ended: Condvar,
    /// What the last answer took of its clock, as far as it was meant to.
    time_used: Mutex<Option<Duration>>,
}

impl Reception {
    fn current(&self) -> MutexGuard<'_, Option<Arc<SearchJob>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn time_used(&self) -> MutexGuard<'_, Option<Duration>> {
        self.time_used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The main thread has finished: collects the other threads' results and answers when the
    /// answer may be given.
    pub(crate) fn answer(&self, job: &SearchJob, result: ThreadResult) {
        let mut results = vec![result];
        results.extend(job.take_results());
        // Where a depth was asked for, only the first thread is sure to have reached it.
        let may_vote = job.multi_pv == 1 && job.limits.depth.is_none();
        let chosen = if may_vote { vote(&results) } else { 0 };
        let line = results.swap_remove(chosen);
        if chosen != 0 {
            job.tell_final(&line);
        }
        job.control.wait_for_release();
        let best = BestMove { best: line.best_move(), ponder: job.reply_to(&line) };
        // The lock is held until the answer has been given: whoever hears it and asks for another
        // search at once finds the engine idle.
        let mut current = self.current();
        job.listener.best_move(&best);
        *self.time_used() = job.control.clock().map(|used| job.time.within(used));
        *current = None;
        self.ended.notify_all();
    }
}

/// The engine: a position, a hash table, and threads that search.
#[derive(Debug)]
pub struct Engine {
    position: Position,
    table: Arc<TranspositionTable>,
    network: Option<Arc<Network>>,
    tables: Option<Arc<dyn Tablebase>>,
    probe_depth: i32,
    probe_limit: u32,
    fifty_move_rule: bool,
    multi_pv: usize,
    move_overhead: Duration,
    lag: LagMeter,
    strength: Strength,
    pool: ThreadPool,
    reception: Arc<Reception>,
}

/// A search for a mate has a hash table of its own, of at most so many megabytes.
const MATE_HASH_MB: usize = 256;

impl Engine {
    /// Megabytes of the hash table of a new engine.
    pub const DEFAULT_HASH_MB: usize = 16;
    /// The largest hash table.
    pub const MAX_HASH_MB: usize = 33_554_432;
    /// The greatest number of threads.
    pub const MAX_THREADS: usize = 1024;
    /// The greatest number of lines.
    pub const MAX_MULTI_PV: usize = 256;
    /// The greatest number of men, kings included, of an endgame table.
    pub const MAX_PROBE_LIMIT: u32 = 7;
    /// Milliseconds that are kept back for what lies between the engine and the clock.
    pub const DEFAULT_MOVE_OVERHEAD_MS: u64 = 10;
    /// The weakest play that can be asked for.
    pub const MIN_ELO: u32 = strength::MIN_ELO;
    /// The Elo that stands for full strength.
    pub const FULL_ELO: u32 = strength::FULL_ELO;

    /// An engine with one thread and a small hash table, at the starting position.
    ///
    /// # Errors
    /// If the system gives no memory or no thread.
    pub fn new() -> Result<Engine, EngineError> {
        let mut engine = Engine {
            position: Position::startpos(),
            table: allocate(Self::DEFAULT_HASH_MB)?,
            network: Some(Network::embedded()),
            tables: None,
            probe_depth: 1,
            probe_limit: Self::MAX_PROBE_LIMIT,
            fifty_move_rule: true,
            multi_pv: 1,
            move_overhead: Duration::from_millis(Self::DEFAULT_MOVE_OVERHEAD_MS),
            lag: LagMeter::default(),
            strength: Strength::default(),
            pool: ThreadPool::default(),
            reception: Arc::default(),
        };
        engine.set_threads(1)?;
        Ok(engine)
    }

    /// Fails while a search is running.
    fn at_rest(&self) -> Result<(), EngineError> {
        match *self.reception.current() {
            Some(_) => Err(EngineError::Searching),
            None => Ok(()),
        }
    }

    /// Sets the position to search from.
    ///
    /// # Errors
    /// While a search is running.
    pub fn set_position(&mut self, position: Position) -> Result<(), EngineError> {
        self.at_rest()?;
        self.position = position;
        Ok(())
    }

    /// The position to search from.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Starts a search and returns at once. The listener hears its lines, and its answer last.
    ///
    /// # Errors
    /// While another search is running.
    pub fn go(
        &mut self,
        limits: Limits,
        listener: Arc<dyn SearchListener>,
    ) -> Result<(), EngineError> {
        let mut current = self.reception.current();
        if current.is_some() {
            return Err(EngineError::Searching);
        }
        let handicap = self.strength.handicap(&self.position);
        let mate_sought = limits.mate_sought(self.position.board().side_to_move());
        let own_table_mb = match &handicap {
            Some(handicap) => Some(handicap.hash_mb()),
            // What such a search finds holds for the moves within its reach only.
            None => mate_sought.map(|_| MATE_HASH_MB.min(self.table.megabytes())),
        };
        let own_table = own_table_mb.and_then(|megabytes| allocate(megabytes).ok());
        let table = own_table.unwrap_or_else(|| Arc::clone(&self.table));
        table.age();
        let used = self.reception.time_used().take();
        let move_overhead = self.lag.overhead(&self.position, &limits, used, self.move_overhead);
        let job = Arc::new(SearchJob::new(JobSetup {
            position: self.position.clone(),
            limits,
            multi_pv: self.multi_pv,
            move_overhead,
            threads: if handicap.is_some() { 1 } else { self.pool.len() },
            handicap,
            table,
            network: self.network.clone(),
            tables: self.table_settings(),
            listener,
        }));
        *current = Some(Arc::clone(&job));
        drop(current);
        self.pool.search(&job, &self.reception);
        Ok(())
    }

    /// Ends the search that is running, if any; its answer follows at once.
    pub fn stop(&self) {
        if let Some(job) = &*self.reception.current() {
            job.control.stop();
        }
    }

    /// The move pondered on has been played: the search goes on as a normal one from now.
    pub fn ponder_hit(&self) {
        if let Some(job) = &*self.reception.current() {
            job.control.ponder_hit(job.limits.infinite);
        }
    }

    /// Whether a search is running: until its answer has been given.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.at_rest().is_err()
    }

    /// Waits until no search is running.
    pub fn wait(&self) {
        let mut current = self.reception.current();
        while current.is_some() {
            current = self.reception.ended.wait(current).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until no search is running, but no longer than this; whether one still is.
    #[must_use]
    pub fn wait_at_most(&self, time: Duration) -> bool {
        let current = self.reception.current();
        let waited = self.reception.ended.wait_timeout_while(current, time, |job| job.is_some());
        waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Forgets everything that earlier games and searches have taught.
    ///
    /// # Errors
    /// While a search is running.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.at_rest()?;
        self.lag.new_game();
        self.strength.new_game();
        self.pool.new_game();
        self.pool.clear(&self.table);
        Ok(())
    }

    /// Empties the hash table.
    ///
    /// # Errors
    /// While a search is running.
    pub fn clear_hash(&mut self) -> Result<(), EngineError> {
        self.at_rest()?;
        self.pool.clear(&self.table);
        Ok(())
    }

    /// Replaces the hash table by an empty one of another size.
    ///
    /// # Errors
    /// While a search is running, or if there is not so much memory: then the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.at_rest()?;
        self.table = allocate(megabytes)?;
        Ok(())
    }

    /// Sets the number of search threads.
    ///
    /// # Errors
    /// While a search is running, or if the system gives fewer threads: then those are used.
    pub fn set_threads(&mut self, count: usize) -> Result<(), EngineError> {
        self.at_rest()?;
        let wanted = count.clamp(1, Self::MAX_THREADS);
        self.pool
            .resize(wanted)
            .map_err(|_| EngineError::Threads { wanted, started: self.pool.len() })
    }

    /// Loads a network that evaluates from now on.
    ///
    /// # Errors
    /// While a search is running, or if the file cannot be read or is no network: then the old
    /// evaluation stays.
    pub fn load_network(&mut self, path: &Path) -> Result<(), EngineError> {
        self.at_rest()?;
        let network = Network::load(path)
            .map_err(|error| EngineError::Network { path: path.to_owned(), error })?;
        self.set_network(Some(Arc::new(network)))
    }

    /// Sets the network that evaluates from now on; without one, hand-written terms do. What
    /// earlier searches have taught is forgotten, for it was learnt from other values.
    ///
    /// # Errors
    /// While a search is running.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) -> Result<(), EngineError> {
        self.new_game()?;
        self.network = network;
        Ok(())
    }

    /// The network that evaluates, if one has been set.
    #[must_use]
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// Sets the endgame tables of the next searches. The hash table is emptied, for it may hold
    /// values of others.
    ///
    /// # Errors
    /// While a search is running.
    pub fn set_tables(&mut self, tables: Option<Arc<dyn Tablebase>>) -> Result<(), EngineError> {
        self.clear_hash()?;
        self.tables = tables;
        Ok(())
    }

    /// The endgame tables, if there are any.
    #[must_use]
    pub fn tables(&self) -> Option<&Arc<dyn Tablebase>> {
        self.tables.as_ref()
    }

    /// Sets the least depth at which positions with the greatest number of men are looked up;
    /// those with fewer always are.
    pub fn set_probe_depth(&mut self, depth: u32) {
        self.probe_depth = depth.min(i32::MAX as u32) as i32;
    }

    /// Sets the greatest number of men of positions that are looked up.
    pub fn set_probe_limit(&mut self, men: u32) {
        self.probe_limit = men.min(Self::MAX_PROBE_LIMIT);
    }

    /// Sets whether wins that the fifty-move rule spoils are drawn in the tables. The hash table is
    /// emptied, for it may hold values under the other rule.
    ///
    /// # Errors
    /// While a search is running.
    pub fn set_fifty_move_rule(&mut self, on: bool) -> Result<(), EngineError> {
        self.clear_hash()?;
        self.fifty_move_rule = on;
        Ok(())
    }

    fn table_settings(&self) -> Option<TableSettings> {
        let tables = Arc::clone(self.tables.as_ref()?);
        let most_men = self.probe_limit.min(tables.max_men());
        let (min_depth, fifty_move_rule) = (self.probe_depth, self.fifty_move_rule);
        (most_men > 0).then_some(TableSettings { tables, most_men, min_depth, fifty_move_rule })
    }

    /// Sets how many lines the next searches tell.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.multi_pv = lines.clamp(1, Self::MAX_MULTI_PV);
    }

    /// Sets the time that the next searches keep back for what lies between them and the clock.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.move_overhead = overhead;
    }

    /// Limits the strength of the next searches to an Elo, or lifts the limit.
    ///
    /// A limited search knows nothing of the searches before it and uses one thread: its level
    /// depends neither on the game so far nor on the number of threads. It may end before the
    /// limits of `go`, never after them.
    pub fn set_elo_limit(&mut self, elo: Option<u32>) {
        self.strength.set_elo(elo);
    }

    /// Sets what the choices of limited searches are drawn from. With the same seed, position and
    /// Elo a limited search that the clock does not cut short plays the same move; 0 means another
    /// seed for every game.
    pub fn set_strength_seed(&mut self, seed: u32) {
        self.strength.set_seed(seed);
    }

    /// The static evaluation of the position, taken apart.
    #[must_use]
    pub fn evaluate(&self) -> Evaluation {
        Evaluation::new(self.position.board(), self.network.as_deref())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

fn allocate(megabytes: usize) -> Result<Arc<TranspositionTable>, EngineError> {
    TranspositionTable::new(megabytes).map(Arc::new).ok_or(EngineError::OutOfMemory { megabytes })
}
