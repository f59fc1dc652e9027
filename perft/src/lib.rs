//! Perft: the number of leaves of the tree of legal moves at a given depth.
//!
//! Equal counts from an independent generator are the usual proof that a move generator and its
//! make-move are right, and the time it takes is the usual measure of their speed.
//!
//! ```
//! use portcullis_movegen::Board;
//! use portcullis_perft::{divide, perft};
//!
//! let board = Board::startpos();
//! assert_eq!(perft(&board, 4), 197_281);
//! assert_eq!(divide(&board, 2).moves.len(), 20);
//! ```
//!
//! [`perft`], [`perft_unbulked`] and [`divide`] run on the calling thread. [`Perft`] adds threads,
//! a hash table and reports of progress. [`suite`] reads and runs EPD files of known counts.
#![deny(missing_docs)]

pub mod bench;
mod counter;
mod position;
pub mod suite;
mod table;
mod tree;

pub use counter::{Division, Perft, Progress, SetUpError};
pub use position::{castling_mode, parse_position};
pub use tree::{divide, perft, perft_unbulked};
