//! Perft against other libraries, in one run:
//! `RUSTFLAGS="-C target-cpu=native" cargo bench -p portcullis-benches --bench perft_speed`.
//!
//! One thread, no hash table, CPU time. The libraries take turns at each position, so that a change
//! of the machine's speed meets all of them; of each, the fastest of the rounds counts, since what
//! disturbs a measurement only ever slows it. Every count is checked.
//!
//! A number after `--` sets the rounds.

use std::hint::black_box;

use cpu_time::ThreadTime;
use portcullis_movegen::Board;
use portcullis_perft::bench::{BENCH_POSITIONS, BenchPosition, geometric_mean};
use portcullis_perft::{perft, perft_unbulked};
use shakmaty::{Chess, Position as _};

const DEFAULT_ROUNDS: usize = 5;

/// Another way of counting: the name of the column, and what counts.
struct Contender {
    name: &'static str,
    count: fn(&BenchPosition, u8) -> u64,
}

const BULK: [Contender; 3] = [
    Contender { name: "portcullis", count: |position, depth| perft(&ours(position), depth) },
    Contender { name: "cozy-chess", count: |position, depth| cozy_bulk(&cozy(position), depth) },
    Contender { name: "shakmaty", count: |position, depth| shakmaty_bulk(position, depth) },
];

const UNBULKED: [Contender; 3] = [
    Contender {
        name: "portcullis",
        count: |position, depth| perft_unbulked(&ours(position), depth),
    },
    Contender {
        name: "cozy-chess",
        count: |position, depth| cozy_unbulked(&cozy(position), depth),
    },
    Contender {
        name: "shakmaty",
        count: |position, depth| shakmaty_unbulked(&shakmaty(position), depth),
    },
];

fn main() {
    let args: Vec<String> = std::env::args().collect();
    // `cargo test --benches` runs this too, and wants to know only whether it works.
    if !args.iter().any(|arg| arg == "--bench") {
        for contender in BULK.iter().chain(&UNBULKED) {
            for position in &BENCH_POSITIONS {
                let known = perft(&ours(position), 2);
                assert_eq!((contender.count)(position, 2), known, "{}", contender.name);
            }
        }
        return;
    }
    let rounds = args.iter().find_map(|arg| arg.parse().ok()).unwrap_or(DEFAULT_ROUNDS);
    println!(
        "sliders of portcullis: {}, of cozy-chess: {}",
        if cfg!(target_feature = "bmi2") { "PEXT" } else { "magics" },
        if cfg!(feature = "cozy-pext") { "PEXT" } else { "magics" },
    );
    println!("\nlast ply counted, million nodes per CPU second, best of {rounds}");
    compare(&BULK, rounds, |position| (position.depth, position.nodes));
    println!("\nevery leaf played, million nodes per CPU second, best of {rounds}");
    compare(&UNBULKED, rounds, |position| (position.unbulked_depth, position.unbulked_nodes));
}

/// Measures and prints a table; the first contender is compared with the others.
fn compare(contenders: &[Contender], rounds: usize, target: impl Fn(&BenchPosition) -> (u8, u64)) {
    let (first, others) = contenders.split_first().expect("a table has columns");
    print!("{:<10} {:>5} {:>10}", "position", "depth", first.name);
    for other in others {
        print!(" {:>10} {:>7}", other.name, "ratio");
    }
    println!();
    let mut rates = vec![Vec::new(); contenders.len()];
    for position in &BENCH_POSITIONS {
        let (depth, nodes) = target(position);
        let row = measure(contenders, rounds, position, depth, nodes);
        print_row(position.name, &depth.to_string(), &row);
        // The means are over standard chess, as other tables of this kind are.
        if !position.is_chess960 {
            for (rates, rate) in rates.iter_mut().zip(row) {
                rates.push(rate);
            }
        }
    }
    let means: Vec<f64> = rates.iter().map(|rates| geometric_mean(rates)).collect();
    print_row("mean of 6", "", &means);
}

fn print_row(name: &str, depth: &str, rates: &[f64]) {
    print!("{name:<10} {depth:>5} {:>10.1}", rates[0]);
    for rate in &rates[1..] {
        print!(" {rate:>10.1} {:>6.2}x", rates[0] / rate);
    }
    println!();
}

/// The best rate of each contender.
fn measure(
    contenders: &[Contender],
    rounds: usize,
    position: &BenchPosition,
    depth: u8,
    nodes: u64,
) -> Vec<f64> {
    let mut rates = vec![0.0_f64; contenders.len()];
    for _ in 0..rounds {
        for (contender, rate) in contenders.iter().zip(&mut rates) {
            let start = ThreadTime::now();
            let counted = (contender.count)(black_box(position), depth);
            let seconds = start.elapsed().as_secs_f64();
            assert_eq!(counted, nodes, "{} on {}", contender.name, position.name);
            *rate = rate.max(nodes as f64 / seconds / 1e6);
        }
    }
    rates
}

fn ours(position: &BenchPosition) -> Board {
    Board::from_fen(position.fen).expect("a known position")
}

fn cozy(position: &BenchPosition) -> cozy_chess::Board {
    cozy_chess::Board::from_fen(position.fen, position.is_chess960).expect("a known position")
}

fn shakmaty(position: &BenchPosition) -> Chess {
    let fen: shakmaty::fen::Fen = position.fen.parse().expect("a known position");
    fen.into_position(shakmaty::CastlingMode::Chess960).expect("a known position")
}

/// The last ply is the sum of the lengths of target sets, as ours is.
fn cozy_bulk(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += cozy_bulk(&child, depth - 1);
        }
        false
    });
    nodes
}

fn cozy_unbulked(board: &cozy_chess::Board, depth: u8) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += cozy_unbulked(&child, depth - 1);
        }
        false
    });
    nodes
}

/// The library's own perft, which takes the length of the list of moves at the last ply.
fn shakmaty_bulk(position: &BenchPosition, depth: u8) -> u64 {
    shakmaty::perft(&shakmaty(position), depth.into())
}

fn shakmaty_unbulked(position: &Chess, depth: u8) -> u64 {
    if depth == 0 {
        black_box(position);
        return 1;
    }
    let mut nodes = 0;
    for mv in &position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(*mv);
        nodes += shakmaty_unbulked(&child, depth - 1);
    }
    nodes
}
