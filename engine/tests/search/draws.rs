//! Draws, and what repeats a position, as the search sees them.

use portcullis::{Limits, Score};

use super::{after, engine_at, mv, search};

fn score_after(fen: &str, moves: &str, depth: u32) -> Score {
    let mut engine = engine_at(after(fen, moves));
    let (infos, _) = search(&mut engine, Limits::depth(depth));
    infos.last().expect("a line").score
}

#[test]
fn draws_are_seen() {
    // The hundredth half-move: nothing but a draw, however strong White is.
    let fifty = score_after("8/8/8/4k3/8/8/1R6/K7 w - - 99 80", "", 6);
    assert_eq!(fifty, Score::Centipawns(0));
    // But mate on the hundredth half-move is mate.
    let mate = score_after("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "", 4);
    assert_eq!(mate, Score::Mate(1));
    let too_late = score_after("7k/8/5K2/8/8/8/8/R7 w - - 98 80", "", 6);
    assert_eq!(too_late, Score::Centipawns(0), "mate in two comes on the hundred-and-first");
    let perpetual = score_after("6k1/6p1/5p2/7Q/8/r7/qr6/7K w - - 0 1", "", 8);
    assert_eq!(perpetual, Score::Centipawns(0));
}

#[test]
fn a_third_occurrence_is_a_draw_and_a_second_before_the_root_is_none() {
    let fen = "7k/8/8/8/8/8/8/R1K5 w - - 0 1";
    let shuffle = "a1b1 h8g8 b1a1 g8h8 ";
    let almost = "a1b1 h8g8 b1a1";
    // Black can now go back to h8: for the third time, or only for the second.
    let third = score_after(fen, &format!("{shuffle}{almost}"), 5);
    assert_eq!(third, Score::Centipawns(0));
    let second = score_after(fen, almost, 5);
    assert!(matches!(second, Score::Centipawns(..-1000) | Score::Mate(..0)), "{second}");
}

/// FIDE 9.2.3: a position with a castling right is not the same as one without. The men stand as at
/// the start for the third time, but only twice without the right.
#[test]
fn castling_rights_are_part_of_what_repeats_in_a_search() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let twice = "h1g1 e8d8 g1h1 d8e8 h1g1 e8d8 g1h1";
    let second = score_after(fen, twice, 5);
    assert!(matches!(second, Score::Centipawns(..-500) | Score::Mate(..0)), "{second}");
    let third = score_after(fen, &format!("{twice} d8e8 h1g1 e8f8 g1h1"), 5);
    assert_eq!(third, Score::Centipawns(0));
}

/// FIDE 9.2.3: so is a possible en passant capture; one that nobody can make, or that a pin forbids,
/// is none.
#[test]
fn possible_en_passant_captures_are_part_of_what_repeats() {
    let back_and_forth = "e2e4 a8b8 h1g1 b8a8 g1h1";
    let taker = after("k7/8/8/8/3p4/8/4P3/K6R w - - 0 1", back_and_forth);
    assert_eq!(taker.repetitions(), 0, "the capture was possible only once");
    let nobody = after("k7/8/8/8/2p5/8/4P3/K6R w - - 0 1", back_and_forth);
    assert_eq!(nobody.repetitions(), 1);
    let pinned = after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4 a4a5 h4g4 a5a4 g4h4");
    assert_eq!(pinned.repetitions(), 1);
}

/// White's queen comes back to where the other king's next step makes the third occurrence. Quiescence
/// tries no such step, and has to know of it all the same.
#[test]
fn an_upcoming_repetition_is_a_draw_at_least_for_the_side_that_has_it() {
    let start = "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1";
    let root = after(start, "d1d2 g8f8 d2d1 f8g8 d1d2 g8f8");
    let score_of = |text: &str| {
        let search_moves = vec![mv(root.board(), text)];
        let (infos, _) =
            search(&mut engine_at(root.clone()), Limits { search_moves, ..Limits::depth(1) });
        infos.last().expect("a line").score
    };
    assert_eq!(score_of("d2d1"), Score::Centipawns(0));
    assert!(matches!(score_of("d2d3"), Score::Centipawns(300..)));
}

/// A repetition is counted over game and search together: the third occurrence, two of them in the
/// game, is seen by both sides as soon as one of them can bring it about.
#[test]
fn an_upcoming_third_repetition_is_seen_by_both_sides() {
    let fen = "7k/8/8/8/8/8/8/R1K5 w - - 0 1";
    let twice = "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8";
    // White would repeat with b1a1 after which g8h8 is the third occurrence; it plays another move.
    let avoided = score_after(fen, twice, 6);
    assert!(matches!(avoided, Score::Centipawns(500..) | Score::Mate(1..)), "{avoided}");
    let forced = score_after(fen, &format!("{twice} b1a1"), 6);
    assert_eq!(forced, Score::Centipawns(0));
}
