//! The time manager: how long to think.

use std::time::Duration;

use portcullis_movegen::Color;

use crate::limits::Limits;
use crate::params;

/// What the search knows after an iteration that bears on whether another is worth its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// Iterations since the best move last changed.
    pub(crate) stable_iterations: u32,
    /// Share of all nodes spent on the best move, 0 to 1.
    pub(crate) best_move_effort: f64,
    /// How far the score has fallen since the last iterations, in centipawns.
    pub(crate) score_drop: i32,
    /// There is nothing to choose.
    pub(crate) only_move: bool,
}

/// Decides when to stop, from the time since the clock started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeManager {
    /// What the move should take when nothing is special; none if no clock rules.
    planned: Option<Duration>,
    /// What it may never exceed.
    maximum: Option<Duration>,
}

fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(ms.max(0) as u64)
}

impl TimeManager {
    /// The time for one move of `color`.
    pub(crate) fn new(limits: &Limits, color: Color, overhead: Duration) -> TimeManager {
        let mut manager = TimeManager::default();
        if limits.infinite {
            return manager;
        }
        if let Some(clock) = limits.clock_ms[color.index()] {
            let left = milliseconds(clock).saturating_sub(overhead);
            let increment = milliseconds(limits.increment_ms[color.index()].unwrap_or(0));
            manager.share_out(left, increment, limits.moves_to_go, overhead);
        }
        if let Some(ms) = limits.move_time_ms {
            let allowed = milliseconds(ms).saturating_sub(overhead);
            manager.maximum = Some(manager.maximum.map_or(allowed, |most| most.min(allowed)));
        }
        manager
    }

    /// Divides what is `left` (overhead already taken off) among the moves to come.
    fn share_out(
        &mut self,
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) {
        let percent = |time: Duration, share: i32| time * share as u32 / 100;
        let horizon = if increment.is_zero() {
            params::time_horizon_sudden_death()
        } else {
            params::time_horizon_increment()
        } as u32;
        let control = moves_to_go.filter(|&moves| moves > 0);
        // At the end of a control a part is left as for some more moves: no delay there may cost the
        // game, and the next control has it.
        let spare = params::time_spare_moves() as u32;
        let moves = control.map_or(horizon, |moves| moves.saturating_add(spare).min(horizon));
        // Each of the moves to come costs the overhead once more and brings the increment. What they
        // cost on balance is kept for them, for games that may be long; but never all there is.
        let later = control.unwrap_or(params::time_reserve_moves() as u32).max(1) - 1;
        let cost = overhead.saturating_sub(increment).saturating_mul(later);
        let reserve = cost.min(percent(left, params::time_reserve_percent()));
        let gain = increment.saturating_sub(overhead);
        let planned = (left - reserve) / moves + percent(gain, params::time_increment_percent());
        let ceiling = percent(left, params::time_ceiling_percent());
        let maximum = percent(planned, params::time_maximum_percent()).min(ceiling);
        self.planned = Some(planned.min(maximum));
        self.maximum = Some(maximum);
    }

    /// Some limit of time holds.
    #[cfg(test)]
    fn is_limited(&self) -> bool {
        self.maximum.is_some()
    }

    /// The time is this manager's to plan, by a clock.
    pub(crate) fn is_planned(&self) -> bool {
        self.planned.is_some()
    }

    /// The part of the elapsed time that the move was allowed: a busy machine may have let it go on
    /// for longer.
    pub(crate) fn within(&self, elapsed: Duration) -> Duration {
        self.maximum.map_or(elapsed, |maximum| elapsed.min(maximum))
    }

    /// The time is up, in the midst of an iteration.
    pub(crate) fn must_stop(&self, elapsed: Duration) -> bool {
        self.maximum.is_some_and(|maximum| elapsed >= maximum)
    }

    /// Another iteration is not worth its time.
    pub(crate) fn is_enough(&self, elapsed: Duration, progress: &Progress) -> bool {
        if self.must_stop(elapsed) {
            return true;
        }
        let Some(planned) = self.planned else { return false };
        progress.only_move || elapsed.as_secs_f64() >= planned.as_secs_f64() * scale(progress)
    }
}

