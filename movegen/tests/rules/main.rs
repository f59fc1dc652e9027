//! Proofs of the rules: the crate against an independent oracle, against tables of known answers
//! and against another library. One binary, so that all share the oracle. The long runs are
//! started with `cargo test -p portcullis-movegen --release --test rules -- --ignored`.

mod attack_tables;
mod border;
mod castling_cases;
mod castling_exhaustive;
mod castling_rights;
mod differential_cozy;
mod fen_cases;
mod games;
mod movegen_edge;
mod notation;
mod oracle;
mod oracle_perft;
mod positions;
mod random_games;
mod rng;
