use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Counts the leaves of the tree of legal chess moves, the proof and the measure of a move
/// generator.
#[derive(Debug, Parser)]
#[command(name = "perft", version, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) count: Option<CountArgs>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Suite(SuiteArgs),
    /// Measure the speed on one thread, without a hash table, in CPU time
    Bench,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CountArgs {
    /// Depth in plies (half-moves)
    pub(crate) depth: u8,
    /// Position, in X-FEN or Shredder-FEN; the start position if not given
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Moves to play first, as in "e2e4 e7e5"; castling as e1g1 or e1h1
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
    /// Print the count below each legal move as well
    #[arg(long)]
    pub(crate) divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// Size of the hash table in MB; 0 is none
    #[arg(long, value_name = "MB", default_value_t = 0)]
    pub(crate) hash: usize,
    /// Play every leaf instead of counting the moves to it
    #[arg(long)]
    pub(crate) no_bulk: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compare counts with EPD suites
///
/// A line of a suite is `FEN ;D1 20 ;D2 400 ;c0 "text"`. Exit code 1 if a line fails.
#[derive(Debug, clap::Args)]
pub(crate) struct SuiteArgs {
    /// EPD files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Leave out depths with more leaves than this, except the first of a line
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) max_nodes: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZeroUsize,
}
