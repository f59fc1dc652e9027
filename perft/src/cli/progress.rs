//! The progress bar: on a terminal only, and only for work that takes a while.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Work that ends sooner shows nothing.
const DELAY: Duration = Duration::from_secs(1);

const TEMPLATE: &str = "{elapsed_precise} [{wide_bar}] {percent:>3} % ETA {eta_precise}";

/// A bar on stderr; it stays hidden where stderr is not a terminal.
#[derive(Debug)]
pub(super) struct Bar {
    bar: ProgressBar,
    start: Instant,
}

impl Bar {
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { bar, start: Instant::now() }
    }

    /// Shows that `done` of `total` steps are done.
    pub(super) fn show(&self, done: u64, total: u64) {
        if !self.bar.is_hidden() && self.start.elapsed() >= DELAY {
            self.bar.set_length(total);
            // A thread that is late must not move the bar back.
            self.bar.set_position(done.max(self.bar.position()));
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
