//! The network: its inputs, its parameters, its integer form and its file.
//!
//! The architecture is (768 with horizontal mirroring -> H) x 2 -> SCReLU -> 1 with 8 output buckets;
//! the crate's README describes the arithmetic and the file exactly.

mod aligned;
mod file;
mod parameters;
mod quantised;

pub use aligned::Aligned;
pub use file::NetworkFileError;
pub use parameters::{CHUNK, HiddenSizeError, Layout, Parameters};
pub use quantised::{QA, QB, QuantisedNetwork, Saturation};

/// Centipawns that a network's output of 1.0 stands for.
pub const SCALE: f32 = 400.0;
