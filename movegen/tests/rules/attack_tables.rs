//! The attack tables against the oracle's steps: every square, and thousands of occupancies.

use portcullis_movegen::{Bitboard, Square, attacks};

use crate::border;
use crate::oracle::{Color, Kind, Man, Place, Position};
use crate::rng::Rng;

/// A board on which pawns stand on the squares of a set, to be in the way.
fn occupied(squares: Bitboard) -> Position {
    let mut position = Position::empty(Color::White);
    for place in border::places(squares) {
        position.put(place, Some(Man { color: Color::White, kind: Kind::Pawn }));
    }
    position
}

/// The squares that the oracle lets a man attack.
fn attacked(position: &Position, from: Place, color: Color, kind: Kind) -> Vec<Place> {
    Place::all().filter(|&to| position.attacks(from, Man { color, kind }, to)).collect()
}

#[test]
fn leapers_attack_what_the_oracle_says() {
    let empty = Position::empty(Color::White);
    for from in Place::all() {
        let square = border::square(from);
        let tables = [
            (attacks::knight(square), Color::White, Kind::Knight),
            (attacks::king(square), Color::White, Kind::King),
            (attacks::pawn(border::color(Color::White), square), Color::White, Kind::Pawn),
            (attacks::pawn(border::color(Color::Black), square), Color::Black, Kind::Pawn),
        ];
        for (table, color, kind) in tables {
            let expected = attacked(&empty, from, color, kind);
            assert_eq!(border::places(table), expected, "{color:?} {kind:?} on {from}");
        }
    }
}

#[test]
fn sliders_attack_what_the_oracle_says() {
    let mut rng = Rng::new(51);
    for round in 0..300 {
        // From crowded boards to nearly empty ones.
        let thinning = (0..round % 5).fold(u64::MAX, |mask, _| mask & rng.next());
        let occupancy = Bitboard(rng.next() & thinning);
        let position = occupied(occupancy);
        for from in Place::all() {
            let square = border::square(from);
            let tables = [
                (attacks::bishop(square, occupancy), Kind::Bishop),
                (attacks::rook(square, occupancy), Kind::Rook),
                (attacks::queen(square, occupancy), Kind::Queen),
            ];
            for (table, kind) in tables {
                let expected = attacked(&position, from, Color::White, kind);
                assert_eq!(border::places(table), expected, "{kind:?} on {from}\n{occupancy}");
            }
        }
    }
}

/// `between` holds the squares that block a queen, and `line` all squares of the line through two
/// squares that a queen connects; both are empty for two squares that none connects.
#[test]
fn lines_are_those_of_a_queen() {
    let empty = Position::empty(Color::White);
    let queen = Man { color: Color::White, kind: Kind::Queen };
    for from in Place::all() {
        for to in Place::all() {
            let (a, b) = (border::square(from), border::square(to));
            if !empty.attacks(from, queen, to) {
                assert_eq!(attacks::between(a, b), Bitboard::EMPTY, "{from} {to}");
                assert_eq!(attacks::line(a, b), Bitboard::EMPTY, "{from} {to}");
                continue;
            }
            let mut between: Vec<Place> = Place::between(from, to).collect();
            between.sort();
            assert_eq!(border::places(attacks::between(a, b)), between, "{from} {to}");
            assert_eq!(border::places(attacks::line(a, b)), line(from, to), "{from} {to}");
        }
    }
}

/// The squares from edge to edge on the line through two squares.
fn line(from: Place, to: Place) -> Vec<Place> {
    let (files, ranks) = ((to.file - from.file).signum(), (to.rank - from.rank).signum());
    let mut squares: Vec<Place> = (-7..8).filter_map(|n| from.step(n * files, n * ranks)).collect();
    squares.sort();
    squares
}

#[test]
fn squares_know_their_mirror_images() {
    for square in Square::all() {
        let place = border::place(square);
        assert_eq!(border::place(square.flip_rank()), Place::new(place.file, 7 - place.rank));
        assert_eq!(border::place(square.flip_file()), Place::new(7 - place.file, place.rank));
        assert_eq!(square.to_string(), place.to_string());
        assert_eq!(place.to_string().parse::<Square>(), Ok(square));
    }
}
