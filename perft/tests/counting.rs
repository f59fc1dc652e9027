//! All ways of counting agree: threads, hash table, bulk or not.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use portcullis_movegen::Board;
use portcullis_perft::bench::BENCH_POSITIONS;
use portcullis_perft::perft_unbulked;
use portcullis_perft::{Perft, Progress, castling_mode, divide, parse_position, perft};

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

#[test]
fn every_way_of_counting_gives_the_same_count() {
    for position in BENCH_POSITIONS {
        let board = parse_position(position.fen).unwrap();
        for depth in 0..=position.unbulked_depth - 2 {
            let nodes = perft(&board, depth);
            assert_eq!(perft_unbulked(&board, depth), nodes, "{} {depth}", position.name);
            assert_eq!(divide(&board, depth).nodes, nodes, "{} {depth}", position.name);
            for (bulk, hash, number) in [
                (true, 0, 1),
                (true, 0, 3),
                (true, 1, 1),
                (true, 4, 3),
                (false, 0, 3),
                (false, 1, 1),
                (false, 1, 3),
            ] {
                let perft = Perft::new().bulk(bulk).hash(hash).threads(threads(number)).unwrap();
                let counted = perft.count(&board, depth).unwrap();
                assert_eq!(
                    counted, nodes,
                    "{} {depth}: bulk {bulk}, {hash} MB, {number} threads",
                    position.name
                );
            }
        }
    }
}

#[test]
fn the_unbulked_counts_of_the_bench_are_right() {
    for position in BENCH_POSITIONS {
        let board = parse_position(position.fen).unwrap();
        assert_eq!(perft(&board, position.unbulked_depth), position.unbulked_nodes);
    }
}

#[test]
fn a_hashed_count_begins_with_an_empty_table() {
    let perft = Perft::new().hash(8);
    let start = Board::startpos();
    assert_eq!(perft.count(&start, 5).unwrap(), 4_865_609);
    assert_eq!(perft.count(&start, 5).unwrap(), 4_865_609);
    let kiwipete = parse_position(BENCH_POSITIONS[1].fen).unwrap();
    assert_eq!(perft.count(&kiwipete, 4).unwrap(), 4_085_603);
}

#[test]
fn threads_keep_the_order_of_moves_and_their_counts() {
    let board = Board::startpos();
    let shared = Perft::new().threads(threads(4)).unwrap().divide(&board, 5).unwrap();
    assert_eq!(shared, divide(&board, 5));
}

#[test]
fn progress_ends_with_all_steps_done() {
    for number in [1, 2] {
        let reports = Mutex::new(Vec::new());
        let report = |progress: Progress| reports.lock().unwrap().push(progress);
        let perft = Perft::new().threads(threads(number)).unwrap();
        let counted = perft.divide_with_progress(&Board::startpos(), 5, Some(&report)).unwrap();
        assert_eq!(counted.nodes, 4_865_609);
        let reports = reports.into_inner().unwrap();
        assert_eq!(reports.len(), 400, "one for each position after two plies");
        assert!(reports.contains(&Progress { done: 400, total: 400 }));
    }
}

#[test]
fn a_position_without_moves_has_no_leaves() {
    let mated = parse_position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    for perft in [Perft::new(), Perft::new().hash(1), Perft::new().threads(threads(2)).unwrap()] {
        assert_eq!(perft.count(&mated, 0).unwrap(), 1);
        assert_eq!(perft.count(&mated, 1).unwrap(), 0);
        assert_eq!(perft.count(&mated, 6).unwrap(), 0);
    }
}

#[test]
fn castling_is_written_as_the_position_asks() {
    use portcullis_movegen::CastlingMode::{Chess960, Standard};
    for (fen, mode) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Standard),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", Standard),
        ("r3k2r/8/8/8/8/8/8/R3K1R1 w GAkq - 0 1", Chess960),
        ("r3k2r/8/8/8/8/8/8/R2K3R w HAkq - 0 1", Chess960),
    ] {
        assert_eq!(castling_mode(&parse_position(fen).unwrap()), mode, "{fen}");
    }
}
