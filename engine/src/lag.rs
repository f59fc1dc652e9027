//! What a move costs the clock beyond the time that is thought.

use std::time::Duration;

use portcullis_movegen::Color;

use crate::limits::Limits;
use crate::position::Position;

/// A greater difference between two clocks is no lag: somebody has set the clock.
const GREATEST_LAG_MS: i64 = 1000;
/// The share of the latest lag in the averages.
const NEWS: f64 = 0.25;
/// Mean deviations that are allowed for beside the mean: a lag that varies costs a game sooner than one
/// that is always the same.
const DEVIATIONS: f64 = 3.0;

/// A search that a clock ruled.
#[derive(Clone, Copy, Debug)]
struct Timed {
    ply: usize,
    key: u64,
    /// What the clock would show next, in milliseconds, if the move took no time.
    clock_ms: i64,
}

/// Learns from the clocks of a game what its moves really cost: the delay of GUI, network and a busy
/// machine, of which `Move Overhead` may know too little.
///
/// Mean and mean deviation are estimated as TCP estimates the time of a round trip
/// ([RFC 6298](https://www.rfc-editor.org/rfc/rfc6298)).
#[derive(Debug, Default)]
pub(crate) struct LagMeter {
    last: Option<Timed>,
    /// In milliseconds.
    mean: f64,
    /// In milliseconds.
    deviation: f64,
}

impl LagMeter {
    /// Forgets the game.
    pub(crate) fn new_game(&mut self) {
        *self = LagMeter::default();
    }

    /// What to allow for on each move of a search that begins: what the user has set, or the lag so
    /// far if that is more. `used` is the time of the search before it, as far as it was allowed: what
    /// it took beyond, on a busy machine, is lag as well.
    pub(crate) fn overhead(
        &mut self,
        position: &Position,
        limits: &Limits,
        used: Option<Duration>,
        set_by_user: Duration,
    ) -> Duration {
        let us = position.board().side_to_move();
        let Some(clock_ms) = limits.clock_ms[us.index()] else {
            self.last = None;
            return set_by_user;
        };
        if let Some(lag) = self.lag(position, clock_ms, used) {
            self.learn(lag);
        }
        self.last = Some(Timed {
            ply: position.ply_count(),
            key: position.board().key(),
            clock_ms: clock_ms.saturating_add(increment_ms(limits, us)),
        });
        let expected_ms = self.mean + DEVIATIONS * self.deviation;
        set_by_user.max(Duration::from_millis(expected_ms as u64))
    }

    fn learn(&mut self, lag_ms: f64) {
        let difference = lag_ms - self.mean;
        self.mean += NEWS * difference;
        self.deviation += NEWS * (difference.abs() - self.deviation);
    }

    /// The milliseconds that our last move cost beyond its time, if this position follows it and the
    /// clock has gone on by itself.
    fn lag(&self, position: &Position, clock_ms: i64, used: Option<Duration>) -> Option<f64> {
        let last = self.last?;
        let follows = position.ply_count() == last.ply + 2
            && position.earlier_key(last.ply) == Some(last.key);
        let used_ms = i64::try_from(used?.as_millis()).ok()?;
        let lag_ms = last.clock_ms.checked_sub(clock_ms)?.checked_sub(used_ms)?;
        (follows && (0..=GREATEST_LAG_MS).contains(&lag_ms)).then_some(lag_ms as f64)
    }
}

fn increment_ms(limits: &Limits, color: Color) -> i64 {
    limits.increment_ms[color.index()].unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use portcullis_movegen::CastlingMode;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A game in which both sides move their knights to and fro.
    struct Game {
        meter: LagMeter,
        position: Position,
        ply: usize,
    }

    impl Game {
        fn new() -> Game {
            Game { meter: LagMeter::default(), position: Position::startpos(), ply: 0 }
        }

        fn play(&mut self) {
            for _ in 0..2 {
                let text = ["g1f3", "g8f6", "f3g1", "f6g8"][self.ply % 4];
                let mv =
                    self.position.board().parse_uci(text, CastlingMode::Standard).expect("legal");
                self.position.play(mv);
                self.ply += 1;
            }
        }

        fn overhead(&mut self, clock: i64, increment: i64, used: u32) -> Duration {
            let limits = Limits {
                clock_ms: [Some(clock), None],
                increment_ms: [Some(increment), None],
                ..Limits::default()
            };
            self.meter.overhead(&self.position, &limits, Some(MS * used), MS * 10)
        }
    }

    /// Where the clock falls by more than the moves take, that becomes the overhead; the user's is
    /// the least.
    #[test]
    fn what_the_clock_loses_is_allowed_for() {
        for (increment, lag, expected) in [(0, 3, 10..=10), (0, 80, 80..=85), (20, 80, 80..=85)] {
            let mut game = Game::new();
            let mut clock = 60_000;
            for _ in 0..20 {
                game.overhead(clock, increment, 100);
                clock += increment - 100 - lag;
                game.play();
            }
            let overhead = game.overhead(clock, increment, 100).as_millis();
            assert!(expected.contains(&overhead), "{increment} {lag}: {overhead}");
        }
    }

    /// A lag that varies is more than its mean.
    #[test]
    fn what_varies_costs_more() {
        let mut game = Game::new();
        let mut clock = 60_000;
        for number in 0..40 {
            game.overhead(clock, 0, 0);
            clock -= if number % 4 == 0 { 40 } else { 0 };
            game.play();
        }
        let overhead = game.overhead(clock, 0, 0).as_millis();
        assert!((35..=80).contains(&overhead), "{overhead}");
    }

    /// A single late answer does not count like a rule, and is forgotten.
    #[test]
    fn one_delay_passes() {
        let mut game = Game::new();
        game.overhead(60_000, 0, 0);
        game.play();
        assert_eq!(game.overhead(59_600, 0, 0), MS * 400);
        for _ in 0..20 {
            game.play();
            game.overhead(59_600, 0, 0);
        }
        game.play();
        assert_eq!(game.overhead(59_600, 0, 0), MS * 10);
    }

    /// Clocks of another game, of a position that was set up anew, that were refilled or set: none of
    /// these tells anything.
    #[test]
    fn only_a_clock_that_goes_on_tells_of_lag() {
        for (later, follows, used) in [
            (58_000, true, Some(MS)),
            (61_000, true, Some(MS)),
            (59_900, false, Some(MS)),
            (59_900, true, None),
            (i64::MIN, true, Some(MS)),
        ] {
            let mut game = Game::new();
            game.overhead(60_000, i64::MAX, 0);
            game.overhead(60_000, 0, 0);
            if follows {
                game.play();
            }
            let limits = Limits { clock_ms: [Some(later), None], ..Limits::default() };
            let overhead = game.meter.overhead(&game.position, &limits, used, MS * 10);
            assert_eq!(overhead, MS * 10, "{later} {follows} {used:?}");
        }
        let mut game = Game::new();
        game.overhead(60_000, 0, 0);
        game.play();
        game.meter.new_game();
        assert_eq!(game.overhead(59_600, 0, 0), MS * 10);
    }
}
