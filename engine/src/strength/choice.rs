//! One limited search: how far it looks, and which of its candidates it plays.

use super::Lots;
use super::level::{GREATEST_LOSS, LAPSE_TEMPERATURE, Level};
use crate::value::{Value, is_loss, is_win, mate_in};

/// Nodes that a megabyte of hash table is enough for.
const NODES_PER_HASH_MB: u64 = 50_000;
/// The largest hash table of a limited search: a new one is made for each search, and its memory
/// costs time when it is first touched, too much of it where a move has but a few milliseconds.
const MAX_HASH_MB: u64 = 8;
/// What it costs to mate, or to be mated, a move later or sooner, in centipawns.
const LOSS_PER_MATE_MOVE: Value = 300;

/// What makes one search weaker than it could be, the lots being drawn already.
#[derive(Clone, Debug)]
pub(crate) struct Handicap {
    level: Level,
    depth: i32,
    temperature: f64,
    /// From 0 to below 1; decides among the candidates.
    lot: f64,
}

impl Handicap {
    pub(super) fn new(level: Level, mut lots: Lots) -> Handicap {
        let whole = level.depth.floor();
        let one_more = lots.draw() < level.depth - whole;
        let is_lapse = lots.draw() < level.lapses;
        Handicap {
            level,
            depth: whole as i32 + i32::from(one_more),
            temperature: if is_lapse { LAPSE_TEMPERATURE } else { level.temperature },
            lot: lots.draw(),
        }
    }

    /// Depth of the last iteration.
    pub(crate) fn depth(&self) -> i32 {
        self.depth
    }

    /// How many root moves have to be valued.
    pub(crate) fn candidates(&self) -> usize {
        self.level.candidates.round() as usize
    }

    /// Nodes of a search with so many lines: those beyond the candidates, which the user wants to
    /// see, do not make the others worse.
    pub(crate) fn nodes(&self, lines: usize) -> u64 {
        let share = lines.max(self.candidates()) as f64 / self.candidates() as f64;
        (self.level.nodes * share).round() as u64
    }

    /// Size of the hash table.
    pub(crate) fn hash_mb(&self) -> usize {
        (self.level.nodes as u64 / NODES_PER_HASH_MB).clamp(1, MAX_HASH_MB) as usize
    }

    /// The index of the move to play, given the values of the root moves, the best first.
    pub(crate) fn choose(&self, values: &[Value]) -> usize {
        let values = &values[..values.len().min(self.candidates())];
        let weights = self.weights(values);
        let mut lot = self.lot * weights.iter().sum::<f64>();
        for (index, weight) in weights.iter().enumerate() {
            lot -= weight;
            if lot < 0.0 {
                return index;
            }
        }
        0
    }

    /// How likely each candidate is, the best being 1: a
    /// [softmax](https://en.wikipedia.org/wiki/Softmax_function) over the values, cut off where
    /// the loss is too great for the level.
    fn weights(&self, values: &[Value]) -> Vec<f64> {
        let best = values.iter().copied().max().unwrap_or_default();
        let weight = |&value: &Value| {
            let loss = f64::from(loss(best, value));
            if loss > self.level.worst_loss { 0.0 } else { (-loss / self.temperature).exp() }
        };
        values.iter().map(weight).collect()
    }
}

/// What a move of this value loses against the best, in centipawns. To let a mate in one go is as
/// bad as can be, even if the mate comes later.
fn loss(best: Value, value: Value) -> Value {
    let lost = if best == mate_in(1) && value < best {
        GREATEST_LOSS
    } else if (is_win(best) && is_win(value)) || (is_loss(best) && is_loss(value)) {
        (best - value) * LOSS_PER_MATE_MOVE / 2
    } else {
        best - value
    };
    lost.min(GREATEST_LOSS)
}

#[cfg(test)]
mod tests {
    use super::super::level::{FULL_ELO, MIN_ELO};
    use super::*;
    use crate::value::{mate_in, mated_in};

    fn handicap(elo: u32, seed: u64) -> Handicap {
        Handicap::new(Level::of(elo), Lots(seed.wrapping_mul(0xD134_2543_DE82_EF95)))
    }

    /// How often each candidate is chosen in so many draws.
    fn counts(elo: u32, values: &[Value], draws: u64) -> Vec<u64> {
        let mut counts = vec![0; values.len()];
        for seed in 0..draws {
            counts[handicap(elo, seed).choose(values)] += 1;
        }
        counts
    }

