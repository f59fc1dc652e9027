//! The evaluation: how good a position looks without search, in centipawns.
//!
//! The search sees only [`Evaluator`]; what it is told of moves is all that an evaluation kept up to
//! date move by move needs.

mod accumulator;
mod embedded;
mod endgame;
mod explain;
mod features;
mod forward;
mod king;
mod network;
mod network_trace;
mod pawns;
mod piece_square;
mod pieces;
#[cfg(test)]
mod random_network;
mod simd;
mod squares;
mod tally;
mod tapered;
mod weights;

use std::sync::Arc;

use portcullis_movegen::{Bitboard, Board, BoardObserver, Color, Move, Piece, PieceType, Square};

use crate::value::{MAX_EVAL, MAX_PLY, Value};
use pieces::Attacks;
use tally::{Observer, Tally};
use tapered::{FULL_PHASE, Tapered};
use weights::Term;

pub use accumulator::Accumulators;
pub use explain::{EndgameKnowledge, EvalTerm, Evaluation, TaperedCp};
pub use features::{FEATURES, OUTPUT_BUCKETS, feature_index, output_bucket};
pub use network::{Network, NetworkError};
pub use network_trace::NetworkTrace;
pub use simd::Kernel;

/// What pieces add to the phase, by kind.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// What is kept up to date with the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Accumulator {
    /// Material and places, from White's view.
    worth: Tapered,
    /// By the pieces on the board.
    phase: i32,
}

impl Accumulator {
    fn new(board: &Board) -> Accumulator {
        let mut accumulator = Accumulator::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                accumulator.added(piece, square);
            }
        }
        accumulator
    }
}

impl BoardObserver for Accumulator {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        self.worth += piece_square::WORTH[piece.index()][square.index()];
        self.phase += PHASE[piece.piece_type().index()];
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.worth -= piece_square::WORTH[piece.index()][square.index()];
        self.phase -= PHASE[piece.piece_type().index()];
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        let worth = &piece_square::WORTH[piece.index()];
        self.worth += worth[to.index()] - worth[from.index()];
    }
}

/// What is kept of a pawn structure.
#[derive(Clone, Copy, Debug, Default)]
struct PawnEntry {
    key: u64,
    score: Tapered,
    passed: [Bitboard; 2],
}

const PAWN_ENTRIES: usize = 8192;

/// Evaluates the positions along a line of play.
#[derive(Debug)]
pub(crate) struct Evaluator {
    /// Evaluates in place of the hand-written terms, if there is a network.
    network: Option<Accumulators>,
    accumulators: Vec<Accumulator>,
    pawns: Vec<PawnEntry>,
}

impl Evaluator {
    pub(crate) fn new() -> Evaluator {
        Evaluator {
            network: None,
            accumulators: vec![Accumulator::default(); MAX_PLY + 1],
            pawns: vec![PawnEntry::default(); PAWN_ENTRIES],
        }
    }

    /// A line of play begins with this board, at ply 0. It is evaluated by the network, or by the
    /// hand-written terms if there is none.
    pub(crate) fn reset(&mut self, board: &Board, network: Option<&Arc<Network>>) {
        let Some(network) = network else {
            self.network = None;
            self.accumulators[0] = Accumulator::new(board);
            return;
        };
        let kept = self.network.take().filter(|kept| Arc::ptr_eq(kept.network(), network));
        let accumulators = kept.unwrap_or_else(|| Accumulators::new(Arc::clone(network)));
        self.network.insert(accumulators).reset(board);
    }

    /// Plays a move at `ply` on the board.
    #[inline]
    pub(crate) fn play(&mut self, board: &mut Board, ply: usize, mv: Move) {
        if let Some(network) = &mut self.network {
            network.play(board, ply, mv);
            return;
        }
        let mut accumulator = self.accumulators[ply];
        board.play_observed(mv, &mut accumulator);
        self.accumulators[ply + 1] = accumulator;
    }

    /// The turn is passed at `ply`.
    pub(crate) fn pass(&mut self, ply: usize) {
        if let Some(network) = &mut self.network {
            network.pass(ply);
        }
        self.accumulators[ply + 1] = self.accumulators[ply];
    }

    /// The value of the board at `ply`, from the side to move's view.
    pub(crate) fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        let known = endgame::known_value(board);
        known.unwrap_or_else(|| as_winnable(board, self.unaided(board, ply)).0)
    }

    /// The value without knowledge of endings.
    #[inline]
    fn unaided(&mut self, board: &Board, ply: usize) -> Value {
        match &mut self.network {
            Some(network) => network.evaluate(board, ply),
            None => self.by_hand(board, ply),
        }
    }

    /// The value by the hand-written terms.
    #[inline(never)]
    fn by_hand(&mut self, board: &Board, ply: usize) -> Value {
        let accumulator = self.accumulators[ply];
        debug_assert_eq!(accumulator, Accumulator::new(board), "{board}");
        let entry = self.pawn_entry(board);
        from_side_to_move(board, evaluate(board, accumulator, &entry, &mut ()))
    }

    fn pawn_entry(&mut self, board: &Board) -> PawnEntry {
        let key = board.pawn_key();
        let slot = &mut self.pawns[key as usize % PAWN_ENTRIES];
        if slot.key != key {
            *slot = evaluate_pawns(board, &mut ());
        }
        *slot
    }
}

/// What an evaluation is worth in an ending that may be hard to win, and the scale for it.
#[inline]
fn as_winnable(board: &Board, unaided: Value) -> (Value, i32) {
    let us = board.side_to_move();
    let scale = endgame::scale(board, if unaided >= 0 { us } else { !us });
    let value = unaided.clamp(-MAX_EVAL, MAX_EVAL);
    (value * scale / endgame::FULL_SCALE, scale)
}

