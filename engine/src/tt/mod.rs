//! The [transposition table](https://www.chessprogramming.org/Transposition_Table): what has been
//! found out about positions met before, shared by all search threads.

mod bucket;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use memmap2::{MmapMut, MmapOptions};
use portcullis_movegen::Move;

use crate::memory::{available_bytes, prefetch};
use crate::value::{Bound, NO_VALUE, Value};
use bucket::Bucket;

const GENERATIONS: u8 = 32;

/// One entry as the search sees it. Mate values are relative to the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) mv: Option<Move>,
    pub(crate) value: Value,
    /// The static evaluation before corrections, or [`NO_VALUE`].
    pub(crate) eval: Value,
    /// Depth of the search that found the value; 0 in quiescence.
    pub(crate) depth: i32,
    /// Which side of the truth the value is on; none if only the evaluation is known.
    pub(crate) bound: Option<Bound>,
    /// The position is, or was, on the principal variation.
    pub(crate) pv: bool,
}

impl Entry {
    fn pack(&self, generation: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | bound << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
    }

    fn unpack(word: u64) -> Entry {
        Entry {
            mv: Move::from_bits(word as u16),
            value: Value::from((word >> 16) as i16),
            eval: Value::from((word >> 32) as i16),
            depth: depth_of(word),
            bound: match word >> 56 & 3 {
                0 => None,
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Exact),
            },
            pv: word >> 58 & 1 != 0,
        }
    }
}

fn depth_of(word: u64) -> i32 {
    (word >> 48) as i32 & 0xff
}

fn generation_of(word: u64) -> u8 {
    (word >> 59) as u8
}

