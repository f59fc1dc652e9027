//! Values inside the search, and scores as they are told to the outside.
//!
//! From the top: mates, wins by endgame tables, endings known to be won, evaluations; and the same
//! below zero.

use std::fmt;

use crate::win_model::normalised;

/// A value in the search: centipawns from the side to move's view, or a mate near [`MATE`].
pub(crate) type Value = i32;

/// The deepest ply of a search tree.
pub(crate) const MAX_PLY: usize = 240;

pub(crate) const DRAW: Value = 0;
/// The value of having mated on the spot; a mate `n` plies away is worth `MATE - n`.
pub(crate) const MATE: Value = 32_000;
/// Above every value: the open end of a window.
pub(crate) const INFINITE: Value = 32_001;
/// "No value here", for example no static evaluation while in check.
pub(crate) const NO_VALUE: Value = 32_002;
/// From here up every value is a mate found in the tree.
pub(crate) const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// The value of standing in a won position of the tables; one `n` plies away is worth that much less.
pub(crate) const TABLE_WIN: Value = MATE_BOUND - 1;
/// From here up to the mates every value is a win by the tables.
pub(crate) const TABLE_BOUND: Value = TABLE_WIN - MAX_PLY as Value;
/// An evaluation that may be wrong never leaves `-MAX_EVAL..=MAX_EVAL`.
pub(crate) const MAX_EVAL: Value = KNOWN_WIN - 1;
/// From here up to [`MAX_KNOWN_WIN`] every value is an ending that is known to be won.
pub(crate) const KNOWN_WIN: Value = 10_000;
/// The greatest value without a mate or tables.
pub(crate) const MAX_KNOWN_WIN: Value = 30_000;

/// The value of giving mate at `ply`.
pub(crate) const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// The value of being mated at `ply`.
pub(crate) const fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

pub(crate) const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND && value.abs() <= MATE
}

/// The side to move mates, or wins by the tables.
pub(crate) const fn is_win(value: Value) -> bool {
    value >= TABLE_BOUND
}

/// The side to move is mated, or loses by the tables.
pub(crate) const fn is_loss(value: Value) -> bool {
    value <= -TABLE_BOUND
}

/// The game is decided: a mate, or a win or loss by the tables.
pub(crate) const fn is_decided(value: Value) -> bool {
    value.abs() >= TABLE_BOUND && value.abs() <= MATE
}

/// The ending is known to be won or lost.
pub(crate) const fn is_known(value: Value) -> bool {
    value.abs() >= KNOWN_WIN && value.abs() <= MAX_KNOWN_WIN
}

/// An evaluation drawn towards 0 as the fifty-move rule comes closer: an advantage that has not
/// moved a pawn or taken a man for long is probably none. Known wins only need their time.
pub(crate) fn damped(eval: Value, halfmove_clock: u16) -> Value {
    if eval.abs() > MAX_EVAL {
        return eval;
    }
    eval * (200 - Value::from(halfmove_clock.min(200))) / 200
}

/// From a value relative to the root to one relative to the node at `ply`, as the hash table keeps it.
pub(crate) const fn to_table(value: Value, ply: usize) -> Value {
    if is_win(value) {
        value + ply as Value
    } else if is_loss(value) {
        value - ply as Value
    } else {
        value
    }
}

/// From the hash table's value back to one relative to the root.
///
/// There is none for a mate, or a position of the tables, that may come too late for the fifty-move
/// rule, or beyond the deepest ply. To call it the best value that decides nothing would not do: a
/// search content with that stops looking for a mate that comes in time.
pub(crate) fn from_table(value: Value, ply: usize, halfmove_clock: u16) -> Option<Value> {
    if !is_decided(value) {
        return Some(value);
    }
    let plies = if is_mate(value) { MATE } else { TABLE_WIN } - value.abs();
    let certain =
        plies <= 100 - Value::from(halfmove_clock) && plies + ply as Value <= MAX_PLY as Value;
    certain.then(|| (value.abs() - ply as Value) * value.signum())
}

