//! Movegen.
