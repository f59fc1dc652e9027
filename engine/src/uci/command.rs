//! What a line from the GUI can say.

use vampirc_uci::UciMessage;

/// One command, read from one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A message that vampirc-uci's types hold whole: `uci`, `debug`, `isready`, `setoption`,
    /// `register`, `ucinewgame`, `stop`, `ponderhit` and `quit`.
    Message(UciMessage),
    /// `position`: vampirc-uci knows no FEN of fewer than six fields and no Shredder-FEN.
    Position(PositionParams),
    /// `go`: vampirc-uci cannot hold `ponder`, `infinite` and `movetime` beside a clock.
    Go(GoParams),
    /// A command beyond UCI.
    Tool(Tool, String),
}

/// The words behind `position`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionParams {
    /// The position the moves start from.
    pub start: Start,
    /// The moves as they were sent; those in UCI's form are in small letters.
    pub moves: Vec<String>,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start position of chess.
    Startpos,
    /// A FEN of up to six fields with single blanks between them, otherwise as it was sent.
    Fen(String),
}

/// The words behind `go`, each as it was sent: nothing is clamped or filled in.
///
/// Numbers beyond the range of `i64` are taken as its ends, decimals are cut off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoParams {
    /// Search on the opponent's time.
    pub ponder: bool,
    /// Search until `stop`.
    pub infinite: bool,
    /// White's clock in milliseconds.
    pub white_time: Option<i64>,
    /// Black's clock in milliseconds.
    pub black_time: Option<i64>,
    /// White's increment in milliseconds.
    pub white_increment: Option<i64>,
    /// Black's increment in milliseconds.
    pub black_increment: Option<i64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<i64>,
    /// Depth in plies.
    pub depth: Option<i64>,
    /// Nodes to search.
    pub nodes: Option<i64>,
    /// Look for a mate in so many moves.
    pub mate: Option<i64>,
    /// Milliseconds for this move.
    pub move_time: Option<i64>,
    /// A word of time came without a number that can be read.
    pub unreadable_time: bool,
    /// The root moves to search, as they were sent; those in UCI's form are in small letters.
    pub search_moves: Vec<String>,
}

/// The commands beyond UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Prints the board and what is known of it.
    Board,
    /// Says for each castling whether it is legal, or why not.
    Castling,
    /// Says of one move whether it is legal, or why not.
    Explain,
    /// Explains the static evaluation.
    Eval,
    /// Counts the leaves of the tree of legal moves.
    Perft,
    /// Measures speed and prints the signature of the search.
    Bench,
    /// Turns the board round: White's men become Black's.
    Flip,
    /// Says how this program was built.
    Compiler,
    /// Lists the commands.
    Help,
}

/// How a tool is called and what it is for.
#[derive(Clone, Copy, Debug)]
pub struct ToolSpec {
    /// The tool.
    pub tool: Tool,
    /// The word that calls it.
    pub word: &'static str,
    /// The argument it takes, in words.
    pub argument: &'static str,
    /// What it does.
    pub purpose: &'static str,
}

const fn tool(
    tool: Tool,
    word: &'static str,
    argument: &'static str,
    purpose: &'static str,
) -> ToolSpec {
    ToolSpec { tool, word, argument, purpose }
}

/// Every tool.
pub const TOOLS: [ToolSpec; 9] = [
    tool(Tool::Board, "d", "", "show the board, its FEN, key, checkers, castlings, repetitions"),
    tool(Tool::Castling, "castling", "", "say of each of the four castlings: legal, or why not"),
    tool(Tool::Explain, "explain", "MOVE", "say of a move (UCI or SAN): legal, or why not"),
    tool(Tool::Eval, "eval", "", "explain the static evaluation"),
    tool(Tool::Perft, "perft", "N", "count the move tree to depth N, root move by root move"),
    tool(Tool::Bench, "bench", "[DEPTH]", "search a fixed set of positions: nodes and speed"),
    tool(Tool::Flip, "flip", "", "turn the board round, the colours exchanged"),
    tool(Tool::Compiler, "compiler", "", "say how this program was built"),
    tool(Tool::Help, "help", "", "show the commands and options"),
];

impl Tool {
    /// The tool that a word calls, in letters of any case; `--help` is `help`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Tool> {
        if word.eq_ignore_ascii_case("--help") {
            return Some(Tool::Help);
        }
        TOOLS.iter().find(|spec| spec.word.eq_ignore_ascii_case(word)).map(|spec| spec.tool)
    }
}
