//! Portcullis, a UCI chess engine.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    portcullis::uci::run_program(env::args_os().skip(1))
}
