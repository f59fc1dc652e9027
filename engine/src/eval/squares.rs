//! How squares lie to each other.

use portcullis_movegen::{Bitboard, Color, Square};

/// The rank as that player counts it, from 0.
#[inline]
pub(super) fn relative_rank(square: Square, color: Color) -> usize {
    square.relative_to(color).rank().index()
}

/// How many king's moves lie between two squares.
pub(super) fn distance(a: Square, b: Square) -> usize {
    let (files, ranks) = steps(a, b);
    files.max(ranks)
}

/// How many steps along files and ranks lie between two squares.
pub(super) fn walk(a: Square, b: Square) -> usize {
    let (files, ranks) = steps(a, b);
    files + ranks
}

fn steps(a: Square, b: Square) -> (usize, usize) {
    let files = a.file().index().abs_diff(b.file().index());
    (files, a.rank().index().abs_diff(b.rank().index()))
}

/// All squares of the colour of this one.
pub(super) fn squares_of_color(square: Square) -> Bitboard {
    const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    if LIGHT.contains(square) { LIGHT } else { !LIGHT }
}
