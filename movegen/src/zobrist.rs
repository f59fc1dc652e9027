//! [Zobrist keys](https://www.chessprogramming.org/Zobrist_Hashing): random numbers whose exclusive
//! or names a position.

use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::square::{File, Square};

/// The random numbers, made once by the compiler.
static NUMBERS: Numbers = Numbers::generate(0x0050_4f52_5443_554c);

struct Numbers {
    pieces: [[u64; 64]; 12],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

/// One step of [SplitMix64](https://prng.di.unimi.it/splitmix64.c): the next state and its output.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

const fn fill<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        (state, numbers[i]) = split_mix(state);
        i += 1;
    }
    (state, numbers)
}

impl Numbers {
    const fn generate(mut state: u64) -> Self {
        let mut pieces = [[0; 64]; 12];
        let mut i = 0;
        while i < 12 {
            (state, pieces[i]) = fill(state);
            i += 1;
        }
        let mut castling = [[0; 8]; 2];
        (state, castling[0]) = fill(state);
        (state, castling[1]) = fill(state);
        let en_passant;
        (state, en_passant) = fill(state);
        let (_, black_to_move) = split_mix(state);
        Self { pieces, castling, en_passant, black_to_move }
    }
}

/// The number of a man on a square.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.index()][square.index()]
}

/// The number of the right to castle with the rook on that file.
#[inline]
pub(crate) fn castling(color: Color, rook: File) -> u64 {
    NUMBERS.castling[color.index()][rook.index()]
}

/// The number of a possible en passant capture on that file.
#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    NUMBERS.en_passant[file.index()]
}

/// The number that tells Black's turn from White's.
#[inline]
pub(crate) fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}

/// The keys of a position and of parts of it, kept up to date move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    /// Everything that tells positions apart under FIDE 9.2.3.
    pub(crate) position: u64,
    /// The pawns of both players.
    pub(crate) pawns: u64,
    /// The knights and bishops of both players.
    pub(crate) minors: u64,
    /// Each player's men other than pawns.
    pub(crate) non_pawns: [u64; 2],
}

impl Keys {
    /// Puts a man on a square or takes it off (or both at two squares, with both their numbers).
    #[inline]
    pub(crate) fn toggle(&mut self, piece: Piece, number: u64) {
        self.position ^= number;
        let kind = piece.piece_type();
        if kind == PieceType::Pawn {
            self.pawns ^= number;
            return;
        }
        self.non_pawns[piece.color().index()] ^= number;
        if matches!(kind, PieceType::Knight | PieceType::Bishop) {
            self.minors ^= number;
        }
    }
}
