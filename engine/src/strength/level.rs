//! From an Elo to what limits the play.

use crate::value::Value;

/// What limits the play at an Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    pub(super) elo: f64,
    /// Depth of the last iteration in plies. A fraction is the chance of one ply more.
    pub(super) depth: f64,
    /// Nodes of a search; its first iteration may take more.
    pub(super) nodes: f64,
    /// Root moves to choose from.
    pub(super) candidates: f64,
    /// How much a careful choice may lose, in centipawns: a move that loses so much is 1/e times
    /// as likely as the best.
    pub(super) temperature: f64,
    /// Chance of a lapse.
    pub(super) lapses: f64,
    /// No move that loses more centipawns is ever chosen.
    pub(super) worst_loss: f64,
}

/// The levels that are named; between two of them everything is interpolated, the nodes by their
/// logarithm.
///
/// The numbers are provisional: "Strength limits" in `docs/strength.md` says how they were chosen,
/// and `scripts/calibrate` plays the matches that are to correct them. From 1500 up `worst_loss` is
/// below a pawn: no man is given away.
#[rustfmt::skip]
const LEVELS: [Level; 8] = [
    level(  800,  1.0,         800, 40.0, 80.0, 0.250, 1000.0),
    level( 1000,  1.5,       1_500, 32.0, 60.0, 0.160,  700.0),
    level( 1250,  2.5,       3_000, 20.0, 45.0, 0.090,  400.0),
    level( 1500,  4.0,       6_000, 10.0, 32.0, 0.060,   80.0),
    level( 1800,  5.5,      12_000,  7.0, 22.0, 0.040,   65.0),
    level( 2200,  9.0,      40_000,  5.0, 12.0, 0.020,   45.0),
    level( 2600, 16.0,     300_000,  3.0,  6.0, 0.010,   25.0),
    level( 3000, 40.0, 100_000_000,  1.0,  1.0, 0.000,   10.0),
];

/// The lowest Elo.
pub(crate) const MIN_ELO: u32 = LEVELS[0].elo as u32;
/// The Elo from which nothing is limited.
pub(crate) const FULL_ELO: u32 = LEVELS[LEVELS.len() - 1].elo as u32;
/// What a lapse may lose, as a temperature.
pub(super) const LAPSE_TEMPERATURE: f64 = 250.0;
/// Losses beyond this are alike: a queen less is as bad as a mate.
pub(super) const GREATEST_LOSS: Value = 1000;

const fn level(
    elo: u32,
    depth: f64,
    nodes: u64,
    candidates: f64,
    temperature: f64,
    lapses: f64,
    worst_loss: f64,
) -> Level {
    let (elo, nodes) = (elo as f64, nodes as f64);
    Level { elo, depth, nodes, candidates, temperature, lapses, worst_loss }
}

impl Level {
    /// The level of an Elo; beyond the table its nearest end.
    pub(super) fn of(elo: u32) -> Level {
        let elo = f64::from(elo.clamp(MIN_ELO, FULL_ELO));
        let above = LEVELS.partition_point(|level| level.elo < elo).max(1);
        let (low, high) = (&LEVELS[above - 1], &LEVELS[above]);
        let share = (elo - low.elo) / (high.elo - low.elo);
        let between = |number: fn(&Level) -> f64| {
            let (low, high) = (number(low), number(high));
            low + share * (high - low)
        };
        Level {
            elo,
            depth: between(|level| level.depth),
            nodes: between(|level| level.nodes.ln()).exp(),
            candidates: between(|level| level.candidates),
            temperature: between(|level| level.temperature),
            lapses: between(|level| level.lapses),
            worst_loss: between(|level| level.worst_loss),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More Elo never means less depth or nodes, nor more error.
    #[test]
    fn limits_are_monotonic() {
        for elo in MIN_ELO..FULL_ELO {
            let (low, high) = (Level::of(elo), Level::of(elo + 1));
            assert!(low.elo < high.elo);
            assert!(low.depth <= high.depth && low.nodes <= high.nodes, "{elo}");
            assert!(low.candidates >= high.candidates && low.lapses >= high.lapses, "{elo}");
            assert!(low.temperature > high.temperature, "{elo}");
            assert!(low.worst_loss >= high.worst_loss, "{elo}");
        }
    }

    /// Nowhere does a single point of Elo change much: there are no steps between the levels.
    #[test]
    fn limits_are_smooth() {
        for elo in MIN_ELO..FULL_ELO {
            let (low, high) = (Level::of(elo), Level::of(elo + 1));
            assert!(high.depth - low.depth < 0.1 && high.nodes / low.nodes < 1.05, "{elo}");
            assert!(low.temperature - high.temperature < 0.5, "{elo}");
            assert!(low.worst_loss - high.worst_loss < 2.5, "{elo}");
        }
    }

    /// From 1500 up even a pawn is too much to give away; below the top there is always a choice.
    #[test]
    fn no_man_is_dropped_from_1500_up() {
        for elo in 1500..=FULL_ELO {
            assert!(Level::of(elo).worst_loss < 100.0, "{elo}");
        }
        let (top, limited) = LEVELS.split_last().expect("levels");
        assert!(limited.iter().all(|level| level.candidates >= 2.0 && level.depth >= 1.0));
        assert!(top.candidates >= 1.0, "at least the best move");
        assert!(LEVELS[0].worst_loss >= f64::from(GREATEST_LOSS), "the weakest may play anything");
    }

    /// Beyond the table there are its ends.
    #[test]
    fn ends() {
        assert_eq!(Level::of(0), Level::of(MIN_ELO));
        assert_eq!(Level::of(u32::MAX), Level::of(FULL_ELO));
        assert_eq!(Level::of(MIN_ELO).elo, LEVELS[0].elo);
    }
}
