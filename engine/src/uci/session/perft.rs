//! Counting the move tree.

use std::ops::ControlFlow;

use portcullis_movegen::{Board, Move, MoveCount, MoveFilter};

/// Below this depth a tree is counted without a look at the clock or the queue.
const POLL_DEPTH: u32 = 4;

/// The leaves of the tree of this depth below each legal move, handed to `report` one by one.
///
/// `poll` is asked every few milliseconds whether to go on. Returns the sum, or nothing after a
/// break.
pub(super) fn divide(
    board: &Board,
    depth: u32,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
    report: &dyn Fn(Move, u64),
) -> Option<u64> {
    let Some(below) = depth.checked_sub(1) else { return Some(1) };
    let mut sum = 0;
    for chess_move in board.legal_moves() {
        let mut child = *board;
        child.play(chess_move);
        let ControlFlow::Continue(leaves) = leaves(&child, below, poll) else { return None };
        report(chess_move, leaves);
        sum += leaves;
    }
    Some(sum)
}

fn leaves(
    board: &Board,
    depth: u32,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    if depth == 0 {
        return ControlFlow::Continue(1);
    }
    if depth == 1 {
        let mut count = MoveCount::default();
        board.generate(MoveFilter::All, &mut count);
        return ControlFlow::Continue(count.count());
    }
    if depth >= POLL_DEPTH {
        poll()?;
    }
    let mut sum = 0;
    for chess_move in board.legal_moves() {
        let mut child = *board;
        child.play(chess_move);
        sum += leaves(&child, depth - 1, poll)?;
    }
    ControlFlow::Continue(sum)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The counts of <https://www.chessprogramming.org/Perft_Results>, and a break that ends it.
    #[test]
    fn counts_and_breaks() {
        let board = Board::startpos();
        for (depth, leaves) in [(0, 1), (1, 20), (2, 400), (3, 8902), (4, 197_281), (5, 4_865_609)]
        {
            let sum = Cell::new(0);
            let report = |_: Move, leaves: u64| sum.set(sum.get() + leaves);
            let counted = divide(&board, depth, &mut || ControlFlow::Continue(()), &report);
            assert_eq!(counted, Some(leaves));
            assert!(depth == 0 || sum.get() == leaves);
        }
        let stopped = divide(&board, 30, &mut || ControlFlow::Break(()), &|_, _| {});
        assert_eq!(stopped, None);
    }
}
