//! `trainer selfplay`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use portcullis_trainer::games::{GameWriter, thousands};
use portcullis_trainer::play::{
    Adjudication, Evaluation, NodeLimits, OpeningSettings, Progress, Quota, SelfPlay,
    SelfPlaySettings,
};

use super::{CommandResult, all_cores, stop_flag, time_left};

/// Arguments of `trainer selfplay`.
#[derive(Debug, Args)]
pub(crate) struct SelfPlayArguments {
    /// The file of games: begun, or gone on with if it was made with the same settings
    #[arg(long, short)]
    output: PathBuf,
    /// Begin no further iteration of a search after so many nodes
    #[arg(long, default_value_t = 300)]
    soft_nodes: u64,
    /// Stop a search after so many nodes [default: five times the soft limit]
    #[arg(long)]
    hard_nodes: Option<u64>,
    /// The network file of the players, or `hand-written`
    #[arg(long, default_value = Evaluation::HAND_WRITTEN)]
    network: String,
    /// Stop after so many games
    #[arg(long)]
    games: Option<u64>,
    /// Stop after so many minutes
    #[arg(long)]
    minutes: Option<f64>,
    /// Threads, each with a game of its own [default: all cores]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// The hash table of each thread in megabytes
    #[arg(long, default_value_t = 2)]
    hash: usize,
    /// Random moves of an opening: so many or one more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=60))]
    random_plies: u8,
    /// The percentage of games that begin in a Chess960 position
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(0..=100))]
    chess960: u8,
    /// Throw openings away that give a side more centipawns than this
    #[arg(long, default_value_t = 400)]
    opening_limit: i16,
    /// Nodes of the search that decides on an opening
    #[arg(long, default_value_t = 200)]
    opening_nodes: u64,
    /// A game is won when both sides agree on so many centipawns for four plies
    #[arg(long, default_value_t = Adjudication::default().win_score, value_parser = clap::value_parser!(i16).range(1..))]
    win_score: i16,
    /// What all random numbers follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl SelfPlayArguments {
    /// How often a line is printed that stays.
    const LINE_EVERY: Duration = Duration::from_secs(60);

    pub(crate) fn run(self) -> CommandResult {
        let settings = SelfPlaySettings {
            nodes: NodeLimits {
                soft: self.soft_nodes,
                hard: self.hard_nodes.unwrap_or(self.soft_nodes.saturating_mul(5)),
            },
            hash_mb: self.hash.max(1),
            opening: OpeningSettings {
                plies: self.random_plies,
                chess960_percent: self.chess960,
                limit: self.opening_limit,
                nodes: self.opening_nodes.max(1),
            },
            adjudication: Adjudication { win_score: self.win_score, ..Adjudication::default() },
            seed: self.seed,
        };
        let evaluation = Evaluation::open(&self.network)?;
        let facts = settings.facts(&evaluation)?;
        print!("{facts}");
        let mut writer = GameWriter::append(&self.output, &facts)?;
        println!("{}: {} games so far", self.output.display(), thousands(writer.games()));

        let stop = stop_flag()?;
        let quota = Quota { games: self.games, time: self.time() };
        let threads = self.threads.or(NonZero::new(all_cores())).unwrap_or(NonZero::<usize>::MIN);
        let bar = self.progress_bar()?;
        let play = SelfPlay::new(settings, quota, &stop);
        let (start, mut line) = (Instant::now(), Instant::now());
        let progress = play.run(&evaluation, threads, &mut writer, |progress| {
            let elapsed = start.elapsed();
            let text = describe(progress, elapsed);
            match self.games {
                Some(_) => bar.set_position(progress.games),
                None => bar.set_position(elapsed.as_secs()),
            }
            bar.set_message(text.clone());
            if line.elapsed() >= Self::LINE_EVERY {
                let (passed, left) = (FormattedDuration(elapsed), self.left(progress, elapsed));
                bar.suspend(|| println!("{passed}  {text}{left}"));
                line = Instant::now();
            }
        })?;
        bar.finish_and_clear();
        println!("{}", describe(&progress, start.elapsed()));
        let file = self.output.display();
        let (games, bytes) = (thousands(writer.games()), thousands(writer.len()));
        println!("{file}: {games} games in {bytes} bytes");
        Ok(())
    }

    /// How long it still takes, in words; nothing if there is no end.
    fn left(&self, progress: &Progress, elapsed: Duration) -> String {
        let by_games = self.games.map(|games| time_left(elapsed, progress.games, games).0);
        let by_time = self.time().map(|time| time.saturating_sub(elapsed));
        let left = by_games.into_iter().chain(by_time).min();
        left.map_or_else(String::new, |left| format!(", {} left", FormattedDuration(left)))
    }

    /// The time to play for.
    fn time(&self) -> Option<Duration> {
        self.minutes.map(|minutes| Duration::from_secs_f64(60.0 * minutes.max(0.0)))
    }

    /// A bar over the games, or over the seconds, or without an end.
    fn progress_bar(&self) -> Result<ProgressBar, indicatif::style::TemplateError> {
        let (len, template) = match (self.games, self.minutes) {
            (Some(games), _) => (Some(games), "{elapsed_precise} {bar:30} {eta} left, {msg}"),
            (None, Some(minutes)) => {
                (Some((60.0 * minutes) as u64), "{elapsed_precise} {bar:30} {eta} left, {msg}")
            }
            (None, None) => (None, "{elapsed_precise} {spinner} {msg}"),
        };
        let bar = len.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        Ok(bar.with_style(ProgressStyle::with_template(template)?))
    }
}

fn describe(progress: &Progress, elapsed: Duration) -> String {
    let rate = progress.positions as f64 / elapsed.as_secs_f64().max(1e-3);
    let nodes = progress.nodes as f64 / progress.searches.max(1) as f64;
    format!(
        "{} games, {} positions, {rate:.0} positions/s, {nodes:.0} nodes a move",
        thousands(progress.games),
        thousands(progress.positions)
    )
}
