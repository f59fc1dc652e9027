//! The serial counts. The parallel one splits the upper tree and ends in these.

use std::hint::black_box;

use portcullis_movegen::{Board, MoveCount, MoveFilter};

use crate::counter::Division;
use crate::table::Table;

/// Below this depth a look-up costs more than counting.
const MIN_HASHED_DEPTH: u8 = 2;

/// Leaves at `depth`, the last ply counted from target sets without a move being written.
///
/// ```
/// # use portcullis_movegen::Board;
/// assert_eq!(portcullis_perft::perft(&Board::startpos(), 3), 8_902);
/// ```
#[must_use]
pub fn perft(board: &Board, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves(board),
        _ => {
            let mut nodes = 0;
            for mv in board.legal_moves() {
                let mut child = *board;
                child.play(mv);
                nodes += perft(&child, depth - 1);
            }
            nodes
        }
    }
}

/// Leaves at `depth`, with every one of them played: slower than [`perft`], and a proof of `play`
/// on the last ply too.
#[must_use]
pub fn perft_unbulked(board: &Board, depth: u8) -> u64 {
    if depth == 0 {
        // Nothing reads a leaf, so without this the compiler may leave half of the last play out.
        black_box(board);
        return 1;
    }
    let mut nodes = 0;
    for mv in board.legal_moves() {
        let mut child = *board;
        child.play(mv);
        nodes += perft_unbulked(&child, depth - 1);
    }
    nodes
}

/// [`perft`] in all and by the first move.
#[must_use]
pub fn divide(board: &Board, depth: u8) -> Division {
    if depth == 0 {
        return Division { nodes: 1, moves: Vec::new() };
    }
    let count = |mv| {
        let mut child = *board;
        child.play(mv);
        (mv, perft(&child, depth - 1))
    };
    let moves: Vec<_> = board.legal_moves().into_iter().map(count).collect();
    Division { nodes: moves.iter().map(|&(_, nodes)| nodes).sum(), moves }
}

/// How subtrees are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method<'a> {
    /// Whether the last ply is only counted.
    pub(crate) bulk: bool,
    /// Where counts of subtrees are kept, if they are.
    pub(crate) table: Option<&'a Table>,
}

impl Method<'_> {
    /// Leaves at `depth`.
    pub(crate) fn count(self, board: &Board, depth: u8) -> u64 {
        match (self.bulk, self.table) {
            (true, None) => perft(board, depth),
            (false, None) => perft_unbulked(board, depth),
            (true, Some(table)) => hashed::<true>(board, depth, table),
            (false, Some(table)) => hashed::<false>(board, depth, table),
        }
    }
}

fn hashed<const BULK: bool>(board: &Board, depth: u8, table: &Table) -> u64 {
    if depth < MIN_HASHED_DEPTH {
        return if BULK { perft(board, depth) } else { perft_unbulked(board, depth) };
    }
    if let Some(nodes) = table.get(board.key(), depth) {
        return nodes;
    }
    let mut nodes = 0_u64;
    for mv in board.legal_moves() {
        let mut child = *board;
        child.play(mv);
        nodes = nodes.saturating_add(hashed::<BULK>(&child, depth - 1, table));
    }
    table.insert(board.key(), depth, nodes);
    nodes
}

fn count_moves(board: &Board) -> u64 {
    let mut count = MoveCount::default();
    board.generate(MoveFilter::All, &mut count);
    count.count()
}
