//! The file of a network. It comes from outside: everything in it is checked before it is believed.
//!
//! All numbers are little-endian. A header of 32 bytes (magic bytes, eight numbers of 16 bits, the
//! length of the facts, a reserved number) is followed by the facts, the parameters in the order
//! of [`Network`]'s fields, and a CRC-32 of everything before it.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fs::File;
use std::io::Read;
use std::path::Path;

use thiserror::Error;

use super::{Layers, Network, Parameters};
use crate::eval::features::{FEATURES, MAX_MEN, OUTPUT_BUCKETS};
use crate::eval::forward::{QA, QB, SCALE};
use crate::eval::simd::{Block, Kernel};

const MAGIC: [u8; 8] = *b"PORTNNUE";
const FORMAT_VERSION: u16 = 1;
/// Mirrored inputs, one squared hidden layer, output buckets.
const ARCHITECTURE: u16 = 1;
const HEADER_LEN: usize = 32;
const CHECKSUM_LEN: usize = 4;
const MAX_FACTS_LEN: u32 = 1 << 16;
/// The sizes of the hidden layer that there is code for, in [`Layers`].
const HIDDEN: [u16; 5] = [64, 128, 256, 384, 512];
/// The longest file of all networks with these sizes.
const MAX_FILE_LEN: usize =
    HEADER_LEN + MAX_FACTS_LEN as usize + parameters_len(512) + CHECKSUM_LEN;

// The limits of the parameters. An accumulator fits 16 bits, and so does a clamped value of it times
// an output weight; the sum of a bucket fits 32 bits, and so does the output.
const MAX_FEATURE_WEIGHT: i16 = 512;
const MAX_FEATURE_BIAS: i16 = 16_383;
const MAX_OUTPUT_WEIGHT: i16 = 127;
const MAX_OUTPUT_WEIGHT_SUM: i32 = 33_024;
const MAX_OUTPUT_BIAS: i32 = 1 << 28;
const _: () = {
    let accumulator = MAX_FEATURE_BIAS as i32 + MAX_MEN as i32 * MAX_FEATURE_WEIGHT as i32;
    assert!(accumulator <= i16::MAX as i32);
    assert!(QA * MAX_OUTPUT_WEIGHT as i32 <= i16::MAX as i32);
    assert!(MAX_OUTPUT_WEIGHT_SUM as i64 * (QA * QA) as i64 <= i32::MAX as i64);
    assert!((i32::MAX / QA).checked_add(MAX_OUTPUT_BIAS).is_some());
};

/// Why a file is not taken for a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file cannot be read: what the system says.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// It does not begin as a network does.
    #[error("the file is no network of Portcullis")]
    NotANetwork,
    /// A number of the header is one that this engine does not know.
    #[error("the network's {what} is {found}; this engine knows {known} only")]
    Unknown {
        /// Which number.
        what: &'static str,
        /// What the file says.
        found: u16,
        /// What is known.
        known: u16,
    },
    /// The hidden layer has a size that this engine does not know.
    #[error("the network has {0} hidden neurons; this engine knows the sizes {HIDDEN:?} only")]
    Hidden(u16),
    /// The facts are too long, or no text.
    #[error("the network's facts are no text of at most {MAX_FACTS_LEN} bytes")]
    Facts,
    /// The length does not follow from the header.
    #[error("the file has {found} bytes where its header calls for {expected}")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// The checksum does not fit the contents.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// A parameter is so large that evaluations might overflow.
    #[error("the network has {what} of {found}, beyond the limit of {limit}")]
    Limit {
        /// Which kind.
        what: &'static str,
        /// The largest there is.
        found: i64,
        /// The largest that is allowed.
        limit: i64,
    },
}

/// Bytes of all parameters of a network with so many hidden neurons.
const fn parameters_len(hidden: usize) -> usize {
    (FEATURES + 1) * hidden * 2 + OUTPUT_BUCKETS * (2 * hidden + 4)
}