/// How a score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is the true one, to the depth searched.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A score from the side to move's view, as a GUI wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns, the search's own or normalised ones; 10,000 of them or more are an ending known to be won, and more than 31,000 a
    /// win by endgame tables.
    Centipawns(i32),
    /// Moves (not plies) to mate: positive when the side to move mates, negative when it is mated,
    /// 0 when it is mated already.
    Mate(i32),
}

impl Score {
    /// The score in the search's own centipawns.
    pub(crate) fn from_value(value: Value) -> Score {
        if !is_mate(value) {
            Score::Centipawns(value)
        } else if value > 0 {
            Score::Mate((MATE - value + 1) / 2)
        } else {
            Score::Mate(-(MATE + value) / 2)
        }
    }

    /// The score as users are told it, in [normalised] centipawns.
    pub(crate) fn normalised(value: Value) -> Score {
        Score::from_value(normalised(value))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(cp) => write!(f, "cp {cp}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_keeps_its_distance_through_the_table() {
        for ply in 0..100 {
            for distance in 0..60 {
                let mate = mate_in(ply + distance);
                assert_eq!(from_table(to_table(mate, ply), ply, 0), Some(mate));
                assert_eq!(from_table(to_table(-mate, ply), ply, 0), Some(-mate));
                // Found at another ply, the mate is as far from the node as before.
                let elsewhere = from_table(to_table(mate, ply), 7, 0);
                assert_eq!(elsewhere, Some(mate_in(7 + distance)));
            }
        }
        for value in [-MAX_KNOWN_WIN, -MAX_EVAL, -1, 0, 350, MAX_EVAL, MAX_KNOWN_WIN] {
            assert_eq!(from_table(to_table(value, 33), 12, 80), Some(value));
        }
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_rule_is_no_mate() {
        let stored = to_table(mate_in(20), 10);
        let on_the_hundredth = from_table(stored, 3, 90);
        assert_eq!(on_the_hundredth, Some(mate_in(13)), "which counts");
        assert_eq!(from_table(stored, 3, 91), None);
        assert_eq!(from_table(-stored, 3, 91), None);
    }

    /// Wins by the tables lie between mates and evaluations at every ply, and keep their distance.
    #[test]
    fn a_table_win_is_neither_mate_nor_evaluation() {
        for ply in 0..=MAX_PLY {
            let win = TABLE_WIN - ply as Value;
            for value in [win, -win] {
                assert!(is_decided(value) && !is_mate(value) && !is_known(value));
                assert!(value.abs() > MAX_KNOWN_WIN);
                assert_eq!(from_table(to_table(value, ply), ply, 0), Some(value));
            }
            assert!(is_win(win) && !is_loss(win) && is_loss(-win) && !is_win(-win));
        }
        let stored = to_table(TABLE_WIN - 20, 10);
        assert_eq!(from_table(stored, 3, 90), Some(TABLE_WIN - 13));
        assert_eq!(from_table(stored, 3, 91), None, "the zeroing move may come too late");
    }

    #[test]
    fn evaluations_drift_to_zero_as_the_counter_grows_and_known_wins_do_not() {
        for value in [-MAX_EVAL, -150, 0, 33, 800] {
            assert_eq!(damped(value, 0), value);
            for clock in 1..=300 {
                let (before, now) = (damped(value, clock - 1), damped(value, clock));
                assert!(now.abs() <= before.abs() && now * value >= 0, "{value} at {clock}");
            }
            assert!(damped(value, 100).abs() <= (value.abs() + 1) / 2);
        }
        for value in [KNOWN_WIN, -MAX_KNOWN_WIN, TABLE_WIN, mated_in(3)] {
            assert_eq!(damped(value, 90), value);
        }
    }

    #[test]
    fn mates_are_told_in_moves() {
        let cases = [
            (mate_in(1), Score::Mate(1)),
            (mate_in(2), Score::Mate(1)),
            (mate_in(3), Score::Mate(2)),
            (mate_in(5), Score::Mate(3)),
            (mated_in(0), Score::Mate(0)),
            (mated_in(2), Score::Mate(-1)),
            (mated_in(4), Score::Mate(-2)),
            (17, Score::Centipawns(17)),
            (TABLE_WIN, Score::Centipawns(TABLE_WIN)),
        ];
        for (value, score) in cases {
            assert_eq!(Score::from_value(value), score);
        }
    }
}
