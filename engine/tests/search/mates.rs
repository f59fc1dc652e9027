//! Mates are found, and a search for one is no other search.

use portcullis::{Engine, Limits, Score};

use super::{engine_at, position, search};

/// Position, moves to mate (negative: the side to move is mated), nodes that are enough.
const MATES: [(&str, i32, u64); 20] = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, 1_000),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, 1_000),
    ("6k1/6P1/5K1R/8/8/8/8/8 w - - 0 1", 1, 1_000),
    ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2, 50_000),
    ("8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1", 2, 200_000),
    ("r1b2k1r/ppppq3/5N1p/4P2Q/4PP2/1B6/PP5P/n2K2R1 w - - 1 1", 2, 20_000),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 20_000),
    ("8/1q4p1/1p1R1p2/p1p2B1k/2P1P3/1P2Q3/8/6K1 w - - 0 42", 3, 50_000),
    ("5rk1/1p1r2pp/p2p3q/3P2b1/PP1pP3/5Pp1/4B1P1/2RRQNK1 b - - 0 1", 3, 50_000),
    ("6k1/1N4P1/1p3K2/p1p5/2P5/1P6/P7/8 w - - 1 55", 4, 200_000),
    ("8/1p6/pb4k1/3n1b2/7B/1r6/R5K1/8 b - - 3 41", 4, 200_000),
    ("2b5/1p4k1/rq1p2p1/p1pP2Qp/2Pb4/P5BP/1P1N2P1/3N1R1K w - - 0 20", 4, 800_000),
    ("4r3/7q/nb2prRp/pk1p3P/3P4/P7/1P2N1P1/1K1B1N2 w - - 0 1", 5, 200_000),
    ("8/2N5/4B3/8/k7/8/p3rr1p/K6R b - - 7 60", 5, 300_000),
    ("5r2/8/P5pk/5p1P/3QbPP1/8/7K/8 w - - 3 47", 5, 800_000),
    ("r4k2/8/3PPbp1/4p3/7p/p6Q/B2B4/7K w - - 1 51", 6, 800_000),
    ("R7/5p2/3p2k1/6p1/8/3qp3/7K/8 b - - 1 57", 8, 800_000),
    ("8/5kp1/1p3p2/p1p2B2/2P1P3/1P4Q1/8/6K1 b - - 4 45", -4, 800_000),
    ("8/8/8/8/8/1k6/2r5/K7 w - - 0 1", -2, 5_000),
    ("2bk4/r1p1R3/6rP/p1N5/1p1p3B/3R4/PPP5/K7 b - - 0 33", -6, 800_000),
];

/// A search for a mate looks no further than the mate would be: what it finds is no news for others.
#[test]
fn a_search_for_a_mate_misleads_no_other() {
    let mate_in_three = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let mut engine = engine_at(position(mate_in_three));
    let (infos, _) = search(&mut engine, Limits { mate: Some(1), ..Limits::nodes(300_000) });
    assert!(infos.iter().all(|info| info.pv.len() <= 3), "a mate in one is over by then");
    assert!(infos.last().is_some_and(|info| info.depth > 20), "which makes lines deep at once");
    let (infos, _) = search(&mut engine, Limits::nodes(20_000));
    assert_eq!(infos.last().expect("a line").score, Score::Mate(3));
}

#[test]
fn a_search_for_a_mate_on_a_clock_looks_beyond_it() {
    let mut engine = Engine::new().expect("an engine");
    let limits = Limits { clock_ms: [Some(60_000); 2], ..Limits::nodes(50_000) };
    let (infos, _) = search(&mut engine, Limits { mate: Some(1), ..limits });
    assert!(infos.iter().any(|info| info.pv.len() > 5));
}

#[test]
fn mates_are_found_with_their_exact_distance() {
    for (fen, moves, nodes) in MATES {
        let mut engine = engine_at(position(fen));
        let limits = Limits { mate: Some(moves.unsigned_abs()), ..Limits::nodes(nodes) };
        let (infos, _) = search(&mut engine, limits);
        let last = infos.last().expect("a line");
        // `go mate` ends by itself, so the last line is the one that found it.
        assert_eq!(last.score, Score::Mate(moves), "{fen} after {} nodes", last.status.nodes);
        assert!(last.status.nodes < nodes);
    }
}
