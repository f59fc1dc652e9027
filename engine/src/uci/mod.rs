//! The engine's side of the Universal Chess Interface.

pub mod command;
pub mod input;
pub mod parse;
