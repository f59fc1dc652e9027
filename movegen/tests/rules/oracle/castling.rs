//! Castling: article 3.8.2 and, for kings and rooks that start elsewhere, Guidelines II.3.

use super::{Color, Kind, Man, Move, Place, Position, Wing};

/// Why castling is refused, in the order in which the reasons are looked for. Only the first that
/// holds is told, with all of its squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// 3.8.2.1: the king or this rook has moved.
    NoRight,
    /// 3.8.2.2.2, II.3.2.7.4: these squares must be empty.
    Blocked(Vec<Place>),
    /// 3.8.2.2.1: the square on which the king stands is attacked, by these men.
    InCheck(Vec<Place>),
    /// 3.8.2.2.1: the king must cross these attacked squares.
    CrossesAttacked(Vec<Place>),
    /// 3.8.2.2.1: the square that the king is to occupy is attacked.
    LandsOnAttacked(Place),
    /// 3.9.2: castling takes the rook out of the line between these men and the king.
    ExposesKing(Vec<Place>),
}

impl Position {
    /// Castles for `color` as if it had the move, or says what is in the way.
    pub(crate) fn castling(&self, color: Color, wing: Wing) -> Result<Move, Refusal> {
        let rook_file = self.right(color, wing).ok_or(Refusal::NoRight)?;
        let king = self.king(color);
        let rook = Place::new(rook_file, color.first_rank());
        let (king_to, rook_to) = destinations(color, wing);
        let enemy = color.other();

        // II.3.2.7.4: the squares from the king to its destination and from the rook to its
        // destination, destinations included, are vacant except for these two men. With king and
        // rook on their squares of standard chess these are the squares between them (3.8.2.2.2).
        let mut blocked: Vec<Place> = path(king, king_to)
            .chain(path(rook, rook_to))
            .filter(|&place| place != king && place != rook && self.at(place).is_some())
            .collect();
        blocked.sort();
        blocked.dedup();
        if !blocked.is_empty() {
            return Err(Refusal::Blocked(blocked));
        }

        // 3.8.2.2.1: the square on which the king stands ..
        let checkers = self.checkers(color);
        if !checkers.is_empty() {
            return Err(Refusal::InCheck(checkers));
        }

        // .. or the squares which it must cross ..
        let mut crossed: Vec<Place> =
            Place::between(king, king_to).filter(|&p| self.is_attacked(p, enemy)).collect();
        crossed.sort();
        if !crossed.is_empty() {
            return Err(Refusal::CrossesAttacked(crossed));
        }

        // .. or the square which it is to occupy.
        if self.is_attacked(king_to, enemy) {
            return Err(Refusal::LandsOnAttacked(king_to));
        }

        // 3.9.2: whatever else is said, no move leaves the own king in check.
        let mut after = self.clone();
        after.transfer_castling(color, wing, king, rook);
        let exposed = after.checkers(color);
        if !exposed.is_empty() {
            return Err(Refusal::ExposesKing(exposed));
        }

        Ok(Move { from: king, to: rook, promotion: None })
    }

    /// Puts king and rook on their new squares; both are lifted first, since either may go to the
    /// square of the other (II.3.2.2).
    pub(crate) fn transfer_castling(&mut self, color: Color, wing: Wing, king: Place, rook: Place) {
        let (king_to, rook_to) = destinations(color, wing);
        self.put(king, None);
        self.put(rook, None);
        self.put(king_to, Some(Man { color, kind: Kind::King }));
        self.put(rook_to, Some(Man { color, kind: Kind::Rook }));
    }

    /// The wing of a move that castles: it goes to the square of an own rook.
    pub(crate) fn castling_wing(&self, mv: Move) -> Option<Wing> {
        let man = self.at(mv.from)?;
        let castles = man.kind == Kind::King
            && self.at(mv.to) == Some(Man { color: man.color, kind: Kind::Rook });
        castles.then_some(if mv.to.file > mv.from.file { Wing::King } else { Wing::Queen })
    }
}

/// II.3.2.5.2: king and rook end where they do in standard chess (3.8.2): the king on the g-file
/// and the rook on the f-file, or the king on the c-file and the rook on the d-file.
pub(crate) fn destinations(color: Color, wing: Wing) -> (Place, Place) {
    let rank = color.first_rank();
    match wing {
        Wing::King => (Place::new(6, rank), Place::new(5, rank)),
        Wing::Queen => (Place::new(2, rank), Place::new(3, rank)),
    }
}

/// The squares from one square of a rank to another, both included.
fn path(from: Place, to: Place) -> impl Iterator<Item = Place> {
    let (first, last) = (from.file.min(to.file), from.file.max(to.file));
    (first..=last).map(move |file| Place::new(file, from.rank))
}
