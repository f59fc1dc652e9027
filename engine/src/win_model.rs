//! The win model: how likely a side is to win, draw or lose at a value and a move number, and the unit of
//! scores that follows from it.
//!
//! A win is as likely as `1 / (1 + exp((a - value) / b))`, a loss as a win of the other side, and the
//! rest are draws. `a` and `b` are polynomials in the number of the move. `scripts/win_model` fits them to
//! games of the engine against itself; docs/networks.md tells which. The form is that of
//! [Stockfish's model](https://github.com/official-stockfish/WDL_model).

use std::ops::RangeInclusive;

use crate::value::{KNOWN_WIN, MAX_EVAL, Value};

/// The value at which a win is as likely as not: coefficients of a polynomial in move / 32.
const EVEN_CHANCE_CP: [f64; 4] = [70.996, 3.821, 91.851, -29.156];
/// How slowly the chance grows with the value: coefficients of a polynomial in move / 32.
const SPREAD_CP: [f64; 4] = [101.609, 84.887, -105.143, 27.642];
/// The moves that the model tells apart; one outside counts as the nearest.
const MOVES: RangeInclusive<u16> = 8..=80;
/// At this move the value that wins every other game is told as 100 centipawns.
const NORMAL_MOVE: f64 = 32.0;

fn polynomial(coefficients: [f64; 4], x: f64) -> f64 {
    coefficients.into_iter().rfold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// A value of the search in the centipawns that users are told: 100 of them win every other game at
/// move 32. What is known to be won, or decided, has a number of its own and keeps it.
pub(crate) fn normalised(value: Value) -> i32 {
    if value.abs() >= KNOWN_WIN {
        return value;
    }
    let scaled = f64::from(value) * 100.0 / polynomial(EVEN_CHANCE_CP, 1.0);
    (scaled.round() as i32).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Chances of the side to move, in permille; the three add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Chance to win.
    pub win: u16,
    /// Chance to draw.
    pub draw: u16,
    /// Chance to lose.
    pub loss: u16,
}

impl Wdl {
    /// The chances at a value, at the move with that number.
    pub(crate) fn new(value: Value, fullmove_number: u16) -> Wdl {
        let number = fullmove_number.clamp(*MOVES.start(), *MOVES.end());
        let x = f64::from(number) / NORMAL_MOVE;
        let (even, spread) = (polynomial(EVEN_CHANCE_CP, x), polynomial(SPREAD_CP, x));
        let chance = |cp: Value| 1000.0 / (1.0 + ((even - f64::from(cp)) / spread).exp());
        let (win, loss) = (chance(value).round() as u16, chance(-value).round() as u16);
        // Both may be rounded up from a half.
        let (win, loss) =
            if value < 0 { (win.min(1000 - loss), loss) } else { (win, loss.min(1000 - win)) };
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    use portcullis_movegen::Board;

    use crate::value::{MATE, MAX_KNOWN_WIN, TABLE_WIN};
    use crate::{BestMove, Engine, Limits, Position, Score, SearchInfo, SearchListener, Searcher};

    /// Remembers the last line that is told.
    #[derive(Default)]
    struct LastLine(Mutex<Option<SearchInfo>>);

    impl SearchListener for LastLine {
        fn info(&self, info: &SearchInfo) {
            *self.0.lock().expect("no panic") = Some(info.clone());
        }
        fn best_move(&self, _: &BestMove) {}
    }

    /// The same search, once for a program that learns from its values and once for a user.
    #[test]
    fn users_are_told_normalised_scores_and_the_chances_at_their_move() {
        for fen in
            ["4k3/ppp5/8/8/8/8/PPPPP3/4K3 w - - 0 50", "4k3/ppp5/8/8/8/8/PPPPP3/4K3 b - - 0 12"]
        {
            let board = Board::from_fen(fen).expect("valid");
            let position = Position::new(board);
            let mut searcher = Searcher::new(16).expect("memory");
            let found = searcher.search(&position, &Limits::depth(6));
            let Score::Centipawns(value) = found.score else { panic!("{fen}: {}", found.score) };
            assert!(value.abs() > 100, "a value that the unit tells apart: {value}");

            let mut engine = Engine::new().expect("an engine");
            engine.set_position(position).expect("no search runs");
            let listener = Arc::new(LastLine::default());
            engine.go(Limits::depth(6), Arc::clone(&listener) as _).expect("no search runs");
            engine.wait();
            let told = listener.0.lock().expect("no panic").take().expect("a line");
            assert_eq!(told.score, Score::Centipawns(normalised(value)), "{fen}");
            assert_eq!(told.wdl, Wdl::new(value, board.fullmove_number()), "{fen}");
        }
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for number in [0, 1, 8, 32, 60, 80, 500, u16::MAX] {
            for value in [-MATE, -900, -30, 0, 1, 30, 250, 900, MATE] {
                let (a, b) = (Wdl::new(value, number), Wdl::new(-value, number));
                assert_eq!(a.win + a.draw + a.loss, 1000);
                assert_eq!((a.win, a.draw, a.loss), (b.loss, b.draw, b.win));
            }
        }
    }

    /// Whatever the fit: a better value never wins less often, and the model has no pole.
    #[test]
    fn chances_rise_with_the_value_at_every_move() {
        for number in MOVES {
            let wins: Vec<u16> = (-40..=40).map(|i| Wdl::new(i * 50, number).win).collect();
            assert!(wins.is_sorted(), "move {number}: {wins:?}");
            assert!(wins[0] < 20 && wins[80] > 980, "move {number}: {wins:?}");
        }
    }

    #[test]
    fn a_hundred_centipawns_win_every_other_game_at_move_32() {
        let value = (0..1000).find(|&value| normalised(value) == 100).expect("a value");
        assert!(Wdl::new(value, 32).win.abs_diff(500) <= 5);
        assert_eq!(normalised(-value), -100);
        assert_eq!(normalised(0), 0);
    }

    #[test]
    fn what_is_known_keeps_its_number() {
        for value in [KNOWN_WIN, MAX_KNOWN_WIN, TABLE_WIN, MATE] {
            assert_eq!((normalised(value), normalised(-value)), (value, -value));
        }
        assert!(normalised(MAX_EVAL) < KNOWN_WIN, "no evaluation looks like a known win");
    }
}
