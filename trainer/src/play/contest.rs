//! A match of two evaluations in the same search, with the same nodes for every move.

use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use portcullis::EngineError;
use portcullis_movegen::Color;

use super::adjudication::Adjudication;
use super::evaluation::Evaluation;
use super::game::{NodeLimits, Player, play_game};
use super::opening::{Opening, OpeningSettings};
use super::sprt::{Pairs, Sprt};
use super::workers::work;
use crate::rng::Stream;

/// How a match is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContestSettings {
    /// Nodes of a move.
    pub nodes: u64,
    /// The hash table of each player in megabytes.
    pub hash_mb: usize,
    /// How games begin.
    pub opening: OpeningSettings,
    /// When games are called off.
    pub adjudication: Adjudication,
    /// What all random numbers follow from.
    pub seed: u64,
    /// How many pairs of games are played at most.
    pub pairs: u64,
    /// A test that ends the match when it has decided.
    pub sprt: Option<Sprt>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A player cannot be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A thread cannot be started.
    #[error("a thread cannot be started: {0}")]
    Thread(#[from] io::Error),
}

/// The state of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The pairs so far.
    pub pairs: Pairs,
    /// The first player's lost, drawn and won games.
    pub games: [u64; 3],
}

/// One opening, played twice.
struct Pair {
    /// The first player's half points in each game.
    half_points: [u8; 2],
}

/// Plays a match of two evaluations. `report` hears the standing after every pair.
///
/// # Errors
/// If threads or memory are lacking.
pub fn contest(
    settings: &ContestSettings,
    evaluations: &[Evaluation; 2],
    threads: NonZero<usize>,
    stop: &AtomicBool,
    report: impl FnMut(&Standing),
) -> Result<Standing, ContestError> {
    let player = |evaluation| Player::new(settings.hash_mb, evaluation);
    let mut players = Vec::with_capacity(threads.get());
    for _ in 0..threads.get() {
        let [first, second] = evaluations;
        players.push([player(first)?, player(second)?]);
    }
    let job = |players: &mut [Player; 2], number| play_pair(settings, players, number);
    let collect = |receiver: &Receiver<Pair>| collect(settings, receiver, stop, report);
    Ok(work(players, (Some(settings.pairs), stop), job, collect)?)
}

fn collect(
    settings: &ContestSettings,
    receiver: &Receiver<Pair>,
    stop: &AtomicBool,
    mut report: impl FnMut(&Standing),
) -> Standing {
    let mut standing = Standing::default();
    for pair in receiver {
        standing.pairs.add(pair.half_points.iter().sum());
        for half_points in pair.half_points {
            standing.games[usize::from(half_points)] += 1;
        }
        if settings.sprt.is_some_and(|sprt| sprt.verdict(&standing.pairs).is_some()) {
            stop.store(true, Ordering::Relaxed);
        }
        report(&standing);
    }
    standing
}

fn play_pair(settings: &ContestSettings, players: &mut [Player; 2], number: u64) -> Option<Pair> {
    let mut rng = Stream::Openings.numbered(settings.seed, number);
    let opening = Opening::random(&settings.opening, &mut players[0], &mut rng);
    let mut half_points = [0; 2];
    for (points, first) in half_points.iter_mut().zip(Color::ALL) {
        players.iter_mut().for_each(Player::new_game);
        let game = play_game(&opening, &settings.adjudication, |position| {
            let is_first = position.board().side_to_move() == first;
            let player = &mut players[usize::from(!is_first)];
            player.search(position, NodeLimits::exactly(settings.nodes))
        })?;
        *points = game.result.0.half_points(first);
    }
    Some(Pair { half_points })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> ContestSettings {
        ContestSettings {
            nodes: 50,
            hash_mb: 1,
            opening: OpeningSettings { plies: 8, chess960_percent: 0, limit: 400, nodes: 50 },
            adjudication: Adjudication::default(),
            seed: 1,
            pairs: 10,
            sprt: None,
        }
    }

    fn result(settings: &ContestSettings) -> Standing {
        let (stop, threads) = (AtomicBool::new(false), NonZero::new(2).unwrap());
        contest(
            settings,
            &[Evaluation::hand_written(), Evaluation::hand_written()],
            threads,
            &stop,
            |_| (),
        )
        .unwrap()
    }

    #[test]
    fn a_player_against_itself_scores_half_in_every_pair() {
        let standing = result(&settings());
        assert_eq!(standing.pairs, Pairs([0, 0, 10, 0, 0]));
        assert_eq!(standing.games[0], standing.games[2]);
        assert_eq!(standing.games.iter().sum::<u64>(), 20);
    }

    #[test]
    fn the_result_depends_on_the_seed_alone() {
        let other = ContestSettings { seed: 2, ..settings() };
        assert_eq!(result(&other), result(&other));
    }
}
