//! The hidden layer of a network along a line of play, kept up to date move by move.
//!
//! [Efficiently updated](https://www.chessprogramming.org/NNUE): a move changes two to four inputs of
//! 768. It is only written down when it is played; the sums follow once a value is asked for, since
//! many positions of a search never are evaluated.

use std::fmt;
use std::sync::Arc;

use arrayvec::ArrayVec;
use portcullis_movegen::{Board, BoardObserver, Color, Move, Piece, PieceType, Square};

use super::features::{Man, active_features, men, output_bucket, sees_mirrored};
use super::network::{Layers, Network, Parameters, with_parameters};
use super::simd::{Block, Kernel, update};
use crate::value::MAX_PLY;

/// What one move changes on the board.
#[derive(Clone, Debug, Default)]
struct Change {
    added: ArrayVec<Man, 2>,
    removed: ArrayVec<Man, 2>,
    /// A side's king has crossed the middle of the board: it sees all inputs elsewhere.
    turned: [bool; 2],
}

impl BoardObserver for Change {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        self.added.push(Man::new(piece, square));
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.removed.push(Man::new(piece, square));
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.added(piece, to);
        self.turned[piece.color().index()] |=
            piece.piece_type() == PieceType::King && sees_mirrored(from) != sees_mirrored(to);
    }
}

/// One position of the line.
#[derive(Clone, Debug, Default)]
struct Entry {
    /// By the move that led here.
    change: Change,
    /// The accumulators are up to date.
    known: bool,
}

/// The accumulators of the positions along a line of play, and their values.
pub struct Accumulators {
    network: Arc<Network>,
    entries: Vec<Entry>,
    /// White's accumulator and Black's, ply by ply.
    values: Vec<Block>,
}

impl Accumulators {
    /// The line has not begun: [`reset`](Accumulators::reset) comes first.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Accumulators {
        Accumulators {
            entries: vec![Entry::default(); MAX_PLY + 1],
            values: vec![Block::ZERO; (MAX_PLY + 1) * 2 * network.hidden() / Block::LEN],
            network,
        }
    }

    pub(super) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// A line of play begins with this board, at ply 0.
    pub fn reset(&mut self, board: &Board) {
        with_parameters!(self.network.layers(), parameters => {
            let mut line =
                Line::new(parameters, &self.network, &mut self.entries, &mut self.values);
            line.refresh(board, 0, [true; 2]);
            line.entries[0].known = true;
        });
    }

    /// Plays a legal move at `ply` on the board.
    #[inline]
    pub fn play(&mut self, board: &mut Board, ply: usize, mv: Move) {
        let entry = &mut self.entries[ply + 1];
        *entry = Entry::default();
        board.play_observed(mv, &mut entry.change);
    }

    /// The turn is passed at `ply`.
    pub fn pass(&mut self, ply: usize) {
        self.entries[ply + 1] = Entry::default();
    }

    /// The value of the board at `ply` in centipawns, from the side to move's view and with no
    /// bounds.
    pub fn evaluate(&mut self, board: &Board, ply: usize) -> i32 {
        let bucket = output_bucket(board.occupied().count());
        let value = with_parameters!(self.network.layers(), parameters => {
            let mut line =
                Line::new(parameters, &self.network, &mut self.entries, &mut self.values);
            parameters.scale(self.network.kernel().evaluate(&mut line, board, ply, bucket), bucket)
        });
        debug_assert_eq!(value, self.network.evaluate(board), "{board}");
        value
    }
}

/// All that belongs to a line of play, with accumulators of a known size.
pub(super) struct Line<'a, const N: usize> {
    parameters: &'a Parameters<N>,
    kernel: Kernel,
    entries: &'a mut [Entry],
    /// White's accumulator and Black's, ply by ply.
    values: &'a mut [[[Block; N]; 2]],
}

