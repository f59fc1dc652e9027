//! The benchmark: a fixed set of positions to a fixed depth. Its node count is the fingerprint of
//! the search, its speed that of the machine.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use portcullis_movegen::Board;

use crate::engine::{Engine, EngineError};
use crate::eval::Network;
use crate::info::{BestMove, SearchInfo, SearchListener};
use crate::limits::Limits;
use crate::position::Position;

const DEFAULT_DEPTH: u32 = 13;

/// How often to ask whether to go on.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The positions, one FEN a line: openings, middlegames, endings, mates, Chess960.
const POSITIONS: &str = include_str!("bench.fen");

/// One position of the benchmark, searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchLine<'a> {
    /// From 1.
    pub number: usize,
    /// How many there are.
    pub total: usize,
    /// The position.
    pub fen: &'a str,
    /// Nodes searched in it.
    pub nodes: u64,
}

/// What the benchmark has measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes of all positions: the same on every machine.
    pub nodes: u64,
    /// For all of them.
    pub time: Duration,
}

impl fmt::Display for BenchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nps = self.nodes as f64 / self.time.as_secs_f64().max(1e-6);
        write!(f, "{} nodes {} nps", self.nodes, nps as u64)
    }
}

/// Keeps the node count of the last line.
#[derive(Default)]
struct NodeCount(AtomicU64);

impl SearchListener for NodeCount {
    fn info(&self, info: &SearchInfo) {
        self.0.store(info.status.nodes, Relaxed);
    }

    fn best_move(&self, _: &BestMove) {}
}

impl Engine {
    /// Runs the benchmark in an engine of its own with one thread, with a network or the built-in
    /// evaluation. `progress` hears of every position; `poll` is asked every few milliseconds
    /// whether to go on. The result counts the positions that were searched to their end.
    ///
    /// # Errors
    /// If the system gives no memory or no thread.
    pub fn bench(
        depth: Option<u32>,
        network: Option<Arc<Network>>,
        progress: &mut dyn FnMut(&BenchLine<'_>),
        poll: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<BenchResult, EngineError> {
        let mut engine = Engine::new()?;
        engine.set_network(network)?;
        let boards: Vec<(&str, Board)> = POSITIONS
            .lines()
            .filter_map(|fen| Board::from_fen(fen).ok().map(|board| (fen, board)))
            .collect();
        let limits = Limits::depth(depth.unwrap_or(DEFAULT_DEPTH));
        let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
        for (index, (fen, board)) in boards.iter().enumerate() {
            engine.new_game()?;
            engine.set_position(Position::new(*board))?;
            let count = Arc::new(NodeCount::default());
            let started = Instant::now();
            engine.go(limits.clone(), Arc::clone(&count) as Arc<dyn SearchListener>)?;
            while engine.wait_at_most(POLL_INTERVAL) {
                if poll().is_break() {
                    engine.stop();
                    return Ok(result);
                }
            }
            result.time += started.elapsed();
            let nodes = count.0.load(Relaxed);
            result.nodes += nodes;
            let line = BenchLine { number: index + 1, total: boards.len(), fen, nodes };
            progress(&line);
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_valid_and_the_count_repeats() {
        let total = POSITIONS.lines().count();
        let run = || {
            let mut seen = 0;
            let mut count = |line: &BenchLine<'_>| {
                seen += 1;
                assert_eq!((line.number, line.total), (seen, total), "every line is a position");
            };
            let go_on = &mut || ControlFlow::Continue(());
            Engine::bench(Some(4), None, &mut count, go_on).expect("an engine").nodes
        };
        assert_eq!(run(), run());
    }

    /// It ends in the midst of a position, however deep that is to be searched.
    #[test]
    fn it_ends_when_told() {
        let started = Instant::now();
        let result = Engine::bench(Some(200), None, &mut |_| {}, &mut || ControlFlow::Break(()));
        assert_eq!(result.expect("an engine").nodes, 0);
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}
