//! How the right to castle is lost (3.8.2.1), and how it is not.

use portcullis_movegen::{Board, CastlingMode};

use crate::border;
use crate::oracle::{Kind, Place};
use crate::positions::{flipped, random};
use crate::rng::Rng;

/// What happens, a position, a move in Chess960's notation, and the castling field afterwards.
const CASES: [(&str, &str, &str, &str); 22] = [
    ("the king moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2", "kq"),
    ("the king captures", "r3k2r/8/8/8/8/8/3p4/R3K2R w KQkq - 0 1", "e1d2", "kq"),
    ("castling, kingside", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "kq"),
    ("castling, queenside", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "kq"),
    ("castling in which only the rook moves", "4k3/8/8/8/8/8/8/R1K4R w HA - 0 1", "c1a1", "-"),
    ("castling in which only the king moves", "4k3/8/8/8/8/8/8/R3KR2 w FA - 0 1", "e1f1", "-"),
    ("king and rook trade places", "4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1", "f1g1", "-"),
    ("the rook moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h5", "Qkq"),
    ("the other rook moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1", "Kkq"),
    ("the rook captures", "r3k2r/8/8/8/7p/8/8/R3K2R w KQkq - 0 1", "h1h4", "Qkq"),
    ("the rook is captured", "r3k2r/8/8/8/3B4/8/8/R3K2R w KQkq - 0 1", "d4h8", "KQq"),
    ("the other rook is captured", "r3k2r/8/8/4B3/3B4/8/5N2/4K3 w kq - 0 1", "e5h8", "q"),
    ("rook takes rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "Qq"),
    ("the other rook takes rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Kk"),
    ("a promoting pawn takes the rook", "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "b7a8q", "KQk"),
    ("it becomes a rook there", "r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1", "g7h8r", "KQq"),
    ("the king takes a rook", "8/8/8/8/8/8/6k1/R3K2R b KQ - 0 1", "g2h1", "Q"),
    ("a rook without the right moves", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "h1h5", "K"),
    ("the rook passes another one", "4k3/8/8/8/8/8/8/R3K1RR w GA - 0 1", "g1f1", "Q"),
    ("a rook of the same file moves", "4k3/8/8/8/8/7R/8/4K2R w K - 0 1", "h3h5", "K"),
    ("a man comes to the empty corner", "4k3/8/8/8/3B4/8/8/R3K3 w Q - 0 1", "d4h8", "Q"),
    ("a man is taken beside the rook", "r3k1nr/8/8/8/8/8/8/4K1R1 w kq - 0 1", "g1g8", "kq"),
];

fn rights(board: &Board) -> String {
    let fen = board.fen();
    fen.split(' ').nth(2).expect("the third field").to_owned()
}

#[test]
fn each_way_of_losing_the_right_takes_it_and_no_other() {
    for (what, fen, text, after) in CASES {
        let mut board = border::read(fen);
        let mv = board.parse_uci(text, CastlingMode::Chess960).expect("a legal move");
        board.play(mv);
        assert_eq!(rights(&board), after, "{what}: {text} in {fen}");
        assert_eq!(board.key(), border::read(&board.fen()).key(), "{what}: key after {text}");
    }
}

/// The same with Black and White exchanged.
#[test]
fn black_loses_the_right_in_the_same_ways() {
    for (what, fen, text, after) in CASES {
        let position = flipped(&crate::oracle::Position::parse(fen));
        let board = border::board(&position);
        let upside_down = |text: &str| -> String {
            let digit = |c: char| c.to_digit(10).and_then(|n| char::from_digit(9 - n, 10));
            text.chars().map(|c| digit(c).unwrap_or(c)).collect()
        };
        let mv = board.parse_uci(&upside_down(text), CastlingMode::Chess960);
        let mut next = board;
        next.play(mv.expect("a legal move"));
        let swapped = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        let mut expected: Vec<char> = after.chars().map(swapped).collect();
        let mut found: Vec<char> = rights(&next).chars().collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{what}: {} in {board}", upside_down(text));
    }
}

/// Every legal move of random positions, most of which hold rights, leaves the oracle's position.
#[test]
fn every_move_of_random_positions_leaves_the_right_rights() {
    let mut rng = Rng::new(61);
    let (mut captured, mut promoted, mut traded) = (0, 0, 0);
    for _ in 0..20_000 {
        let position = random(&mut rng);
        if position.all_rights().is_empty() {
            continue;
        }
        let board = border::board(&position);
        for &mv in &board.legal_moves() {
            let played = border::move_of(mv);
            let after = position.after(played);
            let mut next = board;
            next.play(mv);
            border::assert_same_rights(&next, &after);
            let takes_right = position.holds_right(played.to) && mv.is_capture();
            captured += usize::from(takes_right);
            promoted += usize::from(takes_right && mv.promotion().is_some());
            traded += usize::from(takes_right && position.holds_right(played.from));
        }
    }
    assert!(captured > 1_000, "{captured} rooks with a right are captured");
    assert!(promoted > 100, "{promoted} of them by a promoting pawn");
    assert!(traded > 20, "{traded} of them by a rook with a right");
}

/// A right is bound to its rook: where rights are, king and rook are in place.
#[test]
fn a_right_goes_with_king_and_rook_in_place() {
    let mut rng = Rng::new(62);
    for _ in 0..300 {
        let mut position = random(&mut rng);
        for _ in 0..30 {
            for (of, wing, file) in position.all_rights() {
                let rook = position.at(Place::new(file, of.first_rank()));
                assert!(rook.is_some_and(|man| man.kind == Kind::Rook && man.color == of));
                let king = position.king(of);
                assert_eq!(king.rank, of.first_rank(), "{of:?} {wing:?}");
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(rng.pick(&moves));
        }
    }
}
