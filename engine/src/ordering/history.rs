//! The [history heuristics](https://www.chessprogramming.org/History_Heuristic): how well moves
//! have done elsewhere in the tree, seen from several sides.
//!
//! Every number moves towards a bonus by "gravity": the further out it is, the less it gains, so
//! it never leaves `-LIMIT..=LIMIT` and forgets slowly.

use portcullis_movegen::{Bitboard, Board, Color, Move, Piece, PieceType, Square};

use crate::ordering::Threats;
use crate::params;

/// No history number leaves `-LIMIT..=LIMIT`.
pub(crate) const LIMIT: i32 = 16_384;

/// How many of the preceding moves continuation histories look at.
pub(crate) const CONTINUATIONS: usize = 4;
/// How many plies back these moves lie.
pub(crate) const CONTINUATION_PLIES: [usize; CONTINUATIONS] = [1, 2, 4, 6];

const PIECE_SQUARES: usize = 12 * 64;
/// A number for every man and the square it goes to.
type ByPieceTo = [[i16; 64]; 12];
const PAWN_SLOTS: usize = 512;

/// A man and the square it goes to, as an index; or "no move" (a null move, or before the root).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    pub(crate) const NONE: PieceTo = PieceTo(PIECE_SQUARES as u16);

    pub(crate) fn new(board: &Board, mv: Move) -> PieceTo {
        board
            .piece_at(mv.from())
            .map_or(PieceTo::NONE, |piece| PieceTo((piece.index() * 64 + mv.to().index()) as u16))
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn is_some(self) -> bool {
        self != PieceTo::NONE
    }
}

/// What a move's histories depend on beside the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveContext {
    /// What the other side attacks.
    pub(crate) threats: Threats,
    /// The moves that led here, by [`CONTINUATION_PLIES`].
    pub(crate) preceding: [PieceTo; CONTINUATIONS],
}

impl MoveContext {
    /// Nothing is known of what led here, and nothing is attacked.
    pub(crate) const NONE: MoveContext =
        MoveContext { threats: Threats::NONE, preceding: [PieceTo::NONE; CONTINUATIONS] };
}

fn update(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

/// A zeroed table on the heap that never passes over the stack.
fn boxed<T: Copy, const N: usize>(zero: T) -> Box<[T; N]> {
    let table: Result<Box<[T; N]>, _> = vec![zero; N].into_boxed_slice().try_into();
    match table {
        Ok(table) => table,
        Err(_) => unreachable!("the slice is N long"),
    }
}

/// By colour, whether the origin and the target are attacked, origin and target.
type Butterfly = [[[[i16; 64]; 64]; 4]; 2];
/// By man, target and kind of the man captured (or promoted to, beyond the first five).
type CaptureTable = [[[i16; 11]; 64]; 12];

/// All histories that order moves.
#[derive(Debug)]
pub(crate) struct Histories {
    butterfly: Box<Butterfly>,
    captures: Box<CaptureTable>,
    continuation: Box<[ByPieceTo; PIECE_SQUARES + 1]>,
    pawns: Box<[ByPieceTo; PAWN_SLOTS]>,
}

fn attack_state(threats: Bitboard, mv: Move) -> usize {
    usize::from(threats.contains(mv.from())) * 2 + usize::from(threats.contains(mv.to()))
}

/// What all histories say of the quiet moves of one position.
#[derive(Debug)]
pub(crate) struct QuietHistories<'a> {
    board: &'a Board,
    threats: &'a Threats,
    dangers: [i32; 6],
    butterfly: &'a [[[i16; 64]; 64]; 4],
    pawns: &'a ByPieceTo,
    continuation: [&'a ByPieceTo; CONTINUATIONS],
}

impl<'a> QuietHistories<'a> {
    /// How promising a move is.
    #[inline]
    pub(crate) fn promise(&self, mv: Move) -> i32 {
        let man = self.board.piece_at(mv.from()).map(|piece| self.of_man(piece, mv.from()));
        man.map_or(0, |man| man.promise(mv.to()))
    }

    /// What they say of the moves of one man.
    #[inline]
    pub(super) fn of_man(&self, piece: Piece, from: Square) -> ManHistories<'a> {
        let kind = piece.piece_type();
        let feared = self.threats.to(kind);
        let danger = self.dangers[kind.index()];
        let attacked_at_origin = usize::from(self.threats.all.contains(from));
        ManHistories {
            attacked: self.threats.all,
            feared,
            danger,
            escape: if feared.contains(from) { danger } else { 0 },
            butterfly: [0, 1]
                .map(|at_target| &self.butterfly[2 * attacked_at_origin + at_target][from.index()]),
            pawns: &self.pawns[piece.index()],
            continuation: self.continuation.map(|after| &after[piece.index()]),
        }
    }

    /// What the other side attacks.
    pub(super) fn attacked(&self) -> Bitboard {
        self.threats.all
    }
}