impl<'a, const N: usize> Line<'a, N> {
    #[inline]
    fn new(
        parameters: &'a Parameters<N>,
        network: &Network,
        entries: &'a mut [Entry],
        values: &'a mut [Block],
    ) -> Line<'a, N> {
        let values = values.as_chunks_mut().0.as_chunks_mut().0;
        Line { parameters, kernel: network.kernel(), entries, values }
    }

    /// What the output layer works on: the accumulators of the side to move and of the other side,
    /// and the weights for both.
    #[inline(always)]
    pub(super) fn inputs(
        &self,
        board: &Board,
        ply: usize,
        bucket: usize,
    ) -> ([&[Block; N]; 2], &[[Block; N]; 2]) {
        let (us, values) = (board.side_to_move(), &self.values[ply]);
        let sides = [us, !us].map(|side| &values[side.index()]);
        (sides, &self.parameters.output_weights[bucket])
    }

    /// Follows the moves from the last position whose accumulators are known. A side whose king has
    /// crossed the middle since, which is rare, begins anew.
    ///
    /// This is compiled into each kernel, with its instructions.
    #[inline(always)]
    pub(super) fn bring_up_to_date(&mut self, board: &Board, ply: usize) {
        let mut known = ply;
        let mut turned = [false; 2];
        while !self.entries[known].known {
            let [white, black] = self.entries[known].change.turned;
            turned = [turned[0] | white, turned[1] | black];
            known -= 1;
        }
        let mirrored = Color::ALL.map(|color| sees_mirrored(board.king(color)));
        let has_turned = turned != [false; 2];
        for next in known + 1..=ply {
            // On the way, the side that turns has no sums that mean anything.
            self.entries[next].known = !has_turned;
            self.follow(mirrored, next);
        }
        if has_turned {
            self.refresh(board, ply, turned);
            self.entries[ply].known = true;
        }
    }

    /// Makes the accumulators of some sides anew.
    #[cold]
    fn refresh(&mut self, board: &Board, ply: usize, sides: [bool; 2]) {
        for (perspective, values) in Color::ALL.into_iter().zip(&mut self.values[ply]) {
            if sides[perspective.index()] {
                let features = active_features(board, perspective, men(board));
                self.parameters.accumulate(self.kernel, values, &features);
            }
        }
    }

    /// Makes the accumulators at `ply` from those before. Each side has seen the board mirrored, or
    /// not, at both.
    #[inline(always)]
    fn follow(&mut self, mirrored: [bool; 2], ply: usize) {
        let Change { added, removed, .. } = &self.entries[ply].change;
        let (before, now) = self.values.split_at_mut(ply);
        let (from, to) = (&before[ply - 1], &mut now[0]);
        let weights = &self.parameters.feature_weights;
        let rows = |man: &Man| {
            Color::ALL.map(|perspective| {
                &weights[man.feature(perspective, mirrored[perspective.index()])]
            })
        };
        match (added.as_slice(), removed.as_slice()) {
            ([], []) => *to = *from,
            ([a], [r]) => update(to, from, [rows(a)], [rows(r)]),
            ([a], [r, s]) => update(to, from, [rows(a)], [rows(r), rows(s)]),
            ([a, b], [r, s]) => update(to, from, [rows(a), rows(b)], [rows(r), rows(s)]),
            _ => unreachable!("a move adds one man and takes away one or two, or moves two"),
        }
    }
}

impl<const N: usize> Parameters<N> {
    pub(super) fn hidden(&self) -> usize {
        N * Block::LEN
    }

    /// Computes an accumulator from nothing but the inputs that are set.
    pub(super) fn accumulate(
        &self,
        kernel: Kernel,
        accumulator: &mut [Block; N],
        features: &[usize],
    ) {
        kernel.refresh(accumulator, &self.feature_bias, &self.feature_weights, features);
    }
}