impl Network {
    /// Reads a network from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no network that this engine can use.
    pub fn load(path: &Path) -> Result<Network, NetworkError> {
        let mut bytes = Vec::new();
        // One byte more than any network has: enough to tell that the file is none.
        let limit = MAX_FILE_LEN as u64 + 1;
        let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
        match read {
            Ok(_) => Network::from_bytes(&bytes),
            Err(error) => Err(NetworkError::Unreadable(error.to_string())),
        }
    }

    /// Reads a network from the contents of a file.
    ///
    /// # Errors
    /// If they are no network that this engine can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = Reader(bytes);
        let header = Header::read(&mut reader)?;
        let hidden = usize::from(header.hidden);
        let parameters_len = parameters_len(hidden);
        let expected = HEADER_LEN + header.facts_len + parameters_len + CHECKSUM_LEN;
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let (contents, checksum) = bytes.split_at(expected - CHECKSUM_LEN);
        if checksum != crc32fast::hash(contents).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let facts = str::from_utf8(reader.take(header.facts_len));
        let facts = facts.map_err(|_| NetworkError::Facts)?.trim_end().to_owned();
        let layers = match header.hidden {
            64 => Layers::Of64(Parameters::read(&mut reader)?),
            128 => Layers::Of128(Parameters::read(&mut reader)?),
            256 => Layers::Of256(Parameters::read(&mut reader)?),
            384 => Layers::Of384(Parameters::read(&mut reader)?),
            512 => Layers::Of512(Parameters::read(&mut reader)?),
            other => return Err(NetworkError::Hidden(other)),
        };
        Ok(Network { facts, layers, kernel: Kernel::best() })
    }
}

impl<const N: usize> Parameters<N> {
    fn read(reader: &mut Reader<'_>) -> Result<Box<Self>, NetworkError> {
        let hidden = N * Block::LEN;
        let feature_weights = reader.blocks(FEATURES * hidden, i16::from_le_bytes);
        let feature_bias = reader.blocks(hidden, i16::from_le_bytes);
        let output_weights =
            reader.blocks(OUTPUT_BUCKETS * 2 * hidden, |byte| i16::from(i8::from_le_bytes(byte)));
        let output_bias = reader.numbers(OUTPUT_BUCKETS, i32::from_le_bytes);
        // The reader gives as many as there should be.
        let mut parameters = Box::new(Parameters {
            feature_weights: feature_weights.as_chunks().0.to_vec(),
            feature_bias: [Block::ZERO; N],
            output_weights: [[[Block::ZERO; N]; 2]; OUTPUT_BUCKETS],
            output_bias: [0; OUTPUT_BUCKETS],
        });
        parameters.feature_bias.copy_from_slice(&feature_bias);
        parameters
            .output_weights
            .as_flattened_mut()
            .as_flattened_mut()
            .copy_from_slice(&output_weights);
        parameters.output_bias.copy_from_slice(&output_bias);
        parameters.check_limits()?;
        Ok(parameters)
    }

    fn check_limits(&self) -> Result<(), NetworkError> {
        let largest = |blocks: &[Block]| {
            let values = blocks.iter().flat_map(|block| block.0);
            values.map(|value| i64::from(value).abs()).max().unwrap_or(0)
        };
        let output_weights = self.output_weights.as_flattened().as_flattened();
        let row_sums = self.output_weights.iter().map(|rows| {
            let weights = rows.as_flattened().iter().flat_map(|block| block.0);
            weights.map(|weight| i64::from(weight).abs()).sum()
        });
        let output_bias = self.output_bias.iter().map(|&bias| i64::from(bias).abs()).max();
        let found: [(_, i64, i64); 5] = [
            (
                "a feature weight",
                largest(self.feature_weights.as_flattened()),
                MAX_FEATURE_WEIGHT.into(),
            ),
            ("a feature bias", largest(&self.feature_bias), MAX_FEATURE_BIAS.into()),
            ("an output weight", largest(output_weights), MAX_OUTPUT_WEIGHT.into()),
            ("a sum of output weights", row_sums.max().unwrap_or(0), MAX_OUTPUT_WEIGHT_SUM.into()),
            ("an output bias", output_bias.unwrap_or(0), MAX_OUTPUT_BIAS.into()),
        ];
        for (what, found, limit) in found {
            if found > limit {
                return Err(NetworkError::Limit { what, found, limit });
            }
        }
        Ok(())
    }
}

