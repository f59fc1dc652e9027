//! Games of the engine against itself, many at a time, into a file.

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use portcullis::{Engine, EngineError};

use super::adjudication::Adjudication;
use super::evaluation::Evaluation;
use super::game::{NodeLimits, Player, play_game};
use super::opening::{Opening, OpeningSettings};
use super::workers::work;
use crate::facts::Facts;
use crate::games::{GameFileError, GameRecord, GameWriter};
use crate::rng::Stream;

/// How the games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlaySettings {
    /// Nodes of a move.
    pub nodes: NodeLimits,
    /// The hash table of each player in megabytes.
    pub hash_mb: usize,
    /// How games begin.
    pub opening: OpeningSettings,
    /// When games are called off.
    pub adjudication: Adjudication,
    /// What all random numbers follow from.
    pub seed: u64,
}

impl SelfPlaySettings {
    /// The depth of the benchmark that tells one version of the search from another.
    const BENCH_DEPTH: u32 = 6;

    /// All settings in words, with what plays.
    ///
    /// # Errors
    /// If the engine has no memory for its benchmark.
    pub fn facts(&self, evaluation: &Evaluation) -> Result<Facts, EngineError> {
        let network = evaluation.network().cloned();
        let mut go_on = || ControlFlow::Continue(());
        let bench = Engine::bench(Some(Self::BENCH_DEPTH), network, &mut |_| {}, &mut go_on)?;
        let version = env!("CARGO_PKG_VERSION");
        let OpeningSettings { plies, chess960_percent, limit, nodes } = self.opening;
        Ok(Facts::new()
            .with("engine", format!("Portcullis {version}"))
            .with("bench", format!("{} at depth {}", bench.nodes, Self::BENCH_DEPTH))
            .with("evaluation", evaluation)
            .with("nodes", self.nodes)
            .with("hash", format!("{} MB", self.hash_mb))
            .with("opening", format!("{plies} or {} random plies", plies + 1))
            .with("opening limit", format!("{limit} cp after {nodes} nodes"))
            .with("Chess960", format!("{chess960_percent} %"))
            .with("adjudication", self.adjudication)
            .with("seed", self.seed))
    }
}

/// Why self-play ends early.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The games cannot be written.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// A player cannot be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A thread cannot be started.
    #[error("a thread cannot be started: {0}")]
    Thread(#[from] io::Error),
}

/// What has been played so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Finished games.
    pub games: u64,
    /// Moves with scores in them.
    pub positions: u64,
    /// Searches for the moves after the openings.
    pub searches: u64,
    /// Nodes of these searches.
    pub nodes: u64,
    /// Games that are in the file.
    pub written: u64,
}

/// When self-play ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quota {
    /// After so many games.
    pub games: Option<u64>,
    /// After so much time.
    pub time: Option<Duration>,
}

/// One finished game and what it cost.
struct Finished {
    record: GameRecord,
    searches: u64,
    nodes: u64,
}

/// Self-play in several threads, one game each.
#[derive(Debug)]
pub struct SelfPlay<'a> {
    settings: SelfPlaySettings,
    quota: Quota,
    stop: &'a AtomicBool,
}

impl<'a> SelfPlay<'a> {
    /// Games of a block of the file.
    const BLOCK_GAMES: usize = 4096;

    /// A smaller block is written after so long, so that little is lost in a power cut.
    const WRITE_EVERY: Duration = Duration::from_secs(600);

    /// How often `report` is called.
    const REPORT_EVERY: Duration = Duration::from_millis(500);

    /// Self-play that goes on until the quota is reached or `stop` is set.
    #[must_use]
    pub const fn new(settings: SelfPlaySettings, quota: Quota, stop: &'a AtomicBool) -> Self {
        Self { settings, quota, stop }
    }

    /// Plays. All games that have begun are finished and written.
    ///
    /// # Errors
    /// If threads or memory are lacking, or the file cannot be written.
    pub fn run(
        &self,
        evaluation: &Evaluation,
        threads: NonZero<usize>,
        writer: &mut GameWriter,
        mut report: impl FnMut(&Progress),
    ) -> Result<Progress, SelfPlayError> {
        let players: Vec<Player> = (0..threads.get())
            .map(|_| Player::new(self.settings.hash_mb, evaluation))
            .collect::<Result<_, _>>()?;
        // Differs whenever play is resumed, so that other games are played.
        let session = writer.len();
        let job = |player: &mut Player, number| self.play(player, session, number);
        work(players, (self.quota.games, self.stop), job, |receiver| {
            self.collect(receiver, writer, &mut report)
        })?
    }