/// How much of the planned time a position deserves: more while the best move changes, while the
/// effort is spread over several moves, and when the score falls.
fn scale(progress: &Progress) -> f64 {
    let stability = 1.25 - 0.06 * f64::from(progress.stable_iterations.min(8));
    let effort = 1.55 - 0.95 * progress.best_move_effort;
    let trouble = 1.0 + f64::from(progress.score_drop.clamp(0, 60)) / 100.0;
    stability * effort * trouble
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn manager(clock: i64, increment: i64, moves_to_go: Option<u32>, overhead: u32) -> TimeManager {
        let limits = Limits {
            clock_ms: [Some(clock), None],
            increment_ms: [Some(increment), None],
            moves_to_go,
            ..Limits::default()
        };
        TimeManager::new(&limits, Color::White, MS * overhead)
    }

    const HARDEST: Progress =
        Progress { stable_iterations: 0, best_move_effort: 0.0, score_drop: 500, only_move: false };

    #[test]
    fn never_above_the_clock() {
        for clock in [-100, 0, 1, 5, 30, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 1000] {
                        let time = manager(clock, increment, moves_to_go, overhead);
                        let usable = milliseconds(clock).saturating_sub(MS * overhead);
                        assert!(time.must_stop(usable), "{clock} {increment} {moves_to_go:?}");
                        assert!(time.is_enough(usable, &HARDEST));
                    }
                }
            }
        }
    }

    /// Plays `moves` moves that each take `share` percent of the planned time and lose `lag` beside;
    /// what is left of the clock after each.
    fn simulate(
        (base, increment, control): (i64, i64, Option<u32>),
        (overhead, lag): (u32, i64),
        share: i64,
        moves: u32,
    ) -> Vec<i64> {
        let mut left = base;
        let after = |ply: u32| {
            let moves_to_go = control.map(|control| control - ply % control);
            let time = manager(left, increment, moves_to_go, overhead);
            let planned = time.planned.expect("limited").as_millis() as i64 * share / 100;
            let maximum = time.maximum.expect("limited").as_millis() as i64;
            left -= planned.min(maximum) + lag;
            let flag = left;
            left += increment + if moves_to_go == Some(1) { base } else { 0 };
            flag
        };
        (0..moves).map(after).collect()
    }

    #[test]
    fn long_games_with_lag_never_lose_on_time() {
        let slow = (30, 10);
        let usual = (10, 2);
        for (control, delays) in [
            ((10_000, 0, None), slow),
            ((1000, 20, None), slow),
            ((2000, 0, Some(40)), slow),
            ((1000, 10, None), usual),
            ((500, 0, None), (10, 1)),
            ((2000, 0, Some(40)), usual),
        ] {
            for share in [60, 100, 140] {
                let left = simulate(control, delays, share, 200);
                let lowest = left.iter().min();
                assert!(lowest > Some(&0), "{control:?} at {share} %: {lowest:?}");
            }
        }
    }

    #[test]
    fn most_of_the_time_is_used_by_move_60() {
        let left = simulate((1000, 10, None), (10, 2), 100, 60);
        assert!((50..=400).contains(&left[59]), "{left:?}");
        let left = simulate((2000, 0, Some(40)), (10, 2), 100, 60);
        assert!((50..=300).contains(&left[39]), "{left:?}");
        for share in [90, 120] {
            let left = simulate((2000, 0, Some(40)), (10, 2), share, 60);
            let used = 2 * 2000 - left[59];
            assert!((1800..=2850).contains(&used), "60 to 95 % of 60 moves' time: {left:?}");
        }
    }

    /// However much of its time each move takes, a control ends with twice the overhead on the clock.
    #[test]
    fn something_is_left_at_the_end_of_a_control() {
        for share in [100, 140, 180] {
            let left = simulate((2000, 0, Some(40)), (10, 2), share, 40);
            assert!(left[39] >= 20, "{share} %: {left:?}");
        }
    }

    #[test]
    fn movetime_is_a_maximum_and_honours_the_overhead() {
        let limits = Limits { move_time_ms: Some(100), ..Limits::default() };
        let time = TimeManager::new(&limits, Color::White, MS * 10);
        assert!(!time.must_stop(MS * 89));
        assert!(time.must_stop(MS * 90));
        assert!(!time.is_enough(MS * 80, &Progress { only_move: true, ..HARDEST }));
        let now = Limits { move_time_ms: Some(-5), ..Limits::default() };
        assert!(TimeManager::new(&now, Color::White, MS * 10).must_stop(Duration::ZERO));
    }

    #[test]
    fn what_is_beyond_the_maximum_was_not_meant() {
        let limits = Limits { move_time_ms: Some(100), ..Limits::default() };
        let time = TimeManager::new(&limits, Color::White, MS * 10);
        assert_eq!(time.within(MS * 60), MS * 60);
        assert_eq!(time.within(MS * 140), MS * 90);
        assert_eq!(TimeManager::default().within(MS * 140), MS * 140);
    }

    #[test]
    fn trouble_takes_more_time_and_an_only_move_none() {
        let time = manager(60_000, 0, None, 10);
        let calm = Progress {
            stable_iterations: 10,
            best_move_effort: 0.9,
            score_drop: 0,
            only_move: false,
        };
        assert!(scale(&HARDEST) > 2.0 * scale(&calm));
        assert!(time.is_enough(MS, &Progress { only_move: true, ..calm }));
        assert!(!time.is_enough(MS, &calm));
    }

    #[test]
    fn without_a_clock_of_ones_own_nothing_is_limited() {
        let limits = Limits { clock_ms: [None, Some(1000)], ..Limits::default() };
        assert!(!TimeManager::new(&limits, Color::White, MS).is_limited());
        let infinite = Limits { infinite: true, clock_ms: [Some(5); 2], ..Limits::default() };
        assert!(!TimeManager::new(&infinite, Color::White, MS).is_limited());
    }
}