/// What the header tells beyond what is always the same.
struct Header {
    hidden: u16,
    facts_len: usize,
}

impl Header {
    fn read(reader: &mut Reader<'_>) -> Result<Header, NetworkError> {
        if reader.0.len() < HEADER_LEN || reader.take(MAGIC.len()) != MAGIC {
            return Err(NetworkError::NotANetwork);
        }
        let words = reader.numbers(8, u16::from_le_bytes);
        let &[version, architecture, inputs, hidden, buckets, qa, qb, scale] = words.as_slice()
        else {
            return Err(NetworkError::NotANetwork);
        };
        let fixed = [
            ("format version", version, FORMAT_VERSION),
            ("architecture", architecture, ARCHITECTURE),
            ("number of inputs", inputs, FEATURES as u16),
            ("number of output buckets", buckets, OUTPUT_BUCKETS as u16),
            ("scale of feature weights", qa, QA as u16),
            ("scale of output weights", qb, QB as u16),
            ("scale of values", scale, SCALE as u16),
        ];
        for (what, found, known) in fixed {
            if found != known {
                return Err(NetworkError::Unknown { what, found, known });
            }
        }
        if !HIDDEN.contains(&hidden) {
            return Err(NetworkError::Hidden(hidden));
        }
        match reader.numbers(2, u32::from_le_bytes).as_slice() {
            &[facts_len @ ..=MAX_FACTS_LEN, _reserved] => {
                Ok(Header { hidden, facts_len: facts_len as usize })
            }
            _ => Err(NetworkError::Facts),
        }
    }
}

