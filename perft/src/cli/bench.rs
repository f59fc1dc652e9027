//! `perft bench`.

use std::io::Write;
use std::process::ExitCode;

use cpu_time::ThreadTime;
use portcullis_perft::bench::{BENCH_POSITIONS, geometric_mean};
use portcullis_perft::{parse_position, perft};

use super::Error;

/// Each position is counted this often, and the fastest count taken: what disturbs a measurement
/// only ever slows it.
const ROUNDS: usize = 3;

pub(super) fn run(out: &mut impl Write) -> Result<ExitCode, Error> {
    let mut rates = Vec::with_capacity(BENCH_POSITIONS.len());
    for position in &BENCH_POSITIONS {
        let board = parse_position(position.fen)?;
        let mut seconds = f64::INFINITY;
        for _ in 0..ROUNDS {
            let start = ThreadTime::now();
            let nodes = perft(&board, position.depth);
            seconds = seconds.min(start.elapsed().as_secs_f64());
            if nodes != position.nodes {
                writeln!(
                    out,
                    "{}: expected {} at depth {}, got {nodes}",
                    position.name, position.nodes, position.depth
                )?;
                return Ok(ExitCode::FAILURE);
            }
        }
        let rate = position.nodes as f64 / seconds / 1e6;
        writeln!(
            out,
            "{:<10} depth {} {:>12} nodes {rate:>8.1} Mnodes/s",
            position.name, position.depth, position.nodes
        )?;
        out.flush()?;
        rates.push(rate);
    }
    writeln!(out, "{:<10} {:>35.1} Mnodes/s", "mean", geometric_mean(&rates))?;
    Ok(ExitCode::SUCCESS)
}
