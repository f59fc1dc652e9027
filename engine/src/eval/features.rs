//! The inputs of a network: which man stands where, seen by one side.

use arrayvec::ArrayVec;
use portcullis_movegen::{Board, Color, File, Piece, Square};

/// Inputs for each of the two perspectives: two colours, six kinds of men, 64 squares.
pub const FEATURES: usize = 768;

/// Output layers, of which the number of men on the board chooses one.
pub const OUTPUT_BUCKETS: usize = 8;

/// A board has at most 16 men a side.
pub(super) const MAX_MEN: usize = 32;

/// The input that a man on a square sets, seen by one side.
///
/// Every side sees itself at the bottom of the board, and its own king, which stands on the square
/// `king`, on the a- to d-file: otherwise it sees the files mirrored.
///
/// ```
/// use portcullis::feature_index;
/// use portcullis_movegen::{Color, Piece, Square};
///
/// let white = feature_index(Color::White, Square::G1, Piece::WhitePawn, Square::C2);
/// let black = feature_index(Color::Black, Square::B8, Piece::BlackPawn, Square::F7);
/// assert_eq!(white, black);
/// ```
#[inline]
#[must_use]
pub fn feature_index(perspective: Color, king: Square, piece: Piece, square: Square) -> usize {
    Man::new(piece, square).feature(perspective, sees_mirrored(king))
}

/// A man on a square, kept as its feature for White when it sees nothing mirrored: all others
/// follow from that in a few instructions and no branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man(u16);

impl Man {
    #[inline]
    pub(super) fn new(piece: Piece, square: Square) -> Man {
        Man((piece.index() * 64 + square.index()) as u16)
    }

    /// The input that it sets, seen by one side.
    #[inline]
    pub(super) fn feature(self, perspective: Color, mirrored: bool) -> usize {
        let man = usize::from(self.0);
        let unmirrored = match perspective {
            Color::White => man,
            // Black's men and White's change places, and so do the ranks.
            Color::Black => {
                let swapped = man + FEATURES / 2;
                swapped.min(swapped.wrapping_sub(FEATURES)) ^ 0b111_000
            }
        };
        unmirrored ^ if mirrored { 0b000_111 } else { 0 }
    }
}

/// Whether the side whose king stands there sees the files mirrored.
#[inline]
pub(super) fn sees_mirrored(king: Square) -> bool {
    king.file() >= File::E
}

/// The output layer for a board with so many men, kings included.
#[inline]
#[must_use]
pub fn output_bucket(men: u32) -> usize {
    (men.saturating_sub(2) as usize / 4).min(OUTPUT_BUCKETS - 1)
}

/// The men on the board.
pub(super) fn men(board: &Board) -> impl Iterator<Item = (Piece, Square)> {
    board.occupied().into_iter().filter_map(|square| Some((board.piece_at(square)?, square)))
}

/// The inputs that some men on the board set, seen by one side.
#[inline]
pub(super) fn active_features(
    board: &Board,
    perspective: Color,
    men: impl Iterator<Item = (Piece, Square)>,
) -> ArrayVec<usize, MAX_MEN> {
    let mirrored = sees_mirrored(board.king(perspective));
    men.map(|(piece, square)| Man::new(piece, square).feature(perspective, mirrored)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_those_of_the_file_format() {
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(feature_index(white, Square::A1, Piece::WhitePawn, Square::A1), 0);
        assert_eq!(feature_index(white, Square::D4, Piece::BlackKing, Square::H8), 384 + 320 + 63);
        assert_eq!(feature_index(white, Square::E1, Piece::WhitePawn, Square::C2), 8 + 5);
        assert_eq!(feature_index(black, Square::D8, Piece::BlackQueen, Square::D8), 256 + 3);
        assert_eq!(feature_index(black, Square::E8, Piece::WhiteKnight, Square::C2), 448 + 48 + 5);
    }

    #[test]
    fn no_two_men_set_the_same_feature() {
        for perspective in Color::ALL {
            for king in Square::all() {
                let mut seen = [false; FEATURES];
                for (piece, square) in
                    Piece::ALL.into_iter().flat_map(|piece| Square::all().map(move |s| (piece, s)))
                {
                    let feature = feature_index(perspective, king, piece, square);
                    assert!(!std::mem::replace(&mut seen[feature], true));
                }
            }
        }
    }

    #[test]
    fn every_number_of_men_has_a_bucket() {
        let counts = [2, 5, 6, 9, 10, 13, 29, 30, 32];
        assert_eq!(counts.map(output_bucket), [0, 0, 1, 1, 2, 2, 6, 7, 7]);
    }
}