/// The bytes that have not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes; fewer if there are no more.
    fn take(&mut self, len: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn numbers<const N: usize, T>(&mut self, count: usize, number: fn([u8; N]) -> T) -> Vec<T> {
        let (numbers, _) = self.take(count * N).as_chunks::<N>();
        numbers.iter().map(|&bytes| number(bytes)).collect()
    }

    fn blocks<const N: usize>(&mut self, count: usize, number: fn([u8; N]) -> i16) -> Vec<Block> {
        self.numbers(count, number).as_chunks().0.iter().map(|&values| Block(values)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::random_network::{file, random_network, seal};

    /// All zero, for 64 hidden neurons.
    fn parts() -> [Vec<i32>; 4] {
        [vec![0; 768 * 64], vec![0; 64], vec![0; 8 * 128], vec![0; 8]]
    }

    /// The bytes changed in one place, and the checksum made right again.
    fn forged(mut bytes: Vec<u8>, offset: usize, new: &[u8]) -> Result<Network, NetworkError> {
        bytes.truncate(bytes.len() - CHECKSUM_LEN);
        bytes.splice(offset..offset + new.len(), new.iter().copied());
        Network::from_bytes(&seal(bytes))
    }

    #[test]
    fn a_network_is_read_as_it_was_written() {
        let facts = "name = little one \npositions = 7\n           ";
        let mut parts = parts();
        (parts[0][0], parts[0][64 + 33], parts[1][63]) = (512, -512, -16_383);
        (parts[2][128], parts[2][2 * 128 - 1], parts[3][7]) = (127, -127, -(1 << 28));
        let network = Network::from_bytes(&file(64, facts, &parts)).expect("a network");
        assert_eq!((network.name(), network.hidden()), ("little one", 64));
        assert_eq!(network.facts(), "name = little one \npositions = 7");
        let Layers::Of64(parameters) = network.layers() else { panic!("{network}") };
        assert_eq!(parameters.feature_weights[0][0].0[0], 512);
        assert_eq!(parameters.feature_weights[1][1].0[1], -512);
        assert_eq!(parameters.feature_bias[1].0[31], -16_383);
        assert_eq!(parameters.output_weights[1][0][0].0[0], 127);
        assert_eq!(parameters.output_weights[1][1][1].0[31], -127);
        assert_eq!(parameters.output_bias[7], -(1 << 28));
    }

    #[test]
    fn all_sizes_are_read_and_no_others() {
        for hidden in HIDDEN {
            let network = Network::from_bytes(&random_network(hidden, 2)).expect("a network");
            assert_eq!(network.hidden(), usize::from(hidden));
        }
        for hidden in [0, 32, 63, 65, 96, 1024] {
            let error = Network::from_bytes(&random_network(hidden, 2)).expect_err("unknown size");
            assert_eq!(error, NetworkError::Hidden(hidden));
            assert!(error.to_string().contains("64, 128, 256, 384, 512"), "{error}");
        }
    }

    #[test]
    fn a_header_of_another_kind_is_refused() {
        let bytes = random_network(64, 1);
        let of = |offset, value: u16| forged(bytes.clone(), offset, &value.to_le_bytes());
        for (offset, what) in [
            (8, "format version"),
            (10, "architecture"),
            (12, "number of inputs"),
            (16, "number of output buckets"),
            (18, "scale of feature weights"),
            (20, "scale of output weights"),
            (22, "scale of values"),
        ] {
            let error = of(offset, 7).expect_err(what);
            assert!(error.to_string().contains(what), "{error}");
        }
        assert!(matches!(of(14, 128), Err(NetworkError::Length { .. })));
        assert!(matches!(of(24, 40), Err(NetworkError::Length { .. })));
        assert_eq!(of(26, 2), Err(NetworkError::Facts));
        assert_eq!(forged(bytes.clone(), 32, &[0xFF]), Err(NetworkError::Facts));
        assert_eq!(forged(bytes, 0, b"X"), Err(NetworkError::NotANetwork));
    }

    #[test]
    fn a_damaged_file_is_refused_wherever_the_damage_is() {
        let bytes = random_network(64, 1);
        for offset in (0..bytes.len()).step_by(61) {
            let mut damaged = bytes.clone();
            damaged[offset] ^= 1;
            assert!(Network::from_bytes(&damaged).is_err(), "byte {offset}");
            assert!(Network::from_bytes(&bytes[..offset]).is_err(), "{offset} bytes");
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(matches!(Network::from_bytes(&longer), Err(NetworkError::Length { .. })));
    }

    #[test]
    fn parameters_that_might_overflow_are_refused() {
        let cases = [
            (0, 5, 513, "a feature weight"),
            (1, 0, -16_384, "a feature bias"),
            (2, 130, -128, "an output weight"),
            (3, 7, -(1 << 28) - 1, "an output bias"),
        ];
        for (part, index, value, what) in cases {
            let mut parts = parts();
            parts[part][index] = value;
            let error = Network::from_bytes(&file(64, "", &parts)).expect_err(what);
            let NetworkError::Limit { what: found, .. } = error else { panic!("{error}") };
            assert_eq!(found, what);
        }
        let mut parts = [vec![0; 768 * 256], vec![0; 256], vec![0; 8 * 512], vec![0; 8]];
        parts[2][512..768].fill(64);
        parts[2][768..1024].fill(-65);
        assert!(Network::from_bytes(&file(256, "", &parts)).is_ok());
        parts[2][600] = 65;
        let what = "a sum of output weights";
        let limit = NetworkError::Limit { what, found: 33_025, limit: 33_024 };
        assert_eq!(Network::from_bytes(&file(256, "", &parts)), Err(limit));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told() {
        let directory = std::env::temp_dir();
        for path in [directory.join("there is no such file.nnue"), directory] {
            let error = Network::load(&path).expect_err("no file");
            assert!(matches!(error, NetworkError::Unreadable(_)), "{error}");
        }
    }
}
