#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess_move;
mod color;
mod move_list;
mod piece;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{
    Board, BoardBuilder, BoardError, BoardObserver, FenError, FenField, FenProblem, FenRepair,
    FenRepairs,
};
pub use castling::{CastlingMode, CastlingRefusal, CastlingRights, CastlingSide};
pub use chess_move::{Move, MoveKind, UciMove};
pub use color::Color;
pub use move_list::{MoveCount, MoveFilter, MoveList, MoveSink};
pub use piece::{Piece, PieceType};
pub use square::{File, ParseSquareError, Rank, Square};
