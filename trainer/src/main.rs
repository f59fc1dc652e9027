//! The command line of the trainer.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod commands;

/// Makes Portcullis's evaluation network from its own games.
#[derive(Debug, Parser)]
#[command(name = "trainer", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Let the engine play against itself, and keep the games
    #[command(name = "selfplay")]
    SelfPlay(commands::SelfPlay),
    /// Play a match of two networks with the same nodes for every move
    Match(commands::Match),
    /// Print what is in files of games
    Info(commands::Info),
    /// Replay every game of files, and tell damage, faults and oddities
    Check(commands::Check),
    /// Count how games went on from positions of each score, for scripts/win_model
    Outcomes(commands::Outcomes),
    /// Train a network in floating point
    Train(commands::Train),
    /// Round a trained network to integers
    Quantise(commands::Quantise),
    /// Check a network file: arithmetic, symmetry, and loss against floating point
    Verify(commands::Verify),
    /// Write an untrained network, for tests
    Random(commands::Random),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::SelfPlay(selfplay) => selfplay.run(),
        Command::Match(contest) => contest.run(),
        Command::Info(info) => info.run(),
        Command::Check(check) => check.run(),
        Command::Outcomes(outcomes) => outcomes.run(),
        Command::Train(train) => train.run(),
        Command::Quantise(quantise) => quantise.run(),
        Command::Verify(verify) => verify.run(),
        Command::Random(random) => random.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
