//! `trainer info`, `trainer check` and `trainer outcomes`.

use std::path::PathBuf;

use clap::Args;
use portcullis_trainer::games::{GameFile, Outcomes, Survey, thousands};

use super::CommandResult;

/// Arguments of `trainer info`.
#[derive(Debug, Args)]
pub(crate) struct Info {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Info {
    pub(crate) fn run(self) -> CommandResult {
        for path in &self.files {
            let file = GameFile::open(path)?;
            let survey = Survey::of(&file);
            println!("{}", path.display());
            for (key, value) in file.settings.iter() {
                println!("  {key} = {value}");
            }
            let per_ply = file.len() as f64 / survey.plies.max(1) as f64;
            let blocks = file.blocks().count();
            println!(
                "size          {} bytes, {blocks} blocks, {per_ply:.3} bytes a ply",
                thousands(file.len() as u64)
            );
            print!("{survey}");
            file.damage.iter().for_each(|damage| println!("damaged: {damage}"));
            survey.doubts().iter().for_each(|doubt| println!("doubtful: {doubt}"));
            println!();
        }
        Ok(())
    }
}

/// Arguments of `trainer check`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Check {
    pub(crate) fn run(self) -> CommandResult {
        let mut faulty_files = 0;
        for path in &self.files {
            let file = GameFile::open(path)?;
            let survey = Survey::of(&file);
            let name = path.display();
            file.damage.iter().for_each(|damage| println!("{name}: damaged: {damage}"));
            survey.broken_blocks.iter().for_each(|error| println!("{name}: {error}"));
            for (number, fault) in &survey.faults {
                println!("{name}: game {number}: {fault}");
            }
            survey.doubts().iter().for_each(|doubt| println!("{name}: doubtful: {doubt}"));
            let faults = file.damage.len() + survey.broken_blocks.len() + survey.faulty as usize;
            let (games, plies) = (thousands(survey.games), thousands(survey.plies));
            println!("{name}: {games} games with {plies} plies replayed, {faults} faults");
            faulty_files += usize::from(faults > 0);
        }
        match faulty_files {
            0 => Ok(()),
            count => Err(format!("{count} of {} files are not sound", self.files.len()).into()),
        }
    }
}

/// Arguments of `trainer outcomes`.
#[derive(Debug, Args)]
pub(crate) struct OutcomesArguments {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl OutcomesArguments {
    pub(crate) fn run(self) -> CommandResult {
        let mut outcomes = Outcomes::default();
        for path in &self.files {
            let file = GameFile::open(path)?;
            file.damage.iter().for_each(|damage| eprintln!("{}: {damage}", path.display()));
            outcomes.add(&file);
        }
        print!("{outcomes}");
        Ok(())
    }
}
