//! Castling against the oracle in every placement: king and castling rooks anywhere on the back
//! rank, with every single enemy man on every square, for both colours. Legality and the reason
//! with all its squares must agree.

use crate::border;
use crate::oracle::{Color, Kind, Man, Place, Position, Wing};
use crate::positions::random;
use crate::rng::Rng;

/// A king and the rooks with which it may castle, on the back rank of `color`.
#[derive(Clone, Copy, Debug)]
struct Setup {
    color: Color,
    king: i8,
    left: Option<i8>,
    right: Option<i8>,
}

impl Setup {
    /// Every king, with a rook on either side or on both.
    fn all(color: Color) -> Vec<Self> {
        let mut setups = Vec::new();
        for king in 0..8 {
            let lefts = (0..king).map(Some).chain([None]);
            for left in lefts {
                let rights = (king + 1..8).map(Some).chain([None]);
                setups.extend(rights.map(|right| Self { color, king, left, right }));
            }
        }
        setups.retain(|setup| setup.left.is_some() || setup.right.is_some());
        setups
    }

    /// The men on an otherwise empty board, with all rights.
    fn position(self) -> Position {
        let Self { color, king, left, right } = self;
        let rank = color.first_rank();
        let mut position = Position::empty(color);
        position.put(Place::new(king, rank), Some(Man { color, kind: Kind::King }));
        for (wing, rook) in [(Wing::Queen, left), (Wing::King, right)] {
            if let Some(file) = rook {
                position.put(Place::new(file, rank), Some(Man { color, kind: Kind::Rook }));
                position.set_right(color, wing, Some(file));
            }
        }
        position
    }

    /// The position with all rights and, where there are two rooks, those with one right only.
    fn with_every_right(self) -> Vec<Position> {
        let full = self.position();
        let mut positions = vec![full.clone()];
        if self.left.is_some() && self.right.is_some() {
            for wing in Wing::BOTH {
                let mut one = full.clone();
                one.set_right(self.color, wing, None);
                positions.push(one);
            }
        }
        positions
    }
}

fn kinds_but_king() -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(|&kind| kind != Kind::King)
}

/// Calls `visit` with a man of this colour and kind on every free square it may stand on.
fn on_every_square(position: &Position, man: Man, visit: &mut dyn FnMut(Position)) {
    for place in Place::all() {
        let pawn_on_last_rank = man.kind == Kind::Pawn && (place.rank == 0 || place.rank == 7);
        if position.at(place).is_none() && !pawn_on_last_rank {
            let mut next = position.clone();
            next.put(place, Some(man));
            visit(next);
        }
    }
}

/// Calls `visit` with one enemy man of every kind but the king on every square.
fn with_every_enemy_man(position: &Position, visit: &mut dyn FnMut(Position)) {
    for kind in kinds_but_king() {
        let man = Man { color: position.turn.other(), kind };
        on_every_square(position, man, visit);
    }
}

/// Calls `visit` with the enemy king on the first `limit` squares on which it may stand, the
/// furthest rank first.
fn with_enemy_kings(position: &Position, limit: usize, visit: &mut dyn FnMut(Position)) {
    let color = position.turn.other();
    let mut places: Vec<Place> = Place::all().collect();
    places.sort_by_key(|place| (place.rank - color.first_rank()).abs());
    let mut found = 0;
    for place in places {
        if position.at(place).is_some() || found == limit {
            continue;
        }
        let mut next = position.clone();
        next.put(place, Some(Man { color, kind: Kind::King }));
        if !next.in_check(color) {
            found += 1;
            visit(next);
        }
    }
}

/// Compares the answers of both colours and the castlings in the list of moves.
fn compare(position: &Position, count: &mut u64) {
    let board = border::board(position);
    border::assert_same_castling(&board, position);
    let listed = board.legal_moves().iter().filter(|mv| mv.is_castling()).count();
    let legal =
        Wing::BOTH.iter().filter(|&&wing| position.castling(position.turn, wing).is_ok()).count();
    assert_eq!(listed, legal, "castlings in the list of {}", position.shredder_fen());
    *count += 1;
}

fn compare_with_every_enemy_man(color: Color) -> u64 {
    let mut count = 0;
    for setup in Setup::all(color) {
        for position in setup.with_every_right() {
            with_every_enemy_man(&position, &mut |position| {
                with_enemy_kings(&position, 2, &mut |position| compare(&position, &mut count));
            });
        }
    }
    count
}

