//! How Portcullis's evaluation network is made, on CPUs, from nothing but the engine's own games.
//!
//! The path of the data: [`games`] (the file format of self-play games) → [`data`] (positions that
//! are fit to learn from) → [`train`] (floating-point training) → [`net`] (the network, its
//! quantised form and its file) → [`verify`]. The commands of the binary tie them together.

pub mod data;
pub mod facts;
pub mod games;
pub mod net;
pub mod play;
pub mod rng;
pub mod train;
pub mod verify;
