//! A training from its first step to its last.

use rayon::ThreadPool;
use rayon::prelude::*;

use super::checkpoint::{Checkpoint, Report};
use super::loss::{Losses, Target};
use super::optimiser::AdamW;
use super::pass::{BLOCK, Pass};
use super::settings::Settings;
use crate::data::{Loaded, Position};
use crate::facts::Facts;
use crate::net::{Aligned, Layout, Parameters, QuantisedNetwork};
use crate::rng::Stream;

/// Why a training cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// Threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The network to begin with has more neurons than the one to be trained.
    #[error("a network of {0} neurons cannot begin with one of {1}: choose --hidden {1} or more")]
    TooNarrow(usize, usize),
    /// The checkpoint was made with other settings or positions.
    #[error("the checkpoint was made with `{key} = {old}`, not `{new}`")]
    OtherSettings {
        /// The first setting that differs.
        key: String,
        /// Its value in the checkpoint.
        old: String,
        /// Its value now.
        new: String,
    },
}

/// One thread's part of the work.
#[derive(Debug)]
struct Worker {
    pass: Pass,
    gradient: Aligned,
}

impl Worker {
    fn new(layout: Layout) -> Self {
        Self { pass: Pass::new(layout), gradient: Aligned::zeros(layout.len()) }
    }
}

/// A training in progress.
#[derive(Debug)]
pub struct Session<'a> {
    settings: Settings,
    facts: Facts,
    /// Positions to learn from, in blocks that stay together.
    blocks: Vec<&'a [Position]>,
    validation: &'a [Position],
    parameters: Parameters,
    optimiser: AdamW,
    losses: Losses,
    reports: Vec<Report>,
    workers: Vec<Worker>,
    pool: ThreadPool,
    /// The order of the blocks in the epoch of this number.
    order: (u64, Vec<u32>),
}

impl<'a> Session<'a> {
    /// Reports in a training.
    const REPORTS: u64 = 100;

    /// Positions that validation uses at most.
    const MOST_VALIDATION: usize = 1 << 19;

