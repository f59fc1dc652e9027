//! A bucket of the table, shared by all threads without locks.
//!
//! It is four relaxed atomic words, half a cache line: three entries of one word each, and one word that
//! holds 21 bits of each entry's key. The key bits are mixed with the entry they belong to, so an entry
//! torn by two threads writing at once does not match and is simply not found (an idea of
//! [Hyatt and Mann](https://www.chessprogramming.org/Shared_Hash_Table)).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{GENERATIONS, depth_of, generation_of};

const ENTRIES: usize = 3;
const KEY_BITS: usize = 21;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;

/// The key bits kept for an entry.
fn signature(key: u64, word: u64) -> u64 {
    (key ^ word ^ word >> KEY_BITS ^ word >> (2 * KEY_BITS)) & KEY_MASK
}

/// A word that several threads read and write without waiting for each other.
pub(super) trait Word {
    fn load(&self) -> u64;
    fn store(&self, word: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline]
    fn store(&self, word: u64) {
        self.store(word, Relaxed);
    }
}

#[repr(C, align(32))]
pub(super) struct Bucket<W = AtomicU64> {
    signatures: W,
    entries: [W; ENTRIES],
}

impl Bucket {
    pub(super) const ENTRIES: usize = ENTRIES;
}

impl<W: Word> Bucket<W> {
    /// The entry that belongs to the key, and its place.
    pub(super) fn find(&self, key: u64) -> Option<(usize, u64)> {
        let signatures = self.signatures.load();
        self.entries.iter().enumerate().find_map(|(slot, entry)| {
            let word = entry.load();
            let matches = signatures >> (slot * KEY_BITS) & KEY_MASK == signature(key, word);
            (word != 0 && matches).then_some((slot, word))
        })
    }

    /// The place of the entry that is missed least: shallow and old.
    pub(super) fn least_valuable(&self, generation: u8) -> usize {
        let worth = |slot: usize| {
            let word = self.entries[slot].load();
            if word == 0 {
                return i32::MIN;
            }
            let age = generation.wrapping_sub(generation_of(word)) % GENERATIONS;
            depth_of(word) - 8 * i32::from(age)
        };
        (0..ENTRIES).min_by_key(|&slot| worth(slot)).unwrap_or(0)
    }

    pub(super) fn write(&self, slot: usize, key: u64, word: u64) {
        let shift = slot * KEY_BITS;
        let others = self.signatures.load() & !(KEY_MASK << shift);
        self.signatures.store(others | signature(key, word) << shift);
        self.entries[slot].store(word);
    }

    pub(super) fn clear(&self) {
        self.signatures.store(0);
        for entry in &self.entries {
            entry.store(0);
        }
    }

    /// The entries as they stand, 0 where there is none.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.entries.iter().map(W::load)
    }
}

/// [Loom](https://docs.rs/loom) runs every order in which the threads' loads and stores can take effect.
#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use loom::thread;

    use super::{Bucket, Word};

    impl Word for AtomicU64 {
        fn load(&self) -> u64 {
            self.load(Relaxed)
        }

        fn store(&self, word: u64) {
            self.store(word, Relaxed);
        }
    }

    fn empty() -> Bucket<AtomicU64> {
        Bucket {
            signatures: AtomicU64::new(0),
            entries: std::array::from_fn(|_| AtomicU64::new(0)),
        }
    }

    const FIRST: (u64, u64) = (0x0123_4567_89ab_cdef, 0x0005_0011_0022_0333);
    const SECOND: (u64, u64) = (0xfedc_ba98_7654_3210, 0x0009_0044_0055_0666);

    /// Two threads write while a third reads: whatever it finds under a key was written under that key.
    fn whatever_is_found_was_written([first, second]: [(usize, u64, u64); 2]) {
        loom::model(move || {
            let bucket = Arc::new(empty());
            let writers = [first, second].map(|(slot, key, word)| {
                let bucket = Arc::clone(&bucket);
                thread::spawn(move || bucket.write(slot, key, word))
            });
            let check = |key| {
                if let Some((_, found)) = bucket.find(key) {
                    assert!([first, second].iter().any(|&(_, k, w)| (k, w) == (key, found)));
                }
            };
            check(first.1);
            for writer in writers {
                writer.join().expect("no panic");
            }
            check(first.1);
            check(second.1);
        });
    }

    #[test]
    fn an_entry_torn_between_two_positions_is_not_found() {
        whatever_is_found_was_written([(0, FIRST.0, FIRST.1), (0, SECOND.0, SECOND.1)]);
    }

    #[test]
    fn one_of_two_results_of_a_position_is_found_whole_or_not_at_all() {
        whatever_is_found_was_written([(1, FIRST.0, FIRST.1), (1, FIRST.0, SECOND.1)]);
    }

    #[test]
    fn writing_one_entry_does_not_change_another_into_what_was_never_written() {
        whatever_is_found_was_written([(0, FIRST.0, FIRST.1), (2, SECOND.0, SECOND.1)]);
    }

    #[test]
    fn one_thread_alone_finds_what_it_wrote() {
        loom::model(|| {
            let bucket = empty();
            bucket.write(2, FIRST.0, FIRST.1);
            assert_eq!(bucket.find(FIRST.0), Some((2, FIRST.1)));
            assert_eq!(bucket.find(SECOND.0), None);
        });
    }
}
