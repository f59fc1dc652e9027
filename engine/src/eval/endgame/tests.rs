use std::sync::Arc;

use portcullis_movegen::{BoardBuilder, Piece, Square};

use super::*;
use crate::eval::random_network::random_network;
use crate::eval::{Evaluator, Network};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("valid")
}

/// The value by the hand-written terms, and by a network that knows nothing of chess.
fn values(fen: &str) -> [Value; 2] {
    let network = Network::from_bytes(&random_network(64, 2)).expect("a network");
    let mut evaluator = Evaluator::new();
    [None, Some(Arc::new(network))].map(|network| {
        evaluator.reset(&board(fen), network.as_ref());
        evaluator.evaluate(&board(fen), 0)
    })
}

/// The value of an ending that is the same whatever evaluates.
fn value(fen: &str) -> Value {
    let [by_hand, by_network] = values(fen);
    assert_eq!(by_hand, by_network, "{fen}");
    by_hand
}

#[test]
fn drawn_endings_against_a_bare_king_are_draws() {
    for fen in [
        "8/4k3/8/8/2N1N3/8/4K3/8 w - - 0 1",
        "8/4k3/8/8/2B5/8/4K3/8 w - - 0 1",
        "8/4k3/8/8/2B5/8/B3K3/8 b - - 0 1",
        // A rook's pawn and the wrong bishop: the king stands in the corner or beside it.
        "k7/8/1K6/P7/8/2B5/8/8 w - - 0 1",
        "8/1k6/8/PK6/8/2B5/8/8 b - - 0 1",
        "8/1k6/P7/PK6/8/2B5/8/8 b - - 0 1",
        "8/8/8/8/2b5/p2k4/8/K7 b - - 0 1",
        // A rook's pawn alone; the opposition.
        "k7/8/K7/P7/8/8/8/8 w - - 0 1",
        "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
    ] {
        assert_eq!(value(fen), DRAW, "{fen}");
    }
}

#[test]
fn won_endings_against_a_bare_king_are_known_wins() {
    for fen in [
        "8/4k3/8/8/2B1N3/8/4K3/8 w - - 0 1",
        "8/4k3/8/8/2BB4/8/4K3/8 w - - 0 1",
        "8/4k3/8/8/2R5/8/4K3/8 w - - 0 1",
        "8/4k3/8/8/2Q5/8/4K3/8 w - - 0 1",
        "8/4k3/8/8/NN6/N7/4K3/8 w - - 0 1",
        // The king has the opposition, or stands before the pawn on the sixth rank.
        "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
        "8/8/8/8/4p3/4k3/8/4K3 b - - 0 1",
        // The pawn runs, and another man does not hold it up.
        "8/8/8/P6k/8/8/8/K7 w - - 0 1",
        "8/8/8/P6k/8/8/6P1/KN6 w - - 0 1",
        // A queen against a piece with the kings far apart and its own in the corner; nine of them with
        // the kings close.
        "7k/8/7r/8/8/8/8/KQ6 w - - 0 1",
        "7k/8/5K2/QQQ5/QQQ5/QQQ5/8/r7 b - - 0 1",
    ] {
        assert!((KNOWN_WIN..=MAX_KNOWN_WIN).contains(&value(fen).abs()), "{fen}");
    }
}

#[test]
fn values_are_those_of_the_side_to_move() {
    let strong = value("8/4k3/8/8/2R5/8/4K3/8 w - - 0 1");
    assert_eq!(value("8/4k3/8/8/2R5/8/4K3/8 b - - 0 1"), -strong);
    assert_eq!(value("8/4k3/8/2r5/8/8/4K3/8 b - - 0 1"), strong);
}