/// What all histories say of the quiet moves of one man, each by its target.
#[derive(Debug)]
pub(super) struct ManHistories<'a> {
    /// By the other side.
    attacked: Bitboard,
    /// By men worth less than this one.
    feared: Bitboard,
    /// How much it matters to stand there.
    danger: i32,
    /// What it is worth to leave the origin.
    escape: i32,
    /// By whether the target is attacked.
    butterfly: [&'a [i16; 64]; 2],
    pawns: &'a [i16; 64],
    continuation: [&'a [i16; 64]; CONTINUATIONS],
}

impl ManHistories<'_> {
    /// How promising a move is. Moving away from a lesser man's attack is, moving into one is not.
    #[inline]
    pub(super) fn promise(&self, to: Square) -> i32 {
        let butterfly = self.butterfly[usize::from(self.attacked.contains(to))];
        let mut sum = params::history_butterfly_percent() * i32::from(butterfly[to.index()]);
        sum += params::history_pawns_percent() * i32::from(self.pawns[to.index()]);
        for after in self.continuation {
            sum += 100 * i32::from(after[to.index()]);
        }
        let risk = if self.feared.contains(to) { self.danger } else { 0 };
        sum / 100 + self.escape - risk
    }
}

/// How much it matters whether a man of a kind stands where a lesser one attacks it, by kind.
fn dangers() -> [i32; 6] {
    let (minor, rook, queen) =
        (params::threat_minor(), params::threat_rook(), params::threat_queen());
    [0, minor, minor, rook, queen, 0]
}

/// What a noisy move takes: the man captured, or else the promotion.
fn prize(board: &Board, mv: Move) -> usize {
    if mv.is_en_passant() {
        return PieceType::Pawn.index();
    }
    if mv.is_capture() {
        return board.piece_at(mv.to()).map_or(0, |piece| piece.piece_type().index());
    }
    mv.promotion().map_or(0, |kind| 5 + kind.index())
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            butterfly: boxed([[[0; 64]; 64]; 4]),
            captures: boxed([[0; 11]; 64]),
            continuation: boxed([[0; 64]; 12]),
            pawns: boxed([[0; 64]; 12]),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().as_flattened_mut().fill(0);
        self.captures.as_flattened_mut().as_flattened_mut().fill(0);
        self.continuation.as_flattened_mut().as_flattened_mut().fill(0);
        self.pawns.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// What is known of the quiet moves of a position, ready to be asked about each of them.
    pub(crate) fn of_quiets<'a>(
        &'a self,
        board: &'a Board,
        context: &'a MoveContext,
    ) -> QuietHistories<'a> {
        QuietHistories {
            board,
            threats: &context.threats,
            dangers: dangers(),
            butterfly: &self.butterfly[board.side_to_move().index()],
            pawns: &self.pawns[pawn_slot(board)],
            continuation: context.preceding.map(|before| &self.continuation[before.index()]),
        }
    }

    /// How promising a quiet move is.
    pub(crate) fn quiet(&self, board: &Board, mv: Move, context: &MoveContext) -> i32 {
        self.of_quiets(board, context).promise(mv)
    }

    /// How promising it is that a man takes another on a square, neither in passing nor with a promotion.
    #[inline]
    pub(super) fn capture(&self, piece: Piece, to: Square, captured: PieceType) -> i32 {
        i32::from(self.captures[piece.index()][to.index()][captured.index()])
    }

    /// How promising a capture or promotion is.
    pub(crate) fn noisy(&self, board: &Board, mv: Move) -> i32 {
        let index = PieceTo::new(board, mv).index();
        i32::from(self.captures.as_flattened()[index][prize(board, mv)])
    }

    pub(crate) fn update_quiet(
        &mut self,
        board: &Board,
        mv: Move,
        context: &MoveContext,
        bonus: i32,
    ) {
        let piece_to = PieceTo::new(board, mv);
        self.update_butterfly(board.side_to_move(), mv, context.threats.all, bonus);
        update(&mut self.pawns[pawn_slot(board)].as_flattened_mut()[piece_to.index()], bonus);
        self.update_continuation(piece_to, &context.preceding, bonus);
    }

    /// Remembers how well a move did, wherever it was played.
    pub(crate) fn update_butterfly(
        &mut self,
        color: Color,
        mv: Move,
        threats: Bitboard,
        bonus: i32,
    ) {
        let state = attack_state(threats, mv);
        let entry = &mut self.butterfly[color.index()][state][mv.from().index()][mv.to().index()];
        update(entry, bonus);
    }

    /// Remembers how well a move followed the ones before it.
    pub(crate) fn update_continuation(
        &mut self,
        piece_to: PieceTo,
        preceding: &[PieceTo; CONTINUATIONS],
        bonus: i32,
    ) {
        for before in preceding.iter().filter(|before| before.is_some()) {
            let after = self.continuation[before.index()].as_flattened_mut();
            update(&mut after[piece_to.index()], bonus);
        }
    }

    pub(crate) fn update_noisy(&mut self, board: &Board, mv: Move, bonus: i32) {
        let index = PieceTo::new(board, mv).index();
        update(&mut self.captures.as_flattened_mut()[index][prize(board, mv)], bonus);
    }
}

