//! The program: its arguments, its input and its output.

use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::SystemTime;

use super::NAME_AND_VERSION;
use super::book;
use super::help;
use super::input::Lines;
use super::output::{Audience, Printer};
use super::session::{Event, Session};
use crate::engine::EngineError;

/// The exit code for arguments that mean nothing.
const USAGE_ERROR: u8 = 2;

/// Runs the program with these arguments, the program's name left out.
#[must_use]
pub fn run_program(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<String> =
        arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    match arguments.first().map(String::as_str) {
        None => converse_with_stdin(),
        Some("--help" | "-h") => print(&help::usage()),
        Some("--version" | "-V") => print(&format!("{NAME_AND_VERSION}\n")),
        Some(flag) if flag.starts_with('-') => {
            say_to_person(&format!(
                "portcullis: unknown option {flag}; --help shows what there is"
            ));
            ExitCode::from(USAGE_ERROR)
        }
        Some("book") => match book::run(arguments.get(1..).unwrap_or_default()) {
            Ok(told) => print(&told),
            Err(error) => {
                say_to_person(&format!("portcullis: {error}"));
                ExitCode::from(USAGE_ERROR)
            }
        },
        Some(_) => carry_out(&lines_of(&arguments)),
    }
}

/// Says something to a person; a closed stderr is no reason to end.
fn say_to_person(sentence: &str) {
    let _ = writeln!(io::stderr(), "{sentence}");
}

/// A reader that has gone away, as `head` does, is no error.
fn print(text: &str) -> ExitCode {
    let _ = io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Arguments without blanks are the words of one line; otherwise each is a line of its own.
fn lines_of(arguments: &[String]) -> Vec<String> {
    if arguments.iter().any(|argument| argument.contains(' ')) {
        arguments.to_vec()
    } else {
        vec![arguments.join(" ")]
    }
}

fn carry_out(lines: &[String]) -> ExitCode {
    let printer = Arc::new(Printer::new(Box::new(io::stdout()), Audience::Program));
    match Session::new(printer).map(|session| session.run_lines(lines)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(USAGE_ERROR),
        Err(error) => cannot_start(&error),
    }
}

fn converse_with_stdin() -> ExitCode {
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let audience = if is_person { Audience::Person } else { Audience::Program };
    if is_person {
        say_to_person(&format!(
            "{NAME_AND_VERSION}, a UCI chess engine. help shows the commands, quit ends."
        ));
    }
    match converse_as(audience, io::stdin(), Box::new(io::stdout())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cannot_start(&error),
    }
}

fn cannot_start(error: &EngineError) -> ExitCode {
    say_to_person(&format!("portcullis: {error}"));
    ExitCode::FAILURE
}

/// Holds a conversation in UCI, from the first line to `quit` or the end of input.
///
/// Returns when the engine is at rest; a thread that reads the input may wait for one more line.
///
/// # Errors
///
/// If the engine cannot have the memory or the thread that it begins with.
pub fn converse(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), EngineError> {
    converse_as(Audience::Program, input, Box::new(output))
}

fn converse_as(
    audience: Audience,
    input: impl Read + Send + 'static,
    output: Box<dyn Write + Send>,
) -> Result<(), EngineError> {
    let session = Session::new(Arc::new(Printer::new(output, audience)))?;
    let events = session.sender();
    thread::spawn(move || read_lines(input, &events));
    session.run();
    Ok(())
}

/// Sends lines until the input ends or nobody listens any more.
fn read_lines(input: impl Read, events: &Sender<Event>) {
    for line in Lines::new(BufReader::new(input)) {
        if events.send(Event::Line { line, at: SystemTime::now() }).is_err() {
            return;
        }
    }
    // The loop may have ended by itself: then nobody needs to know.
    let _ = events.send(Event::EndOfInput);
}

#[cfg(test)]
mod tests {
    use super::lines_of;

    /// `go depth 3` needs no quotation marks, several commands do.
    #[test]
    fn arguments_make_lines() {
        let lines = |arguments: &[&str]| {
            lines_of(&arguments.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(lines(&["go", "depth", "3"]), ["go depth 3"]);
        assert_eq!(
            lines(&["position startpos moves e2e4", "d"]),
            ["position startpos moves e2e4", "d"]
        );
    }
}