    /// Better moves are likelier, equal ones equally likely, and the best is never less than 1.
    #[test]
    fn weights_fall_with_the_value() {
        for elo in (MIN_ELO..FULL_ELO).step_by(100) {
            let weights = handicap(elo, 1).weights(&[40, 40, 35, 10, -20, -60, -400, -3000]);
            assert_eq!(&weights[..2], &[1.0, 1.0]);
            assert!(weights.is_sorted_by(|high, low| high >= low), "{elo} {weights:?}");
            assert!(weights[2] < 1.0 && weights[2] > 0.0, "{elo}");
        }
    }

    /// A stronger player loses less by its choices, and one at the top next to nothing.
    #[test]
    fn choices_improve_with_the_elo() {
        let values = [30, 22, 10, -5, -30, -80, -150, -280, -500, -900];
        let mean_loss = |elo: u32| {
            let counts = counts(elo, &values, 4000);
            let lost = |(&count, &value): (&u64, &Value)| count as f64 * f64::from(30 - value);
            counts.iter().zip(&values).map(lost).sum::<f64>() / 4000.0
        };
        let losses: Vec<f64> = (MIN_ELO..=FULL_ELO).step_by(200).map(mean_loss).collect();
        assert!(losses.windows(2).all(|pair| pair[0] > pair[1]), "{losses:?}");
        assert!(losses[0] > 30.0 && losses[losses.len() - 1] < 2.0, "{losses:?}");
    }

    /// A mate in one is never let go from 1000 up, not even for a slower mate; other mates may be
    /// given a little more slowly, and those that cannot be parried come as late as they can.
    #[test]
    fn mates_are_not_let_go() {
        for elo in (1000..FULL_ELO).step_by(50) {
            let counts = counts(elo, &[mate_in(1), mate_in(3), 1500, 900], 500);
            assert_eq!(counts[0], 500, "{elo} {counts:?}");
        }
        for values in [[mate_in(5), mate_in(7), 2000], [mated_in(6), mated_in(4), mated_in(2)]] {
            let counts = counts(MIN_ELO, &values, 2000);
            assert!(counts.is_sorted_by(|early, late| early > late), "{values:?} {counts:?}");
            assert!(counts[1] > 0, "{values:?} {counts:?}");
        }
    }

    /// The choice does vary: the second of two equal moves is played half of the time.
    #[test]
    fn equal_moves_share() {
        for elo in [800, 1500, 2800] {
            let counts = counts(elo, &[20, 20], 4000);
            assert!((1800..2200).contains(&counts[0]), "{elo} {counts:?}");
        }
    }

    /// From 1500 up a move that loses a pawn or more, misses a mate or walks into one is never
    /// played, whatever is drawn; below, the weakest do it now and then.
    #[test]
    fn losing_moves_are_never_chosen_from_1500_up() {
        for values in [
            [0, -100].as_slice(),
            &[310, 0, 0, 0, 0],
            &[2000, 1700],
            &[mate_in(3), 1500],
            &[-600, mated_in(2)],
        ] {
            for elo in (1500..FULL_ELO).step_by(50) {
                assert_eq!(counts(elo, values, 500)[0], 500, "{elo} {values:?}");
            }
            assert!(counts(MIN_ELO, values, 2000)[0] < 2000, "{values:?}");
        }
    }

    /// A lapse is possible at any depth that is drawn, and the depth varies about that of the level.
    #[test]
    fn depths_vary_about_the_mean() {
        let depths: Vec<i32> = (0..4000).map(|seed| handicap(1000, seed).depth()).collect();
        assert!(depths.iter().all(|depth| (1..=2).contains(depth)));
        let mean = depths.iter().sum::<i32>() as f64 / 4000.0;
        assert!((mean - Level::of(1000).depth).abs() < 0.05, "{mean}");
    }

    /// Lines that are only shown bring nodes of their own.
    #[test]
    fn shown_lines_do_not_take_nodes_away() {
        let handicap = handicap(2200, 1);
        let candidates = handicap.candidates();
        assert_eq!(handicap.nodes(1), handicap.nodes(candidates));
        assert_eq!(handicap.nodes(4 * candidates), 160_000);
    }

    /// Nothing to choose from, or nothing to choose.
    #[test]
    fn few_candidates() {
        assert_eq!(handicap(800, 7).choose(&[]), 0);
        assert_eq!(handicap(800, 7).choose(&[-900]), 0);
    }
}
