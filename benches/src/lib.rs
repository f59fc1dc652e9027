//! Benches of the workspace; they live in `benches/`, and the README there says how to run them.
