//! Seeded random numbers that stay the same for ever.
//!
//! Openings, shuffles and first weights must be repeatable from a seed by any later version, which
//! the libraries do not promise; so this is written out here.

/// The generator [SplitMix64](https://doi.org/10.1145/2714064.2660195) of Steele, Lea and Flood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

impl Rng {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The stream that belongs to several numbers together, such as a seed and the number of a
    /// game: a different one whenever any of them differs.
    #[must_use]
    pub fn new(parts: &[u64]) -> Self {
        let mut rng = Self { state: 0 };
        for &part in parts {
            rng.state = rng.next_u64() ^ part;
        }
        rng.next_u64();
        rng
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(Self::STEP);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `bound - 1`; 0 if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        // The product's upper half; the bias of at most bound / 2^64 is of no consequence here.
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from `-1.0` to `1.0`.
    pub fn signed_unit(&mut self) -> f32 {
        let mantissa = (self.next_u64() >> 40) as f32;
        mantissa / (1 << 23) as f32 - 1.0
    }

    /// Puts items into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// What random numbers are for: every purpose has its own stream of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The order of the positions in memory.
    Shuffle = 1,
    /// The first parameters of a network.
    Weights = 2,
    /// The order of the blocks of positions in an epoch.
    Epoch = 3,
    /// The openings of self-play.
    Openings = 4,
}

impl Stream {
    /// This purpose's generator of a seed.
    #[must_use]
    pub fn rng(self, seed: u64) -> Rng {
        self.numbered(seed, 0)
    }

    /// This purpose's generator of a seed for one of many things, such as a game.
    #[must_use]
    pub fn numbered(self, seed: u64, number: u64) -> Rng {
        Rng::new(&[seed, self as u64, number])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Rng::new(&[1, 2]);
        let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        let expected =
            [5_096_424_927_525_894_797, 9_227_740_159_848_112_317, 8_906_789_257_104_160_839];
        assert_eq!(first, expected);
    }

    #[test]
    fn different_parts_give_different_streams() {
        let streams = [&[1, 2][..], &[2, 1], &[1], &[1, 2, 0], &[0, 1, 2]];
        let firsts: std::collections::HashSet<u64> =
            streams.iter().map(|parts| Rng::new(parts).next_u64()).collect();
        assert_eq!(firsts.len(), streams.len());
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_values() {
        let mut rng = Rng::new(&[7]);
        let mut seen = [0; 10];
        for _ in 0..10_000 {
            seen[rng.below(10)] += 1;
            assert!(rng.signed_unit().abs() <= 1.0);
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn a_shuffle_is_a_permutation() {
        let mut items: Vec<usize> = (0..1000).collect();
        Rng::new(&[3]).shuffle(&mut items);
        assert!(items.iter().enumerate().any(|(index, &item)| index != item));
        items.sort_unstable();
        assert!(items.iter().enumerate().all(|(index, &item)| index == item));
    }
}
