//! The table of the options: a new one is a row here, an [`OptionId`] and what it sets.

use super::{Kind, OptionId, OptionSpec, When};
use crate::engine::Engine;

const fn check(default: bool) -> Kind {
    Kind::Check { default }
}

const fn spin(default: i64, min: i64, max: i64) -> Kind {
    Kind::Spin { default, min, max }
}

const fn text(default: &'static str) -> Kind {
    Kind::Text { default }
}

const fn option(
    id: OptionId,
    name: &'static str,
    kind: Kind,
    when: When,
    purpose: &'static str,
) -> OptionSpec {
    OptionSpec { id, name, kind, when, purpose }
}

/// What `UCI_EngineAbout` says.
const ABOUT: &str = concat!("Portcullis ", env!("CARGO_PKG_VERSION"), ", a UCI chess engine");

/// What `EvalFile` calls the evaluation inside the program.
pub const BUILT_IN: &str = "<built-in>";

/// The longest time, in milliseconds, that can be set aside for a slow connection.
const MOST_OVERHEAD_MS: i64 = 5000;

/// The strength of a club player.
pub(in crate::uci) const DEFAULT_ELO: u32 = 1500;

/// GUIs read numbers of 32 bits, and some make the greatest of them something special.
const GREATEST_SEED: i64 = i32::MAX as i64 - 1;

const MAX_PROBE_LIMIT: i64 = Engine::MAX_PROBE_LIMIT as i64;

/// Every option, in the order in which they are declared.
pub const OPTIONS: [OptionSpec; 24] = [
    option(
        OptionId::Hash,
        "Hash",
        spin(Engine::DEFAULT_HASH_MB as i64, 1, Engine::MAX_HASH_MB as i64),
        When::AtRest,
        "Size of the transposition table in MB. If the memory cannot be had, the old table stays.",
    ),
    option(
        OptionId::Threads,
        "Threads",
        spin(1, 1, Engine::MAX_THREADS as i64),
        When::AtRest,
        "Number of threads that search.",
    ),
    option(
        OptionId::Ponder,
        "Ponder",
        check(false),
        When::Always,
        "The GUI says that it may let the engine think on the opponent's time.",
    ),
    option(
        OptionId::MultiPv,
        "MultiPV",
        spin(1, 1, Engine::MAX_MULTI_PV as i64),
        When::Always,
        "Number of best lines that a search shows; from the next search on.",
    ),
    option(
        OptionId::MoveOverhead,
        "Move Overhead",
        spin(Engine::DEFAULT_MOVE_OVERHEAD_MS as i64, 0, MOST_OVERHEAD_MS),
        When::Always,
        "Milliseconds kept free on each move for the delay of GUI and network, more if the clock \
         shows that moves cost more; from the next search on.",
    ),
    option(
        OptionId::Chess960,
        "UCI_Chess960",
        check(false),
        When::AtRest,
        "Play Chess960: castling is read and written as king takes own rook.",
    ),
    option(
        OptionId::ShowWdl,
        "UCI_ShowWDL",
        check(false),
        When::Always,
        "Show win, draw and loss chances, in permille, behind each score.",
    ),
    option(
        OptionId::AnalyseMode,
        "UCI_AnalyseMode",
        check(false),
        When::Always,
        "The GUI analyses: ucinewgame keeps the hash, and the strength is not limited; from the \
         next search on.",
    ),
    option(
        OptionId::LimitStrength,
        "UCI_LimitStrength",
        check(false),
        When::Always,
        "Play as weakly as UCI_Elo says; from the next search on.",
    ),
    option(
        OptionId::Elo,
        "UCI_Elo",
        spin(DEFAULT_ELO as i64, Engine::MIN_ELO as i64, Engine::FULL_ELO as i64),
        When::Always,
        "Strength to play at if UCI_LimitStrength is on; the greatest is full strength.",
    ),
    option(
        OptionId::StrengthSeed,
        "Strength Seed",
        spin(0, 0, GREATEST_SEED),
        When::Always,
        "What the choices of limited play are drawn from: with the same seed, not 0, the same \
         position is always answered alike. 0 is another seed for every game.",
    ),
    option(
        OptionId::Opponent,
        "UCI_Opponent",
        text(""),
        When::Always,
        "Title, rating, kind and name of the opponent, kept for the log.",
    ),
    option(
        OptionId::EngineAbout,
        "UCI_EngineAbout",
        text(ABOUT),
        When::Always,
        "Tells about the engine; setting it changes nothing.",
    ),
    option(
        OptionId::ClearHash,
        "Clear Hash",
        Kind::Button,
        When::AtRest,
        "Forget all positions in the transposition table.",
    ),
    option(
        OptionId::DebugLogFile,
        "Debug Log File",
        text(""),
        When::Always,
        "Append all lines in both directions to this file, with the time in milliseconds; an \
         empty name ends the log.",
    ),
    option(
        OptionId::EvalFile,
        "EvalFile",
        text(BUILT_IN),
        When::AtRest,
        "File of the network that evaluates; <built-in> is the evaluation inside the program. With \
         a file that is no network, all stays as it was.",
    ),
    option(
        OptionId::SyzygyPath,
        "SyzygyPath",
        text(""),
        When::AtRest,
        "Folders of Syzygy endgame tables, with ; between them (on Unix : as well).",
    ),
    option(
        OptionId::SyzygyProbeDepth,
        "SyzygyProbeDepth",
        spin(1, 1, 100),
        When::Always,
        "Least depth at which positions with the greatest number of men are looked up; those with \
         fewer always are.",
    ),
    option(
        OptionId::SyzygyProbeLimit,
        "SyzygyProbeLimit",
        spin(MAX_PROBE_LIMIT, 0, MAX_PROBE_LIMIT),
        When::Always,
        "Greatest number of men, kings included, of positions that are looked up.",
    ),
    option(
        OptionId::Syzygy50MoveRule,
        "Syzygy50MoveRule",
        check(true),
        When::AtRest,
        "Wins in the tables that the fifty-move rule spoils are draws.",
    ),
    option(
        OptionId::OwnBook,
        "OwnBook",
        check(false),
        When::Always,
        "Answer with moves of the opening book where it has some.",
    ),
    option(
        OptionId::BookFile,
        "BookFile",
        text(""),
        When::Always,
        "Opening book in the Polyglot format. With a file that is none, all stays as it was.",
    ),
    option(
        OptionId::BookDepth,
        "BookDepth",
        spin(255, 1, 255),
        When::Always,
        "Last move of a game, counted in full moves, that may come from the book.",
    ),
    option(
        OptionId::BookSeed,
        "BookSeed",
        spin(0, 0, 1_000_000_000),
        When::Always,
        "Chooses among the book's moves, each as likely as its weight says; with 0 anew each time.",
    ),
];
