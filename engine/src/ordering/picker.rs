//! Hands out the legal moves of a position, the most promising first, generating as late as
//! possible: most nodes are cut off by one of the first moves.

use portcullis_movegen::{Board, Move, MoveFilter};

use crate::ordering::history::QuietHistories;
use crate::ordering::scoring::{NoisyScorer, QuietScorer, ScoredMove, ScoredMoves};
use crate::ordering::{Histories, MoveContext};
use crate::params;
use crate::search::checks::Checks;
use crate::search::see::see_at_least;
use crate::value::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    HashMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiets,
    Quiets,
    BadNoisy,
    Done,
}

/// Which quiet moves are wanted.
#[derive(Debug)]
pub(crate) enum Quiets {
    All,
    /// Those that give check.
    Checks(Checks),
    None,
}

/// The staged move picker. Yields every move that is wanted exactly once.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    hash_move: Option<Move>,
    /// Quiet moves are wanted.
    quiets: bool,
    /// Where quiet moves give check, if these are to come early.
    checks: Option<Checks>,
    /// What a good capture wins at least by exchanges; `None` lets history bend it around zero.
    threshold: Option<Value>,
    /// The bad captures found so far, then the moves still to be handed out.
    moves: ScoredMoves,
    next: usize,
    /// How many of the moves are bad captures.
    bad: usize,
    /// What histories say of the move handed out last, if it is a quiet one that they have judged.
    promise: Option<i32>,
}

impl Picker {
    /// All legal moves. The hash move must be legal.
    pub(crate) fn all(hash_move: Option<Move>) -> Picker {
        Picker::new(hash_move, None, None)
    }

    /// The same, with quiet moves that give check and lose little by exchanges earlier than their
    /// histories alone would have them.
    pub(crate) fn all_checks_early(hash_move: Option<Move>, checks: Checks) -> Picker {
        Picker::new(hash_move, Some(checks), None)
    }

    /// Of the captures and promotions only those that win at least `threshold` by exchanges; the
    /// hash move only if it is one of them.
    pub(crate) fn noisy(board: &Board, hash_move: Option<Move>, threshold: Value) -> Picker {
        let hash_move = hash_move.filter(|&mv| mv.is_noisy() && see_at_least(board, mv, threshold));
        Picker::new(hash_move, None, Some(threshold))
    }

    /// A picker is large, and is made whole here lest it be copied.
    #[inline(always)]
    fn new(hash_move: Option<Move>, checks: Option<Checks>, threshold: Option<Value>) -> Picker {
        Picker {
            stage: Stage::HashMove,
            hash_move,
            quiets: true,
            checks,
            threshold,
            moves: ScoredMoves::new_const(),
            next: 0,
            bad: 0,
            promise: None,
        }
    }

    /// No more quiet moves, please.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// What the histories say of the move handed out last, if it is a quiet one that they have
    /// been asked about.
    pub(crate) fn promise(&self) -> Option<i32> {
        self.promise
    }

