//! The commands beyond UCI.

use std::ops::ControlFlow;
use std::time::Instant;

use portcullis_movegen::CastlingMode;
use vampirc_uci::UciMessage;

use super::perft::divide;
use super::{Event, Session};
use crate::bench::BenchLine;
use crate::engine::Engine;
use crate::position::Position;
use crate::uci::command::{Command, Tool};
use crate::uci::input::Line;
use crate::uci::log::Direction;
use crate::uci::{describe, help, parse};

/// Deeper trees cannot be counted in a lifetime.
const DEEPEST_PERFT: u32 = 64;

impl Session {
    pub(super) fn tool(&mut self, tool: Tool, argument: &str) {
        let position = self.engine.position();
        let mode = self.settings.castling_mode;
        match tool {
            Tool::Board => self.printer.lines(&describe::position(position, mode)),
            Tool::Castling => self.printer.lines(&describe::castlings(position.board(), mode)),
            Tool::Explain => match describe::explanation(position.board(), argument, mode) {
                Some(explanation) => self.printer.line(&explanation),
                None => self.tell("explain needs a move, as in: explain e2e4"),
            },
            Tool::Eval => self.printer.lines(&self.engine.evaluate().to_string()),
            Tool::Compiler => self.printer.lines(&help::build()),
            Tool::Help => self.printer.lines(&help::commands()),
            Tool::Flip => self.flip(),
            Tool::Perft => self.perft(argument),
            Tool::Bench => self.bench(argument),
        }
    }

    fn flip(&mut self) {
        if self.refuses_during_search("flip") {
            return;
        }
        match describe::flipped(self.engine.position().board()) {
            Ok(board) => self.set_position(Position::new(board)),
            Err(error) => self.tell(&format!("flip: {error}")),
        }
    }

    fn perft(&mut self, argument: &str) {
        if self.refuses_during_search("perft") {
            return;
        }
        let Some(depth) = first_number(argument).filter(|&depth| depth <= DEEPEST_PERFT) else {
            self.tell(&format!("perft needs a depth from 0 to {DEEPEST_PERFT}, as in: perft 5"));
            return;
        };
        let board = *self.engine.position().board();
        let mode: CastlingMode = self.settings.castling_mode;
        let printer = self.printer.clone();
        let started = Instant::now();
        let sum = divide(&board, depth, &mut || self.poll(), &|chess_move, leaves| {
            printer.line(&format!("{}: {leaves}", chess_move.uci(mode)));
        });
        let Some(sum) = sum else {
            self.tell("perft stopped");
            return;
        };
        let time = started.elapsed();
        self.printer.line(&format!("Nodes searched: {sum}"));
        let per_second = sum as f64 / time.as_secs_f64().max(1e-9);
        self.tell(&format!("{} ms, {per_second:.0} nodes per second", time.as_millis()));
    }

    fn bench(&mut self, argument: &str) {
        if self.refuses_during_search("bench") {
            return;
        }
        let depth = first_number(argument).filter(|&depth| depth > 0);
        if depth.is_none() && !argument.is_empty() {
            self.tell("bench takes a depth of at least 1, as in: bench 10");
            return;
        }
        let printer = self.printer.clone();
        let network = self.engine.network().cloned();
        let mut progress = |line: &BenchLine<'_>| {
            let (number, total) = (line.number, line.total);
            printer.tell(&format!("bench {number}/{total}: {} nodes, {}", line.nodes, line.fen));
        };
        let result = Engine::bench(depth, network, &mut progress, &mut || self.poll());
        match result {
            Ok(result) => self.printer.line(&result.to_string()),
            Err(error) => self.tell(&error.to_string()),
        }
    }

    /// Looks into the queue while a tool is at work: `isready` is answered, `stop` ends the tool,
    /// and so does a reader who is gone; the rest waits until it is done.
    fn poll(&mut self) -> ControlFlow<()> {
        if self.printer.is_deserted() {
            return ControlFlow::Break(());
        }
        while let Ok(event) = self.events.try_recv() {
            let Event::Line { line: Line::Text(line), at } = &event else {
                self.backlog.push_back(event);
                continue;
            };
            let answer = match parse::read(line).command {
                Some(Command::Message(UciMessage::IsReady)) => ControlFlow::Continue(()),
                Some(Command::Message(UciMessage::Stop)) => ControlFlow::Break(()),
                _ => {
                    self.backlog.push_back(event);
                    continue;
                }
            };
            self.printer.log(Direction::FromGui, *at, line.trim_end());
            answer?;
            self.printer.message(&UciMessage::ReadyOk);
        }
        ControlFlow::Continue(())
    }
}

fn first_number(argument: &str) -> Option<u32> {
    argument.split_whitespace().next()?.parse().ok()
}
