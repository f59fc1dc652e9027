//! How much faster more threads are: `cargo bench -p portcullis-benches --bench perft_scaling`.
//!
//! Wall time, the best of three runs each; it says little on a machine that does other work.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use portcullis_perft::{Perft, SetUpError, bench::BENCH_POSITIONS, parse_position};

const ROUNDS: usize = 3;

fn main() -> Result<(), SetUpError> {
    // `cargo test --benches` runs this too, and wants to know only whether it works.
    let is_measured = std::env::args().any(|arg| arg == "--bench");
    let most = available_parallelism().map_or(1, NonZeroUsize::get);
    for position in BENCH_POSITIONS {
        let Ok(board) = parse_position(position.fen) else { continue };
        let depth = if is_measured { position.depth } else { 2 };
        let mut single = Duration::ZERO;
        for threads in (1..=most).filter(|threads| threads.is_power_of_two()) {
            let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
            let perft = Perft::new().threads(threads)?;
            let mut best = Duration::MAX;
            for _ in 0..ROUNDS {
                let start = Instant::now();
                let nodes = perft.count(&board, depth)?;
                best = best.min(start.elapsed());
                assert!(!is_measured || nodes == position.nodes, "{}", position.name);
            }
            if threads.get() == 1 {
                single = best;
            }
            println!(
                "{:<10} depth {depth} threads {threads:>3} {:>8.3} s, {:.2} x one thread",
                position.name,
                best.as_secs_f64(),
                single.as_secs_f64() / best.as_secs_f64()
            );
        }
    }
    Ok(())
}
