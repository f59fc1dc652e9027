//! A search without a pool: for programs that make many short ones.

use std::sync::Arc;
use std::time::Duration;

use portcullis_movegen::Move;

use crate::engine::EngineError;
use crate::eval::Network;
use crate::limits::Limits;
use crate::position::Position;
use crate::search::{Memory, Search};
use crate::threads::{JobSetup, SearchJob};
use crate::tt::TranspositionTable;
use crate::value::Score;

/// Searches in the caller's thread, with a hash table and histories of its own.
///
/// With the same searches since the last [`new_game`](Searcher::new_game), limited by depth or
/// nodes, the results are the same.
#[derive(Debug)]
pub struct Searcher {
    table: Arc<TranspositionTable>,
    memory: Memory,
    network: Option<Arc<Network>>,
}

/// What a [`Searcher`] has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; none when the position is mate or stalemate.
    pub best: Option<Move>,
    /// The score of the last line whose value is exact, in the search's own centipawns: those in which
    /// evaluations are made and learnt, not the normalised ones that users are told.
    pub score: Score,
    /// Depth of that line.
    pub depth: u32,
    /// Moves played in the search.
    pub nodes: u64,
}

impl Searcher {
    /// The stack that a thread needs to search.
    pub const STACK_BYTES: usize = crate::threads::STACK_BYTES;

    /// A searcher with a hash table of so many megabytes.
    ///
    /// # Errors
    /// If the system gives no memory.
    pub fn new(hash_mb: usize) -> Result<Searcher, EngineError> {
        let table = TranspositionTable::new(hash_mb)
            .ok_or(EngineError::OutOfMemory { megabytes: hash_mb })?;
        Ok(Searcher {
            table: Arc::new(table),
            memory: Memory::new(),
            network: Some(Network::embedded()),
        })
    }

    /// Sets the network that evaluates from now on; without one, hand-written terms do. What
    /// earlier searches have taught is forgotten, for it was learnt from other values.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.new_game();
        self.network = network;
    }

    /// Forgets everything that earlier searches have taught.
    pub fn new_game(&mut self) {
        self.memory.clear();
        self.table.clear_part(0, 1);
    }

    /// Searches until a limit of depth, nodes, time or mate is reached. Without any it never ends;
    /// `infinite` and `ponder` mean nothing here.
    pub fn search(&mut self, position: &Position, limits: &Limits) -> SearchResult {
        self.table.age();
        let job = SearchJob::new(JobSetup {
            position: position.clone(),
            limits: Limits { infinite: false, ponder: false, ..limits.clone() },
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            threads: 1,
            handicap: None,
            table: Arc::clone(&self.table),
            network: self.network.clone(),
            tables: None,
            listener: Arc::new(()),
        });
        let result = Search::new(&job, 0, &mut self.memory).run();
        SearchResult {
            best: result.best_move(),
            score: Score::from_value(result.value),
            depth: result.depth as u32,
            nodes: job.nodes(),
        }
    }
}
