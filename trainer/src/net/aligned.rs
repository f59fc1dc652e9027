//! Numbers that begin at a cache line.

use std::ops::{Deref, DerefMut};

/// Floating-point numbers, the first of which lies at the beginning of a cache line.
///
/// Rows of 16 numbers, or of a multiple, then touch no more lines than they fill, and no vector is
/// loaded from two lines.
#[derive(Debug)]
pub struct Aligned {
    storage: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// The length of a cache line in bytes.
    const LINE: usize = 64;

    /// So many zeros.
    #[must_use]
    pub fn zeros(len: usize) -> Self {
        let spare = Self::LINE / size_of::<f32>() - 1;
        let storage = vec![0.0; len + spare];
        let start = storage.as_ptr().align_offset(Self::LINE).min(spare);
        Self { storage, start, len }
    }
}

impl From<&[f32]> for Aligned {
    fn from(values: &[f32]) -> Self {
        let mut aligned = Self::zeros(values.len());
        aligned.copy_from_slice(values);
        aligned
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.storage[self.start..self.start + self.len]
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.storage[self.start..self.start + self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_at_a_cache_line_wherever_they_are_moved_or_copied() {
        for len in [0, 1, 16, 1000] {
            let numbers: Vec<f32> = (0..len).map(|number| number as f32).collect();
            let aligned = Aligned::from(&numbers[..]);
            for copy in [Box::new(aligned.clone()), Box::new(aligned)] {
                assert_eq!(copy.as_ptr() as usize % 64, 0);
                assert_eq!(**copy, numbers[..]);
            }
        }
    }
}
