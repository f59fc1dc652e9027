//! Blocks of games: compressed [columns](mod@super::columns) between lengths and checksums.
//!
//! | offset | type | what |
//! |---|---|---|
//! | 0 | 4 bytes | marker `GBK1` |
//! | 4 | `u32` | games |
//! | 8 | `u32` | plies |
//! | 12 | `u32` | plies with a score |
//! | 16 | `u32` | length of the payload |
//! | 20 | `u32` | CRC-32 of the payload |
//! | 24 | `u32` | CRC-32 of the 24 bytes before |
//! | 28 | `u32[7]` | payload: the lengths of the compressed columns |
//! | 56 | | payload: the columns, each a Zstandard frame |
//!
//! Each column is compressed by itself, for the frequencies of their bytes have nothing in common.

use super::columns::{self, COLUMNS, ColumnsError, Counts};
use super::record::GameRecord;

const MARKER: [u8; 4] = *b"GBK1";

/// The length of a block's header in bytes.
const HEADER_LEN: usize = 28;

/// More games than any writer puts into a block; a limit on what a reader will allocate.
const MAX_GAMES: u32 = 1 << 16;
const MAX_PLIES: u32 = 1 << 26;

/// Zstandard's level: high, since blocks are made far more slowly than they can be compressed.
const LEVEL: i32 = 19;

/// A sound block within the bytes of a file: its checksums are right.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// What it holds.
    pub counts: Counts,
    /// Its compressed columns.
    payload: &'a [u8],
}

/// Why there is no block in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// No block begins here, or its header is damaged.
    #[error("no block begins here, or its header is damaged")]
    Header,
    /// The file ends within the block.
    #[error("the file ends within the block")]
    Cut,
    /// The header is sound, but the games are not.
    #[error("the games of the block are damaged (wrong checksum)")]
    Checksum,
}

/// Why a block whose checksum is right holds no games.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// Zstandard does not accept the payload.
    #[error("the block cannot be decompressed: {0}")]
    Compression(#[from] std::io::Error),
    /// The compressed columns are longer than the block.
    #[error("the columns of the block are longer than the block")]
    Frames,
    /// The columns make no sense.
    #[error(transparent)]
    Columns(#[from] ColumnsError),
}

/// Writes games as a block.
///
/// # Errors
/// If Zstandard fails, which only lack of memory can cause.
pub fn encode(games: &[GameRecord]) -> std::io::Result<Vec<u8>> {
    let counts = Counts::of(games);
    let columns = columns::encode(games);
    let frames = columns.iter().map(|column| zstd::bulk::compress(column, LEVEL));
    let frames: Vec<Vec<u8>> = frames.collect::<Result<_, _>>()?;
    let lengths = frames.iter().flat_map(|frame| (frame.len() as u32).to_le_bytes());
    let payload: Vec<u8> = lengths.chain(frames.iter().flatten().copied()).collect();
    let mut bytes = MARKER.to_vec();
    let numbers = [counts.games, counts.plies, counts.scores, payload.len() as u32];
    for number in numbers.into_iter().chain([crc32fast::hash(&payload)]) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(payload);
    Ok(bytes)
}

impl<'a> Block<'a> {
    /// The block that the bytes begin with, and the bytes after it.
    ///
    /// # Errors
    /// If there is no sound one.
    pub fn first(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), BlockError> {
        let (header, rest) = bytes.split_first_chunk::<HEADER_LEN>().ok_or(BlockError::Cut)?;
        let (checked, _) = header.split_at(HEADER_LEN - 4);
        let (words, _) = header.as_chunks::<4>();
        let &[marker, games, plies, scores, len, payload_crc, header_crc] = words else {
            return Err(BlockError::Header);
        };
        let [games, plies, scores, len, payload_crc, header_crc] =
            [games, plies, scores, len, payload_crc, header_crc].map(u32::from_le_bytes);
        let in_limits = games <= MAX_GAMES && plies <= MAX_PLIES && scores <= plies;
        if marker != MARKER || header_crc != crc32fast::hash(checked) || !in_limits {
            return Err(BlockError::Header);
        }
        let (payload, rest) = rest.split_at_checked(len as usize).ok_or(BlockError::Cut)?;
        if crc32fast::hash(payload) != payload_crc {
            return Err(BlockError::Checksum);
        }
        Ok((Self { counts: Counts { games, plies, scores }, payload }, rest))
    }

    /// The games of the block.
    ///
    /// # Errors
    /// If it was written wrongly, since damage has been excluded by the checksum.
    pub fn games(&self) -> Result<Vec<GameRecord>, DecodeError> {
        let mut columns: [Vec<u8>; COLUMNS] = Default::default();
        let (lengths, mut frames) = self.payload.split_at_checked(4 * COLUMNS).unwrap_or_default();
        let lengths = lengths.as_chunks().0.iter().map(|&len| u32::from_le_bytes(len) as usize);
        let capacities = self.counts.lengths();
        for ((column, len), capacity) in columns.iter_mut().zip(lengths).zip(capacities) {
            let (frame, rest) = frames.split_at_checked(len).ok_or(DecodeError::Frames)?;
            *column = zstd::bulk::decompress(frame, capacity)?;
            frames = rest;
        }
        Ok(columns::decode(&columns, self.counts)?)
    }
}

/// Where the next block may begin, looking from the second byte on.
pub(super) fn next_marker(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.get(1..)?;
    rest.windows(MARKER.len()).position(|window| window == MARKER).map(|position| position + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_games;

    #[test]
    fn a_block_gives_its_games_back_and_what_follows() {
        let games = random_games(1, 40);
        let mut bytes = encode(&games).unwrap();
        bytes.extend(b"more");
        let (block, rest) = Block::first(&bytes).unwrap();
        assert_eq!(block.counts.games, 40);
        assert_eq!(block.games().unwrap(), games);
        assert_eq!(rest, b"more");
    }

    #[test]
    fn any_changed_byte_is_noticed() {
        let sound = encode(&random_games(2, 3)).unwrap();
        for position in 0..sound.len() {
            let mut bytes = sound.clone();
            bytes[position] ^= 1 << (position % 8);
            let expected = match position {
                0..HEADER_LEN => BlockError::Header,
                _ => BlockError::Checksum,
            };
            assert_eq!(Block::first(&bytes).unwrap_err(), expected, "byte {position}");
        }
    }

    #[test]
    fn any_cut_is_noticed() {
        let sound = encode(&random_games(3, 3)).unwrap();
        for len in 0..sound.len() {
            assert_eq!(Block::first(&sound[..len]).unwrap_err(), BlockError::Cut, "{len} bytes");
        }
    }

    #[test]
    fn a_checksummed_block_that_makes_no_sense_is_an_error_not_a_panic() {
        // Right checksums over payloads that are a writer's mistake.
        let decoded = |payload: &[u8]| {
            let mut bytes = MARKER.to_vec();
            for number in [1, 1, 1, payload.len() as u32, crc32fast::hash(payload)] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
            bytes.extend(payload);
            Block::first(&bytes).unwrap().0.games()
        };
        let empty = [0; 4 * COLUMNS];
        assert!(matches!(decoded(&empty), Err(DecodeError::Columns(_))));
        let mut rubbish = [&empty[..], b"???"].concat();
        rubbish[0] = 3;
        assert!(matches!(decoded(&rubbish), Err(DecodeError::Compression(_))));
        assert!(matches!(decoded(&[255; 4 * COLUMNS]), Err(DecodeError::Frames)));
        assert!(matches!(decoded(b"?"), Err(DecodeError::Columns(_))));
    }
}