    /// Plays one game.
    fn play(&self, player: &mut Player, session: u64, number: u64) -> Option<Finished> {
        let mut rng = Stream::Openings.numbered(self.settings.seed ^ session << 16, number);
        let opening = Opening::random(&self.settings.opening, player, &mut rng);
        (player.searches, player.nodes) = (0, 0);
        player.new_game();
        let game = play_game(&opening, &self.settings.adjudication, |position| {
            player.search(position, self.settings.nodes)
        })?;
        let record = game.record(&opening)?;
        Some(Finished { record, searches: player.searches, nodes: player.nodes })
    }

    /// The calling thread: writes what the others play.
    fn collect(
        &self,
        receiver: &Receiver<Finished>,
        writer: &mut GameWriter,
        report: &mut impl FnMut(&Progress),
    ) -> Result<Progress, SelfPlayError> {
        let mut progress = Progress::default();
        let mut games = Vec::with_capacity(Self::BLOCK_GAMES);
        let start = Instant::now();
        let (mut written, mut reported) = (start, start);
        loop {
            match receiver.recv_timeout(Self::REPORT_EVERY) {
                Ok(Finished { record, searches, nodes }) => {
                    progress.games += 1;
                    progress.positions += record.scores.len() as u64;
                    progress.searches += searches;
                    progress.nodes += nodes;
                    games.push(record);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.quota.time.is_some_and(|time| start.elapsed() >= time) {
                self.stop.store(true, Ordering::Relaxed);
            }
            if games.len() >= Self::BLOCK_GAMES || written.elapsed() >= Self::WRITE_EVERY {
                writer.write(&games)?;
                progress.written += games.len() as u64;
                games.clear();
                written = Instant::now();
            }
            if reported.elapsed() >= Self::REPORT_EVERY {
                report(&progress);
                reported = Instant::now();
            }
        }
        writer.write(&games)?;
        progress.written += games.len() as u64;
        report(&progress);
        Ok(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameFile, Survey};

    fn settings() -> SelfPlaySettings {
        SelfPlaySettings {
            nodes: NodeLimits { soft: 40, hard: 60 },
            hash_mb: 1,
            opening: OpeningSettings { plies: 8, chess960_percent: 20, limit: 600, nodes: 100 },
            adjudication: Adjudication::default(),
            seed: 1,
        }
    }

    fn played(path: &std::path::Path, games: u64) -> Progress {
        let stop = AtomicBool::new(false);
        let mut writer =
            GameWriter::append(path, &settings().facts(&Evaluation::hand_written()).unwrap())
                .unwrap();
        let quota = Quota { games: Some(games), time: None };
        let threads = NonZero::new(2).unwrap();
        SelfPlay::new(settings(), quota, &stop)
            .run(&Evaluation::hand_written(), threads, &mut writer, |_| ())
            .unwrap()
    }

    #[test]
    fn games_are_played_and_written_and_are_sound() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test.games");
        let progress = played(&path, 30);
        assert_eq!((progress.games, progress.written), (30, 30));
        assert_eq!(progress.searches, progress.positions);
        let nodes_per_move = progress.nodes / progress.searches;
        assert!((30..=60).contains(&nodes_per_move), "{progress:?}");
        let survey = Survey::of(&GameFile::open(&path).unwrap());
        assert_eq!((survey.games, survey.faulty), (30, 0), "{:?}", survey.faults);
    }

    #[test]
    fn a_resumed_session_appends_other_games() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test.games");
        played(&path, 10);
        played(&path, 10);
        let file = GameFile::open(&path).unwrap();
        let games: Vec<GameRecord> = file.blocks().flat_map(|b| b.games().unwrap()).collect();
        let distinct: std::collections::HashSet<_> = games.iter().collect();
        assert_eq!((games.len(), distinct.len()), (20, 20));
    }

    #[test]
    fn self_play_stops_when_it_is_told_to_and_keeps_the_games() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test.games");
        let stop = AtomicBool::new(false);
        let mut writer =
            GameWriter::append(&path, &settings().facts(&Evaluation::hand_written()).unwrap())
                .unwrap();
        let threads = NonZero::new(2).unwrap();
        let play = SelfPlay::new(settings(), Quota::default(), &stop);
        let progress = play
            .run(&Evaluation::hand_written(), threads, &mut writer, |progress| {
                if progress.games > 0 {
                    stop.store(true, Ordering::Relaxed);
                }
            })
            .unwrap();
        assert!(progress.games > 0);
        assert_eq!(writer.games(), progress.games);
    }
}
