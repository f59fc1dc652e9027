//! The state of a training in a file.
//!
//! Magic `PORTCKPT`, version `u32`, then sections: settings as text, steps, losses, reports,
//! parameters, first and second moments; each section begins with its length in bytes (`u64`). The last
//! four bytes are the CRC-32 of all others. All numbers are little-endian.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::loss::Losses;
use super::optimiser::AdamW;
use crate::facts::{Facts, FactsError};
use crate::net::{Aligned, HiddenSizeError, Layout, Parameters};

const MAGIC: [u8; 8] = *b"PORTCKPT";
const VERSION: u32 = 1;

/// What was measured at one point of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Steps made before.
    pub steps: u64,
    /// Positions seen before, each as often as it was seen.
    pub samples: u64,
    /// The mean loss of the positions learnt from since the last report.
    pub training: f64,
    /// The mean losses of the validation positions: mixed, score alone, result alone.
    pub validation: [f64; 3],
}

impl Report {
    const LEN: usize = 6;

    fn numbers(&self) -> [f64; Self::LEN] {
        let [mixed, score, result] = self.validation;
        [self.steps as f64, self.samples as f64, self.training, mixed, score, result]
    }

    const fn from_numbers(numbers: [f64; Self::LEN]) -> Self {
        let [steps, samples, training, mixed, score, result] = numbers;
        let validation = [mixed, score, result];
        Self { steps: steps as u64, samples: samples as u64, training, validation }
    }
}

/// Everything that a training needs to go on exactly where it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The settings and the positions' fingerprint.
    pub facts: Facts,
    /// The network so far.
    pub parameters: Parameters,
    /// The optimiser's memory.
    pub optimiser: AdamW,
    /// Losses since the last report.
    pub losses: Losses,
    /// What was measured so far.
    pub reports: Vec<Report>,
}

