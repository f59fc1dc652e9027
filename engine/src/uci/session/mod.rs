//! The conversation with a GUI: one loop, one queue of events, one place where the state changes.
//!
//! Lines come from a reader thread and the end of a search from the search's thread, all through
//! one channel. The loop takes them one by one and never waits for a search, unless it has just
//! been told to stop it. So the races of `stop`, `go`, `ponderhit`, `setoption`, `quit` and the
//! end of input with a search that begins or ends are settled here, by the order in the queue:
//!
//! - a search runs, for the loop, until its `bestmove` has been printed, and only the loop prints it;
//! - an end that does not belong to the present search is old news;
//! - `stop` and `quit` stop the search, wait for its last breath and print its answer.

mod book;
mod limits;
mod perft;
mod position;
mod search;
mod settings;
mod tools;
#[cfg(feature = "tune")]
mod tuning;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::SystemTime;

use vampirc_uci::UciMessage;

use super::command::Command;
use super::input::{LONGEST_LINE, Line};
use super::log::Direction;
use super::options::OPTIONS;
use super::output::Printer;
use super::parse;
use super::{AUTHOR, NAME_AND_VERSION};
use crate::engine::{Engine, EngineError};
use search::RunningSearch;
use settings::Settings;

/// What the loop hears of.
#[derive(Debug)]
pub(super) enum Event {
    /// A line came in.
    Line {
        /// What it says.
        line: Line,
        /// When it came.
        at: SystemTime,
    },
    /// The input has ended, or nobody reads our output any more.
    EndOfInput,
    /// The search of this number has an answer.
    SearchEnded(u64),
}

/// One conversation, from the first line to `quit`.
pub(super) struct Session {
    engine: Engine,
    printer: Arc<Printer>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Events that came while a tool was at work, to be handled next.
    backlog: VecDeque<Event>,
    settings: Settings,
    search: Option<RunningSearch>,
    /// How many searches there were: the number of the latest.
    searches: u64,
}

impl Session {
    /// # Errors
    ///
    /// If the engine cannot have the memory or the thread that it begins with.
    pub(super) fn new(printer: Arc<Printer>) -> Result<Session, EngineError> {
        let (sender, events) = mpsc::channel();
        Ok(Session {
            engine: Engine::new()?,
            printer,
            sender,
            events,
            backlog: VecDeque::new(),
            settings: Settings::default(),
            search: None,
            searches: 0,
        })
    }

    /// The way into the loop.
    pub(super) fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Converses until `quit` or the end of input.
    pub(super) fn run(mut self) {
        while let Some(event) = self.next_event() {
            if self.handle(event).is_break() {
                break;
            }
        }
        self.end_search();
    }

    /// Carries out these lines, one when the search of the one before is over, and lets the last
    /// search come to its end. Says whether each line was understood.
    pub(super) fn run_lines(mut self, lines: &[String]) -> bool {
        let mut all_were_understood = true;
        for line in lines {
            if self.search.as_ref().is_some_and(|search| !search.waits()) {
                self.await_answer();
            }
            let reading = parse::read(line);
            all_were_understood &= reading.command.is_some() || reading.notes.is_empty();
            if self.line(line).is_break() {
                return all_were_understood;
            }
        }
        self.await_answer();
        all_were_understood
    }

    /// Converses until the search is over.
    fn await_answer(&mut self) {
        while self.search.is_some()
            && let Some(event) = self.next_event()
            && self.handle(event).is_continue()
        {}
    }

    fn next_event(&mut self) -> Option<Event> {
        self.backlog.pop_front().or_else(|| self.events.recv().ok())
    }

    fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::EndOfInput => return ControlFlow::Break(()),
            Event::SearchEnded(number) => {
                if self.search.as_ref().is_some_and(|search| search.number() == number) {
                    self.finish_search();
                }
            }
            Event::Line { line: Line::TooLong, .. } => {
                self.tell(&format!("a line of more than {LONGEST_LINE} bytes is not read"));
            }
            Event::Line { line: Line::Text(line), at } => {
                self.printer.log(Direction::FromGui, at, line.trim_end());
                return self.line(&line);
            }
        }
        ControlFlow::Continue(())
    }

    fn line(&mut self, line: &str) -> ControlFlow<()> {
        let reading = parse::read(line);
        for note in &reading.notes {
            self.tell(note);
        }
        match reading.command {
            Some(Command::Message(message)) => return self.message(message),
            Some(Command::Position(position)) => self.position(&position),
            Some(Command::Go(go)) => self.go(&go),
            Some(Command::Tool(tool, argument)) => self.tool(tool, &argument),
            None => {}
        }
        ControlFlow::Continue(())
    }

    fn message(&mut self, message: UciMessage) -> ControlFlow<()> {
        match message {
            UciMessage::Uci => self.introduce(),
            UciMessage::IsReady => self.printer.message(&UciMessage::ReadyOk),
            UciMessage::Debug(on) => self.settings.debug = on,
            UciMessage::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            UciMessage::UciNewGame => self.new_game(),
            UciMessage::Stop => self.end_search(),
            UciMessage::PonderHit => self.engine.ponder_hit(),
            UciMessage::Quit => return ControlFlow::Break(()),
            UciMessage::Register { .. } => self.tell("there is nothing to register"),
            // The reader makes none of these: they are what vampirc-uci has for the other side.
            other => self.tell(&format!("{other} is not for an engine")),
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self) {
        self.printer.message(&UciMessage::id_name(NAME_AND_VERSION));
        self.printer.message(&UciMessage::id_author(AUTHOR));
        for option in &OPTIONS {
            self.printer.message(&option.declaration());
        }
        #[cfg(feature = "tune")]
        self.introduce_tunables();
        self.printer.message(&UciMessage::UciOk);
    }

    fn new_game(&mut self) {
        if self.refuses_during_search("ucinewgame") {
            return;
        }
        if self.settings.analyse_mode {
            return;
        }
        let done = self.engine.new_game();
        self.tell_error(done);
    }

    fn tell(&self, sentence: &str) {
        self.printer.tell(sentence);
    }

    fn tell_error(&self, result: Result<(), EngineError>) {
        if let Err(error) = result {
            self.tell(&error.to_string());
        }
    }
}
