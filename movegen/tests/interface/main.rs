//! Moves as text, refusals as sentences, and whole games: what a program sees of the library that
//! talks to people.

mod explain;
mod game;
mod notation;
mod walk;
