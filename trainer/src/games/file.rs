//! Files of games: a header with the settings, then blocks.
//!
//! | offset | type | what |
//! |---|---|---|
//! | 0 | 8 bytes | magic `PORTGAME` |
//! | 8 | `u32` | version of the format, 1 |
//! | 12 | `u32` | length of the settings |
//! | 16 | | settings: UTF-8, lines `key = value` |
//! | | `u32` | CRC-32 of all bytes before |
//! | | | [blocks](super::block) to the end of the file |

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::block::{self, Block, BlockError};
use super::record::GameRecord;
use crate::facts::{Facts, FactsError};

const MAGIC: [u8; 8] = *b"PORTGAME";
const VERSION: u32 = 1;
const FIXED_LEN: usize = 16;
const MAX_SETTINGS_LEN: usize = 1 << 16;

/// Why a file of games cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// The system refuses.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file does not begin with the magic bytes.
    #[error("{path}: this is not a file of games", path = .0.display())]
    NotGames(PathBuf),
    /// The file is of a later format.
    #[error("{path}: the format version {version} is not known", path = .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// The header is cut or its checksum is wrong.
    #[error("{path}: the header with the settings is damaged", path = .0.display())]
    Header(PathBuf),
    /// The settings are no list of facts.
    #[error("{path}: the settings cannot be read: {error}", path = .path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        error: FactsError,
    },
    /// Games are to be appended that were made with other settings.
    #[error(
        "{path}: the games in the file were made with `{key} = {old}`, not `{new}`; \
         choose another file", path = .path.display()
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        key: String,
        /// Its value in the file.
        old: String,
        /// Its value now.
        new: String,
    },
}

/// A stretch of a file that holds no sound block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bytes {} to {} are skipped: {reason}", .range.start, .range.end)]
pub struct Damage {
    /// Where it is.
    pub range: Range<usize>,
    /// What is wrong at its beginning.
    pub reason: BlockError,
}

/// A file of games in memory.
#[derive(Debug)]
pub struct GameFile {
    /// The engine, its evaluation, and how the games were played.
    pub settings: Facts,
    /// Stretches that are skipped.
    pub damage: Vec<Damage>,
    bytes: Vec<u8>,
    /// Where the sound blocks begin.
    offsets: Vec<usize>,
}

impl GameFile {
    /// Reads a file and checks all checksums. A damaged block is no error: it is told in `damage`.
    ///
    /// # Errors
    /// If it cannot be read or its header is not sound.
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        let bytes = fs::read(path).map_err(|error| io_error(path, error))?;
        Self::parse(path, bytes)
    }

    fn parse(path: &Path, bytes: Vec<u8>) -> Result<Self, GameFileError> {
        let (settings, header_len) = parse_header(path, &bytes)?;
        let mut file = Self { settings, damage: Vec::new(), bytes, offsets: Vec::new() };
        file.find_blocks(header_len);
        Ok(file)
    }

    fn find_blocks(&mut self, mut offset: usize) {
        while let Some(bytes) = self.bytes.get(offset..).filter(|bytes| !bytes.is_empty()) {
            match Block::first(bytes) {
                Ok((_, rest)) => {
                    self.offsets.push(offset);
                    offset = self.bytes.len() - rest.len();
                }
                Err(reason) => {
                    let next = block::next_marker(bytes).map_or(self.bytes.len(), |at| offset + at);
                    self.add_damage(offset..next, reason);
                    offset = next;
                }
            }
        }
    }

    /// Notes a damaged stretch, joined to one that ends where it begins: a marker inside of a damaged
    /// block is nothing new.
    fn add_damage(&mut self, range: Range<usize>, reason: BlockError) {
        match self.damage.last_mut().filter(|last| last.range.end == range.start) {
            Some(last) => last.range.end = range.end,
            None => self.damage.push(Damage { range, reason }),
        }
    }

    /// The sound blocks in order.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'_>> {
        let block = |&offset: &usize| Block::first(self.bytes.get(offset..)?).ok();
        self.offsets.iter().filter_map(move |offset| block(offset).map(|(block, _)| block))
    }

    /// The length of the file in bytes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is no sound block.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// The length without a damaged end, such as a block that was being written when the power went.
    fn sound_len(&self) -> usize {
        let end = self.damage.last().filter(|damage| damage.range.end == self.bytes.len());
        end.map_or(self.bytes.len(), |damage| damage.range.start)
    }
}

