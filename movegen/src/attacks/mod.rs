//! The squares that men attack, and the lines between squares.

mod rays;
mod sliders;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;
use rays::{BISHOP_STEPS, ROOK_STEPS, ray_attacks};

pub use sliders::{bishop, rook};

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// For each square the squares that are one of the steps away.
const fn leaper_table<const N: usize>(steps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            let (files, ranks) = steps[step];
            if let Some(target) = Square::from_low_bits(square as u32).offset(files, ranks) {
                table[square].0 |= target.bitboard().0;
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn ray_table(steps: &[(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(ray_attacks(steps, square, 0));
        square += 1;
    }
    table
}

/// For each pair of squares on a common rank, file or diagonal: the squares strictly between them,
/// or the whole line from edge to edge.
const fn pair_table(whole_line: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let steps = if ray_attacks(&ROOK_STEPS, a, 0) >> b & 1 != 0 {
                Some(&ROOK_STEPS)
            } else if ray_attacks(&BISHOP_STEPS, a, 0) >> b & 1 != 0 {
                Some(&BISHOP_STEPS)
            } else {
                None
            };
            if let Some(steps) = steps {
                let ends = 1 << a | 1 << b;
                table[a][b] = Bitboard(if whole_line {
                    ray_attacks(steps, a, 0) & ray_attacks(steps, b, 0) | ends
                } else {
                    ray_attacks(steps, a, 1 << b) & ray_attacks(steps, b, 1 << a)
                });
            }
            b += 1;
        }
        a += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = leaper_table(KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper_table(KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] =
    [leaper_table([(-1, 1), (1, 1)]), leaper_table([(-1, -1), (1, -1)])];
static ROOK_RAYS: [Bitboard; 64] = ray_table(&ROOK_STEPS);
static BISHOP_RAYS: [Bitboard; 64] = ray_table(&BISHOP_STEPS);
static DIAGONAL: [Bitboard; 64] = ray_table(&[(1, 1), (-1, -1), (1, 1), (-1, -1)]);
static ANTI_DIAGONAL: [Bitboard; 64] = ray_table(&[(-1, 1), (1, -1), (-1, 1), (1, -1)]);
static BETWEEN: [[Bitboard; 64]; 64] = pair_table(false);
static LINE: [[Bitboard; 64]; 64] = pair_table(true);

/// The squares that a knight attacks.
///
/// ```
/// use portcullis_movegen::{attacks, Square};
/// let picture = "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . X . X . .
/// . . X . . . X .
/// . . . . . . . .
/// . . X . . . X .
/// . . . X . X . .
/// . . . . . . . .
/// ";
/// assert_eq!(attacks::knight(Square::E4).to_string(), picture);
/// ```
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king attacks.
///
/// ```
/// use portcullis_movegen::{attacks, Bitboard, Square};
/// let corner = attacks::king(Square::A1);
/// assert_eq!(corner, Bitboard::from_iter([Square::A2, Square::B1, Square::B2]));
/// ```
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of that colour attacks.
///
/// ```
/// use portcullis_movegen::{attacks, Color, Square};
/// let attacked = attacks::pawn(Color::Black, Square::E5);
/// assert_eq!(attacked, Square::D4.bitboard() | Square::F4.bitboard());
/// ```
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a queen attacks; rays end with the first occupied square.
///
/// ```
/// use portcullis_movegen::{attacks, Square};
/// let occupied = Square::D6.bitboard() | Square::F4.bitboard();
/// let picture = "\
/// . . . . . . . X
/// X . . . . . X .
/// . X . X . X . .
/// . . X X X . . .
/// X X X . X X . .
/// . . X X X . . .
/// . X . X . X . .
/// X . . X . . X .
/// ";
/// assert_eq!(attacks::queen(Square::D4, occupied).to_string(), picture);
/// ```
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

/// The squares that a rook attacks on an empty board.
///
/// ```
/// use portcullis_movegen::{attacks, Bitboard, Square};
/// let rays = attacks::rook_rays(Square::C3);
/// assert_eq!(rays, attacks::rook(Square::C3, Bitboard::EMPTY));
/// assert_eq!(rays.count(), 14);
/// ```
#[inline]
#[must_use]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The squares that a bishop attacks on an empty board.
///
/// ```
/// use portcullis_movegen::{attacks, Bitboard, Square};
/// let rays = attacks::bishop_rays(Square::D4);
/// assert_eq!(rays, attacks::bishop(Square::D4, Bitboard::EMPTY));
/// assert_eq!(rays.count(), 13);
/// ```
#[inline]
#[must_use]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// The other squares of the diagonal that rises to the right, in the direction from a1 to h8.
#[inline]
pub(crate) fn diagonal(square: Square) -> Bitboard {
    DIAGONAL[square.index()]
}

/// The other squares of the diagonal that rises to the left, in the direction from h1 to a8.
#[inline]
pub(crate) fn anti_diagonal(square: Square) -> Bitboard {
    ANTI_DIAGONAL[square.index()]
}

/// The squares strictly between two squares of a common rank, file or diagonal; else none.
///
/// ```
/// use portcullis_movegen::{attacks, Square};
/// let between = attacks::between(Square::A1, Square::D4);
/// assert_eq!(between, Square::B2.bitboard() | Square::C3.bitboard());
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares, from edge to edge; else nothing.
///
/// ```
/// use portcullis_movegen::{attacks, Bitboard, Rank, Square};
/// assert_eq!(attacks::line(Square::C2, Square::E2), Bitboard::rank(Rank::Second));
/// ```
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}
