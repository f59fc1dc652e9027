//! What bounds a search.

use portcullis_movegen::{Color, Move};

/// The limits of one search. All of them combine: whichever is reached first ends the search.
///
/// Without depth, nodes, move time, mate or a clock of the side to move, a search never ends by
/// itself. With `infinite` or `ponder` the answer waits for a stop (or the ponder hit) even when
/// another limit has been reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the last iteration; 0 is taken as 1.
    pub depth: Option<u32>,
    /// Nodes (moves played in the search); exact with one thread.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration begins; the one that reaches them is finished, unless
    /// another limit forbids.
    pub soft_nodes: Option<u64>,
    /// Milliseconds for this move; 0 or less asks for a move at once.
    pub move_time_ms: Option<i64>,
    /// Ends the search once a mate in so many moves is proved, for or against. Without a clock of the
    /// side to move the mate is all that is looked for: no line goes more than a half-move beyond.
    pub mate: Option<u32>,
    /// Remaining milliseconds by `Color::index()`; may be 0 or negative.
    pub clock_ms: [Option<i64>; 2],
    /// Increment in milliseconds by `Color::index()`.
    pub increment_ms: [Option<i64>; 2],
    /// Moves until the next time control; 0 is as if not given.
    pub moves_to_go: Option<u32>,
    /// Answer only after a stop.
    pub infinite: bool,
    /// Answer only after a stop or the ponder hit.
    pub ponder: bool,
    /// The root moves to look at; empty means all. Illegal ones are ignored.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// A search to a fixed depth.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of so many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Whether anything bounds a search for this side to move: without, it never ends by itself.
    #[must_use]
    pub fn are_bounded(&self, to_move: Color) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.move_time_ms.is_some()
            || self.mate.is_some()
            || self.clock_ms[to_move.index()].is_some()
    }

    /// The moves of the mate that is all this search looks for. On a clock a good move is wanted even
    /// if there is no mate.
    pub(crate) fn mate_sought(&self, to_move: Color) -> Option<usize> {
        let moves = self.mate.filter(|_| self.clock_ms[to_move.index()].is_none())?;
        Some(moves as usize)
    }

    /// Whether the answer waits for a stop, or the ponder hit, even when another limit is reached.
    #[must_use]
    pub fn must_wait(&self) -> bool {
        self.infinite || self.ponder
    }
}
