//! `perft DEPTH`.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use portcullis_movegen::{Board, CastlingMode};
use portcullis_perft::{Division, Perft, Progress, castling_mode, parse_position};
use serde::Serialize;

use super::Error;
use super::args::CountArgs;
use super::progress::Bar;

pub(super) fn run(args: &CountArgs, out: &mut impl Write) -> Result<ExitCode, Error> {
    let board = read_position(args)?;
    let perft = Perft::new().bulk(!args.no_bulk).hash(args.hash).threads(args.threads)?;
    let bar = Bar::new();
    let report = |progress: Progress| bar.show(progress.done, progress.total);
    let start = Instant::now();
    let division = perft.divide_with_progress(&board, args.depth, Some(&report))?;
    let elapsed = start.elapsed();
    bar.finish();
    if args.json {
        write_json(args, &board, &division, elapsed, out)?;
    } else {
        write_text(args, &board, &division, elapsed, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read_position(args: &CountArgs) -> Result<Board, Error> {
    let mut board = match &args.fen {
        Some(fen) => parse_position(fen)?,
        None => Board::startpos(),
    };
    for (index, text) in args.moves.split_whitespace().enumerate() {
        // This mode takes both ways of writing castling.
        match board.parse_uci(text, CastlingMode::Standard) {
            Ok(mv) => board.play(mv),
            Err(reason) => return Err(Error::Move { number: index + 1, reason }),
        }
    }
    Ok(board)
}

/// The counts by move in UCI notation, sorted so that two listings are easily compared.
pub(super) fn by_move(board: &Board, division: &Division) -> BTreeMap<String, u64> {
    let mode = castling_mode(board);
    division.moves.iter().map(|&(mv, nodes)| (mv.uci(mode).to_string(), nodes)).collect()
}

fn write_text(
    args: &CountArgs,
    board: &Board,
    division: &Division,
    elapsed: Duration,
    out: &mut impl Write,
) -> Result<(), Error> {
    if args.divide {
        for (mv, nodes) in by_move(board, division) {
            writeln!(out, "{mv}: {nodes}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Nodes searched: {}", division.nodes)?;
    writeln!(out, "Time: {:.3} s", elapsed.as_secs_f64())?;
    writeln!(out, "Nodes/s: {}", nodes_per_second(division.nodes, elapsed))?;
    Ok(())
}

#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u8,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    threads: usize,
    hash_mb: usize,
    bulk: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

fn write_json(
    args: &CountArgs,
    board: &Board,
    division: &Division,
    elapsed: Duration,
    out: &mut impl Write,
) -> Result<(), Error> {
    let report = Report {
        fen: board.fen(),
        depth: args.depth,
        nodes: division.nodes,
        seconds: elapsed.as_secs_f64(),
        nodes_per_second: nodes_per_second(division.nodes, elapsed),
        threads: args.threads.get(),
        hash_mb: args.hash,
        bulk: !args.no_bulk,
        divide: args.divide.then(|| by_move(board, division)),
    };
    serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    // A clock may not have moved during a tiny count.
    (nodes as f64 / elapsed.as_secs_f64().max(1e-9)).round() as u64
}
