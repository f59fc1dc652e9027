//! The rays of sliding men, walked square by square: too slow for play, right by construction.
//!
//! The build script includes this file, so it stands alone.

/// The steps of a rook, as files and ranks.
pub(crate) const ROOK_STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The steps of a bishop, as files and ranks.
pub(crate) const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The squares that a man with these steps attacks from a square, up to and including the first
/// occupied one in each direction.
pub(crate) const fn ray_attacks(steps: &[(i8, i8); 4], square: usize, occupied: u64) -> u64 {
    let mut attacked = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = steps[direction];
        let mut file = (square % 8) as i8 + files;
        let mut rank = (square / 8) as i8 + ranks;
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let target = 1 << (rank * 8 + file);
            attacked |= target;
            if occupied & target != 0 {
                break;
            }
            file += files;
            rank += ranks;
        }
        direction += 1;
    }
    attacked
}