    /// The next move. When the good captures are over, `quiets` is asked which quiet moves are
    /// wanted, and these are ordered with regard to the context.
    pub(crate) fn next(
        &mut self,
        board: &Board,
        histories: &Histories,
        context: &MoveContext,
        quiets: impl FnOnce() -> Quiets,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::GenerateNoisy;
                    if self.hash_move.is_some() {
                        return self.hash_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(board, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    let Some((best, mv)) = self.take_best() else {
                        self.stage = Stage::GenerateQuiets;
                        continue;
                    };
                    if self.is_good(board, histories, mv) {
                        return Some(mv);
                    }
                    self.moves[self.bad] = best;
                    self.bad += 1;
                }
                Stage::GenerateQuiets => {
                    self.stage = Stage::Quiets;
                    self.moves.truncate(self.bad);
                    self.next = self.bad;
                    self.generate_quiets(board, histories.of_quiets(board, context), &quiets());
                    return self.next_of_the_rest();
                }
                Stage::Quiets | Stage::BadNoisy | Stage::Done => return self.next_of_the_rest(),
            }
        }
    }

    /// The next quiet move, and when they are over the next bad capture.
    fn next_of_the_rest(&mut self) -> Option<Move> {
        if self.stage == Stage::Quiets {
            if self.quiets
                && let Some((best, mv)) = self.take_best()
            {
                self.promise = Some(best.promise());
                return Some(mv);
            }
            self.promise = None;
            self.next = 0;
            self.stage = Stage::BadNoisy;
        }
        if self.stage == Stage::BadNoisy && self.threshold.is_none() && self.next < self.bad {
            self.next += 1;
            return self.moves[self.next - 1].mv();
        }
        self.stage = Stage::Done;
        None
    }

    /// Adds the captures and promotions, but for the hash move.
    fn generate_noisy(&mut self, board: &Board, histories: &Histories) {
        let mut scorer = NoisyScorer::new(board, histories, self.hash_move, &mut self.moves);
        board.generate(MoveFilter::Noisy, &mut scorer);
    }

    /// Adds the quiet moves that are wanted, but for the hash move.
    fn generate_quiets(&mut self, board: &Board, histories: QuietHistories<'_>, wanted: &Quiets) {
        let checks = self.checks.as_ref();
        let mut scorer =
            QuietScorer::new(board, histories, checks, self.hash_move, &mut self.moves);
        match wanted {
            Quiets::All => board.generate(MoveFilter::Quiet, &mut scorer),
            Quiets::Checks(checks) => checks.generate_quiets(board, &mut scorer),
            Quiets::None => {}
        }
    }

    /// Takes the best move that is left.
    fn take_best(&mut self) -> Option<(ScoredMove, Move)> {
        let left = self.moves.get_mut(self.next..)?;
        let (mut best, mut place) = (*left.first()?, 0);
        for (index, &scored) in left.iter().enumerate().skip(1) {
            if scored > best {
                (best, place) = (scored, index);
            }
        }
        left.swap(0, place);
        self.next += 1;
        Some((best, best.mv()?))
    }

    fn is_good(&self, board: &Board, histories: &Histories, mv: Move) -> bool {
        let bent = || -histories.noisy(board, mv) / params::order_history_per_cp();
        let threshold = self.threshold.unwrap_or_else(bent);
        see_at_least(board, mv, threshold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordering::Threats;

    const CONTEXT: MoveContext = MoveContext::NONE;

    /// Perft through the picker, with every legal move in turn as the hash move of its position.
    fn perft(board: &Board, depth: u32, histories: &Histories) -> u64 {
        let legal = board.legal_moves();
        let hash_move = legal.get(board.key() as usize % (legal.len() + 1)).copied();
        let mut picker = Picker::all_checks_early(hash_move, Checks::new(board));
        let mut nodes = 0;
        let mut first = None;
        while let Some(mv) = picker.next(board, histories, &CONTEXT, || Quiets::All) {
            first = first.or(Some(mv));
            let mut child = *board;
            child.play(mv);
            nodes += if depth == 1 { 1 } else { perft(&child, depth - 1, histories) };
        }
        assert!(hash_move.is_none() || first == hash_move, "the hash move comes first");
        nodes
    }

    #[test]
    fn every_legal_move_comes_exactly_once() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4, 182_838),
        ];
        let histories = Histories::new();
        for (fen, depth, nodes) in cases {
            let board = Board::from_fen(fen).expect("valid");
            assert_eq!(perft(&board, depth, &histories), nodes, "{fen}");
        }
    }

    #[test]
    fn good_captures_come_before_quiet_moves_and_bad_ones_after() {
        let fen = "4k3/8/2p5/3p4/4p3/3P1N2/8/3QK3 w - - 0 1";
        let board = Board::from_fen(fen).expect("valid");
        let histories = Histories::new();
        let mut picker = Picker::all(None);
        let order: Vec<String> =
            std::iter::from_fn(|| picker.next(&board, &histories, &CONTEXT, || Quiets::All))
                .map(|m| m.to_string())
                .collect();
        assert_eq!(order.first().map(String::as_str), Some("d3e4"));
    }

    #[test]
    fn quiet_checks_come_early_but_for_those_that_lose_a_man() {
        // The queen checks safely from c4 and g4 alone; the rook on e8 would be taken.
        let board = Board::from_fen("3r2k1/8/8/8/3Q4/8/5PPP/R3R1K1 w - - 0 1").expect("valid");
        let histories = Histories::new();
        let context = MoveContext { threats: Threats::new(&board), ..CONTEXT };
        let mut picker = Picker::all_checks_early(None, Checks::new(&board));
        let mut order = Vec::new();
        while let Some(mv) = picker.next(&board, &histories, &context, || Quiets::All) {
            if mv.is_quiet() {
                let promise = histories.quiet(&board, mv, &context);
                assert_eq!(picker.promise(), Some(promise), "the bonus is for the order alone");
                order.push(mv.to_string());
            }
        }
        let place = |mv: &str| order.iter().position(|other| other == mv).expect(mv);
        assert_eq!(place("d4c4").max(place("d4g4")), 1, "{order:?}");
        assert!(place("e1e8") > 1 && place("d4g7") > 1, "{order:?}");
    }

    #[test]
    fn the_noisy_picker_keeps_to_its_threshold() {
        let fen = "4k3/8/4p3/3p4/8/2N5/6p1/4K1R1 w - - 0 1";
        let board = Board::from_fen(fen).expect("valid");
        let histories = Histories::new();
        let yields = |threshold| {
            let mut picker = Picker::noisy(&board, None, threshold);
            std::iter::from_fn(|| picker.next(&board, &histories, &CONTEXT, || Quiets::None))
                .count()
        };
        assert_eq!(yields(-1000), 2);
        assert_eq!(yields(0), 1);
        assert_eq!(yields(101), 0);
    }

    #[test]
    fn skipped_quiets_leave_the_bad_captures() {
        let board = Board::from_fen("4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1").expect("valid");
        let histories = Histories::new();
        let mut picker = Picker::all(None);
        picker.skip_quiets();
        let moves: Vec<String> =
            std::iter::from_fn(|| picker.next(&board, &histories, &CONTEXT, || Quiets::All))
                .map(|m| m.to_string())
                .collect();
        assert_eq!(moves, ["c3d5"]);
    }
}
