//! Endgame tables: what is known for certain of positions with few men.
//!
//! The search sees them through the trait [`Tablebase`]; [`Syzygy`] reads them from files.

pub(crate) mod syzygy;

use std::fmt;
use std::sync::Arc;

use portcullis_movegen::Board;
use thiserror::Error;

pub use syzygy::{Opened, Syzygy};

/// The value of a position for the side to move, both sides playing perfectly from a capture or
/// pawn move on (half-move clock 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost but for the fifty-move rule, which draws it.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule, which draws it.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The value for the other side.
    #[must_use]
    pub const fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// From -2, a loss, to 2, a win.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32 - 2
    }
}

/// Distance to zeroing: half-moves until the next capture, pawn move or mate, if the winning side
/// makes it come as soon as it can without giving up its win, and the losing side as late.
///
/// - 0: drawn.
/// - 1 to 100: won; with a half-move clock of `c` certainly so if `n + c` is at most 99.
/// - above 100: a cursed win; 101 also stands for a zeroing move that wins but for the rule.
/// - Negative numbers are the same for the side that loses. A side that is mated has -1.
///
/// The tables may keep full moves, so a distance can be one half-move too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dtz(pub i32);

/// Why a position could not be looked up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProbeError {
    /// The tables hold no positions in which a side may castle.
    #[error("positions with castling rights are in no table")]
    CastlingRights,
    /// There is no table of these men.
    #[error("there is no table {0}")]
    Missing(String),
    /// The file of the table is damaged; this is told once when it is opened.
    #[error("the table {0} is damaged")]
    Damaged(String),
}

/// A set of endgame tables. Many threads look things up at once.
pub trait Tablebase: Send + Sync + fmt::Debug {
    /// The greatest number of men, kings included, of any table there is; 0 without tables.
    fn max_men(&self) -> u32;

    /// The value of a position, as if its half-move clock stood at 0.
    ///
    /// # Errors
    /// If a table that it depends on is not there or is damaged.
    fn wdl(&self, board: &Board) -> Result<Wdl, ProbeError>;

    /// The distance to zeroing, whatever the half-move clock says.
    ///
    /// # Errors
    /// If a table that it depends on is not there or is damaged.
    fn dtz(&self, board: &Board) -> Result<Dtz, ProbeError>;

    /// What has been found wrong with the files since this was last asked, in sentences.
    fn take_faults(&self) -> Vec<String>;
}

/// Endgame tables, and how a search uses them.
#[derive(Clone, Debug)]
pub(crate) struct TableSettings {
    pub(crate) tables: Arc<dyn Tablebase>,
    /// Positions with more men are not looked up.
    pub(crate) most_men: u32,
    /// At less depth, positions with just so many men are not looked up either.
    pub(crate) min_depth: i32,
    /// The fifty-move rule draws what it draws over the board.
    pub(crate) fifty_move_rule: bool,
}

impl TableSettings {
    /// The position may be in a table.
    pub(crate) fn cover(&self, board: &Board) -> bool {
        board.occupied().count() <= self.most_men && board.castling_rights().is_empty()
    }

    /// The value under the rules that count: of a cursed win a draw, or a win.
    pub(crate) fn under_rules(&self, wdl: Wdl) -> Wdl {
        match (wdl, self.fifty_move_rule) {
            (Wdl::CursedWin | Wdl::BlessedLoss, true) => Wdl::Draw,
            (Wdl::CursedWin, false) => Wdl::Win,
            (Wdl::BlessedLoss, false) => Wdl::Loss,
            (other, _) => other,
        }
    }
}
