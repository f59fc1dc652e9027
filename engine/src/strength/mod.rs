//! Play below full strength.
//!
//! A limited search is a small one: it goes to a depth and over a number of nodes that grow with
//! the Elo, starts from nothing (a hash table and histories of its own) and uses one thread, so that
//! its level depends neither on the machine nor on the game so far. It finds the values of several
//! root moves, the *candidates*, and plays one of them by lot: the more a move loses against the
//! best, the less likely it is played. Weak players do not err a little on every move, they play
//! well enough until they overlook something; so there are two kinds of draw, a careful one and,
//! now and then, a *lapse*. From 1500 up no candidate that loses a man is ever played.
//!
//! What is drawn depends on the seed and the position alone: the same position is always answered
//! alike, and another one by another lot.

mod choice;
mod level;

use std::hash::{BuildHasher, RandomState};

use portcullis_movegen::Board;

use crate::position::Position;

pub(crate) use choice::Handicap;
use level::Level;
pub(crate) use level::{FULL_ELO, MIN_ELO};

/// How strong the user wants the play to be.
#[derive(Debug)]
pub(crate) struct Strength {
    /// None is full strength.
    elo: Option<u32>,
    /// 0 asks for another seed for every game.
    wanted_seed: u32,
    seed: u64,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength { elo: None, wanted_seed: 0, seed: any_seed() }
    }
}

impl Strength {
    pub(crate) fn set_elo(&mut self, elo: Option<u32>) {
        self.elo = elo.filter(|&elo| elo < FULL_ELO);
    }

    pub(crate) fn set_seed(&mut self, seed: u32) {
        self.wanted_seed = seed;
        self.new_game();
    }

    pub(crate) fn new_game(&mut self) {
        self.seed = if self.wanted_seed == 0 { any_seed() } else { self.wanted_seed.into() };
    }

    /// What limits a search of the position; none at full strength.
    pub(crate) fn handicap(&self, position: &Position) -> Option<Handicap> {
        Some(Handicap::new(Level::of(self.elo?), self.lots(position.board())))
    }

    fn lots(&self, board: &Board) -> Lots {
        Lots(board.key() ^ self.seed.wrapping_mul(Lots::STEP))
    }
}

/// A number that nobody can foretell.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// A row of random numbers: SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom
/// number generators*, 2014).
#[derive(Clone, Debug)]
struct Lots(u64);

impl Lots {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// From 0 to below 1.
    fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(Lots::STEP);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(mut lots: Lots, count: usize) -> Vec<f64> {
        (0..count).map(|_| lots.draw()).collect()
    }

    /// Seed and position decide the lot, and nothing else does.
    #[test]
    fn lots_depend_on_seed_and_position() {
        let mut strength = Strength::default();
        let start = Board::startpos();
        let mut other = start;
        other.play(other.legal_moves()[0]);
        strength.set_seed(1);
        let first = draws(strength.lots(&start), 3);
        assert_ne!(first, draws(strength.lots(&other), 3));
        strength.set_seed(2);
        assert_ne!(first, draws(strength.lots(&start), 3));
        strength.set_seed(1);
        strength.new_game();
        assert_eq!(first, draws(strength.lots(&start), 3));
    }

    /// Without a seed every game is another one.
    #[test]
    fn no_seed_means_a_new_one_for_every_game() {
        let mut strength = Strength::default();
        let start = Board::startpos();
        let first = draws(strength.lots(&start), 3);
        assert_eq!(first, draws(strength.lots(&start), 3));
        strength.new_game();
        assert_ne!(first, draws(strength.lots(&start), 3));
    }

    /// The lots are spread evenly: none of ten equal parts has far from its share.
    #[test]
    fn lots_are_even() {
        let mut parts = [0; 10];
        for draw in draws(Lots(5), 20_000) {
            assert!((0.0..1.0).contains(&draw));
            parts[(draw * 10.0) as usize] += 1;
        }
        assert!(parts.iter().all(|part| (1800..2200).contains(part)), "{parts:?}");
    }

    /// The highest Elo is no limit, the one below it is one.
    #[test]
    fn full_strength_has_no_handicap() {
        let mut strength = Strength::default();
        let start = Position::startpos();
        assert!(strength.handicap(&start).is_none());
        strength.set_elo(Some(FULL_ELO));
        assert!(strength.handicap(&start).is_none());
        strength.set_elo(Some(FULL_ELO - 1));
        assert!(strength.handicap(&start).is_some());
        strength.set_elo(None);
        assert!(strength.handicap(&start).is_none());
    }
}
