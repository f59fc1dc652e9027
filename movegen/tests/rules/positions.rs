//! Where the tests get their positions from: start positions and random ones.

use crate::oracle::{Color, Kind, Man, Place, Position, Wing};
use crate::rng::Rng;

pub(crate) const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The back rank of a Chess960 number (Guidelines II.2), by the table of Reinhard Scharnagl:
/// bishops, queen, then the two knights on the squares left, then rook, king, rook.
pub(crate) fn back_rank(number: usize) -> [Kind; 8] {
    let mut rank: [Option<Kind>; 8] = [None; 8];
    rank[2 * (number % 4) + 1] = Some(Kind::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Kind::Bishop);
    put_on_free(&mut rank, number / 16 % 6, Kind::Queen);
    let pairs: Vec<(usize, usize)> = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
    let (first, second) = pairs[number / 96];
    put_on_free(&mut rank, second, Kind::Knight);
    put_on_free(&mut rank, first, Kind::Knight);
    for kind in [Kind::Rook, Kind::King, Kind::Rook] {
        put_on_free(&mut rank, 0, kind);
    }
    rank.map(|kind| kind.expect("all squares are filled"))
}

fn put_on_free(rank: &mut [Option<Kind>; 8], n: usize, kind: Kind) {
    let free = rank.iter_mut().filter(|kind| kind.is_none()).nth(n);
    *free.expect("enough free squares") = Some(kind);
}

/// The start of a game in which each player has a back rank of Chess960.
pub(crate) fn start(white: usize, black: usize) -> Position {
    let mut position = Position::empty(Color::White);
    for (color, number) in [(Color::White, white), (Color::Black, black)] {
        for (file, kind) in (0..8).zip(back_rank(number)) {
            position.put(Place::new(file, color.first_rank()), Some(Man { color, kind }));
            let pawns = color.first_rank() + color.forward();
            let pawn = Man { color, kind: Kind::Pawn };
            position.put(Place::new(file, pawns), Some(pawn));
        }
        give_rights(&mut position, color);
    }
    position
}

/// Gives the rights of the outermost rooks on both sides of the king.
fn give_rights(position: &mut Position, color: Color) {
    let king = position.king(color);
    let rooks = rook_files(position, color);
    let outer_left = rooks.iter().copied().find(|&file| file < king.file);
    let outer_right = rooks.iter().copied().rev().find(|&file| file > king.file);
    position.set_right(color, Wing::Queen, outer_left);
    position.set_right(color, Wing::King, outer_right);
}

fn rook_files(position: &Position, color: Color) -> Vec<i8> {
    let rook = Some(Man { color, kind: Kind::Rook });
    (0..8).filter(|&file| position.at(Place::new(file, color.first_rank())) == rook).collect()
}

/// A start position: one in four games is standard chess, the others are Chess960 or double
/// Chess960.
pub(crate) fn random_start(rng: &mut Rng) -> Position {
    match rng.below(4) {
        0 => Position::parse(STANDARD),
        1 => {
            let number = rng.below(960);
            start(number, number)
        }
        _ => start(rng.below(960), rng.below(960)),
    }
}

/// A position with men thrown on the board: any number of them, on any squares, with rights and
/// a passed square where the men allow it. The player who has not the move is never in check.
pub(crate) fn random(rng: &mut Rng) -> Position {
    loop {
        let position = thrown(rng);
        if !position.in_check(position.turn.other()) {
            return position;
        }
    }
}

fn thrown(rng: &mut Rng) -> Position {
    let turn = rng.pick(&Color::BOTH);
    let mut position = Position::empty(turn);
    for color in Color::BOTH {
        let home = rng.one_in(2);
        put_king(&mut position, color, home, rng);
        put_men(&mut position, color, home, rng);
    }
    for color in Color::BOTH {
        throw_rights(&mut position, color, rng);
    }
    throw_passed_square(&mut position, rng);
    position.clock = rng.below(100) as u32;
    position.number = 1 + rng.below(200) as u32;
    position
}

