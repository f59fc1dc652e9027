//! What the program says about itself.

use std::fmt::Write as _;

use super::NAME_AND_VERSION;
use super::command::TOOLS;
use super::options::OPTIONS;
use crate::eval::Kernel;

/// The commands of UCI, as one writes them.
const PROTOCOL: [(&str, &str); 11] = [
    ("uci", "tell name, author and options"),
    ("isready", "answer readyok"),
    ("setoption name N [value V]", "set an option"),
    ("ucinewgame", "forget the last game"),
    ("position startpos|fen F [moves M..]", "set up a position"),
    ("go [depth N] [nodes N] [movetime MS] ..", "search; go alone searches until stop"),
    ("stop", "end the search and tell the best move"),
    ("ponderhit", "the expected move was played"),
    ("debug on|off", "tell more, or less"),
    ("register", "nothing: the engine is free"),
    ("quit", "end the program"),
];

/// Commands and options, a line each.
pub(super) fn commands() -> String {
    let mut text = "Commands of UCI:\n".to_owned();
    for (command, purpose) in PROTOCOL {
        let _ = writeln!(text, "  {command:<40} {purpose}");
    }
    text.push_str("Other commands:\n");
    for tool in TOOLS {
        let command = format!("{} {}", tool.word, tool.argument);
        let _ = writeln!(text, "  {command:<40} {}", tool.purpose);
    }
    text.push_str("Options:\n");
    for option in OPTIONS {
        let _ = writeln!(text, "  {} ({})", option.name, option.range());
        let _ = writeln!(text, "      {}", option.purpose);
    }
    text
}

/// How to call the program.
pub(super) fn usage() -> String {
    format!(
        "{NAME_AND_VERSION}, a UCI chess engine\n\n\
         Usage: portcullis               talk UCI on stdin and stdout\n       \
                portcullis COMMAND ..    carry out one command and end\n       \
                portcullis 'COMMAND ..' 'COMMAND ..'\n                                \
                carry out several; arguments with blanks are lines\n       \
                portcullis book make GAMES.pgn OUT.bin\n                                \
                make an opening book from games\n       \
                portcullis --help | --version\n\n\
         Examples: portcullis bench\n          \
                   portcullis go depth 12\n          \
                   portcullis 'position startpos moves e2e4' 'perft 4'\n\n{}",
        commands()
    )
}

/// How the program was built.
pub(super) fn build() -> String {
    let profile = if cfg!(debug_assertions) { "with debug assertions" } else { "optimised" };
    let features = [
        (cfg!(target_feature = "popcnt"), "popcnt"),
        (cfg!(target_feature = "bmi2"), "bmi2"),
        (cfg!(target_feature = "avx2"), "avx2"),
        (cfg!(target_feature = "avx512f"), "avx512f"),
        (cfg!(target_feature = "neon"), "neon"),
    ];
    let features: Vec<&str> =
        features.into_iter().filter(|(is_on, _)| *is_on).map(|(_, name)| name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(" ") };
    format!(
        "{NAME_AND_VERSION}, built {profile} by {} for {}\n\
         CPU features taken for granted: {features}; found for networks: {}\n",
        env!("PORTCULLIS_RUSTC"),
        env!("PORTCULLIS_TARGET"),
        Kernel::best(),
    )
}
