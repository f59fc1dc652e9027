//! The search: [principal variation search](https://www.chessprogramming.org/Principal_Variation_Search)
//! in iterative deepening.

mod alpha_beta;
pub(crate) mod checks;
mod extensions;
mod learning;
mod limiter;
mod node;
mod pruning;
mod pv;
mod qsearch;
mod reductions;
mod root;
mod root_moves;
pub(crate) mod root_tables;
pub(crate) mod see;
mod tables;

use portcullis_movegen::{Board, Move, PieceType};

use crate::eval::Evaluator;
use crate::ordering::history::CONTINUATION_PLIES;
use crate::ordering::{CorrectionHistory, Histories, MoveContext, PieceTo, Threats};
use crate::position::KeyHistory;
use crate::search::node::StackEntry;
use crate::search::pv::Line;
use crate::search::reductions::Reductions;
use crate::search::root_moves::RootMoves;
use crate::threads::SearchJob;
use crate::tt::Entry;
use crate::value::{DRAW, INFINITE, MAX_PLY, NO_VALUE, Value, damped, from_table, is_known};

pub(crate) use root_moves::ThreadResult;

/// The search has been stopped: there is no value, and nothing half-searched may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Sentinels before the root, so that "so many plies ago" always exists.
const STACK_OFFSET: usize = 7;

/// How a node begins.
#[derive(Clone, Copy, Debug)]
enum Start {
    /// Its value needs no search.
    Settled(Value),
    /// The side to move has `best` for certain, and moves must beat `alpha`.
    Open { best: Value, alpha: Value },
}

/// What a thread keeps from search to search.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) histories: Histories,
    pub(crate) corrections: CorrectionHistory,
    evaluator: Evaluator,
    reductions: Reductions,
    stack: Vec<StackEntry>,
    /// The principal variation from each ply on.
    lines: Vec<Line>,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory {
            histories: Histories::new(),
            corrections: CorrectionHistory::new(),
            evaluator: Evaluator::new(),
            reductions: Reductions::new(),
            stack: vec![StackEntry::default(); MAX_PLY + STACK_OFFSET + 2],
            lines: vec![Line::default(); MAX_PLY + 2],
        }
    }

    /// A new game: forgets what the last one taught.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        #[cfg(feature = "tune")]
        {
            self.reductions = Reductions::new();
        }
    }
}

/// One search of one thread.
#[derive(Debug)]
pub(crate) struct Search<'a> {
    job: &'a SearchJob,
    /// Index of the thread; 0 is the main thread, which minds the limits and speaks.
    id: usize,
    memory: &'a mut Memory,
    keys: KeyHistory,
    root: RootMoves,
    /// The root is an ending that is known to be won or lost.
    root_is_known: bool,
    nodes: u64,
    /// Positions found in endgame tables.
    table_hits: u64,
    /// Node count at which the limits are looked at next.
    next_check: u64,
    seldepth: usize,
    /// Depth of the present iteration.
    root_depth: i32,
    /// No null move before this ply, while one is being verified.
    null_move_min_ply: usize,
}

