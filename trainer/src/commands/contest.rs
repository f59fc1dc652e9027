//! `trainer match`.

use std::num::NonZero;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use portcullis_trainer::games::thousands;
use portcullis_trainer::play::{
    Adjudication, ContestSettings, Elo, Evaluation, OpeningSettings, Sprt, SprtVerdict, Standing,
    contest,
};

use super::{CommandResult, all_cores, stop_flag};

/// Arguments of `trainer match`.
#[derive(Debug, Args)]
pub(crate) struct Match {
    /// The first player's network file, or `hand-written`
    first: String,
    /// The second player's network file, or `hand-written`
    second: String,
    /// Nodes of a move
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Games at most
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Stop when it is clear which of two differences in Elo is the likelier
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Threads, each with a game of its own [default: all cores]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// The hash table of each player in megabytes
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// Random moves of an opening: so many or one more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=60))]
    random_plies: u8,
    /// The percentage of openings that begin in a Chess960 position
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    chess960: u8,
    /// What all random numbers follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Match {
    /// Openings that give a side more centipawns than this are thrown away.
    const OPENING_LIMIT: i16 = 200;
    const OPENING_NODES: u64 = 5000;

    pub(crate) fn run(self) -> CommandResult {
        let evaluations = [Evaluation::open(&self.first)?, Evaluation::open(&self.second)?];
        let settings = self.settings();
        let threads = self.threads.or(NonZero::new(all_cores())).unwrap_or(NonZero::<usize>::MIN);
        let stop = stop_flag()?;
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {eta} left, {msg}")?;
        let bar = ProgressBar::new(settings.pairs).with_style(style);
        let standing = contest(&settings, &evaluations, threads, &stop, |standing| {
            bar.set_position(standing.pairs.count());
            bar.set_message(describe(standing, settings.sprt));
            if standing.pairs.count().is_multiple_of(500) {
                bar.suspend(|| println!("{}", describe(standing, settings.sprt)));
            }
        })?;
        bar.finish_and_clear();
        let [first, second] = &evaluations;
        println!("{first} against {second}, {} nodes a move", self.nodes);
        println!("{}", describe(&standing, settings.sprt));
        match settings.sprt.and_then(|sprt| sprt.verdict(&standing.pairs)) {
            Some(SprtVerdict::Accepted) => println!("the first is stronger (H1 accepted)"),
            Some(SprtVerdict::Rejected) => println!("the first is not stronger (H0 accepted)"),
            None => {}
        }
        Ok(())
    }

    fn settings(&self) -> ContestSettings {
        let sprt = match self.sprt.as_deref() {
            Some(&[elo0, elo1]) => Some(Sprt { elo0, elo1 }),
            _ => None,
        };
        ContestSettings {
            nodes: self.nodes.max(1),
            hash_mb: self.hash.max(1),
            opening: OpeningSettings {
                plies: self.random_plies,
                chess960_percent: self.chess960,
                limit: Self::OPENING_LIMIT,
                nodes: Self::OPENING_NODES,
            },
            adjudication: Adjudication::default(),
            seed: self.seed,
            pairs: self.games.div_ceil(2),
            sprt,
        }
    }
}

fn describe(standing: &Standing, sprt: Option<Sprt>) -> String {
    let [losses, draws, wins] = standing.games;
    let Elo { difference, low, high } = standing.pairs.elo();
    let games = thousands(losses + draws + wins);
    let ratio = sprt.map(|sprt| {
        let ratio = sprt.log_likelihood_ratio(&standing.pairs);
        format!(", LLR {ratio:+.2} of {:.2}", Sprt::bound())
    });
    format!(
        "{games} games: +{wins} ={draws} -{losses}, pairs {:?}, Elo {difference:+.1} \
         [{low:+.1}, {high:+.1}]{}",
        standing.pairs.0,
        ratio.unwrap_or_default()
    )
}