    /// Begins a training.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(settings: Settings, data: &'a Loaded) -> Result<Self, SessionError> {
        let layout = settings.layout;
        let facts = settings
            .facts()
            .with("positions", data.training.len())
            .with("validation positions", data.validation.len())
            .with("fingerprint", format!("{:08x}", data.fingerprint()));
        let threads = settings.threads.max(1);
        let mut session = Self {
            settings,
            facts,
            blocks: data.training.chunks(BLOCK).collect(),
            validation: &data.validation[..data.validation.len().min(Self::MOST_VALIDATION)],
            parameters: Parameters::random(layout, settings.seed),
            optimiser: AdamW::new(layout.len()),
            losses: Losses::default(),
            reports: Vec::new(),
            workers: (0..threads).map(|_| Worker::new(layout)).collect(),
            pool: rayon::ThreadPoolBuilder::new().num_threads(threads).build()?,
            order: (0, Vec::new()),
        };
        session.order = session.order_of_epoch(0);
        Ok(session)
    }

    /// Begins with a trained network in place of random parameters; neurons that it lacks are added.
    ///
    /// # Errors
    /// If it has more neurons than this training's network.
    pub fn begin_with(
        mut self,
        network: &QuantisedNetwork,
        facts: &Facts,
    ) -> Result<Self, SessionError> {
        let (first, layout) = (network.dequantised(), self.settings.layout);
        self.parameters = first
            .widened(layout, self.settings.seed)
            .ok_or(SessionError::TooNarrow(layout.hidden(), first.layout.hidden()))?;
        let name = facts.get("name").unwrap_or("a network without name");
        let fingerprint = facts.get("fingerprint").unwrap_or("of unknown games");
        self.facts = self.facts.with("began with", format!("{name} ({fingerprint})"));
        Ok(self)
    }

    /// Goes on from a checkpoint, exactly as if there had been no interruption.
    ///
    /// # Errors
    /// If the checkpoint was made with other settings or positions.
    pub fn resume(mut self, checkpoint: Checkpoint) -> Result<Self, SessionError> {
        if let Some((key, old, new)) = checkpoint.facts.difference(&self.facts) {
            let [key, old, new] = [key, old, new].map(str::to_owned);
            return Err(SessionError::OtherSettings { key, old, new });
        }
        self.parameters = checkpoint.parameters;
        self.optimiser = checkpoint.optimiser;
        self.losses = checkpoint.losses;
        self.reports = checkpoint.reports;
        self.order = self.order_of_epoch(self.steps() / self.steps_per_epoch());
        Ok(self)
    }

    /// The present state, to be saved.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            facts: self.facts.clone(),
            parameters: self.parameters.clone(),
            optimiser: self.optimiser.clone(),
            losses: self.losses,
            reports: self.reports.clone(),
        }
    }

    /// Steps made so far.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.optimiser.steps
    }

    /// Steps of the whole training.
    #[must_use]
    pub fn total_steps(&self) -> u64 {
        self.steps_per_epoch() * u64::from(self.settings.epochs)
    }

    /// What was measured so far.
    #[must_use]
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// Positions of a full step.
    #[must_use]
    pub fn batch(&self) -> u64 {
        (self.blocks_per_step() * BLOCK) as u64
    }

    fn blocks_per_step(&self) -> usize {
        self.settings.batch.div_ceil(BLOCK).clamp(1, self.blocks.len().max(1))
    }

    fn steps_per_epoch(&self) -> u64 {
        self.blocks.len().div_ceil(self.blocks_per_step()).max(1) as u64
    }

    fn order_of_epoch(&self, epoch: u64) -> (u64, Vec<u32>) {
        let mut order: Vec<u32> = (0..self.blocks.len() as u32).collect();
        Stream::Epoch.numbered(self.settings.seed, epoch).shuffle(&mut order);
        (epoch, order)
    }

    /// Learns from one batch; gives a report when one is due. `None` when the training is over.
    pub fn step(&mut self) -> Option<Option<Report>> {
        let step = self.steps();
        if step >= self.total_steps() {
            return None;
        }
        let (epoch, within) = (step / self.steps_per_epoch(), step % self.steps_per_epoch());
        if self.order.0 != epoch {
            self.order = self.order_of_epoch(epoch);
        }
        let start = within as usize * self.blocks_per_step();
        let end = (start + self.blocks_per_step()).min(self.blocks.len());
        let batch: Vec<&[Position]> =
            self.order.1[start..end].iter().map(|&block| self.blocks[block as usize]).collect();
        self.learn(&batch, step as f64 / self.total_steps() as f64);
        let interval = self.total_steps().div_ceil(Self::REPORTS);
        let due = self.steps().is_multiple_of(interval) || self.steps() == self.total_steps();
        Some(due.then(|| self.report()))
    }

    fn learn(&mut self, batch: &[&[Position]], progress: f64) {
        let positions: usize = batch.iter().map(|block| block.len()).sum();
        let target = self.settings.target(self.settings.result_weight_at(progress));
        let scaled = (target, 1.0 / positions as f32);
        let share = batch.len().div_ceil(self.workers.len());
        let parts: Vec<&[&[Position]]> = batch.chunks(share).collect();
        let parameters = &self.parameters;
        let losses: Vec<Losses> = self.pool.install(|| {
            let workers = self.workers.par_iter_mut().zip(parts);
            workers.map(|(worker, blocks)| worker.learn(parameters, blocks, scaled)).collect()
        });
        let gradients: Vec<&[f32]> =
            self.workers[..losses.len()].iter().map(|worker| &worker.gradient[..]).collect();
        let learning_rate = self.settings.learning_rate_at(progress);
        let (optimiser, parameters) = (&mut self.optimiser, &mut self.parameters);
        self.pool.install(|| {
            optimiser.step(parameters, &gradients, learning_rate, self.settings.weight_decay);
        });
        losses.into_iter().for_each(|losses| self.losses.add(losses));
    }

    /// Measures the losses of the training positions since the last report, and of the validation
    /// positions now.
    fn report(&mut self) -> Report {
        let target = self.settings.target(self.settings.result_weight[1]);
        let [training, _, _] = std::mem::take(&mut self.losses).means();
        let report = Report {
            steps: self.steps(),
            samples: self.samples(),
            training,
            validation: self.validate(target).means(),
        };
        self.reports.push(report);
        report
    }

    /// Positions seen so far.
    fn samples(&self) -> u64 {
        let positions: usize = self.blocks.iter().map(|block| block.len()).sum();
        let epochs = self.steps() / self.steps_per_epoch();
        let within = self.steps() % self.steps_per_epoch() * self.batch();
        epochs * positions as u64 + within
    }

    fn validate(&mut self, target: Target) -> Losses {
        let blocks: Vec<&[Position]> = self.validation.chunks(BLOCK).collect();
        let share = blocks.len().div_ceil(self.workers.len()).max(1);
        let parts: Vec<&[&[Position]]> = blocks.chunks(share).collect();
        let parameters = &self.parameters;
        let losses: Vec<Losses> = self.pool.install(|| {
            let workers = self.workers.par_iter_mut().zip(parts);
            workers.map(|(worker, blocks)| worker.validate(parameters, blocks, target)).collect()
        });
        let mut sum = Losses::default();
        losses.into_iter().for_each(|losses| sum.add(losses));
        sum
    }
}