impl<'a> Search<'a> {
    pub(crate) fn new(job: &'a SearchJob, id: usize, memory: &'a mut Memory) -> Search<'a> {
        if job.handicap.is_some() {
            // The level would depend on the game so far, and a move could not be repeated.
            memory.clear();
        }
        memory.evaluator.reset(job.position.board(), job.network.as_ref());
        memory.stack.fill(StackEntry::default());
        let root_is_known = is_known(memory.evaluator.evaluate(job.position.board(), 0));
        Search {
            job,
            id,
            memory,
            keys: KeyHistory::new(&job.position),
            root: RootMoves::new(job),
            root_is_known,
            nodes: 0,
            table_hits: 0,
            next_check: 0,
            seldepth: 0,
            root_depth: 0,
            null_move_min_ply: 0,
        }
    }

    fn stack(&self, ply: usize) -> &StackEntry {
        &self.memory.stack[ply + STACK_OFFSET]
    }

    fn stack_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.memory.stack[ply + STACK_OFFSET]
    }

    /// The entry so many plies before `ply`, at most [`STACK_OFFSET`] before the root.
    fn stack_before(&self, ply: usize, plies: usize) -> &StackEntry {
        &self.memory.stack[ply + STACK_OFFSET - plies]
    }

    /// Asks for what the hash table may know of the position after a move that is about to be played.
    #[inline]
    fn fetch_ahead(&self, board: &Board, mv: Move) {
        self.job.table.prefetch(board.likely_key_after(mv));
    }

    /// Plays a move at `ply` on the board.
    fn play(&mut self, board: &mut Board, ply: usize, mv: Move) -> Result<(), Stopped> {
        self.count_node()?;
        self.keys.push(board);
        let entry = self.stack_mut(ply);
        entry.mv = Some(mv);
        entry.piece_to = PieceTo::new(board, mv);
        let (last, before) = (entry.piece_to, self.stack_before(ply, 1).piece_to);
        self.memory.evaluator.play(board, ply, mv);
        self.job.table.prefetch(board.key());
        self.memory.corrections.prefetch(board, last, before);
        Ok(())
    }

    fn undo(&mut self) {
        self.keys.pop();
    }

    /// The node at `ply` is entered.
    fn enter(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
        self.memory.lines[ply].clear();
        self.stack_mut(ply + 1).cutoffs = 0;
        self.stack_mut(ply + 1).excluded = None;
    }

    /// A move has become the best at `ply`: the line goes on as it went below.
    fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.memory.lines.split_at_mut(ply + 1);
        above[ply].set(mv, &below[0]);
    }

    /// What is certain at a node below the root before anything is looked up or tried.
    fn begin_node(&mut self, board: &Board, ply: usize, alpha: Value, beta: Value) -> Start {
        if self.is_draw(board) {
            return Start::Settled(DRAW);
        }
        let repeats =
            alpha < DRAW && self.stack(ply).excluded.is_none() && self.keys.can_repeat(board);
        if repeats && DRAW >= beta {
            return Start::Settled(DRAW);
        }
        if ply >= MAX_PLY - 1 || self.is_beyond_mate(ply) {
            return Start::Settled(self.deepest_value(board, ply));
        }
        if repeats {
            // Whatever the other moves are worth, there is a draw.
            Start::Open { best: DRAW, alpha: DRAW }
        } else {
            Start::Open { best: -INFINITE, alpha }
        }
    }

    /// The game is drawn here by the rules, whatever is played: by repetition, by fifty moves
    /// unless the last of them mated, or for want of material.
    fn is_draw(&self, board: &Board) -> bool {
        if board.halfmove_clock() >= 100 {
            return !board.in_check() || board.has_legal_moves();
        }
        is_dead(board) || self.keys.is_repetition(board)
    }

    /// A mate in so many moves is looked for, and here it is too late for one.
    fn is_beyond_mate(&self, ply: usize) -> bool {
        self.job.mate_sought.is_some_and(|moves| ply > 2 * moves)
    }

    /// What the hash table knows of the position; the value relative to the root.
    fn probe(&self, board: &Board, ply: usize) -> Option<Entry> {
        let mut entry = self.job.table.probe(board.key())?;
        // The key in the table is short: a foreign move may come with it.
        entry.mv = entry.mv.filter(|&mv| board.is_legal(mv));
        match from_table(entry.value, ply, board.halfmove_clock()) {
            Some(value) => entry.value = value,
            None => (entry.value, entry.bound) = (NO_VALUE, None),
        }
        Some(entry)
    }

    /// The evaluation as it stands, from the hash table if it is there.
    fn raw_eval(&mut self, board: &Board, ply: usize, hit: Option<Entry>) -> Value {
        match hit {
            Some(entry) if entry.eval != NO_VALUE => entry.eval,
            _ => self.memory.evaluator.evaluate(board, ply),
        }
    }

    /// The evaluation as experience and the fifty-move rule correct it. The hash table keeps the
    /// raw one, for the rule's counter is no part of the key. A known win is correct.
    fn corrected_eval(&self, board: &Board, ply: usize, raw: Value) -> Value {
        if is_known(raw) {
            return raw;
        }
        let damped = damped(raw, board.halfmove_clock());
        let last = self.stack_before(ply, 1).piece_to;
        let before = self.stack_before(ply, 2).piece_to;
        self.memory.corrections.correct(board, damped, last, before)
    }

    /// At the deepest ply there is no more search, only an opinion.
    fn deepest_value(&mut self, board: &Board, ply: usize) -> Value {
        if board.in_check() {
            return DRAW;
        }
        damped(self.memory.evaluator.evaluate(board, ply), board.halfmove_clock())
    }

    fn move_context(&self, board: &Board, ply: usize) -> MoveContext {
        MoveContext {
            threats: Threats::new(board),
            preceding: CONTINUATION_PLIES.map(|plies| self.stack_before(ply, plies).piece_to),
        }
    }
}

/// The side to move has more than king and pawns.
fn has_pieces(board: &Board) -> bool {
    let own = board.colors(board.side_to_move());
    (own - board.pieces(PieceType::Pawn) - board.pieces(PieceType::King)).any()
}

/// Neither side has the men to mate with: bare kings, or a single knight or bishop beside them.
fn is_dead(board: &Board) -> bool {
    let minors = board.pieces(PieceType::Knight) | board.pieces(PieceType::Bishop);
    let others = board.occupied() - minors - board.pieces(PieceType::King);
    others.is_empty() && !minors.more_than_one()
}
