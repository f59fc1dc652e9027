//! The `perft` program: counts, EPD suites and a speed test of the move generator.

mod cli;

use std::io;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::run(&cli::Args::parse(), &mut io::stdout().lock()) {
        Ok(code) => code,
        // The reader, `head` for example, has what it wanted.
        Err(cli::Error::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("perft: {error}");
            ExitCode::from(2)
        }
    }
}
