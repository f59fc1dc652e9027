//! The engine's side of the Universal Chess Interface.
//!
//! vampirc-uci supplies the messages and prints them; it never reads what a GUI sends, because
//! lines that GUIs do send make it panic or lose words. [`parse`] reads instead. Nothing outside
//! this module knows of that crate.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod book;
pub mod command;
mod describe;
mod help;
pub mod input;
mod log;
pub mod options;
mod output;
pub mod parse;
mod program;
mod reporter;
mod session;

pub use program::{converse, run_program};

/// What `id name` says.
const NAME_AND_VERSION: &str = concat!("Portcullis ", env!("CARGO_PKG_VERSION"));
/// What `id author` says.
const AUTHOR: &str = env!("CARGO_PKG_AUTHORS");
