//! Opening books in the [Polyglot](http://hgm.nubati.net/book_format.html) format: read, and made
//! from games.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod key;
mod make;
mod pgn;
mod random;
#[cfg(test)]
mod tests;

use std::path::Path;

use portcullis_movegen::{Board, Move, PieceType};
use thiserror::Error;

use crate::position::Position;
pub(crate) use make::BookMaker;

const ENTRY_LEN: usize = 16;

/// Why a file is not taken for a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// The file cannot be read: what the system says.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// The length is none of a book.
    #[error(
        "the file has {0} bytes, which is no multiple of 16: it is no Polyglot book, or cut off"
    )]
    Length(usize),
    /// The positions are not in order.
    #[error("entry {0} is out of order: the file is no Polyglot book, or damaged")]
    Order(usize),
}

/// One move of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// A book: moves with weights by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// By key.
    entries: Vec<Entry>,
}

impl Book {
    /// Reads the book in a file.
    ///
    /// # Errors
    /// If the file cannot be read or is no book.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let bytes =
            std::fs::read(path).map_err(|error| BookError::Unreadable(error.to_string()))?;
        Book::read(&bytes)
    }

    /// Reads a book: entries of 16 bytes, key, move, weight and four bytes that are not used, each
    /// with its highest byte first.
    ///
    /// # Errors
    /// If the bytes are no book.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY_LEN>();
        if !rest.is_empty() {
            return Err(BookError::Length(bytes.len()));
        }
        let entries: Vec<Entry> = chunks
            .iter()
            .map(|&[a, b, c, d, e, f, g, h, m, n, w, x, ..]| Entry {
                key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
                mv: u16::from_be_bytes([m, n]),
                weight: u16::from_be_bytes([w, x]),
            })
            .collect();
        let ordered = entries.windows(2).position(|pair| matches!(pair, [a, b] if a.key > b.key));
        match ordered {
            Some(nth) => Err(BookError::Order(nth + 2)),
            None => Ok(Book { entries }),
        }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The legal moves that the book has for a position, with their weights.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let key = key::of(position.board(), position.last_move());
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries.iter().skip(first).take_while(|entry| entry.key == key);
        entries
            .filter_map(|entry| Some((decode(position.board(), entry.mv)?, entry.weight)))
            .collect()
    }

    /// One of the moves, each as likely as its weight says; the same number gives the same move.
    /// None if no move has a weight.
    #[must_use]
    pub fn choose(&self, position: &Position, random: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        let mut left = random.checked_rem(total)?;
        moves.into_iter().find_map(|(mv, weight)| {
            let weight = u64::from(weight);
            if left < weight {
                return Some(mv);
            }
            left -= weight;
            None
        })
    }
}

/// The kinds that a pawn can become, by their number in the format.
const PROMOTIONS: [PieceType; 4] =
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// The move as the format writes it: target, origin and promotion. Castling is king takes rook, as
/// it is inside the engine.
fn encode(mv: Move) -> u16 {
    let promotion = mv.promotion().and_then(|kind| PROMOTIONS.iter().position(|&one| one == kind));
    let promotion = promotion.map_or(0, |nth| nth + 1);
    (mv.to().index() | mv.from().index() << 6 | promotion << 12) as u16
}

/// The legal move that is written so.
fn decode(board: &Board, bits: u16) -> Option<Move> {
    board.legal_moves().into_iter().find(|&mv| encode(mv) == bits)
}

/// A number that looks random, made from another: [SplitMix64](https://prng.di.unimi.it/splitmix64.c).
pub(crate) fn scramble(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
