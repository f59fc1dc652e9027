//! The evaluation by a network: `cargo bench -p portcullis-benches --bench network`.
//!
//! All times are for one position of random games: `record` plays its move, `follow` brings both
//! accumulators up to date and computes the value, `forward` computes the value alone, `refresh`
//! makes both accumulators from nothing.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use portcullis::{Accumulators, Kernel, Network};
use portcullis_movegen::{Board, Move};
use random_network::{Rng, random_network};

#[path = "../../engine/src/eval/random_network.rs"]
mod random_network;

/// A game: each position with the move played in it.
type Line = Vec<(Board, Move)>;

fn lines() -> Vec<Line> {
    let mut rng = Rng(1);
    let mut line = || {
        let mut board = Board::startpos();
        let mut line = Vec::new();
        while line.len() < 60 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.next() as usize % moves.len()];
            line.push((board, mv));
            board.play(mv);
        }
        line
    };
    (0..20).map(|_| line()).collect()
}

fn play(
    accumulators: &mut Accumulators,
    line: &Line,
    mut after_move: impl FnMut(&mut Accumulators, &Board, usize),
) {
    accumulators.reset(&line[0].0);
    for (ply, (board, mv)) in line.iter().enumerate() {
        let mut child = *board;
        accumulators.play(&mut child, ply, *mv);
        after_move(accumulators, &child, ply + 1);
    }
}

fn network(criterion: &mut Criterion) {
    let lines = lines();
    let positions = lines.iter().map(Vec::len).sum::<usize>() as u64;
    for hidden in [64, 128, 256] {
        let mut group = criterion.benchmark_group(format!("network_{hidden}"));
        group.throughput(Throughput::Elements(positions));
        let network = Network::from_bytes(&random_network(hidden, 2)).expect("a network");
        for kernel in Kernel::available() {
            let network = Arc::new(network.clone().with_kernel(kernel));
            let mut accumulators = Accumulators::new(network);
            group.bench_function(BenchmarkId::new("record", kernel), |bencher| {
                bencher.iter(|| {
                    for line in &lines {
                        play(&mut accumulators, line, |_, child, _| {
                            black_box(child);
                        });
                    }
                });
            });
            group.bench_function(BenchmarkId::new("follow", kernel), |bencher| {
                bencher.iter(|| {
                    for line in &lines {
                        play(&mut accumulators, line, |accumulators, child, ply| {
                            black_box(accumulators.evaluate(child, ply));
                        });
                    }
                });
            });
            let line = &lines[0];
            play(&mut accumulators, line, |accumulators, child, ply| {
                accumulators.evaluate(child, ply);
            });
            group.bench_function(BenchmarkId::new("forward", kernel), |bencher| {
                bencher.iter(|| {
                    for _ in 0..lines.len() {
                        for (ply, (board, _)) in line.iter().enumerate() {
                            black_box(accumulators.evaluate(board, ply));
                        }
                    }
                });
            });
            group.bench_function(BenchmarkId::new("refresh", kernel), |bencher| {
                bencher.iter(|| {
                    for (board, _) in lines.iter().flatten() {
                        accumulators.reset(black_box(board));
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, network);
criterion_main!(benches);
