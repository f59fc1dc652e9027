//! `perft suite FILE..`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use portcullis_perft::Perft;
use portcullis_perft::suite::{Failure, SuiteError, SuiteLine, parse_line, run_lines};

use super::Error;
use super::args::SuiteArgs;
use super::count::by_move;
use super::progress::Bar;

/// Where a line stands.
struct Place {
    path: PathBuf,
    number: usize,
}

pub(super) fn run(args: &SuiteArgs, out: &mut impl Write) -> Result<ExitCode, Error> {
    let perft = Perft::new().threads(args.threads)?;
    let mut places = Vec::new();
    let mut lines = Vec::new();
    let mut unreadable = 0_usize;
    for path in &args.files {
        let read = read_suite(path)?;
        if read.is_empty() {
            return Err(Error::NoPosition(path.clone()));
        }
        for (number, line) in read {
            match line {
                Ok(line) => {
                    places.push(Place { path: path.clone(), number });
                    lines.push(line);
                }
                Err(error) => {
                    unreadable += 1;
                    writeln!(out, "{}:{number}: failed: {error}", path.display())?;
                }
            }
        }
    }
    let bar = Bar::new();
    let done = AtomicU64::new(0);
    let outcomes = run_lines(&lines, &perft, args.max_nodes, || {
        bar.show(done.fetch_add(1, Relaxed) + 1, lines.len() as u64);
    })?;
    bar.finish();
    let mut failed = unreadable;
    for ((place, line), outcome) in places.iter().zip(&lines).zip(&outcomes) {
        if let Some(failure) = outcome {
            failed += 1;
            write_failure(place, line, failure, out)?;
        }
    }
    writeln!(out, "suite: {} passed, {failed} failed", lines.len() + unreadable - failed)?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

type NumberedLine = (usize, Result<SuiteLine, SuiteError>);

/// The lines of a file that are not blank, each with its number.
fn read_suite(path: &Path) -> Result<Vec<NumberedLine>, Error> {
    let bytes = fs::read(path).map_err(|reason| Error::Read { path: path.to_owned(), reason })?;
    // Comments may be in any encoding; what matters is ASCII.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    let read = text
        .lines()
        .enumerate()
        .filter_map(|(index, line)| parse_line(line).transpose().map(|line| (index + 1, line)))
        .collect();
    Ok(read)
}

fn write_failure(
    place: &Place,
    line: &SuiteLine,
    failure: &Failure,
    out: &mut impl Write,
) -> Result<(), Error> {
    writeln!(
        out,
        "{}:{}: failed: {} at depth {}: expected {}, got {}",
        place.path.display(),
        place.number,
        line.fen,
        failure.expected.depth,
        failure.expected.nodes,
        failure.got.nodes
    )?;
    for (mv, nodes) in by_move(&line.board, &failure.got) {
        writeln!(out, "  {mv}: {nodes}")?;
    }
    Ok(())
}
