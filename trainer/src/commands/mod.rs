//! The commands: each reads its arguments, calls the library and prints.

mod contest;
mod games;
mod network;
mod selfplay;
mod train;

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::FormattedDuration;

pub(crate) use contest::Match;
pub(crate) use games::{Check, Info, OutcomesArguments as Outcomes};
pub(crate) use network::{Quantise, Random, Verify};
pub(crate) use selfplay::SelfPlayArguments as SelfPlay;
pub(crate) use train::Train;

/// What a command ends with; the error is printed as one line.
pub(crate) type CommandResult = Result<(), Box<dyn Error>>;

/// A request that follows another within this time is the same one: wrappers such as `timeout` send
/// a signal to the program and to its group.
const SAME_REQUEST: Duration = Duration::from_secs(1);

/// A flag that is raised by Ctrl-C or a request to terminate; a second one ends the program at once.
fn stop_flag() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        raised.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > SAME_REQUEST {
            std::process::exit(130);
        }
    })?;
    Ok(flag)
}

/// The time that is left when a part of the work has taken so long.
fn time_left(elapsed: Duration, done: u64, all: u64) -> FormattedDuration {
    let seconds = elapsed.as_secs_f64() * all.saturating_sub(done) as f64 / done.max(1) as f64;
    FormattedDuration(Duration::from_secs_f64(seconds))
}

/// As many threads as there are cores.
fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
