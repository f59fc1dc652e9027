//! The benches live in `benches/`.
