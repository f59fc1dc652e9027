//! The hash table of subtree counts: shared by all threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A bucket is one cache line: four entries of two words.
const WORDS_PER_BUCKET: usize = 8;
const BUCKET_BYTES: usize = WORDS_PER_BUCKET * size_of::<u64>();
const WORDS_PER_ENTRY: usize = 2;

/// The low bits of a data word hold the count, the high byte the depth.
const DEPTH_SHIFT: u32 = 56;
const MAX_COUNT: u64 = (1 << DEPTH_SHIFT) - 1;

/// Counts of subtrees by position key and depth.
///
/// The first word of an entry is `key ^ data`, the second `data`. Two threads that write one entry
/// at the same time can leave halves of two entries in it; such a pair fails the comparison with
/// the key, so that it is a miss and never a wrong count. Because the whole key is compared, a
/// false hit needs two positions of one search with equal 64-bit keys.
#[derive(Debug)]
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    start: usize,
    buckets: u64,
}

impl Table {
    /// An empty table, or `None` if there is no room for it.
    pub(crate) fn new(mebibytes: usize) -> Option<Self> {
        let buckets = mebibytes.checked_mul(1 << 20)? / BUCKET_BYTES;
        // One bucket more, so that the first can begin at the start of a cache line.
        let words = buckets.checked_add(1)?.checked_mul(WORDS_PER_BUCKET)?;
        let words: Box<[AtomicU64]> = bytemuck::allocation::try_zeroed_slice_box(words).ok()?;
        let start = words.as_ptr().align_offset(BUCKET_BYTES).min(WORDS_PER_BUCKET);
        Some(Self { words, start, buckets: u64::try_from(buckets).ok()? })
    }

    /// The count stored for this key and depth.
    pub(crate) fn get(&self, key: u64, depth: u8) -> Option<u64> {
        for entry in self.bucket(key).chunks_exact(WORDS_PER_ENTRY) {
            let data = entry[1].load(Relaxed);
            if entry[0].load(Relaxed) ^ data == key && data >> DEPTH_SHIFT == u64::from(depth) {
                return Some(data & MAX_COUNT);
            }
        }
        None
    }

    /// Stores a count. Three entries of a bucket keep the biggest counts, which cost most to find
    /// again; the last one takes what the others refuse.
    pub(crate) fn insert(&self, key: u64, depth: u8, nodes: u64) {
        if nodes > MAX_COUNT {
            return;
        }
        let bucket = self.bucket(key);
        let (kept, last) = bucket.split_at(WORDS_PER_BUCKET - WORDS_PER_ENTRY);
        let smallest = kept
            .chunks_exact(WORDS_PER_ENTRY)
            .map(|entry| (entry[1].load(Relaxed) & MAX_COUNT, entry))
            .min_by_key(|&(stored, _)| stored);
        let entry = match smallest {
            Some((stored, entry)) if stored <= nodes => entry,
            _ => last,
        };
        let data = u64::from(depth) << DEPTH_SHIFT | nodes;
        entry[0].store(key ^ data, Relaxed);
        entry[1].store(data, Relaxed);
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // The high half of the product spreads the keys over any number of buckets.
        let index = (u128::from(key) * u128::from(self.buckets)) >> 64;
        let first = self.start + index as usize * WORDS_PER_BUCKET;
        &self.words[first..first + WORDS_PER_BUCKET]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_found_by_its_key_and_depth_alone() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.get(7, 3), None);
        table.insert(7, 3, 1_234);
        assert_eq!(table.get(7, 3), Some(1_234));
        assert_eq!(table.get(7, 2), None);
        assert_eq!(table.get(8, 3), None, "a neighbour in the same bucket");
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let table = Table::new(1).unwrap();
        table.insert(7, 3, 1_234);
        let bucket = table.bucket(7);
        let entry = bucket.chunks_exact(2).find(|entry| entry[1].load(Relaxed) != 0).unwrap();
        entry[1].store(5 << DEPTH_SHIFT | 99, Relaxed);
        assert_eq!(table.get(7, 3), None);
        assert_eq!(table.get(7, 5), None);
    }

    #[test]
    fn a_count_that_does_not_fit_is_not_cut() {
        let table = Table::new(1).unwrap();
        table.insert(7, 9, MAX_COUNT + 1);
        assert_eq!(table.get(7, 9), None);
        table.insert(7, 9, MAX_COUNT);
        assert_eq!(table.get(7, 9), Some(MAX_COUNT));
    }

    #[test]
    fn a_full_bucket_keeps_the_biggest_counts_and_the_newest() {
        let table = Table::new(1).unwrap();
        for (key, nodes) in [(1, 500), (2, 400), (3, 300), (4, 20), (5, 10)] {
            table.insert(key, 4, nodes);
        }
        let found: Vec<_> = (1..=5).map(|key| table.get(key, 4)).collect();
        assert_eq!(found, [Some(500), Some(400), Some(300), None, Some(10)]);
    }

    #[test]
    fn every_key_has_a_bucket_that_begins_a_cache_line() {
        let table = Table::new(1).unwrap();
        for key in [0, 1, u64::MAX / 2, u64::MAX] {
            let bucket = table.bucket(key);
            assert_eq!(bucket.len(), WORDS_PER_BUCKET);
            assert_eq!(bucket.as_ptr().addr() % BUCKET_BYTES, 0);
        }
    }

    #[test]
    fn a_size_that_no_machine_has_is_refused() {
        assert!(Table::new(usize::MAX).is_none());
    }
}