fn from_side_to_move(board: &Board, white: Value) -> Value {
    if board.side_to_move() == Color::White { white } else { -white }
}

fn evaluate_pawns<O: Observer>(board: &Board, observer: &mut O) -> PawnEntry {
    let mut side = |color| {
        let mut tally = Tally::new(color, observer);
        let passed = pawns::evaluate(&mut tally, board);
        (tally.sum(), passed)
    };
    let (white, white_passed) = side(Color::White);
    let (black, black_passed) = side(Color::Black);
    let passed = [white_passed, black_passed];
    PawnEntry { key: board.pawn_key(), score: white - black, passed }
}

/// The value from White's view.
fn evaluate<O: Observer>(
    board: &Board,
    accumulator: Accumulator,
    pawn_entry: &PawnEntry,
    observer: &mut O,
) -> Value {
    let mut score = accumulator.worth + pawn_entry.score;
    let [mut white, mut black] = Color::ALL.map(|color| Attacks::of_king_and_pawns(board, color));
    score += judge_pieces(board, Color::White, &mut white, &black, observer);
    score -= judge_pieces(board, Color::Black, &mut black, &white, observer);
    let shelters = Color::ALL.map(|color| {
        let mut tally = Tally::new(color, observer);
        pawns::evaluate_shelter(&mut tally, board);
        tally.sum()
    });
    score += shelters[0] - shelters[1];
    let [white_passed, black_passed] = pawn_entry.passed;
    score += judge_rest(board, Color::White, [&white, &black], white_passed, shelters[1], observer);
    score -= judge_rest(board, Color::Black, [&black, &white], black_passed, shelters[0], observer);

    let mut tempo = Tally::new(board.side_to_move(), observer);
    tempo.add(Term::Tempo, 0);
    score += if board.side_to_move() == Color::White { tempo.sum() } else { -tempo.sum() };

    let strong = if score.endgame() >= 0 { Color::White } else { Color::Black };
    let endgame = score.endgame() * endgame_share(board, strong) / 64;
    let phase = accumulator.phase.clamp(0, FULL_PHASE);
    (score.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE
}

/// How many 64ths of the endgame's value are real: the fewer pawns, the less; and less with bishops of
/// opposite colours.
fn endgame_share(board: &Board, strong: Color) -> i32 {
    let pawns = board.colored(strong, PieceType::Pawn).count() as i32;
    if endgame::has_opposite_bishops(board) { 42 + 2 * pawns } else { (44 + 5 * pawns).min(64) }
}

fn judge_pieces<O: Observer>(
    board: &Board,
    color: Color,
    ours: &mut Attacks,
    theirs: &Attacks,
    observer: &mut O,
) -> Tapered {
    let mut tally = Tally::new(color, observer);
    pieces::evaluate(&mut tally, board, ours, theirs);
    tally.sum()
}

/// Everything that needs to know what both sides attack.
fn judge_rest<O: Observer>(
    board: &Board,
    color: Color,
    [ours, theirs]: [&Attacks; 2],
    passed: Bitboard,
    their_shelter: Tapered,
    observer: &mut O,
) -> Tapered {
    let mut tally = Tally::new(color, observer);
    pieces::evaluate_threats(&mut tally, board, ours, theirs);
    pieces::evaluate_space(&mut tally, board, theirs);
    pawns::evaluate_passed(&mut tally, board, passed, theirs.all);
    king::evaluate(&mut tally, board, ours, theirs, their_shelter);
    tally.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> Value {
        let board = Board::from_fen(fen).expect("valid");
        let mut evaluator = Evaluator::new();
        evaluator.reset(&board, None);
        evaluator.evaluate(&board, 0)
    }

    /// The same position with colours changed.
    fn mirrored(board: &Board) -> String {
        let fen = board.fen();
        let mut fields = fen.split(' ');
        let swap = |text: &str| -> String {
            let swapped = |c: char| {
                if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            };
            text.chars().map(swapped).collect()
        };
        let placement = fields.next().unwrap_or_default();
        let placement: Vec<String> = placement.split('/').rev().map(swap).collect();
        let turn = if fields.next() == Some("w") { "b" } else { "w" };
        format!("{} {turn} - - 0 1", placement.join("/"))
    }

    #[test]
    fn colours_are_treated_alike() {
        let fens = [
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 1",
            "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPPQBPPP/R4RK1 b - - 0 1",
            "8/5k2/3p1p2/p2P1Pp1/P5P1/4K3/8/8 w - - 0 1",
            "8/4k3/8/8/2B5/8/P3K3/8 w - - 0 1",
            "8/4k3/8/8/2B1N3/8/4K3/8 b - - 0 1",
        ];
        for fen in fens {
            let board = Board::from_fen(fen).expect("valid");
            assert_eq!(value(fen), value(&mirrored(&board)), "{fen}");
        }
    }

    #[test]
    fn accumulators_follow_every_kind_of_move() {
        fn walk(evaluator: &mut Evaluator, board: &Board, ply: usize) {
            assert_eq!(evaluator.accumulators[ply], Accumulator::new(board), "{board}");
            if ply == 3 {
                return;
            }
            for mv in board.legal_moves() {
                let mut child = *board;
                evaluator.play(&mut child, ply, mv);
                walk(evaluator, &child, ply + 1);
            }
        }
        let mut evaluator = Evaluator::new();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("valid");
            evaluator.reset(&board, None);
            walk(&mut evaluator, &board, 0);
        }
    }
}