/// A greater value is nearer to the mate.
#[test]
fn known_wins_are_graded() {
    for (better, worse) in [
        // The king is on the edge, and the other one near.
        ("k7/8/8/2K5/8/8/8/7R w - - 0 1", "8/8/3k4/8/8/2K5/8/7R w - - 0 1"),
        ("8/8/8/k1K5/8/8/8/7Q w - - 0 1", "8/8/8/k4K2/8/8/8/7Q w - - 0 1"),
        ("8/8/8/k1K5/8/8/8/6BB w - - 0 1", "8/8/8/1k1K4/8/8/8/6BB w - - 0 1"),
        // The bishop is on light squares: h1 and a8 are its corners, a1 and h8 are not.
        ("k7/8/1K6/8/2B1N3/8/8/8 w - - 0 1", "7k/8/6K1/8/2B1N3/8/8/8 w - - 0 1"),
        ("8/8/8/k7/2K5/8/2BN4/8 w - - 0 1", "8/8/8/8/2K5/k7/2BN4/8 w - - 0 1"),
        // On dark squares it is the other way round.
        ("7k/8/6K1/8/4N3/8/8/2B5 w - - 0 1", "k7/8/1K6/8/4N3/8/8/2B5 w - - 0 1"),
        // A queen is better than a pawn that becomes one, and that better than one far back.
        ("8/4k3/8/8/2Q5/8/4K3/8 w - - 0 1", "8/P7/8/8/8/8/4K2k/8 w - - 0 1"),
        ("8/P7/8/8/8/8/4K2k/8 w - - 0 1", "8/8/8/P7/8/8/4K2k/8 w - - 0 1"),
        // Bishop and knight at their best are no reason not to take a queen.
        ("8/8/8/8/3k4/8/8/NBQK4 w - - 0 1", "k7/2K5/2N5/8/4B3/8/8/8 w - - 0 1"),
        // A queen against a rook: the king is driven to the edge.
        ("k7/r7/2K5/8/8/8/7Q/8 w - - 0 1", "8/r7/2K5/8/3k4/8/7Q/8 w - - 0 1"),
        // Its own king comes near, by the middle of the board; the rook is cut off from the other.
        ("7k/8/8/4K3/r7/8/8/1Q6 w - - 0 1", "7k/8/8/8/r7/8/8/KQ6 w - - 0 1"),
        ("7k/8/8/4K3/r7/8/8/1Q6 w - - 0 1", "7k/7r/8/4K3/8/8/8/1Q6 w - - 0 1"),
        // A king without a move may be stalemated by taking the rook.
        ("8/8/r7/8/8/8/4Q3/1K5k w - - 0 1", "8/8/r7/8/8/8/5Q2/1K5k w - - 0 1"),
        // The rook at its worst is still to be taken, and so is the other side's only knight.
        ("8/8/3k4/8/8/8/8/K6Q w - - 0 1", "6k1/8/5K2/8/8/8/8/r6Q w - - 0 1"),
        ("8/8/3k4/8/8/8/8/K6Q w - - 0 1", "6k1/8/5K2/8/8/8/8/n6Q w - - 0 1"),
    ] {
        assert!(value(better) > value(worse), "{better} against {worse}");
    }
}

/// An advantage of a minor piece without pawns, and the like: nearly nothing, whatever the
/// evaluation thinks.
#[test]
fn drawn_endings_are_not_scored_as_wins() {
    for fen in [
        // Rook against bishop, knight; rook and bishop against rook; bishop against knight, pawn.
        "8/4k3/8/3b4/2R5/8/4K3/8 w - - 0 1",
        "8/4k3/8/3n4/2R5/8/4K3/8 w - - 0 1",
        "4k3/8/8/8/8/2B5/3RK3/r7 w - - 0 1",
        "8/4k3/8/8/2B5/4n3/4K3/8 w - - 0 1",
        "8/4k3/8/8/2B5/4p3/4K3/8 w - - 0 1",
        // Two knights against a pawn.
        "8/4k3/4p3/8/2N1N3/8/4K3/8 w - - 0 1",
        // Bishops of opposite colours, one and two pawns more.
        "8/4k3/4b3/8/4P3/4B3/4K3/8 w - - 0 1",
        "4k3/8/4b3/1p6/1P2P3/4B3/4K3/8 w - - 0 1",
        // The king is before its pawn's wrong corner, or on the way there.
        "1k6/4p3/8/1K6/P7/2B5/8/8 w - - 0 1",
        "8/3k4/8/8/P2K4/2B5/8/8 b - - 0 1",
    ] {
        let [by_hand, _] = values(fen);
        assert!(by_hand.abs() < 180, "{fen}: {by_hand}");
        let scale = scale(&board(fen), Color::White);
        assert!(scale <= 25, "{fen}: {scale}");
    }
}