impl Worker {
    fn learn(
        &mut self,
        parameters: &Parameters,
        blocks: &[&[Position]],
        scaled: (Target, f32),
    ) -> Losses {
        let mut losses = Losses::default();
        self.gradient.fill(0.0);
        for block in blocks {
            self.pass.learn(parameters, block, scaled, &mut self.gradient, &mut losses);
        }
        losses
    }

    fn validate(
        &mut self,
        parameters: &Parameters,
        blocks: &[&[Position]],
        target: Target,
    ) -> Losses {
        let mut losses = Losses::default();
        for block in blocks {
            self.pass.validate(parameters, block, target, &mut losses);
        }
        losses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_games;
    use crate::train::settings::tests::settings;

    /// Positions of random games, scored by material, so that there is something to learn.
    fn data(games: usize) -> Loaded {
        let mut loaded = Loaded::default();
        for (number, game) in random_games(1, games).iter().enumerate() {
            for ply in game.replay() {
                let board = ply.unwrap().board;
                let score = 100 * material(&board) as i16;
                let position = Position::new(&board, score, (1 + score.signum()) as u8);
                let validation = number % 10 == 0;
                let list = if validation { &mut loaded.validation } else { &mut loaded.training };
                list.push(position);
            }
        }
        loaded
    }

    /// The side to move's surplus of men, each counted as usual.
    fn material(board: &portcullis_movegen::Board) -> i32 {
        use portcullis_movegen::PieceType::{Bishop, Knight, Pawn, Queen, Rook};
        let us = board.side_to_move();
        let surplus = |(kind, value): (_, i32)| {
            let count = |color| board.colored(color, kind).count() as i32;
            value * (count(us) - count(!us))
        };
        [(Pawn, 1), (Knight, 3), (Bishop, 3), (Rook, 5), (Queen, 9)].into_iter().map(surplus).sum()
    }

    fn trained(settings: Settings, data: &Loaded) -> Checkpoint {
        let mut session = Session::new(settings, data).unwrap();
        while session.step().is_some() {}
        session.checkpoint()
    }

    #[test]
    fn training_learns_and_generalises() {
        let data = data(600);
        let settings = Settings {
            epochs: 15,
            learning_rate: [1e-2, 1e-4],
            result_weight: [0.0; 2],
            ..settings()
        };
        let reports = trained(settings, &data).reports;
        let (first, last) = (reports.first().unwrap(), reports.last().unwrap());
        assert!(last.training < first.training / 5.0, "{first:?} {last:?}");
        assert!(last.validation[0] < first.validation[0] / 3.0, "{first:?} {last:?}");
    }

    #[test]
    fn one_batch_can_be_learnt_by_heart() {
        let mut data = data(60);
        data.training.truncate(512);
        let settings = Settings {
            epochs: 300,
            learning_rate: [1e-2, 1e-3],
            result_weight: [0.0; 2],
            ..settings()
        };
        let last = *trained(settings, &data).reports.last().unwrap();
        assert!(last.training < 1e-4, "{last:?}");
    }

    #[test]
    fn the_same_seed_and_threads_give_the_same_network() {
        let data = data(60);
        let first = trained(settings(), &data);
        assert_eq!(trained(settings(), &data), first);
        let other = trained(Settings { seed: 2, ..settings() }, &data);
        assert_ne!(other.parameters, first.parameters);
    }

    #[test]
    fn an_interrupted_training_ends_as_if_it_had_not_been() {
        let data = data(60);
        let whole = trained(settings(), &data);
        for steps in [0, 1, 7, 10, 15] {
            let mut session = Session::new(settings(), &data).unwrap();
            (0..steps).for_each(|_| assert!(session.step().is_some()));
            let checkpoint = session.checkpoint();
            let mut resumed = Session::new(settings(), &data).unwrap().resume(checkpoint).unwrap();
            while resumed.step().is_some() {}
            assert_eq!(resumed.checkpoint(), whole, "{steps} steps");
        }
    }

    #[test]
    fn a_training_that_begins_with_a_trained_network_goes_on_where_that_stands() {
        let data = data(60);
        let learning = Settings {
            epochs: 15,
            learning_rate: [1e-2, 1e-4],
            result_weight: [0.0; 2],
            ..settings()
        };
        let first = trained(learning, &data);
        let network = QuantisedNetwork::new(&first.parameters).unwrap();
        let facts = Facts::new().with("name", "first");
        let wide = Settings { layout: Layout::new(128).unwrap(), ..settings() };
        let session = Session::new(wide, &data).unwrap().begin_with(&network, &facts).unwrap();
        assert_eq!(session.checkpoint().facts.get("began with"), Some("first (of unknown games)"));
        let target = session.settings.target(0.0);
        let mut sessions = [session, Session::new(wide, &data).unwrap()];
        let [begun, random] =
            sessions.each_mut().map(|session| session.validate(target).means()[0]);
        let stood = first.reports.last().unwrap().validation[0];
        assert!((begun - stood).abs() < 0.02 * stood, "{begun} {stood}");
        assert!((random - stood).abs() > 0.1 * stood, "{random} {stood}");
        let narrow = Session::new(settings(), &data).unwrap();
        let wide_network = QuantisedNetwork::new(&sessions[0].parameters).unwrap();
        let error = narrow.begin_with(&wide_network, &facts).unwrap_err().to_string();
        assert!(
            error.starts_with("a network of 64 neurons cannot begin with one of 128"),
            "{error}"
        );
    }

    #[test]
    fn a_checkpoint_of_another_training_is_refused() {
        let data = data(60);
        let checkpoint = Session::new(settings(), &data).unwrap().checkpoint();
        let other = Settings { batch: 1024, ..settings() };
        let error = Session::new(other, &data).unwrap().resume(checkpoint).unwrap_err();
        assert_eq!(error.to_string(), "the checkpoint was made with `batch = 512`, not `1024`");
    }

    #[test]
    fn every_block_is_seen_once_an_epoch_in_another_order_each_time() {
        let data = data(60);
        let session = Session::new(settings(), &data).unwrap();
        let orders: Vec<Vec<u32>> = (0..3).map(|epoch| session.order_of_epoch(epoch).1).collect();
        for order in &orders {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..session.blocks.len() as u32));
        }
        assert!(orders[0] != orders[1] && orders[1] != orders[2]);
        let last = *trained(settings(), &data).reports.last().unwrap();
        assert_eq!(last.samples, 3 * data.training.len() as u64);
    }
}