fn io_error(path: &Path, error: io::Error) -> GameFileError {
    GameFileError::Io { path: path.to_owned(), error }
}

fn header(settings: &Facts) -> Vec<u8> {
    let text = settings.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The settings and the length of the header.
fn parse_header(path: &Path, bytes: &[u8]) -> Result<(Facts, usize), GameFileError> {
    let rest = bytes.strip_prefix(&MAGIC);
    let rest = rest.ok_or_else(|| GameFileError::NotGames(path.to_owned()))?;
    let damaged = || GameFileError::Header(path.to_owned());
    let (&version, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let version = u32::from_le_bytes(version);
    if version != VERSION {
        return Err(GameFileError::Version { path: path.to_owned(), version });
    }
    let (&len, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let len = u32::from_le_bytes(len) as usize;
    if len > MAX_SETTINGS_LEN {
        return Err(damaged());
    }
    let (text, rest) = rest.split_at_checked(len).ok_or_else(damaged)?;
    let (&checksum, _) = rest.split_first_chunk().ok_or_else(damaged)?;
    let checked = bytes.get(..FIXED_LEN + len).ok_or_else(damaged)?;
    if u32::from_le_bytes(checksum) != crc32fast::hash(checked) {
        return Err(damaged());
    }
    let settings = Facts::parse(text)
        .map_err(|error| GameFileError::Settings { path: path.to_owned(), error })?;
    Ok((settings, FIXED_LEN + len + 4))
}

/// Appends blocks to a file of games.
#[derive(Debug)]
pub struct GameWriter {
    path: PathBuf,
    file: File,
    len: u64,
    games: u64,
}

impl GameWriter {
    /// Begins a file, or goes on with one that was made with the same settings; a damaged end is cut
    /// off.
    ///
    /// # Errors
    /// If the file cannot be written, is no file of games, or was made with other settings.
    pub fn append(path: &Path, settings: &Facts) -> Result<Self, GameFileError> {
        let error = |error| io_error(path, error);
        let mut options = OpenOptions::new();
        let mut file = options.append(true).create(true).open(path).map_err(error)?;
        let bytes = fs::read(path).map_err(error)?;
        if bytes.is_empty() {
            let header = header(settings);
            file.write_all(&header).map_err(error)?;
            return Ok(Self { path: path.to_owned(), file, len: header.len() as u64, games: 0 });
        }
        let old = GameFile::parse(path, bytes)?;
        if let Some((key, old, new)) = old.settings.difference(settings) {
            let [key, old, new] = [key, old, new].map(str::to_owned);
            return Err(GameFileError::OtherSettings { path: path.to_owned(), key, old, new });
        }
        let len = old.sound_len() as u64;
        file.set_len(len).map_err(error)?;
        let games = old.blocks().map(|block| u64::from(block.counts.games)).sum();
        Ok(Self { path: path.to_owned(), file, len, games })
    }

    /// Writes games as one block and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, games: &[GameRecord]) -> Result<(), GameFileError> {
        if games.is_empty() {
            return Ok(());
        }
        let error = |error| io_error(&self.path, error);
        let bytes = block::encode(games).map_err(error)?;
        self.file.write_all(&bytes).map_err(error)?;
        self.file.sync_data().map_err(error)?;
        self.len += bytes.len() as u64;
        self.games += games.len() as u64;
        Ok(())
    }

    /// The length of the file in bytes.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is no game yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The number of games in the file.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_games;
    use crate::rng::Rng;

    fn settings() -> Facts {
        Facts::new().with("engine", "Portcullis").with("nodes", 5000)
    }

    /// A file of three blocks in a directory of its own, its games, and the length of its header.
    fn written() -> (tempfile::TempDir, PathBuf, Vec<Vec<GameRecord>>) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test.games");
        let blocks: Vec<Vec<GameRecord>> = (1..4).map(|seed| random_games(seed, 5)).collect();
        let mut writer = GameWriter::append(&path, &settings()).unwrap();
        blocks.iter().for_each(|games| writer.write(games).unwrap());
        assert_eq!(writer.len(), fs::metadata(&path).unwrap().len());
        (directory, path, blocks)
    }

    fn all_games(file: &GameFile) -> Vec<GameRecord> {
        file.blocks().flat_map(|block| block.games().unwrap()).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let (_directory, path, blocks) = written();
        let file = GameFile::open(&path).unwrap();
        assert_eq!(file.settings, settings());
        assert_eq!(file.damage, []);
        assert_eq!(all_games(&file), blocks.concat());
    }

    #[test]
    fn games_are_appended_to_those_of_the_same_settings_only() {
        let (_directory, path, mut blocks) = written();
        let mut writer = GameWriter::append(&path, &settings()).unwrap();
        assert_eq!(writer.games(), 15);
        blocks.push(random_games(9, 2));
        writer.write(&blocks[3]).unwrap();
        assert_eq!(all_games(&GameFile::open(&path).unwrap()), blocks.concat());

        let other = Facts::new().with("engine", "Portcullis").with("nodes", 100);
        let error = GameWriter::append(&path, &other).unwrap_err();
        assert!(error.to_string().contains("`nodes = 5000`, not `100`"), "{error}");
    }

    #[test]
    fn a_damaged_block_is_skipped_and_told_and_the_others_survive() {
        let (_directory, path, blocks) = written();
        let sound = fs::read(&path).unwrap();
        let ends: Vec<usize> = block_ends(&path);
        for (position, name) in [(ends[0] + 2, "header"), (ends[0] + 60, "payload")] {
            let mut bytes = sound.clone();
            bytes[position] ^= 1;
            let file = GameFile::parse(&path, bytes).unwrap();
            assert_eq!(all_games(&file), [&blocks[0][..], &blocks[2][..]].concat(), "{name}");
            assert_eq!(file.damage.len(), 1);
            assert_eq!(file.damage[0].range, ends[0]..ends[1]);
        }
    }

    /// Where the blocks of a sound file end, after that of the header.
    fn block_ends(path: &Path) -> Vec<usize> {
        let file = GameFile::open(path).unwrap();
        file.offsets.iter().copied().skip(1).chain([file.len()]).collect()
    }

    #[test]
    fn a_file_cut_within_a_block_is_repaired_by_appending() {
        let (_directory, path, blocks) = written();
        let ends = block_ends(&path);
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len((ends[2] - 5) as u64).unwrap();
        let cut = GameFile::open(&path).unwrap();
        assert_eq!(cut.damage, [Damage { range: ends[1]..ends[2] - 5, reason: BlockError::Cut }]);

        let mut writer = GameWriter::append(&path, &settings()).unwrap();
        writer.write(&blocks[2]).unwrap();
        let repaired = GameFile::open(&path).unwrap();
        assert_eq!(repaired.damage, []);
        assert_eq!(all_games(&repaired), blocks.concat());
    }

    #[test]
    fn random_damage_never_panics_and_never_makes_up_a_game() {
        let (_directory, path, blocks) = written();
        let (sound, games) = (fs::read(&path).unwrap(), blocks.concat());
        let mut rng = Rng::new(&[8]);
        for _ in 0..2_000 {
            let mut bytes = sound.clone();
            for _ in 0..1 + rng.below(4) {
                let position = rng.below(bytes.len());
                match rng.below(3) {
                    0 => bytes[position] = rng.below(256) as u8,
                    1 => bytes.truncate(position.max(1)),
                    _ => bytes.insert(position, rng.below(256) as u8),
                }
            }
            if let Ok(file) = GameFile::parse(&path, bytes) {
                for block in file.blocks() {
                    assert!(block.games().unwrap().iter().all(|game| games.contains(game)));
                }
            }
        }
    }

    #[test]
    fn what_is_no_file_of_games_is_told_in_a_sentence() {
        let path = Path::new("x.games");
        let message = |bytes: &[u8]| GameFile::parse(path, bytes.to_vec()).unwrap_err().to_string();
        assert_eq!(message(b"PK zip file"), "x.games: this is not a file of games");
        let mut later = header(&settings());
        later[8] = 2;
        assert_eq!(message(&later), "x.games: the format version 2 is not known");
        let mut damaged = header(&settings());
        damaged[20] ^= 1;
        assert_eq!(message(&damaged), "x.games: the header with the settings is damaged");
        assert!(message(&header(&settings())[..30]).contains("damaged"));
    }
}
