#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess_move;
mod color;
mod game;
mod move_list;
mod notation;
mod piece;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{
    Board, BoardBuilder, BoardError, BoardObserver, FenError, FenField, FenProblem, FenRepair,
    FenRepairs, IllegalMove, Man, Men,
};
pub use castling::{CastlingMode, CastlingRefusal, CastlingRights, CastlingSide};
pub use chess_move::{Move, MoveKind, UciMove};
pub use color::Color;
pub use game::{Game, Outcome};
pub use move_list::{MoveCount, MoveFilter, MoveList, MoveSink};
pub use notation::ParseMoveError;
pub use piece::{Piece, PieceType};
pub use square::{File, ParseSquareError, Rank, Square};
