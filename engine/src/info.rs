//! What a search tells while it runs and when it ends.

use std::time::Duration;

use portcullis_movegen::Move;

use crate::value::{Bound, Score};
use crate::win_model::Wdl;

/// Hears what a search has to say. Called from the search's main thread; it must not call the
/// engine.
pub trait SearchListener: Send + Sync {
    /// Whether anything but the answer is heard. If not, the search spares itself the telling.
    fn listens(&self) -> bool {
        true
    }

    /// A line of play with its depth and score.
    fn info(&self, info: &SearchInfo);

    /// The root move being looked at, counted from 1; told only once a search takes long.
    fn current_move(&self, depth: u32, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }

    /// The counters, about once a second in a long search.
    fn status(&self, status: &SearchStatus) {
        let _ = status;
    }

    /// The answer: called exactly once a search, last of all.
    fn best_move(&self, best: &BestMove);
}

/// Listens to nothing.
impl SearchListener for () {
    fn listens(&self) -> bool {
        false
    }

    fn info(&self, _: &SearchInfo) {}
    fn best_move(&self, _: &BestMove) {}
}

/// A line of play that the search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// Depth of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// From the side to move's view, in normalised centipawns.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Chances that go with the score.
    pub wdl: Wdl,
    /// The counters at this moment.
    pub status: SearchStatus,
    /// The line, legal to its end.
    pub pv: Vec<Move>,
}

/// The counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStatus {
    /// Moves played in the search.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Fill of the hash table in permille.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// Since the search began.
    pub time: Duration,
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play; none when the root is mate or stalemate.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
}
