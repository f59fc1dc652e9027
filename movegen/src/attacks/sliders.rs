//! Look-up of slider attacks: one multiplication, or one PEXT, and one load.

#![expect(
    unsafe_code,
    reason = "a bounds check in every look-up costs perft 4 to 7 % more instructions (callgrind)"
)]

use crate::bitboard::Bitboard;
use crate::square::Square;

/// What finds the attacks of a slider on one square.
#[cfg_attr(target_feature = "bmi2", expect(dead_code, reason = "PEXT needs no magic"))]
struct Entry {
    mask: u64,
    magic: u64,
    offset: u32,
    shift: u32,
}

include!(concat!(env!("OUT_DIR"), "/sliders.rs"));

#[cfg(target_feature = "bmi2")]
#[inline]
fn relative_index(entry: &Entry, occupied: u64) -> usize {
    // SAFETY: the instruction exists, since the whole crate is compiled for BMI2.
    unsafe { core::arch::x86_64::_pext_u64(occupied, entry.mask) as usize }
}

#[cfg(not(target_feature = "bmi2"))]
#[inline]
fn relative_index(entry: &Entry, occupied: u64) -> usize {
    ((occupied & entry.mask).wrapping_mul(entry.magic) >> entry.shift) as usize
}

#[inline]
fn look_up(entry: &Entry, occupied: Bitboard) -> Bitboard {
    let index = entry.offset as usize + relative_index(entry, occupied.0);
    debug_assert!(index < ATTACKS.len());
    // SAFETY: the build script gave each square's part of the table one place for every value that
    // `relative_index` can have: 2 to the number of bits in the mask.
    Bitboard(unsafe { *ATTACKS.get_unchecked(index) })
}

/// The squares that a rook attacks; rays end with the first occupied square.
///
/// ```
/// use portcullis_movegen::{attacks, Square};
/// // The men on b3 and e5 are attacked; what is behind them is not.
/// let occupied = Square::B3.bitboard() | Square::E5.bitboard() | Square::E7.bitboard();
/// let picture = "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . X . . .
/// . . . . X . . .
/// . X X X . X X X
/// . . . . X . . .
/// . . . . X . . .
/// ";
/// assert_eq!(attacks::rook(Square::E3, occupied).to_string(), picture);
/// ```
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOKS[square.index()], occupied)
}

/// The squares that a bishop attacks; rays end with the first occupied square.
///
/// ```
/// use portcullis_movegen::{attacks, Square};
/// let occupied = Square::F4.bitboard();
/// let picture = "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
/// . X . . . X . .
/// . . X . X . . .
/// . . . . . . . .
/// . . X . X . . .
/// ";
/// assert_eq!(attacks::bishop(Square::D2, occupied).to_string(), picture);
/// ```
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOPS[square.index()], occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::rays::{BISHOP_STEPS, ROOK_STEPS, ray_attacks};

    /// Compares the look-up with a walk along the rays for every subset of every relevant mask.
    fn check(
        steps: &[(i8, i8); 4],
        entries: &[Entry; 64],
        look_up: fn(Square, Bitboard) -> Bitboard,
    ) -> u32 {
        let mut subsets = 0;
        for square in Square::all() {
            let mask = entries[square.index()].mask;
            let mut subset = 0u64;
            loop {
                // Squares outside the mask must not matter.
                for noise in [0, !mask] {
                    let walked = ray_attacks(steps, square.index(), subset | noise);
                    let walked_without = ray_attacks(steps, square.index(), subset);
                    assert_eq!(walked, walked_without, "mask of {square}");
                    assert_eq!(look_up(square, Bitboard(subset | noise)).0, walked, "{square}");
                }
                subsets += 1;
                subset = subset.wrapping_sub(mask) & mask;
                if subset == 0 {
                    break;
                }
            }
        }
        subsets
    }

    #[test]
    fn every_rook_subset_is_looked_up_right() {
        assert_eq!(check(&ROOK_STEPS, &ROOKS, rook), 102_400);
    }

    #[test]
    fn every_bishop_subset_is_looked_up_right() {
        assert_eq!(check(&BISHOP_STEPS, &BISHOPS, bishop), 5_248);
    }
}