/// Why there is no checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system refuses.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is none, or of another version.
    #[error("{path}: this is no checkpoint of this version of the trainer", path = .0.display())]
    NotACheckpoint(PathBuf),
    /// The contents are damaged.
    #[error("{path}: the checkpoint is damaged", path = .0.display())]
    Damaged(PathBuf),
    /// The settings cannot be read.
    #[error("the settings of the checkpoint cannot be read: {0}")]
    Facts(#[from] FactsError),
    /// The size of the network does not fit.
    #[error(transparent)]
    Hidden(#[from] HiddenSizeError),
}

impl Checkpoint {
    /// Writes the file, in such a way that a crash leaves the old one or the new one.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let error = |error| CheckpointError::Io { path: path.to_owned(), error };
        let unfinished = path.with_extension("unfinished");
        let mut file = fs::File::create(&unfinished).map_err(error)?;
        file.write_all(&self.to_bytes()).map_err(error)?;
        file.sync_all().map_err(error)?;
        fs::rename(&unfinished, path).map_err(error)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the system refuses or the file is no sound checkpoint.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        let bytes =
            fs::read(path).map_err(|error| CheckpointError::Io { path: path.to_owned(), error })?;
        Self::parse(path, &bytes)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let mut section = |contents: Vec<u8>| {
            bytes.extend((contents.len() as u64).to_le_bytes());
            bytes.extend(contents);
        };
        let losses = [self.losses.mixed, self.losses.score, self.losses.result, self.losses.count];
        section(self.facts.to_string().into_bytes());
        section([self.parameters.layout.hidden() as u64, self.optimiser.steps].as_bytes());
        section(losses.as_bytes());
        section(self.reports.iter().flat_map(Report::numbers).collect::<Vec<_>>().as_bytes());
        section(self.parameters.values.as_bytes());
        section(self.optimiser.first_moments.as_bytes());
        section(self.optimiser.second_moments.as_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let start = [&MAGIC[..], &VERSION.to_le_bytes()].concat();
        let body = bytes.strip_prefix(&start[..]);
        body.ok_or_else(|| CheckpointError::NotACheckpoint(path.to_owned()))?;
        let damaged = || CheckpointError::Damaged(path.to_owned());
        let (checked, checksum) = bytes.split_last_chunk().ok_or_else(damaged)?;
        if u32::from_le_bytes(*checksum) != crc32fast::hash(checked) {
            return Err(damaged());
        }
        let mut rest = checked.get(start.len()..).ok_or_else(damaged)?;
        let mut section = || take_section(&mut rest).ok_or_else(damaged);
        let facts = Facts::parse(section()?)?;
        let [hidden, steps] = array(numbers(section()?, u64::from_le_bytes)).ok_or_else(damaged)?;
        let losses = array(numbers(section()?, f64::from_le_bytes)).ok_or_else(damaged)?;
        let [mixed, score, result, count] = losses;
        let reports = numbers(section()?, f64::from_le_bytes);
        let reports = reports.as_chunks().0.iter().map(|&row| Report::from_numbers(row)).collect();
        let layout = Layout::new(usize::try_from(hidden).map_err(|_| damaged())?)?;
        let mut vector = || Ok::<_, CheckpointError>(numbers(section()?, f32::from_le_bytes));
        let [values, first_moments, second_moments] = [vector()?, vector()?, vector()?];
        let lengths = [values.len(), first_moments.len(), second_moments.len()];
        if lengths.iter().any(|&len| len != layout.len()) {
            return Err(damaged());
        }
        Ok(Self {
            facts,
            parameters: Parameters { layout, values: Aligned::from(&values[..]) },
            optimiser: AdamW { first_moments, second_moments, steps },
            losses: Losses { mixed, score, result, count },
            reports,
        })
    }
}

/// Numbers as little-endian bytes.
trait AsBytes {
    fn as_bytes(&self) -> Vec<u8>;
}

macro_rules! as_bytes {
    ($($number:ty),+) => {
        $(impl AsBytes for [$number] {
            fn as_bytes(&self) -> Vec<u8> {
                self.iter().flat_map(|number| number.to_le_bytes()).collect()
            }
        })+
    };
}

as_bytes!(u64, f64, f32);

fn take_section<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (&len, after) = rest.split_first_chunk()?;
    let (section, after) =
        after.split_at_checked(usize::try_from(u64::from_le_bytes(len)).ok()?)?;
    *rest = after;
    Some(section)
}

fn numbers<T, const N: usize>(bytes: &[u8], read: fn([u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks().0.iter().map(|&bytes| read(bytes)).collect()
}

fn array<T, const N: usize>(numbers: Vec<T>) -> Option<[T; N]> {
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        let layout = Layout::new(64).unwrap();
        let mut optimiser = AdamW::new(layout.len());
        optimiser.steps = 77;
        optimiser.second_moments[5] = 0.1;
        Checkpoint {
            facts: Facts::new().with("seed", 5),
            parameters: Parameters::random(layout, 5),
            optimiser,
            losses: Losses { mixed: 0.25, score: 0.5, result: 1.0 / 3.0, count: 9.0 },
            reports: vec![
                Report { steps: 1, samples: 2, training: 0.3, validation: [0.4, 0.5, 0.6] },
                Report { steps: 2, samples: 4, training: 0.2, validation: [0.3, 0.4, 0.5] },
            ],
        }
    }

    #[test]
    fn what_is_saved_is_opened_and_the_old_file_is_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.checkpoint");
        let mut saved = checkpoint();
        saved.save(&path).unwrap();
        saved.optimiser.steps += 1;
        saved.save(&path).unwrap();
        assert_eq!(Checkpoint::open(&path).unwrap(), saved);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn damage_is_noticed() {
        let (path, sound) = (Path::new("x"), checkpoint().to_bytes());
        for offset in (0..sound.len()).step_by(1009) {
            let mut bytes = sound.clone();
            bytes[offset] ^= 16;
            assert!(Checkpoint::parse(path, &bytes).is_err(), "byte {offset}");
            assert!(Checkpoint::parse(path, &sound[..offset]).is_err(), "{offset} bytes");
        }
    }
}
