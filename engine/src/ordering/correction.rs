//! [Correction histories](https://www.chessprogramming.org/Static_Evaluation_Correction_History):
//! how far the static evaluation has been from what search found, for positions that share a
//! feature: the pawns, the minor pieces, a side's men other than pawns, the last two moves.

use portcullis_movegen::{Board, Color};

use crate::memory::prefetch;
use crate::ordering::PieceTo;
use crate::params;
use crate::value::{MAX_EVAL, Value};

const SLOTS: usize = 16_384;
/// Entries count in 256ths of a centipawn.
const GRAIN: i32 = 256;
/// Entries are weighted averages: a new error counts at most so many 256ths.
const MAX_WEIGHT: i32 = 16;

type Table = [[i16; SLOTS]; 2];

/// The corrections, each by the side to move.
#[derive(Debug)]
pub(crate) struct CorrectionHistory {
    pawns: Box<Table>,
    minors: Box<Table>,
    /// By the colour of the men.
    non_pawns: [Box<Table>; 2],
    continuation: Box<[i16]>,
}

fn table() -> Box<Table> {
    match vec![[0; SLOTS]; 2].into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("two rows"),
    }
}

fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

/// The last two moves as an index.
fn continuation_slot(last: PieceTo, before: PieceTo) -> usize {
    (last.index() * 769 + before.index()) % (4 * SLOTS)
}

impl CorrectionHistory {
    pub(crate) fn new() -> CorrectionHistory {
        CorrectionHistory {
            pawns: table(),
            minors: table(),
            non_pawns: [table(), table()],
            continuation: vec![0; 4 * SLOTS].into_boxed_slice(),
        }
    }

    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.non_pawns;
        for table in [&mut self.pawns, &mut self.minors, white, black] {
            table.as_flattened_mut().fill(0);
        }
        self.continuation.fill(0);
    }

    /// The static evaluation of a position as experience corrects it.
    pub(crate) fn correct(
        &self,
        board: &Board,
        eval: Value,
        last: PieceTo,
        before: PieceTo,
    ) -> Value {
        let us = board.side_to_move().index();
        let of = |table: &Table, key| i32::from(table[us][slot(key)]);
        let mut sum = params::correction_pawns() * of(&self.pawns, board.pawn_key());
        sum += params::correction_minors() * of(&self.minors, board.minor_key());
        for color in Color::ALL {
            let key = board.non_pawn_key(color);
            sum += params::correction_non_pawns() * of(&self.non_pawns[color.index()], key);
        }
        let after_moves = self.continuation[continuation_slot(last, before)];
        sum += params::correction_continuation() * i32::from(after_moves);
        (eval + sum / (1024 * GRAIN)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Asks for what [`correct`](Self::correct) will read, ahead of time.
    #[inline]
    pub(crate) fn prefetch(&self, board: &Board, last: PieceTo, before: PieceTo) {
        let us = board.side_to_move().index();
        prefetch(&self.pawns[us][slot(board.pawn_key())]);
        prefetch(&self.minors[us][slot(board.minor_key())]);
        for color in Color::ALL {
            prefetch(&self.non_pawns[color.index()][us][slot(board.non_pawn_key(color))]);
        }
        prefetch(&self.continuation[continuation_slot(last, before)]);
    }

    /// Search found the static evaluation wrong by `error`.
    pub(crate) fn update(
        &mut self,
        board: &Board,
        depth: i32,
        error: Value,
        last: PieceTo,
        before: PieceTo,
    ) {
        let us = board.side_to_move().index();
        let learn = |entry: &mut i16| {
            let weight = (depth + 1).clamp(1, MAX_WEIGHT);
            let mixed = (i32::from(*entry) * (256 - weight) + error * GRAIN * weight) / 256;
            let limit = params::correction_limit() * GRAIN;
            *entry = mixed.clamp(-limit, limit) as i16;
        };
        learn(&mut self.pawns[us][slot(board.pawn_key())]);
        learn(&mut self.minors[us][slot(board.minor_key())]);
        for color in Color::ALL {
            let key = board.non_pawn_key(color);
            learn(&mut self.non_pawns[color.index()][us][slot(key)]);
        }
        learn(&mut self.continuation[continuation_slot(last, before)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_move_towards_the_error_and_stay_bounded() {
        let board = Board::startpos();
        let none = PieceTo::NONE;
        let mut history = CorrectionHistory::new();
        assert_eq!(history.correct(&board, 12, none, none), 12);
        history.update(&board, 8, 100, none, none);
        let once = history.correct(&board, 12, none, none);
        assert!(once > 12);
        for _ in 0..1000 {
            history.update(&board, 20, 30_000, none, none);
        }
        let often = history.correct(&board, 12, none, none);
        assert!(often > once && often < 12 + params::correction_limit() * 5);
        history.clear();
        assert_eq!(history.correct(&board, 12, none, none), 12);
    }
}
