//! Endgame tables in the search.

use portcullis_movegen::Board;

use crate::search::Search;
use crate::tablebase::Wdl;
use crate::tt::Entry;
use crate::value::{Bound, DRAW, INFINITE, NO_VALUE, TABLE_WIN, Value, to_table};

/// What is known is worth more than a search of the same depth.
const EXTRA_DEPTH: i32 = 6;

/// What the tables say of a node: a win is worth at least its value, for a mate may be near.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableValue {
    pub(super) value: Value,
    bound: Bound,
}

impl TableValue {
    fn new(wdl: Wdl, ply: usize) -> TableValue {
        let win = TABLE_WIN - ply as Value;
        let (value, bound) = match wdl {
            Wdl::Win | Wdl::CursedWin => (win, Bound::Lower),
            Wdl::Draw => (DRAW, Bound::Exact),
            Wdl::Loss | Wdl::BlessedLoss => (-win, Bound::Upper),
        };
        TableValue { value, bound }
    }

    /// No search is needed with this window.
    pub(super) fn settles(self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// The least and the greatest value that a search may find.
    pub(super) fn limits(self) -> (Value, Value) {
        match self.bound {
            Bound::Exact => (self.value, self.value),
            Bound::Lower => (self.value, INFINITE),
            Bound::Upper => (-INFINITE, self.value),
        }
    }
}

impl Search<'_> {
    /// Looks a position up if a zeroing move has led to it: only there the fifty-move rule is as
    /// far away as the tables think.
    pub(super) fn probe_tables(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
    ) -> Option<TableValue> {
        let settings = self.job.tables.as_ref()?;
        let deep = depth >= settings.min_depth || board.occupied().count() < settings.most_men;
        if board.halfmove_clock() != 0 || !deep || !settings.cover(board) {
            return None;
        }
        let wdl = settings.tables.wdl(board).ok()?;
        self.table_hits += 1;
        self.job.hit_counters[self.id].set(self.table_hits);
        Some(TableValue::new(settings.under_rules(wdl), ply))
    }

    /// Leaves what the tables know in the hash table.
    pub(super) fn keep_table_value(
        &self,
        board: &Board,
        ply: usize,
        depth: i32,
        known: TableValue,
    ) {
        let (value, bound) = (to_table(known.value, ply), Some(known.bound));
        let depth = depth + EXTRA_DEPTH;
        let entry = Entry { mv: None, value, eval: NO_VALUE, depth, bound, pv: false };
        self.job.table.store(board.key(), entry);
    }
}
