//! What a search says goes to the GUI from here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use portcullis_movegen::{CastlingMode, Move};
use vampirc_uci::UciMessage;

use super::output::{self, Printer};
use super::session::Event;
use crate::info::{BestMove, SearchInfo, SearchListener, SearchStatus};

/// Listens to one search.
///
/// The lines of the search are printed at once, from its own thread. Its answer is only kept:
/// the loop prints it when it hears of the end, so that nothing that the GUI sends behind
/// `bestmove` can meet a search that is not over.
pub(super) struct Reporter {
    /// How castling is written.
    pub(super) mode: CastlingMode,
    /// Whether chances are shown; the option may change during the search.
    pub(super) show_wdl: Arc<AtomicBool>,
    pub(super) printer: Arc<Printer>,
    /// Tells apart the ends of different searches.
    pub(super) number: u64,
    pub(super) events: Sender<Event>,
    answer: Mutex<BestMove>,
}

impl Reporter {
    pub(super) fn new(
        mode: CastlingMode,
        show_wdl: Arc<AtomicBool>,
        printer: Arc<Printer>,
        number: u64,
        events: Sender<Event>,
    ) -> Reporter {
        let answer = Mutex::default();
        Reporter { mode, show_wdl, printer, number, events, answer }
    }

    /// Prints a line of the search. A GUI that is gone closes our input, too; a program that has read
    /// enough, as `head` does, may only close our output, and that ends the conversation as well.
    fn print(&self, message: &UciMessage) {
        self.printer.message(message);
        if self.printer.is_deserted() {
            let _ = self.events.send(Event::EndOfInput);
        }
    }

    /// The answer of a search that has ended.
    pub(super) fn answer(&self) -> BestMove {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchListener for Reporter {
    fn info(&self, info: &SearchInfo) {
        let show_wdl = self.show_wdl.load(Ordering::Relaxed);
        self.print(&output::info(info, self.mode, show_wdl));
    }

    fn current_move(&self, depth: u32, chess_move: Move, number: usize) {
        self.print(&output::current_move(depth, chess_move, number, self.mode));
    }

    fn status(&self, status: &SearchStatus) {
        self.print(&output::status(status));
    }

    fn best_move(&self, best: &BestMove) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = *best;
        // The loop that waits for this may be gone already: then nobody asks any more.
        let _ = self.events.send(Event::SearchEnded(self.number));
    }
}
