//! `trainer train`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use portcullis_trainer::data::{Filter, Loaded, load};
use portcullis_trainer::games::thousands;
use portcullis_trainer::net::Layout;
use portcullis_trainer::train::{Checkpoint, Report, Session, Settings, plot_losses};

use super::network::open_network;
use super::{CommandResult, all_cores, stop_flag, time_left};

/// Arguments of `trainer train`.
#[derive(Debug, Args)]
pub(crate) struct Train {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where to keep the state of the training, and at last its result
    #[arg(long, short)]
    output: PathBuf,
    /// Go on with the training that the output file holds
    #[arg(long)]
    resume: bool,
    /// Begin with the weights of a network file instead of random ones; a wider network adds neurons to them.
    /// A tenth of the usual learning rate keeps what it knows
    #[arg(long, value_name = "NETWORK")]
    begin_with: Option<PathBuf>,
    /// Neurons of the hidden layer: 64, 128, 256, 384 or 512
    #[arg(long, default_value_t = 256)]
    hidden: usize,
    /// How often every position is seen
    #[arg(long, default_value_t = 20)]
    epochs: u32,
    /// Positions of a step
    #[arg(long, default_value_t = 4096)]
    batch: usize,
    /// The learning rate of the first step
    #[arg(long, default_value_t = 2e-3)]
    learning_rate: f32,
    /// The learning rate of the last step
    #[arg(long, default_value_t = 1e-5)]
    last_learning_rate: f32,
    /// The score in centipawns that is taken for a win probability of 73 %
    #[arg(long, default_value_t = 200.0)]
    scale: f32,
    /// The loss is the difference of win probabilities raised to this power, from 1 to 4
    #[arg(long, default_value_t = 1.5)]
    loss_power: f32,
    /// The weight of the game's result in the target at first, from 0 to 1
    #[arg(long, default_value_t = 0.1)]
    result_weight: f32,
    /// The weight of the result at last [default: as at first]
    #[arg(long)]
    last_result_weight: Option<f32>,
    /// Weight decay
    #[arg(long, default_value_t = 0.1)]
    weight_decay: f32,
    /// What all random numbers follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long)]
    threads: Option<usize>,
    /// Keep positions after so many moves of a game, random ones included
    #[arg(long, default_value_t = Filter::default().min_ply)]
    min_ply: usize,
    /// Keep positions with scores up to so many centipawns
    #[arg(long, default_value_t = Filter::default().max_score)]
    max_score: i16,
    /// Keep positions with at least so many men
    #[arg(long, default_value_t = Filter::default().min_men)]
    min_men: u32,
    /// Save the state every so many minutes
    #[arg(long, default_value_t = 5.0)]
    save_every: f64,
}

impl Train {
    pub(crate) fn run(self) -> CommandResult {
        let settings = self.settings()?;
        let resumed = if self.resume { Some(Checkpoint::open(&self.output)?) } else { None };
        if resumed.is_none() && self.output.exists() {
            let path = self.output.display();
            return Err(
                format!("{path} is there already: remove it, or go on with --resume").into()
            );
        }
        let begun = self.begin_with.as_deref().map(open_network).transpose()?;
        let stop = stop_flag()?;
        let data = self.load(&settings)?;
        let mut session = Session::new(settings, &data)?;
        if let Some((network, facts)) = begun {
            session = session.begin_with(&network, &facts)?;
        }
        if let Some(checkpoint) = resumed {
            session = session.resume(checkpoint)?;
            println!("resumed after {} of {} steps", session.steps(), session.total_steps());
        }
        self.train(&mut session, &stop)?;
        session.checkpoint().save(&self.output)?;
        if session.steps() < session.total_steps() {
            println!("stopped; go on with --resume");
            return Ok(());
        }
        let picture = self.output.with_extension("svg");
        plot_losses(&picture, &title(&self.output), session.reports())?;
        println!("wrote {} and {}", self.output.display(), picture.display());
        Ok(())
    }

    fn settings(&self) -> Result<Settings, Box<dyn std::error::Error>> {
        let last_result_weight = self.last_result_weight.unwrap_or(self.result_weight);
        if [self.result_weight, last_result_weight]
            .iter()
            .any(|weight| !(0.0..=1.0).contains(weight))
        {
            return Err("the weight of the result has to lie between 0 and 1".into());
        }
        if !(self.scale >= 1.0 && self.scale.is_finite()) {
            return Err("the scale has to be at least 1 centipawn".into());
        }
        if !(1.0..=4.0).contains(&self.loss_power) {
            return Err("the power of the loss has to lie between 1 and 4".into());
        }
        Ok(Settings {
            layout: Layout::new(self.hidden)?,
            epochs: self.epochs,
            batch: self.batch,
            learning_rate: [self.learning_rate, self.last_learning_rate],
            scale: self.scale,
            loss_power: self.loss_power,
            result_weight: [self.result_weight, last_result_weight],
            weight_decay: self.weight_decay,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(all_cores),
            filter: Filter {
                min_ply: self.min_ply,
                max_score: self.max_score,
                min_men: self.min_men,
            },
        })
    }

    fn load(&self, settings: &Settings) -> Result<Loaded, Box<dyn std::error::Error>> {
        let start = Instant::now();
        let data = load(&self.files, &settings.filter, settings.seed)?;
        data.complaints.iter().for_each(|complaint| eprintln!("warning: {complaint}"));
        println!(
            "{} games with {} plies: {} positions to learn from, {} to validate ({:.1} s)",
            thousands(data.games),
            thousands(data.plies),
            thousands(data.training.len() as u64),
            thousands(data.validation.len() as u64),
            start.elapsed().as_secs_f64()
        );
        Ok(data)
    }

    fn train(&self, session: &mut Session<'_>, stop: &AtomicBool) -> CommandResult {
        let bar = ProgressBar::new(session.total_steps());
        bar.set_style(ProgressStyle::with_template(
            "{elapsed_precise} {bar:30} step {pos} of {len}, {eta} left, {msg}",
        )?);
        bar.set_position(session.steps());
        bar.reset_eta();
        let save_every = Duration::from_secs_f64(60.0 * self.save_every.max(0.01));
        let (start, first_step) = (Instant::now(), session.steps());
        let mut saved = Instant::now();
        while let Some(report) = session.step() {
            bar.inc(1);
            if let Some(report) = report {
                let samples = (session.steps() - first_step) * session.batch();
                let rate = samples as f64 / start.elapsed().as_secs_f64();
                bar.set_message(format!("{:.3} M positions/s", rate / 1e6));
                let (done, all) =
                    (session.steps() - first_step, session.total_steps() - first_step);
                let left = time_left(start.elapsed(), done, all);
                let line = report_line(&report, session.total_steps(), rate);
                bar.suspend(|| println!("{line}, {left} left"));
            }
            if saved.elapsed() >= save_every {
                session.checkpoint().save(&self.output)?;
                saved = Instant::now();
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }
}

fn report_line(report: &Report, total_steps: u64, rate: f64) -> String {
    let [mixed, score, result] = report.validation;
    let done = 100.0 * report.steps as f64 / total_steps as f64;
    format!(
        "{done:5.1} %  step {:7}  {:8.2} M seen  loss: training {:.6}, validation {mixed:.6} \
         (score {score:.6}, result {result:.6})  {:.3} M/s",
        report.steps,
        report.samples as f64 / 1e6,
        report.training,
        rate / 1e6,
    )
}

fn title(output: &Path) -> String {
    let name = output.file_stem().unwrap_or_default().to_string_lossy();
    format!("{name}: loss while training")
}
