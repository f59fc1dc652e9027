//! Generation, play and perft: `cargo bench -p portcullis-benches --bench movegen`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use portcullis_movegen::{Board, MoveCount, MoveFilter};
use portcullis_perft::bench::BENCH_POSITIONS;
use portcullis_perft::{perft, perft_unbulked};

/// Positions two plies after the bench positions: some thousands, of many kinds.
fn boards() -> Vec<Board> {
    let mut boards: Vec<Board> =
        BENCH_POSITIONS.iter().map(|position| Board::from_fen(position.fen).unwrap()).collect();
    for _ in 0..2 {
        boards = boards.iter().flat_map(children).collect();
    }
    boards
}

fn children(board: &Board) -> Vec<Board> {
    let child = |mv| {
        let mut child = *board;
        child.play(mv);
        child
    };
    board.legal_moves().into_iter().map(child).collect()
}

fn generation(criterion: &mut Criterion) {
    let boards = boards();
    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(boards.len() as u64));
    for (name, filter) in
        [("all", MoveFilter::All), ("noisy", MoveFilter::Noisy), ("quiet", MoveFilter::Quiet)]
    {
        group.bench_function(format!("list_{name}"), |bencher| {
            bencher.iter(|| {
                for board in &boards {
                    let mut moves = portcullis_movegen::MoveList::default();
                    board.generate(filter, &mut moves);
                    black_box(&moves);
                }
            });
        });
    }
    group.bench_function("count", |bencher| {
        bencher.iter(|| {
            for board in &boards {
                let mut count = MoveCount::default();
                board.generate(MoveFilter::All, &mut count);
                black_box(count.count());
            }
        });
    });
    group.finish();
}

fn play(criterion: &mut Criterion) {
    let boards = boards();
    let moves: Vec<_> = boards
        .iter()
        .step_by(8)
        .flat_map(|board| board.legal_moves().into_iter().map(move |mv| (*board, mv)))
        .collect();
    let mut group = criterion.benchmark_group("play");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("copy_and_play", |bencher| {
        bencher.iter(|| {
            for &(board, mv) in &moves {
                let mut child = board;
                child.play(mv);
                black_box(&child);
            }
        });
    });
    group.bench_function("is_legal", |bencher| {
        bencher.iter(|| {
            for (board, mv) in &moves {
                black_box(board.is_legal(*mv));
            }
        });
    });
    group.finish();
}

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for position in &BENCH_POSITIONS {
        let depth = position.unbulked_depth - 1;
        let board = Board::from_fen(position.fen).unwrap();
        group.throughput(Throughput::Elements(perft(&board, depth)));
        group.bench_function(format!("{}_bulk", position.name), |bencher| {
            bencher.iter(|| perft(black_box(&board), depth));
        });
        group.bench_function(format!("{}_unbulked", position.name), |bencher| {
            bencher.iter(|| perft_unbulked(black_box(&board), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, generation, play, counting);
criterion_main!(benches);