fn pawn_slot(board: &Board) -> usize {
    board.pawn_key() as usize % PAWN_SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::mv;

    #[test]
    fn no_number_leaves_its_bounds_whatever_the_bonuses() {
        for bonus in [-LIMIT, -1700, -3, 3, 1700, LIMIT] {
            let mut entry = 0;
            for _ in 0..20_000 {
                update(&mut entry, bonus);
                assert!(i32::from(entry).abs() <= LIMIT);
            }
            assert_eq!(i32::from(entry).signum(), bonus.signum());
        }
    }

    #[test]
    fn a_bonus_helps_its_move_in_its_context_only() {
        let board = Board::startpos();
        let (knight, pawn) = (mv(&board, "g1f3"), mv(&board, "e2e4"));
        let context =
            MoveContext { threats: Threats::NONE, preceding: [PieceTo::NONE; CONTINUATIONS] };
        let mut histories = Histories::new();
        histories.update_quiet(&board, knight, &context, 1000);
        let free = histories.quiet(&board, knight, &context);
        assert!(free > 0);
        assert_eq!(histories.quiet(&board, pawn, &context), 0);
        let mut attacked = context;
        attacked.threats.all = Bitboard::FULL;
        assert!(histories.quiet(&board, knight, &attacked) < free);
        histories.clear();
        assert_eq!(histories.quiet(&board, knight, &context), 0);
    }

    #[test]
    fn every_history_adds_to_a_moves_promise() {
        let board = Board::startpos();
        let mv = mv(&board, "g1f3");
        let other_pawns = "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1";
        let other_pawns = Board::from_fen(other_pawns).expect("valid");
        let after = |plies: usize| {
            let mut preceding = [PieceTo::NONE; CONTINUATIONS];
            preceding[..plies].fill(PieceTo::new(&board, mv));
            MoveContext { threats: Threats::NONE, preceding }
        };
        let mut histories = Histories::new();
        histories.update_quiet(&board, mv, &after(CONTINUATIONS), 1000);
        let by_butterfly = histories.quiet(&other_pawns, mv, &after(0));
        let by_pawns_too = histories.quiet(&board, mv, &after(0));
        assert!(0 < by_butterfly && by_butterfly < by_pawns_too);
        for plies in 1..=CONTINUATIONS {
            let (less, more) = (after(plies - 1), after(plies));
            assert!(histories.quiet(&board, mv, &less) < histories.quiet(&board, mv, &more));
        }
    }

    #[test]
    fn a_missing_move_teaches_nothing() {
        let board = Board::startpos();
        let mv = mv(&board, "g1f3");
        let mut histories = Histories::new();
        let none = [PieceTo::NONE; CONTINUATIONS];
        histories.update_continuation(PieceTo::new(&board, mv), &none, 1000);
        let context = MoveContext { threats: Threats::NONE, preceding: none };
        assert_eq!(histories.quiet(&board, mv, &context), 0);
    }
}
