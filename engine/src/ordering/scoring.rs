//! How promising moves are, and the order that follows from it.

use arrayvec::ArrayVec;
use portcullis_movegen::{
    Bitboard, Board, Move, MoveKind, MoveList, MoveSink, Piece, PieceType, Square,
};

use crate::ordering::history::{Histories, QuietHistories};
use crate::params;
use crate::search::checks::Checks;
use crate::search::see::{gain, is_safe, see_at_least, worth};
use crate::value::Value;

/// No position has more.
const MOST_MOVES: usize = 256;

/// A move under its score, in one number, so that the best move is the greatest number: the score
/// in the high half, then whether that holds a bonus for a check, then the place in which the move
/// was generated (the first of equals is the best, so that the order does not depend on how the
/// search is written), then the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove(i64);

impl ScoredMove {
    const CHECK: i64 = 1 << 24;

    pub(super) fn new(mv: Move, score: i32, place: usize) -> ScoredMove {
        let order = MOST_MOVES as i64 - 1 - place as i64;
        ScoredMove(i64::from(score) << 32 | order << 16 | i64::from(mv.bits()))
    }

    /// The same for a check that is tried early.
    fn raised_for_check(self) -> ScoredMove {
        ScoredMove((self.0 + (i64::from(params::order_check()) << 32)) | ScoredMove::CHECK)
    }

    /// The score without a bonus for a check.
    pub(super) fn promise(self) -> i32 {
        let bonus = if self.0 & ScoredMove::CHECK == 0 { 0 } else { params::order_check() };
        (self.0 >> 32) as i32 - bonus
    }

    pub(super) fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

/// The moves of a position under their scores, in the order of their places.
pub(super) type ScoredMoves = ArrayVec<ScoredMove, MOST_MOVES>;

/// Takes quiet moves from the generator and scores them, all of a man's at once: what depends on the
/// man and its square alone is looked up once for them.
#[derive(Debug)]
pub(super) struct QuietScorer<'a> {
    board: &'a Board,
    histories: QuietHistories<'a>,
    /// Where moves give check, if these are to come early.
    checks: Option<&'a Checks>,
    hash_move: Option<Move>,
    moves: &'a mut ScoredMoves,
}

impl<'a> QuietScorer<'a> {
    /// Adds to `moves` what it takes, but for the hash move.
    pub(super) fn new(
        board: &'a Board,
        histories: QuietHistories<'a>,
        checks: Option<&'a Checks>,
        hash_move: Option<Move>,
        moves: &'a mut ScoredMoves,
    ) -> QuietScorer<'a> {
        QuietScorer { board, histories, checks, hash_move, moves }
    }

    /// From where a man gives check when it comes from `from`, if that matters for the order.
    #[inline]
    fn checking_targets(&self, from: Square, kind: PieceType) -> Bitboard {
        self.checks.map_or(Bitboard::EMPTY, |checks| checks.targets_from(from, kind))
    }

    /// Not inlined: the generator comes here from many places, and all its code is to stay in the cache.
    #[inline(never)]
    fn take_moves_of(&mut self, from: Square, targets: Bitboard) {
        let Some(piece) = self.board.piece_at(from) else { return };
        let man = self.histories.of_man(piece, from);
        let checking = self.checking_targets(from, piece.piece_type());
        for to in targets {
            let mv = Move::new(from, to, MoveKind::Quiet);
            self.take(mv, man.promise(to), checking.contains(to));
        }
    }

    #[inline]
    fn take(&mut self, mv: Move, promise: i32, gives_check: bool) {
        if Some(mv) != self.hash_move {
            let scored = ScoredMove::new(mv, promise, self.moves.len());
            let is_early = gives_check && self.loses_little(mv);
            self.moves.push(if is_early { scored.raised_for_check() } else { scored });
        }
    }

    /// Quiet moves that give check limit the replies: those that lose little by exchanges come early.
    fn loses_little(&self, mv: Move) -> bool {
        is_safe(self.histories.attacked(), mv)
            || see_at_least(self.board, mv, -params::order_check_loss())
    }
}

impl MoveSink for QuietScorer<'_> {
    #[inline]
    fn piece_moves(&mut self, from: Square, targets: Bitboard, _enemies: Bitboard) {
        if targets.any() {
            self.take_moves_of(from, targets);
        }
    }

    #[inline]
    fn pawn_moves(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        let pawn = Piece::new(self.board.side_to_move(), PieceType::Pawn);
        let mut moves = MoveList::new();
        moves.pawn_moves(targets, step, kind);
        for &mv in &moves {
            let checking = self.checking_targets(mv.from(), PieceType::Pawn);
            let promise = self.histories.of_man(pawn, mv.from()).promise(mv.to());
            self.take(mv, promise, checking.contains(mv.to()));
        }
    }

    fn promotions(&mut self, _targets: Bitboard, _step: i32, _capture: bool) {
        unreachable!("a promotion is no quiet move")
    }

    fn single(&mut self, mv: Move) {
        let gives_check = self.checks.is_some_and(|checks| checks.is_given_by(self.board, mv));
        self.take(mv, self.histories.promise(mv), gives_check);
    }
}

/// Takes captures and promotions from the generator and scores them.
#[derive(Debug)]
pub(super) struct NoisyScorer<'a> {
    board: &'a Board,
    histories: &'a Histories,
    hash_move: Option<Move>,
    moves: &'a mut ScoredMoves,
}

impl<'a> NoisyScorer<'a> {
    /// Adds to `moves` what it takes, but for the hash move.
    pub(super) fn new(
        board: &'a Board,
        histories: &'a Histories,
        hash_move: Option<Move>,
        moves: &'a mut ScoredMoves,
    ) -> NoisyScorer<'a> {
        NoisyScorer { board, histories, hash_move, moves }
    }

    #[inline]
    fn take(&mut self, mv: Move, gain: Value, history: i32) {
        if Some(mv) != self.hash_move {
            let score = gain * params::order_gain_factor() + history;
            self.moves.push(ScoredMove::new(mv, score, self.moves.len()));
        }
    }

    /// Not inlined: the generator comes here from many places, and all its code is to stay in the cache.
    #[inline(never)]
    fn take_captures_of(&mut self, from: Square, targets: Bitboard) {
        let Some(piece) = self.board.piece_at(from) else { return };
        for to in targets {
            self.take_capture(piece, Move::new(from, to, MoveKind::Capture));
        }
    }

    /// Takes a capture that is neither en passant nor a promotion.
    #[inline]
    fn take_capture(&mut self, piece: Piece, mv: Move) {
        let Some(captured) = self.board.piece_at(mv.to()) else { return };
        let kind = captured.piece_type();
        self.take(mv, worth(kind), self.histories.capture(piece, mv.to(), kind));
    }
}

impl MoveSink for NoisyScorer<'_> {
    #[inline]
    fn piece_moves(&mut self, from: Square, targets: Bitboard, _enemies: Bitboard) {
        if targets.any() {
            self.take_captures_of(from, targets);
        }
    }

    #[inline]
    fn pawn_moves(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        let pawn = Piece::new(self.board.side_to_move(), PieceType::Pawn);
        let mut moves = MoveList::new();
        moves.pawn_moves(targets, step, kind);
        for &mv in &moves {
            self.take_capture(pawn, mv);
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool) {
        let mut moves = MoveList::new();
        moves.promotions(targets, step, capture);
        for &mv in &moves {
            self.single(mv);
        }
    }

    fn single(&mut self, mv: Move) {
        self.take(mv, gain(self.board, mv), self.histories.noisy(self.board, mv));
    }
}