#[test]
fn white_castling_with_every_enemy_man_on_every_square() {
    let count = compare_with_every_enemy_man(Color::White);
    assert!(count > 120_000, "{count} positions");
}

#[test]
fn black_castling_with_every_enemy_man_on_every_square() {
    let count = compare_with_every_enemy_man(Color::Black);
    assert!(count > 120_000, "{count} positions");
}

#[test]
fn castling_with_the_enemy_king_on_every_square() {
    let mut count = 0;
    for color in Color::BOTH {
        for setup in Setup::all(color) {
            for position in setup.with_every_right() {
                with_enemy_kings(&position, 64, &mut |position| compare(&position, &mut count));
            }
        }
    }
    assert!(count > 10_000, "{count} positions");
}

/// Own men block, the second rook of a wing among them.
#[test]
fn castling_with_every_own_man_on_every_square() {
    let mut count = 0;
    for color in Color::BOTH {
        for setup in Setup::all(color) {
            for kind in kinds_but_king() {
                let man = Man { color, kind };
                on_every_square(&setup.position(), man, &mut |position| {
                    with_enemy_kings(&position, 1, &mut |position| compare(&position, &mut count));
                });
            }
        }
    }
    assert!(count > 60_000, "{count} positions");
}

/// After castling the men stand on their new squares and no right is left, even when the king has
/// stayed where it was.
#[test]
fn castling_is_carried_out_in_every_placement() {
    let mut castled = 0;
    for color in Color::BOTH {
        for setup in Setup::all(color) {
            with_enemy_kings(&setup.position(), 8, &mut |position| {
                let board = border::board(&position);
                for wing in Wing::BOTH {
                    let Ok(mv) = position.castling(color, wing) else { continue };
                    let mut next = board;
                    next.play(border::find(&board, mv));
                    border::assert_same_state(&next, &position.after(mv));
                    castled += 1;
                }
            });
        }
    }
    assert!(castled > 1_000, "{castled} castlings");
}

fn compare_random_positions(seed: u64, positions: usize) {
    let mut rng = Rng::new(seed);
    let mut castlings = 0;
    for _ in 0..positions {
        let position = random(&mut rng);
        let board = border::board(&position);
        border::assert_same_state(&board, &position);
        border::assert_same_moves(&board, &position);
        border::assert_same_castling(&board, &position);
        castlings += board.legal_moves().iter().filter(|mv| mv.is_castling()).count();
    }
    assert!(castlings > positions / 50, "{castlings} legal castlings in {positions} positions");
}

#[test]
fn random_positions_have_the_legal_moves_of_the_oracle() {
    compare_random_positions(1, 20_000);
}

#[test]
#[ignore = "minutes: a million random positions"]
fn a_million_random_positions() {
    compare_random_positions(2, 1_000_000);
}

#[test]
#[ignore = "minutes: every enemy man with every square of the enemy king"]
fn every_enemy_man_and_every_enemy_king() {
    let mut count = 0;
    for color in Color::BOTH {
        for setup in Setup::all(color) {
            with_every_enemy_man(&setup.position(), &mut |position| {
                with_enemy_kings(&position, 64, &mut |position| compare(&position, &mut count));
            });
        }
    }
    assert!(count > 1_000_000, "{count} positions");
}

#[test]
#[ignore = "minutes: every pair of enemy men on every two squares"]
fn every_two_enemy_men() {
    let mut count = 0;
    for color in Color::BOTH {
        for setup in Setup::all(color) {
            with_every_enemy_man(&setup.position(), &mut |position| {
                with_every_enemy_man(&position, &mut |position| {
                    with_enemy_kings(&position, 1, &mut |position| compare(&position, &mut count));
                });
            });
        }
    }
    assert!(count > 10_000_000, "{count} positions");
}

#[test]
#[ignore = "minutes: an own man on the back rank and every enemy man on every square"]
fn every_own_man_on_the_back_rank_and_every_enemy_man() {
    let mut count = 0;
    for color in Color::BOTH {
        for setup in Setup::all(color) {
            for kind in [Kind::Knight, Kind::Bishop, Kind::Rook] {
                let own = Man { color, kind };
                on_every_square(&setup.position(), own, &mut |position| {
                    let beside = position.men_of(color).all(|(p, _)| p.rank == color.first_rank());
                    if !beside {
                        return;
                    }
                    with_every_enemy_man(&position, &mut |position| {
                        with_enemy_kings(&position, 1, &mut |p| compare(&p, &mut count));
                    });
                });
            }
        }
    }
    assert!(count > 500_000, "{count} positions");
}