fn put_king(position: &mut Position, color: Color, home: bool, rng: &mut Rng) {
    loop {
        let rank = if home { color.first_rank() } else { rng.below(8) as i8 };
        let place = Place::new(rng.below(8) as i8, rank);
        if position.at(place).is_none() {
            return position.put(place, Some(Man { color, kind: Kind::King }));
        }
    }
}

fn put_men(position: &mut Position, color: Color, home: bool, rng: &mut Rng) {
    let mut pawns = 0;
    for _ in 0..rng.below(16) {
        let kind = rng.pick(&[
            Kind::Pawn,
            Kind::Pawn,
            Kind::Pawn,
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Rook,
            Kind::Queen,
        ]);
        let mut place = Place::new(rng.below(8) as i8, rng.below(8) as i8);
        if home && kind == Kind::Rook {
            place.rank = color.first_rank();
        }
        if kind == Kind::Pawn {
            pawns += 1;
            if pawns > 8 || place.rank == 0 || place.rank == 7 {
                continue;
            }
        }
        if position.at(place).is_none() {
            position.put(place, Some(Man { color, kind }));
        }
    }
}

/// A right for some rook on each side of a king on its first rank, three times in four.
fn throw_rights(position: &mut Position, color: Color, rng: &mut Rng) {
    let king = position.king(color);
    if king.rank != color.first_rank() {
        return;
    }
    for wing in Wing::BOTH {
        let rooks: Vec<i8> = rook_files(position, color)
            .into_iter()
            .filter(|&file| (file > king.file) == (wing == Wing::King))
            .collect();
        if !rooks.is_empty() && !rng.one_in(4) {
            position.set_right(color, wing, Some(rng.pick(&rooks)));
        }
    }
}

/// A passed square behind an enemy pawn that may have come two squares, half of the time.
fn throw_passed_square(position: &mut Position, rng: &mut Rng) {
    let enemy = position.turn.other();
    let pawn = Some(Man { color: enemy, kind: Kind::Pawn });
    let came = |position: &Position, file: i8, steps: i8| {
        position.at(Place::new(file, enemy.first_rank() + steps * enemy.forward()))
    };
    let files: Vec<i8> = (0..8)
        .filter(|&file| came(position, file, 3) == pawn)
        .filter(|&file| (1..3).all(|steps| came(position, file, steps).is_none()))
        .collect();
    if !files.is_empty() && rng.one_in(2) {
        let rank = enemy.first_rank() + 2 * enemy.forward();
        position.passed = Some(Place::new(rng.pick(&files), rank));
    }
}

/// The same position with the colours exchanged: the board is turned upside down.
pub(crate) fn flipped(position: &Position) -> Position {
    let upside_down = |place: Place| Place::new(place.file, 7 - place.rank);
    let mut flipped = Position::empty(position.turn.other());
    for color in Color::BOTH {
        for (place, man) in position.men_of(color) {
            let man = Man { color: color.other(), ..man };
            flipped.put(upside_down(place), Some(man));
        }
        for wing in Wing::BOTH {
            flipped.set_right(color.other(), wing, position.right(color, wing));
        }
    }
    flipped.passed = position.passed.map(upside_down);
    flipped.clock = position.clock;
    flipped.number = position.number;
    flipped
}

/// The same position seen in a mirror: the a-file becomes the h-file, and each right goes to the
/// other wing. Castling itself is not symmetrical, so its answer changes.
pub(crate) fn mirrored(position: &Position) -> Position {
    let mirror = |place: Place| Place::new(7 - place.file, place.rank);
    let mut mirrored = Position::empty(position.turn);
    for color in Color::BOTH {
        for (place, man) in position.men_of(color) {
            mirrored.put(mirror(place), Some(man));
        }
        for (wing, other) in [(Wing::King, Wing::Queen), (Wing::Queen, Wing::King)] {
            mirrored.set_right(color, other, position.right(color, wing).map(|file| 7 - file));
        }
    }
    mirrored.passed = position.passed.map(mirror);
    mirrored.clock = position.clock;
    mirrored.number = position.number;
    mirrored
}