/// The table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    memory: MmapMut,
    buckets: usize,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of so many megabytes, or none if the system does not give the memory.
    pub(crate) fn new(megabytes: usize) -> Option<TranspositionTable> {
        let bytes = megabytes.max(1).checked_mul(1 << 20)?;
        if available_bytes().is_some_and(|available| bytes as u64 > available) {
            return None;
        }
        let memory = MmapOptions::new().len(bytes).map_anon().ok()?;
        // Huge pages are only a wish: without them the table is a little slower.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Some(TranspositionTable {
            memory,
            buckets: bytes / size_of::<Bucket>(),
            generation: AtomicU8::new(0),
        })
    }

    /// Its size.
    pub(crate) fn megabytes(&self) -> usize {
        self.memory.len() >> 20
    }

    #[expect(unsafe_code, reason = "large zeroed memory that may be refused is had as bytes only")]
    fn buckets(&self) -> &[Bucket] {
        // SAFETY: the mapping is page-aligned, at least `buckets * size_of::<Bucket>()` bytes long,
        // initialised (the system maps zeroes), lives as long as `self`, and is reached through this
        // function only. A bucket is plain atomic words, for which every bit pattern is valid and
        // which may be written through shared references.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast::<Bucket>(), self.buckets) }
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits choose the bucket, the low ones go into the signature.
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        &self.buckets()[index as usize]
    }

    /// A new search begins: what is in the table grows older by one.
    pub(crate) fn age(&self) {
        let generation = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(generation, Relaxed);
    }

    /// Forgets one of several equal parts, so that several threads can share the work.
    pub(crate) fn clear_part(&self, part: usize, parts: usize) {
        let range = self.buckets * part / parts..self.buckets * (part + 1) / parts;
        for bucket in &self.buckets()[range] {
            bucket.clear();
        }
        self.generation.store(0, Relaxed);
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).find(key).map(|(_, word)| Entry::unpack(word))
    }

    /// Keeps an entry, unless a better one of the same position is there.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let slot = if let Some((slot, word)) = bucket.find(key) {
            let old = Entry::unpack(word);
            let keeps_old = entry.bound != Some(Bound::Exact)
                && generation_of(word) == generation
                && entry.depth + 4 + 2 * i32::from(entry.pv) <= old.depth;
            if keeps_old {
                return;
            }
            entry.mv = entry.mv.or(old.mv);
            slot
        } else {
            bucket.least_valuable(generation)
        };
        bucket.write(slot, key, entry.pack(generation));
    }

    /// Keeps nothing but the static evaluation of a position that has just not been found: there is no
    /// older entry to look for.
    pub(crate) fn store_eval(&self, key: u64, eval: Value, pv: bool) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let entry = Entry { mv: None, value: NO_VALUE, eval, depth: 0, bound: None, pv };
        bucket.write(bucket.least_valuable(generation), key, entry.pack(generation));
    }

    /// How many permille of the table the present search has filled, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets()[..self.buckets.min(1000)];
        let is_current = |&word: &u64| word != 0 && generation_of(word) == generation;
        let used = sample.iter().flat_map(Bucket::words).filter(is_current).count();
        (used * 1000 / (sample.len() * Bucket::ENTRIES)) as u32
    }

    /// Asks for a key's bucket ahead of time.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: Value, depth: i32) -> Entry {
        let mv = Move::from_bits(0x0123);
        Entry { mv, value, eval: -value, depth, bound: Some(Bound::Lower), pv: true }
    }

    /// Keys of one bucket of a one-megabyte table: the high bits are equal.
    fn neighbours() -> impl Iterator<Item = u64> {
        (0..).map(|i: u64| 0xabcd_ef01_0000_0000 | (i * 0x1_2345))
    }

    #[test]
    fn entries_survive_packing() {
        for value in [-32_000, -1, 0, 1, 15_000, 32_000] {
            for bound in [None, Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper)] {
                let written = Entry { bound, ..entry(value, 77) };
                assert_eq!(Entry::unpack(written.pack(31)), written);
            }
        }
        assert_eq!(generation_of(entry(3, 255).pack(31)), 31);
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = TranspositionTable::new(1).expect("a megabyte");
        for (key, value) in neighbours().zip(100..103) {
            assert_eq!(table.probe(key), None);
            table.store(key, entry(value, 5));
        }
        for (key, value) in neighbours().zip(100..103) {
            assert_eq!(table.probe(key), Some(entry(value, 5)));
        }
        table.clear_part(0, 2);
        table.clear_part(1, 2);
        assert!(neighbours().take(3).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_and_its_oldest() {
        let table = TranspositionTable::new(1).expect("a megabyte");
        for (key, depth) in neighbours().zip([9, 2, 7, 5]) {
            table.store(key, entry(0, depth));
        }
        let found: Vec<bool> = neighbours().take(4).map(|k| table.probe(k).is_some()).collect();
        assert_eq!(found, [true, false, true, true]);
        table.age();
        let fifth = neighbours().nth(4).expect("endless");
        let first = neighbours().next().expect("endless");
        table.store(first, entry(0, 9));
        table.store(fifth, entry(0, 1));
        assert!(table.probe(first).is_some(), "renewed by this search");
        assert!(table.probe(fifth).is_some(), "however shallow, it is new");
    }

    #[test]
    fn a_shallow_result_does_not_replace_a_deep_one_of_the_same_search() {
        let table = TranspositionTable::new(1).expect("a megabyte");
        table.store(1, entry(50, 20));
        table.store(1, entry(60, 3));
        assert_eq!(table.probe(1).map(|e| e.value), Some(50));
        table.age();
        table.store(1, entry(60, 3));
        assert_eq!(table.probe(1).map(|e| e.value), Some(60));
        table.store(1, Entry { mv: None, ..entry(61, 3) });
        assert_eq!(table.probe(1).and_then(|e| e.mv), Move::from_bits(0x0123), "move kept");
    }

    #[test]
    fn refused_memory_is_no_table() {
        assert!(TranspositionTable::new(usize::MAX >> 20).is_none());
    }

    #[test]
    fn the_fill_is_that_of_the_present_search() {
        let table = TranspositionTable::new(1).expect("a megabyte");
        for i in 0..200_000u64 {
            table.store(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(0, 3));
        }
        assert!(table.hashfull() > 800);
        table.age();
        assert_eq!(table.hashfull(), 0);
    }
}
