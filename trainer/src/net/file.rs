//! The file of a network; the format is in the crate's README.

use portcullis::{FEATURES, OUTPUT_BUCKETS};

use super::parameters::{HiddenSizeError, Layout};
use super::quantised::{QA, QB, QuantisedNetwork, Saturation};
use crate::facts::{Facts, FactsError};

const MAGIC: [u8; 8] = *b"PORTNNUE";
const VERSION: u16 = 1;
const ARCHITECTURE: u16 = 1;
const HEADER_LEN: usize = 32;
const FACTS_ALIGNMENT: usize = 32;
const MAX_FACTS_LEN: usize = 1 << 16;

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkFileError {
    /// The magic bytes are missing.
    #[error("this is no Portcullis network")]
    NotANetwork,
    /// A number of the header is another one than this trainer knows.
    #[error("the header says that the {what} is {found}; only {known} is known")]
    Unknown {
        /// Which number.
        what: &'static str,
        /// What the file says.
        found: u16,
        /// What is known.
        known: u16,
    },
    /// The hidden layer's size does not fit.
    #[error(transparent)]
    Hidden(#[from] HiddenSizeError),
    /// The file is too short or too long.
    #[error("the file holds {found} bytes; by its header it should be {expected}")]
    Length {
        /// Bytes that there are.
        found: usize,
        /// Bytes that the header asks for.
        expected: usize,
    },
    /// The checksum is wrong.
    #[error("the file is damaged (wrong checksum)")]
    Checksum,
    /// The training facts are no list.
    #[error("the training facts cannot be read: {0}")]
    Facts(#[from] FactsError),
    /// A parameter is out of range.
    #[error(transparent)]
    Saturation(#[from] Saturation),
}

impl QuantisedNetwork {
    /// The numbers of the header after the magic bytes, with their names.
    fn numbers(hidden: usize) -> [(&'static str, u16); 8] {
        [
            ("format version", VERSION),
            ("architecture", ARCHITECTURE),
            ("number of inputs", FEATURES as u16),
            ("size of the hidden layer", hidden as u16),
            ("number of output buckets", OUTPUT_BUCKETS as u16),
            ("scale of feature weights", QA as u16),
            ("scale of output weights", QB as u16),
            ("scale of values", super::SCALE as u16),
        ]
    }

    /// The contents of the network's file.
    #[must_use]
    pub fn to_bytes(&self, facts: &Facts) -> Vec<u8> {
        let mut text = facts.to_string().into_bytes();
        text.truncate(MAX_FACTS_LEN);
        text.resize(text.len().next_multiple_of(FACTS_ALIGNMENT), b' ');

        let mut bytes = MAGIC.to_vec();
        for (_, number) in Self::numbers(self.layout.hidden()) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend(text);
        let words = self.feature_weights.iter().chain(&self.feature_bias);
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.output_weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the contents of a network's file.
    ///
    /// # Errors
    /// If they are not exactly those of a network that can be evaluated.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Facts), NetworkFileError> {
        let header = bytes.first_chunk::<HEADER_LEN>().filter(|header| header.starts_with(&MAGIC));
        let header = header.ok_or(NetworkFileError::NotANetwork)?;
        let (words, _) = header.as_chunks::<2>();
        let words: Vec<u16> = words.iter().map(|&word| u16::from_le_bytes(word)).collect();
        let &[_, _, _, _, ref numbers @ .., facts_low, facts_high, _, _] = words.as_slice() else {
            return Err(NetworkFileError::NotANetwork);
        };
        let hidden = numbers.get(3).copied().map_or(0, usize::from);
        for ((what, known), &found) in Self::numbers(hidden).into_iter().zip(numbers) {
            if found != known {
                return Err(NetworkFileError::Unknown { what, found, known });
            }
        }
        let layout = Layout::new(hidden)?;
        let facts_len = usize::from(facts_low) | usize::from(facts_high) << 16;
        let mut body = Body::new(bytes, facts_len, layout)?;
        let facts = Facts::parse(body.take(facts_len))?;
        let network = Self {
            layout,
            feature_weights: body.numbers(FEATURES * hidden, i16::from_le_bytes),
            feature_bias: body.numbers(hidden, i16::from_le_bytes),
            output_weights: body.numbers(OUTPUT_BUCKETS * 2 * hidden, i8::from_le_bytes),
            output_bias: body.numbers(OUTPUT_BUCKETS, i32::from_le_bytes),
        };
        network.check()?;
        Ok((network, facts))
    }
}

/// What follows the header, of the right length and with the right checksum.
struct Body<'a>(&'a [u8]);

impl<'a> Body<'a> {
    fn new(bytes: &'a [u8], facts_len: usize, layout: Layout) -> Result<Self, NetworkFileError> {
        let hidden = layout.hidden();
        let parameters =
            (FEATURES + 1) * hidden * 2 + OUTPUT_BUCKETS * 2 * hidden + OUTPUT_BUCKETS * 4;
        let expected = HEADER_LEN + facts_len + parameters + 4;
        if bytes.len() != expected {
            return Err(NetworkFileError::Length { found: bytes.len(), expected });
        }
        let (checked, checksum) = bytes.split_at(expected - 4);
        if checksum != crc32fast::hash(checked).to_le_bytes() {
            return Err(NetworkFileError::Checksum);
        }
        Ok(Self(checked.split_at(HEADER_LEN).1))
    }

    /// So many bytes from the front; fewer only if there are no more.
    fn take(&mut self, len: usize) -> &'a [u8] {
        let (front, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        front
    }

    fn numbers<T, const N: usize>(&mut self, count: usize, read: fn([u8; N]) -> T) -> Vec<T> {
        self.take(count * N).as_chunks().0.iter().map(|&bytes| read(bytes)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Parameters;

    fn network() -> QuantisedNetwork {
        QuantisedNetwork::new(&Parameters::random(Layout::new(64).unwrap(), 1)).unwrap()
    }

    fn facts() -> Facts {
        Facts::new().with("name", "test").with("positions", 1_000)
    }

    /// The bytes with a right checksum again.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - 4);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = network().to_bytes(&facts());
        assert_eq!(QuantisedNetwork::from_bytes(&bytes), Ok((network(), facts())));
        assert_eq!(bytes.len(), 32 + 32 + 1536 * 64 + 2 * 64 + 16 * 64 + 32 + 4);
    }

    #[test]
    fn every_number_of_the_header_is_checked() {
        let sound = network().to_bytes(&facts());
        for offset in (8..24).step_by(2).filter(|&offset| offset != 14) {
            let mut bytes = sound.clone();
            bytes[offset] ^= 1;
            let result = QuantisedNetwork::from_bytes(&sealed(bytes));
            assert!(matches!(result, Err(NetworkFileError::Unknown { .. })), "{offset} {result:?}");
        }
        let mut bytes = sound;
        bytes[14] = 65;
        let result = QuantisedNetwork::from_bytes(&sealed(bytes));
        assert_eq!(result, Err(NetworkFileError::Hidden(HiddenSizeError(65))));
    }

    #[test]
    fn damage_anywhere_is_noticed() {
        let sound = network().to_bytes(&facts());
        for offset in (0..sound.len()).step_by(97) {
            let mut bytes = sound.clone();
            bytes[offset] ^= 4;
            assert!(QuantisedNetwork::from_bytes(&bytes).is_err(), "byte {offset}");
            assert!(QuantisedNetwork::from_bytes(&sound[..offset]).is_err(), "{offset} bytes");
        }
        assert_eq!(QuantisedNetwork::from_bytes(b"PK"), Err(NetworkFileError::NotANetwork));
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        let mut bytes = network().to_bytes(&facts());
        bytes[64..66].copy_from_slice(&600_i16.to_le_bytes());
        let result = QuantisedNetwork::from_bytes(&sealed(bytes));
        assert_eq!(result, Err(NetworkFileError::Saturation(Saturation::FeatureWeight(600))));
    }
}
