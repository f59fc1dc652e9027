//! `go`, `stop` and what ends a search.

use std::mem;
use std::sync::Arc;

use super::Session;
use super::limits::limits;
use crate::uci::command::GoParams;
use crate::uci::output;
use crate::uci::reporter::Reporter;

/// A search whose `bestmove` is still to be printed.
pub(super) struct RunningSearch {
    reporter: Arc<Reporter>,
    /// Its answer waits for a command.
    waits: bool,
}

impl RunningSearch {
    pub(super) fn number(&self) -> u64 {
        self.reporter.number
    }

    pub(super) fn waits(&self) -> bool {
        self.waits
    }
}

impl Session {
    pub(super) fn go(&mut self, go: &GoParams) {
        if self.refuses_during_search("go") {
            return;
        }
        let mode = self.settings.castling_mode;
        let (limits, notes) = limits(go, self.engine.position().board(), mode);
        for note in &notes {
            self.tell(note);
        }
        if self.settings.debug {
            self.tell(&format!("searching with {limits:?}"));
        }
        let waits = limits.must_wait();
        if self.answer_from_book(&limits) {
            return;
        }
        self.searches += 1;
        let reporter = Arc::new(Reporter::new(
            mode,
            Arc::clone(&self.settings.show_wdl),
            Arc::clone(&self.printer),
            self.searches,
            self.sender.clone(),
        ));
        match self.engine.go(limits, reporter.clone()) {
            Ok(()) => self.search = Some(RunningSearch { reporter, waits }),
            Err(error) => self.tell(&error.to_string()),
        }
    }

    /// Tells that a command has to wait for the end of the search, if one runs.
    pub(super) fn refuses_during_search(&self, command: &str) -> bool {
        let is_searching = self.search.is_some();
        if is_searching {
            self.tell(&format!("{command} is refused: a search runs, stop it first"));
        }
        is_searching
    }

    /// Stops the search, if one runs, and prints its answer.
    pub(super) fn end_search(&mut self) {
        if self.search.is_some() {
            self.engine.stop();
            self.finish_search();
        }
    }

    /// Prints the answer of the search as soon as it is there, and applies what waited for it.
    pub(super) fn finish_search(&mut self) {
        let Some(search) = self.search.take() else { return };
        self.engine.wait();
        self.tell_table_faults();
        let answer = search.reporter.answer();
        self.printer.line(&output::best_move(&answer, search.reporter.mode));
        for (option, value) in mem::take(&mut self.settings.waiting) {
            self.apply(option, value);
        }
    }
}