/// The rook is buried before its rook's pawn: what counts is where the other rook stands.
#[test]
fn a_buried_rook_is_held_from_the_side_and_on_the_last_step_from_behind() {
    let of = |fen: &str| scale(&board(fen), Color::White);
    let attacked_from_the_side = of("R7/6k1/P4r2/8/8/2K5/8/8 w - - 0 1");
    let checked = of("R7/6k1/P7/1K3r2/8/8/8/8 w - - 0 1");
    let next_to_a_king_that_comes = of("8/R7/P1r3k1/8/3K4/8/8/8 w - - 0 1");
    let last_step = of("R7/P5k1/8/1K6/8/8/8/r7 w - - 0 1");
    for draw in [attacked_from_the_side, checked, next_to_a_king_that_comes, last_step] {
        assert_eq!(draw, 8);
    }
    let guarded = of("R7/1K4k1/P4r2/8/8/8/8/8 w - - 0 1");
    let from_behind = of("R7/6k1/P7/8/8/2K5/8/r7 w - - 0 1");
    let king_within_reach = of("R7/5k2/P4r2/8/8/2K5/8/8 w - - 0 1");
    assert!(attacked_from_the_side < guarded && guarded < from_behind);
    assert_eq!(king_within_reach, from_behind);
    // The other way round, Black has the pawn.
    let mirrored = scale(&board("8/8/2k5/8/8/p4R2/6K1/r7 b - - 0 1"), Color::Black);
    assert_eq!(mirrored, attacked_from_the_side);
}

/// Philidor's rank and the back rank hold already when the rook is about to get there.
#[test]
fn a_rook_that_is_to_move_is_in_time_for_its_defence() {
    for fen in ["4k3/R7/8/3KP3/8/8/8/1r6", "6k1/8/1R5K/6P1/8/8/8/5r2"] {
        let [in_time, late] =
            ["b", "w"].map(|turn| scale(&board(&format!("{fen} {turn} - - 0 1")), Color::White));
        assert_eq!([in_time, late], [8, 28], "{fen}");
    }
}

#[test]
fn real_advantages_are_left_as_they_are() {
    for fen in [
        "4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1",
        "8/4k3/8/3r4/8/2RR4/4K3/8 w - - 0 1",
        "8/4k3/8/3n4/8/2RR4/4K3/8 w - - 0 1",
        "8/4k3/4b3/2p5/4P3/4N3/3PK3/8 w - - 0 1",
        "rn2k3/8/4b3/8/8/4B3/8/R3K1N1 w - - 0 1",
    ] {
        assert_eq!(scale(&board(fen), Color::White), FULL_SCALE, "{fen}");
        assert_eq!(known_value(&board(fen)), None, "{fen}");
    }
}

#[test]
fn the_pawn_wins_in_as_many_positions_as_tables_say() {
    // Counted with the Syzygy tables of three men: all places of the pawn, White to move and Black.
    let mut won = [0, 0];
    for pawn in Square::all().filter(|pawn| (1..7).contains(&pawn.rank().index())) {
        for king in Square::all() {
            for bare in Square::all() {
                for turn in Color::ALL {
                    let mut builder = BoardBuilder::empty();
                    builder.put(pawn, Some(Piece::WhitePawn));
                    builder.put(king, Some(Piece::WhiteKing));
                    builder.put(bare, Some(Piece::BlackKing));
                    let Ok(board) = builder.side_to_move(turn).build() else { continue };
                    won[turn.index()] += u32::from(kpk::wins(&board, Color::White, pawn));
                }
            }
        }
    }
    assert_eq!(won, [124_960, 97_604]);
}
