//! How a game ends: articles 5.1, 5.2, 9.2 and 9.3.

use super::{Color, Kind, Man, Place, Position};

/// What makes two positions the same (9.2.3): the men on their squares, the player to move, the
/// castling rights, and an en passant capture that could be made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Identity {
    men: [[Option<Man>; 8]; 8],
    turn: Color,
    rights: [[Option<i8>; 2]; 2],
    en_passant: Option<Place>,
}

impl Position {
    pub(crate) fn identity(&self) -> Identity {
        Identity {
            men: self.men,
            turn: self.turn,
            rights: self.rights,
            en_passant: self.open_en_passant(),
        }
    }

    /// 5.1.1: in check, and no legal move gets out of it.
    pub(crate) fn is_checkmate(&self) -> bool {
        self.in_check(self.turn) && self.legal_moves().is_empty()
    }

    /// 5.2.1: no legal move, and not in check.
    pub(crate) fn is_stalemate(&self) -> bool {
        !self.in_check(self.turn) && self.legal_moves().is_empty()
    }

    /// 5.2.2 as far as material alone decides it: bare kings, one minor piece in all, or nothing
    /// but bishops of one square colour. No series of legal moves can mate then.
    pub(crate) fn is_dead_by_material(&self) -> bool {
        let men: Vec<(Place, Man)> =
            Place::all().filter_map(|p| self.at(p).map(|man| (p, man))).collect();
        let rest: Vec<(Place, Man)> =
            men.into_iter().filter(|(_, man)| man.kind != Kind::King).collect();
        let shade = |place: Place| (place.file + place.rank) % 2;
        let bishops_of_one_shade = rest
            .iter()
            .all(|&(place, man)| man.kind == Kind::Bishop && shade(place) == shade(rest[0].0));
        let single_knight = rest.len() == 1 && rest[0].1.kind == Kind::Knight;
        bishops_of_one_shade || single_knight
    }
}
