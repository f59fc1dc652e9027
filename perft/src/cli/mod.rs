//! The command line: arguments in, text or JSON out.

mod args;
mod bench;
mod count;
mod progress;
mod suite;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use portcullis_movegen::{FenError, ParseMoveError};
use portcullis_perft::SetUpError;
use thiserror::Error;

pub(crate) use args::Args;
use args::Command;

/// Why the program stops with exit code 2.
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error("the position cannot be read: {0}")]
    Position(#[from] FenError),
    #[error("move {number} cannot be played: {reason}")]
    Move { number: usize, reason: ParseMoveError },
    #[error("{path} cannot be read: {reason}", path = path.display())]
    Read { path: PathBuf, reason: io::Error },
    #[error("{path} holds no position", path = .0.display())]
    NoPosition(PathBuf),
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    #[error("the output cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// Does what the arguments ask for.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode, Error> {
    let code = match (&args.command, &args.count) {
        (Some(Command::Suite(args)), _) => suite::run(args, out)?,
        (Some(Command::Bench), _) => bench::run(out)?,
        (None, Some(args)) => count::run(args, out)?,
        // The parser has refused this already.
        (None, None) => ExitCode::from(2),
    };
    out.flush()?;
    Ok(code)
}
