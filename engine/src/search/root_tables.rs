//! Endgame tables at the root: only moves that keep the result are searched.
//!
//! While a win is far from the fifty-move rule and nothing has been repeated, all moves that keep it
//! are equal, and the search chooses. Once a position has occurred twice since the last zeroing move,
//! or the rule is near, the shortest distance to zeroing decides: every move then makes progress.
//! The idea of such ranks is that of [Fathom](https://github.com/jdart1/Fathom)'s root probe.

use portcullis_movegen::{Board, Move};

use crate::position::Position;
use crate::tablebase::{Dtz, ProbeError, TableSettings, Wdl};
use crate::value::{DRAW, TABLE_WIN, Value};

/// A root move as the tables see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RankedMove {
    pub(crate) mv: Move,
    /// The greater the better; 0 for all moves if nothing is known.
    pub(crate) rank: i32,
    /// From the view of the side that plays it.
    pub(crate) value: Option<Value>,
}

/// The root moves, ranked.
#[derive(Debug)]
pub(crate) struct Ranking {
    /// The best first.
    pub(crate) moves: Vec<RankedMove>,
    /// What the search itself may look up.
    pub(crate) tables: Option<TableSettings>,
    /// How many moves were looked up.
    pub(crate) hits: u64,
}

/// What a move brings. The order is that of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Loss,
    BlessedLoss,
    Draw,
    CursedWin,
    /// A win, but in a position that has occurred before, or just before the fifty-move rule.
    DoubtfulWin,
    Win,
}

/// Above every distance to zeroing with a half-move clock added.
const CLASS_STEP: i32 = 1 << 16;
/// A loss with so many half-moves to come, those on the clock included, may be saved by the rule.
const NEAR_RULE: i32 = 60;

impl Class {
    /// `total` is the distance to zeroing and the half-move clock together.
    fn ranked(self, total: i32) -> i32 {
        let preference = match self {
            Class::Loss | Class::BlessedLoss => total,
            Class::Draw => 0,
            Class::CursedWin | Class::DoubtfulWin | Class::Win => -total,
        };
        (self as i32 - Class::Draw as i32) * CLASS_STEP + preference
    }

    fn value(self) -> Value {
        match self {
            Class::Win | Class::DoubtfulWin => TABLE_WIN,
            Class::CursedWin | Class::Draw | Class::BlessedLoss => DRAW,
            Class::Loss => -TABLE_WIN,
        }
    }
}

/// Ranks the root moves by the tables, if they know the position. With `only_best` those of lower
/// rank are left out.
pub(crate) fn rank(
    position: &Position,
    moves: &[Move],
    tables: Option<TableSettings>,
    only_best: bool,
) -> Ranking {
    let unranked = |mv: &Move| RankedMove { mv: *mv, rank: 0, value: None };
    let ranked =
        tables.as_ref().filter(|tables| tables.cover(position.board())).and_then(|tables| {
            let root = Root { position, tables, repeated: position.repeated_keys() };
            let by_distance = root.rank(moves, Root::by_distance).map(|moves| (moves, true));
            by_distance
                .or_else(|_| root.rank(moves, Root::by_value).map(|moves| (moves, false)))
                .ok()
        });
    let Some((mut moves, by_distance)) = ranked else {
        return Ranking { moves: moves.iter().map(unranked).collect(), tables, hits: 0 };
    };
    let hits = moves.len() as u64;
    moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    let best = moves.first().copied();
    if only_best {
        moves.retain(|ranked| best.is_some_and(|best| ranked.rank == best.rank));
    }
    // With distances the result is safe; without, the search has to find the way to a win.
    let is_win = best.and_then(|best| best.value).is_some_and(|value| value > DRAW);
    let tables = tables.filter(|_| !by_distance && is_win);
    Ranking { moves, tables, hits }
}

/// The position at the root.
struct Root<'a> {
    position: &'a Position,
    tables: &'a TableSettings,
    /// Keys of positions that have occurred twice.
    repeated: Vec<u64>,
}

impl Root<'_> {
    fn rank(
        &self,
        moves: &[Move],
        rank: impl Fn(&Self, &Board) -> Result<(Class, i32), ProbeError>,
    ) -> Result<Vec<RankedMove>, ProbeError> {
        moves
            .iter()
            .map(|&mv| {
                let mut child = *self.position.board();
                child.play(mv);
                let (class, rank) = rank(self, &child)?;
                Ok(RankedMove { mv, rank, value: Some(class.value()) })
            })
            .collect()
    }

    /// The game is drawn when `child` is reached: for the third time, or by the fifty-move rule.
    fn is_drawn(&self, child: &Board) -> bool {
        let third = self.position.occurrences_of(child) >= 2;
        let fifty = self.tables.fifty_move_rule && child.halfmove_clock() >= 100 && !is_mate(child);
        third || fifty
    }

    /// Some reply leads to a position for the third time.
    fn allows_third_repetition(&self, child: &Board) -> bool {
        !self.repeated.is_empty()
            && child.legal_moves().into_iter().any(|reply| {
                let mut next = *child;
                next.play(reply);
                next.halfmove_clock() > 1 && self.repeated.contains(&next.key())
            })
    }

    fn by_value(&self, child: &Board) -> Result<(Class, i32), ProbeError> {
        let wdl = self.tables.under_rules(self.tables.tables.wdl(child)?.reversed());
        let class = match wdl {
            _ if self.is_drawn(child) => Class::Draw,
            Wdl::Win | Wdl::CursedWin if self.allows_third_repetition(child) => Class::Draw,
            Wdl::Win | Wdl::CursedWin => Class::Win,
            Wdl::Draw => Class::Draw,
            Wdl::BlessedLoss | Wdl::Loss => Class::Loss,
        };
        Ok((class, class.ranked(0)))
    }

    fn by_distance(&self, child: &Board) -> Result<(Class, i32), ProbeError> {
        let Dtz(dtz) = self.distance(child)?;
        let clock = i32::from(self.position.board().halfmove_clock());
        let total = dtz.abs() + clock;
        let late = total > 100 && self.tables.fifty_move_rule;
        let class = match dtz.signum() {
            _ if self.is_drawn(child) => Class::Draw,
            0 => Class::Draw,
            -1 if late => Class::BlessedLoss,
            -1 => Class::Loss,
            _ if late => Class::CursedWin,
            _ if self.allows_third_repetition(child) => Class::Draw,
            _ if self.position.occurrences_of(child) > 0 => Class::DoubtfulWin,
            _ if total == 100 && self.tables.fifty_move_rule => Class::DoubtfulWin,
            _ => Class::Win,
        };
        let free = match class {
            Class::Win => self.repeated.is_empty(),
            Class::Loss => !self.tables.fifty_move_rule || total < NEAR_RULE,
            _ => false,
        };
        Ok((class, class.ranked(if free { 0 } else { total })))
    }

    /// The distance to zeroing from the root by way of `child`, for the side to move at the root.
    fn distance(&self, child: &Board) -> Result<Dtz, ProbeError> {
        let tables = &self.tables.tables;
        if child.halfmove_clock() == 0 {
            return Ok(Dtz(match tables.wdl(child)?.reversed() {
                Wdl::Loss => -1,
                Wdl::BlessedLoss => -101,
                Wdl::Draw => 0,
                Wdl::CursedWin => 101,
                Wdl::Win => 1,
            }));
        }
        if is_mate(child) {
            return Ok(Dtz(1));
        }
        let Dtz(after) = tables.dtz(child)?;
        Ok(Dtz(-after - after.signum()))
    }
}

fn is_mate(board: &Board) -> bool {
    board.in_check() && !board.has_legal_moves()
}
