//! Portcullis: a chess engine.
//!
//! [`Engine`] is the facade: set a [`Position`], [`go`](Engine::go) with [`Limits`], and hear what a
//! [`SearchListener`] hears.

mod bench;
mod book;
mod engine;
mod eval;
mod info;
mod lag;
mod limits;
mod memory;
mod ordering;
mod params;
mod position;
mod reversible;
mod search;
mod searcher;
mod strength;
pub mod tablebase;
mod threads;
mod time;
mod tt;
pub mod uci;
mod value;
mod win_model;

pub use bench::{BenchLine, BenchResult};
pub use book::{Book, BookError};
pub use engine::{Engine, EngineError};
pub use eval::{
    Accumulators, EndgameKnowledge, EvalTerm, Evaluation, FEATURES, Kernel, Network, NetworkError,
    NetworkTrace, OUTPUT_BUCKETS, TaperedCp, feature_index, output_bucket,
};
pub use info::{BestMove, SearchInfo, SearchListener, SearchStatus};
pub use limits::Limits;
#[cfg(feature = "tune")]
pub use params::{TUNABLES, Tunable};
pub use position::Position;
pub use searcher::{SearchResult, Searcher};
pub use value::{Bound, Score};
pub use win_model::Wdl;

#[cfg(test)]
mod testing {
    //! Helpers of the tests.

    use portcullis_movegen::{Board, CastlingMode, Move};

    /// The legal move of that UCI text.
    pub(crate) fn mv(board: &Board, text: &str) -> Move {
        let written = |mv: &Move| mv.uci(CastlingMode::Standard).to_string();
        board.legal_moves().into_iter().find(|mv| written(mv) == text).expect("a legal move")
    }
}
