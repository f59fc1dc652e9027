//! Positions to learn from.
//!
//! [`load()`] replays games, keeps the positions that [`Filter`] lets through as [`Position`]s of 32
//! bytes, and sets some games apart for validation.

mod filter;
mod load;
mod position;

pub use filter::Filter;
pub use load::{DataError, Loaded, Sample, load, sample};
pub use position::{Inputs, Position};
