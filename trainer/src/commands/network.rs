//! `trainer quantise`, `trainer verify` and `trainer random`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use portcullis::Network;
use portcullis_trainer::data::{Filter, sample};
use portcullis_trainer::facts::Facts;
use portcullis_trainer::net::{Layout, Parameters, QuantisedNetwork};
use portcullis_trainer::train::Checkpoint;
use portcullis_trainer::verify::Verification;

use super::CommandResult;

/// Arguments of `trainer quantise`.
#[derive(Debug, Args)]
pub(crate) struct Quantise {
    /// The result of a training
    checkpoint: PathBuf,
    /// The network file to write
    #[arg(long, short)]
    output: PathBuf,
    /// The network's name [default: that of the output file]
    #[arg(long)]
    name: Option<String>,
}

impl Quantise {
    pub(crate) fn run(self) -> CommandResult {
        let checkpoint = Checkpoint::open(&self.checkpoint)?;
        let network = QuantisedNetwork::new(&checkpoint.parameters)?;
        let name = self.name.unwrap_or_else(|| stem(&self.output));
        let mut facts = Facts::new()
            .with("name", name)
            .with("trainer", concat!("portcullis-trainer ", env!("CARGO_PKG_VERSION")));
        for (key, value) in checkpoint.facts.iter() {
            facts = facts.with(key, value);
        }
        if let Some(report) = checkpoint.reports.last() {
            facts = facts
                .with("positions seen", report.samples)
                .with("training loss", format!("{:.6}", report.training))
                .with("validation loss", format!("{:.6}", report.validation[0]));
        }
        write(&self.output, &network, &facts)
    }
}

/// Arguments of `trainer random`.
#[derive(Debug, Args)]
pub(crate) struct Random {
    /// The network file to write
    #[arg(long, short)]
    output: PathBuf,
    /// Neurons of the hidden layer: 64, 128, 256, 384 or 512
    #[arg(long, default_value_t = 64)]
    hidden: usize,
    /// What the random numbers follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Random {
    pub(crate) fn run(self) -> CommandResult {
        let parameters = Parameters::random(Layout::new(self.hidden)?, self.seed);
        let facts = Facts::new().with("name", stem(&self.output)).with("seed", self.seed);
        write(&self.output, &QuantisedNetwork::new(&parameters)?, &facts)
    }
}

/// Reads a network file, with its training facts.
pub(super) fn open_network(
    path: &Path,
) -> Result<(QuantisedNetwork, Facts), Box<dyn std::error::Error>> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let opened = QuantisedNetwork::from_bytes(&bytes);
    opened.map_err(|error| format!("{}: {error}", path.display()).into())
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn write(path: &Path, network: &QuantisedNetwork, facts: &Facts) -> CommandResult {
    let bytes = network.to_bytes(facts);
    fs::write(path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("wrote {} ({} bytes)", path.display(), bytes.len());
    Ok(())
}

/// Arguments of `trainer verify`.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The network file
    network: PathBuf,
    /// Files of games to take positions from
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The training's result that the network was rounded from, to measure what rounding costs
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// How many positions to evaluate
    #[arg(long, default_value_t = 100_000)]
    positions: usize,
}

impl Verify {
    pub(crate) fn run(self) -> CommandResult {
        let path = self.network.display();
        let bytes = fs::read(&self.network).map_err(|error| format!("{path}: {error}"))?;
        let (network, facts) =
            QuantisedNetwork::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?;
        let engine = Network::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?;
        for (key, value) in facts.iter() {
            println!("  {key} = {value}");
        }
        let samples = sample(&self.games, &Filter::default(), self.positions)?;
        let parameters = match &self.checkpoint {
            Some(path) => Some(Checkpoint::open(path)?.parameters),
            None => None,
        };
        let verification = Verification::of(&network, &engine, parameters.as_ref(), &samples);
        print!("{verification}");
        match verification.failures() {
            failures if failures.is_empty() => Ok(()),
            failures => Err(failures.join("; ").into()),
        }
    }
}