impl fmt::Debug for Accumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accumulators").field("network", &self.network).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use portcullis_movegen::CastlingSide;

    use super::*;
    use crate::eval::random_network::{Rng, random_network};

    /// Castling in chess and Chess960 (also where king or rook stay), en passant, promotions with
    /// and without capture, kings on the d- and e-file; and how deep to go.
    const POSITIONS: [(&str, usize); 10] = [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        ("8/8/3k4/8/4K3/8/8/8 w - - 0 1", 5),
        ("3k4/P7/8/3pP3/8/8/7p/4K3 w - d6 0 1", 4),
        ("1rk3r1/8/8/8/8/8/8/1RK3R1 w BGbg - 0 1", 3),
        ("r4kr1/8/8/8/8/8/8/R4KR1 w AGag - 0 1", 3),
        ("rk1r4/8/8/8/8/8/8/RK1R4 b ADad - 0 1", 3),
        ("brqkr1nb/2ppp1pp/1p2np2/p7/2P1PN2/8/PP1P1PPP/BRQKRN1B w EBeb - 0 9", 3),
    ];

    /// Walks all lines of play and compares with sums made from nothing but the board.
    struct Walk {
        accumulators: Accumulators,
        rng: Rng,
        /// A value is asked for at one of so many positions.
        one_of: u64,
        seen: Seen,
    }

    #[derive(Debug, Default)]
    struct Seen {
        castlings: [[u32; 2]; 2],
        en_passant: u32,
        promotions: u32,
        capturing_promotions: u32,
        turned: [u32; 2],
        compared: u32,
    }

    impl Walk {
        fn walk(&mut self, board: &Board, ply: usize, depth: usize) {
            if self.rng.next().is_multiple_of(self.one_of) {
                self.compare(board, ply);
            }
            if depth == 0 {
                return;
            }
            for mv in board.legal_moves() {
                let mut child = *board;
                self.accumulators.play(&mut child, ply, mv);
                self.note(board, mv, ply + 1);
                self.walk(&child, ply + 1, depth - 1);
            }
            if let Some(passed) = board.null_move() {
                self.accumulators.pass(ply);
                self.walk(&passed, ply + 1, depth - 1);
            }
        }

        fn compare(&mut self, board: &Board, ply: usize) {
            let network = Arc::clone(self.accumulators.network());
            assert_eq!(self.accumulators.evaluate(board, ply), network.evaluate(board), "{board}");
            with_parameters!(network.layers(), parameters => {
                let Accumulators { entries, values, .. } = &mut self.accumulators;
                let line = Line::new(parameters, &network, entries, values);
                for (perspective, values) in Color::ALL.into_iter().zip(&line.values[ply]) {
                    let features = active_features(board, perspective, men(board));
                    let mut expected = *values;
                    parameters.accumulate(network.kernel(), &mut expected, &features);
                    assert_eq!(*values, expected, "{board}");
                }
            });
            self.seen.compared += 1;
        }

        fn note(&mut self, board: &Board, mv: Move, ply: usize) {
            let seen = &mut self.seen;
            if let Some(side) = mv.castling_side() {
                let side = usize::from(side == CastlingSide::Queenside);
                seen.castlings[board.side_to_move().index()][side] += 1;
            }
            seen.en_passant += u32::from(mv.is_en_passant());
            seen.promotions += u32::from(mv.promotion().is_some());
            seen.capturing_promotions += u32::from(mv.promotion().is_some() && mv.is_capture());
            let turned = self.accumulators.entries[ply].change.turned;
            for color in Color::ALL {
                seen.turned[color.index()] += u32::from(turned[color.index()]);
            }
        }
    }

    #[test]
    fn accumulators_follow_every_line_of_play() {
        let network = |hidden, seed| Network::from_bytes(&random_network(hidden, seed));
        walk_all(network(64, 1).expect("a network"), 1, 1);
        walk_all(network(128, 2).expect("a network"), 2, 4);
        for kernel in Kernel::available() {
            walk_all(network(256, 3).expect("a network").with_kernel(kernel), 3, 30);
        }
    }

    fn walk_all(network: Network, seed: u64, one_of: u64) {
        let mut walk = Walk {
            accumulators: Accumulators::new(Arc::new(network)),
            rng: Rng(seed),
            one_of,
            seen: Seen::default(),
        };
        for (fen, depth) in POSITIONS {
            let board = Board::from_fen(fen).expect("valid");
            walk.accumulators.reset(&board);
            walk.walk(&board, 0, depth);
        }
        let seen = walk.seen;
        let kinds = [seen.en_passant, seen.promotions, seen.capturing_promotions, seen.compared];
        let all = seen.castlings.into_iter().flatten().chain(kinds).chain(seen.turned);
        assert!(all.min() > Some(50), "every kind of move must have been seen: {seen:?}");
    }

    #[test]
    fn a_long_line_without_values_is_caught_up() {
        let network = Network::from_bytes(&random_network(64, 4)).expect("a network");
        let mut accumulators = Accumulators::new(Arc::new(network));
        let mut rng = Rng(5);
        for _ in 0..50 {
            let mut board = Board::startpos();
            accumulators.reset(&board);
            let length = 20 + rng.next() as usize % (MAX_PLY - 20);
            let mut ply = 0;
            while ply < length {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                accumulators.play(&mut board, ply, moves[rng.next() as usize % moves.len()]);
                ply += 1;
            }
            assert_eq!(accumulators.evaluate(&board, ply), accumulators.network.evaluate(&board));
        }
    }
}
