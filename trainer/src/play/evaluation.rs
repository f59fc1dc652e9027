//! What players evaluate positions with.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use portcullis::{Network, NetworkError};

/// A network, or the engine's hand-written evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    name: String,
    network: Option<Arc<Network>>,
}

/// Why a network cannot be played with.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// The system refuses.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The engine refuses.
    #[error("{path}: {error}", path = .path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What the engine says.
        error: NetworkError,
    },
}

impl Evaluation {
    /// What the hand-written evaluation is called.
    pub const HAND_WRITTEN: &str = "hand-written";

    /// The hand-written evaluation.
    #[must_use]
    pub fn hand_written() -> Self {
        Self { name: Self::HAND_WRITTEN.to_owned(), network: None }
    }

    /// The network of a file, or the hand-written evaluation if that is what is asked for.
    ///
    /// # Errors
    /// If the file cannot be read or holds no network that the engine can play with.
    pub fn open(name: &str) -> Result<Self, EvaluationError> {
        if name == Self::HAND_WRITTEN {
            return Ok(Self::hand_written());
        }
        let path = Path::new(name);
        let io_error = |error| EvaluationError::Io { path: path.to_owned(), error };
        let bytes = fs::read(path).map_err(io_error)?;
        let network = Network::from_bytes(&bytes)
            .map_err(|error| EvaluationError::Network { path: path.to_owned(), error })?;
        // The file ends with its checksum. That of the whole file would be the same for all.
        let checksum = bytes.last_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes));
        let (called, hidden) = (network.name(), network.hidden());
        let name = format!("{called} ({hidden} hidden neurons, checksum {checksum:08x})");
        Ok(Self { name, network: Some(Arc::new(network)) })
    }

    /// The network, if it is one.
    #[must_use]
    pub const fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::net::{Layout, Parameters, QuantisedNetwork};

    #[test]
    fn networks_of_the_same_name_are_told_apart() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.nnue");
        let names = [1, 2, 2].map(|seed| {
            let parameters = Parameters::random(Layout::new(64).unwrap(), seed);
            let network = QuantisedNetwork::new(&parameters).unwrap();
            fs::write(&path, network.to_bytes(&Facts::new().with("name", "same"))).unwrap();
            Evaluation::open(path.to_str().unwrap()).unwrap().to_string()
        });
        assert!(names[0].starts_with("same (64 hidden neurons, checksum "), "{}", names[0]);
        assert!(names[0] != names[1] && names[1] == names[2], "{names:?}");
    }

    #[test]
    fn what_is_no_network_is_told_with_its_name() {
        let message = |name: &str| Evaluation::open(name).unwrap_err().to_string();
        assert!(message("missing.nnue").starts_with("missing.nnue: "));
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("text.nnue");
        fs::write(&path, "no network").unwrap();
        let path = path.to_str().unwrap();
        assert!(message(path).starts_with(&format!("{path}: ")), "{}", message(path));
        assert!(Evaluation::open(Evaluation::HAND_WRITTEN).unwrap().network().is_none());
    }
}
