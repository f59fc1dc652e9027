//! One table: a position goes in, what the file says of it comes out.

use std::fmt;
use std::path::Path;

use portcullis_movegen::{Bitboard, Board, Color, Piece, PieceType};
use thiserror::Error;

use super::encoding::{Encoding, Squares, pawn_rank};
use super::file::Bytes;
use super::header;
use super::material::Material;
use super::pairs::Pairs;
use crate::tablebase::Wdl;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Wdl,
    Dtz,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Wdl => "values",
            Kind::Dtz => "distances",
        })
    }
}

/// Why a file is not used.
#[derive(Debug, Error)]
pub(super) enum TableError {
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    #[error("it is no Syzygy table of {0}")]
    Magic(Kind),
    #[error("its men are not those of {0}")]
    Material(String),
    #[error("its {0} is damaged or cut off")]
    Damaged(&'static str),
    #[error("it has {found} bytes where its head calls for at least {expected}")]
    Short { found: usize, expected: usize },
}

/// What a table of distances says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    /// Half-moves to the next capture or pawn move, less one.
    Plies(i32),
    /// The table knows the position only with the other side to move.
    OtherSide,
}

/// The positions with one side to move and, where there are pawns, the foremost on one file.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) encoding: Encoding,
    pub(super) pairs: Pairs,
    pub(super) flags: u8,
    pub(super) map: DistanceMap,
}

/// Frequent distances have small numbers: what the numbers mean, for each value of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DistanceMap {
    /// The entries are words, not bytes.
    pub(super) wide: bool,
    /// For wins, losses, cursed wins and blessed losses: where the entries begin, and how many.
    pub(super) parts: [(usize, usize); 4],
}

/// In the flags of a table of distances: it is for Black to move; wins or losses are kept in
/// half-moves, not in moves.
const BLACK_TO_MOVE: u8 = 1;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;

impl Side {
    /// The half-moves that a number of the table means.
    fn distance(&self, bytes: &Bytes, number: u16, wdl: Wdl) -> Option<i32> {
        let (part, in_plies) = match wdl {
            Wdl::Draw => return None,
            Wdl::Win => (0, self.flags & WINS_IN_PLIES != 0),
            Wdl::Loss => (1, self.flags & LOSSES_IN_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
        };
        let distance = if self.flags & header::MAPPED == 0 {
            number
        } else {
            let &(at, len) = self.map.parts.get(part)?;
            let nth = usize::from(number);
            match (nth < len, self.map.wide) {
                (false, _) => return None,
                (true, true) => bytes.u16_le(at + 2 * nth)?,
                (true, false) => bytes.byte(at + nth)?.into(),
            }
        };
        Some(i32::from(distance) * if in_plies { 1 } else { 2 })
    }
}

/// An open table.
#[derive(Debug)]
pub(super) struct Table {
    bytes: Bytes,
    symmetric: bool,
    /// The side whose foremost pawn decides, if there are pawns.
    leading_pawns: Option<Color>,
    /// By side to move, and then by file of the foremost pawn: sides change fastest.
    sides: Vec<Side>,
    sides_to_move: usize,
}

impl Table {
    pub(super) fn open(path: &Path, kind: Kind, material: Material) -> Result<Table, TableError> {
        header::read(Bytes::open(path)?, kind, material)
    }

    /// `sides_to_move` is 2 if `sides` has one for White and one for Black by turns.
    pub(super) fn new(
        bytes: Bytes,
        material: Material,
        sides_to_move: usize,
        sides: Vec<Side>,
    ) -> Result<Table, TableError> {
        let leaders: Option<Vec<Piece>> =
            sides.iter().map(|side| side.encoding.men().first().copied()).collect();
        let leader = leaders.as_ref().and_then(|leaders| leaders.first().copied());
        let leading_pawns = leader.filter(|_| material.has_pawns()).map(Piece::color);
        // Which pawn is the foremost must not depend on where it stands.
        let agree = leaders.iter().flatten().all(|&other| Some(other) == leader);
        if material.has_pawns() && !agree {
            return Err(TableError::Damaged("order of the men"));
        }
        let symmetric = material.is_symmetric();
        Ok(Table { bytes, symmetric, leading_pawns, sides, sides_to_move })
    }

