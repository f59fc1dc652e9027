//! Moves from the opening book.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::Session;
use crate::book::{Book, scramble};
use crate::info::BestMove;
use crate::limits::Limits;
use crate::uci::options::{OptionId, Value};
use crate::uci::output;

/// The opening book and how it is used.
#[derive(Debug)]
pub(super) struct OwnBook {
    on: bool,
    book: Option<Book>,
    /// The last move of a game, counted in full moves, that may come from the book.
    depth: u16,
    /// Chooses among the moves of a position; 0 stands for another one each time.
    seed: u64,
}

impl Default for OwnBook {
    fn default() -> Self {
        OwnBook { on: false, book: None, depth: u16::MAX, seed: 0 }
    }
}

impl OwnBook {
    fn number(&self, key: u64) -> u64 {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let seed = if self.seed == 0 { now() as u64 } else { self.seed };
        scramble(scramble(seed) ^ key)
    }
}

impl Session {
    /// Applies an option of the book; others change nothing.
    pub(super) fn apply_to_book(&mut self, option: OptionId, value: &Value) {
        let own_book = &mut self.settings.own_book;
        match (option, value) {
            (OptionId::OwnBook, &Value::Check(on)) => own_book.on = on,
            (OptionId::BookDepth, &Value::Spin(depth)) => {
                own_book.depth = depth.try_into().unwrap_or(u16::MAX);
            }
            (OptionId::BookSeed, &Value::Spin(seed)) => own_book.seed = seed.unsigned_abs(),
            (OptionId::BookFile, Value::Text(file)) => self.set_book_file(file),
            _ => {}
        }
    }

    /// Opens the book of this file; an empty name closes it. With a wrong file all stays as it was.
    fn set_book_file(&mut self, file: &str) {
        if file.is_empty() {
            self.settings.own_book.book = None;
            return;
        }
        match Book::open(Path::new(file)) {
            Ok(book) => {
                self.tell(&format!("BookFile: {} moves", book.len()));
                self.settings.own_book.book = Some(book);
            }
            Err(error) => self.tell(&format!("the book {file} is not used: {error}")),
        }
    }

    /// Answers with a move of the book, if it is on and has one, and a move is wanted now.
    pub(super) fn answer_from_book(&self, limits: &Limits) -> bool {
        let own_book = &self.settings.own_book;
        let position = self.engine.position();
        let wanted = own_book.on
            && !limits.infinite
            && !limits.ponder
            && limits.search_moves.is_empty()
            && position.board().fullmove_number() <= own_book.depth;
        let book = own_book.book.as_ref().filter(|_| wanted);
        let number = own_book.number(position.board().key());
        let Some(mv) = book.and_then(|book| book.choose(position, number)) else { return false };
        self.tell("a move of the book");
        let answer = BestMove { best: Some(mv), ponder: None };
        self.printer.line(&output::best_move(&answer, self.settings.castling_mode));
        true
    }
}
