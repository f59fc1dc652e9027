//! The bytes of a file, and reading them without ever leaving it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

/// Files up to this length are read whole. They cannot be changed under a search; of longer ones
/// only what is needed comes into memory, and they must not be cut short while they are in use.
const READ_WHOLE_UP_TO: u64 = 1 << 20;

/// All bytes of a file.
#[derive(Debug)]
pub(super) enum Bytes {
    Read(Vec<u8>),
    Mapped(Mmap),
}

impl Bytes {
    pub(super) fn open(path: &Path) -> io::Result<Bytes> {
        let mut file = File::open(path)?;
        if file.metadata()?.len() <= READ_WHOLE_UP_TO {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            return Ok(Bytes::Read(bytes));
        }
        map(&file).map(Bytes::Mapped)
    }

    fn all(&self) -> &[u8] {
        match self {
            Bytes::Read(bytes) => bytes,
            Bytes::Mapped(bytes) => bytes,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all().len()
    }

    /// `N` bytes from `at` on; none if the file is shorter.
    pub(super) fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.all().get(at..)?.first_chunk().copied()
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.all().get(at).copied()
    }

    pub(super) fn u16_le(&self, at: usize) -> Option<u16> {
        self.array(at).map(u16::from_le_bytes)
    }

    pub(super) fn u32_le(&self, at: usize) -> Option<u32> {
        self.array(at).map(u32::from_le_bytes)
    }

    /// The 32 bits at `at`, the highest first; 0 behind the end, where codes are only read ahead.
    pub(super) fn u32_be_or_zero(&self, at: usize) -> u32 {
        self.array(at).map_or(0, u32::from_be_bytes)
    }
}

#[expect(unsafe_code, reason = "large tables are mapped: a search needs a small part of them")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the mapping is only read, as bytes, of which every pattern is valid. The user is told
    // in the README that tables in use must not be overwritten.
    unsafe { Mmap::map(file) }
}