    /// The value of a position; `swapped` says that Black has the men that are named first. A
    /// capture may be worth more: then the value means nothing. None if the file is damaged.
    pub(super) fn wdl(&self, board: &Board, swapped: bool) -> Option<Wdl> {
        let view = self.view(board, swapped);
        let (side, mut squares) = self.look_up(&view, view.turn())?;
        let index = side.encoding.index(&mut squares)?;
        match side.pairs.value(&self.bytes, index)? {
            0 => Some(Wdl::Loss),
            1 => Some(Wdl::BlessedLoss),
            2 => Some(Wdl::Draw),
            3 => Some(Wdl::CursedWin),
            4 => Some(Wdl::Win),
            _ => None,
        }
    }

    /// The distance of a position of which `wdl` is known. None if the file is damaged.
    pub(super) fn dtz(&self, board: &Board, swapped: bool, wdl: Wdl) -> Option<Distance> {
        let view = self.view(board, swapped);
        let (side, mut squares) = self.look_up(&view, 0)?;
        if !self.symmetric && usize::from(side.flags & BLACK_TO_MOVE) != view.turn() {
            return Some(Distance::OtherSide);
        }
        let index = side.encoding.index(&mut squares)?;
        let number = side.pairs.value(&self.bytes, index)?;
        side.distance(&self.bytes, number, wdl).map(Distance::Plies)
    }

    fn view<'a>(&self, board: &'a Board, swapped: bool) -> View<'a> {
        // With equal men on both sides only positions with White to move are kept.
        let turned = if self.symmetric { board.side_to_move() == Color::Black } else { swapped };
        View { board, turned }
    }

    /// The part of the table for a position, and its men's squares in the order of that part.
    fn look_up(&self, view: &View<'_>, turn: usize) -> Option<(&Side, Squares)> {
        let foremost = match self.leading_pawns {
            Some(color) => {
                let pawns = view.men(Piece::new(color, PieceType::Pawn));
                Some(pawns.max_by_key(|&square| pawn_rank(square))?)
            }
            None => None,
        };
        let file = foremost.map_or(0, |square| (square & 7).min(7 - (square & 7)));
        let side = self.sides.get(file * self.sides_to_move + turn)?;
        let mut squares: Squares = view.squares(side.encoding.men())?;
        if let Some(foremost) = foremost {
            let place = squares.iter().position(|&square| square == foremost)?;
            squares.swap(0, place);
        }
        Some((side, squares))
    }
}

/// A board as a table sees it: White has the men that its name gives first.
struct View<'a> {
    board: &'a Board,
    /// The colours are exchanged, and the ranks with them.
    turned: bool,
}

impl View<'_> {
    /// 0 if the side that is named first is to move, 1 for the other.
    fn turn(&self) -> usize {
        usize::from((self.board.side_to_move() == Color::Black) != self.turned)
    }

    fn set(&self, man: Piece) -> Bitboard {
        let color = if self.turned { !man.color() } else { man.color() };
        self.board.colored(color, man.piece_type())
    }

    fn men(&self, man: Piece) -> impl Iterator<Item = usize> {
        let mirror = if self.turned { 56 } else { 0 };
        self.set(man).into_iter().map(move |square| square.index() ^ mirror)
    }

    /// The squares of these men, equal men in any order.
    fn squares(&self, men: &[Piece]) -> Option<Squares> {
        let mut squares = Squares::new();
        for (nth, &man) in men.iter().enumerate() {
            let earlier = men.iter().take(nth).filter(|&&other| other == man).count();
            squares.try_push(self.men(man).nth(earlier)?).ok()?;
        }
        Some(squares)
    }
}
