//! Which squares a man attacks: articles 3.1 to 3.8.1 and 3.9.1.

use super::{Color, Kind, Man, Place, Position};

impl Position {
    /// Whether the man on `from` attacks `target`, whatever stands there. A man that is pinned to
    /// its own king attacks all the same (3.1.3).
    pub(crate) fn attacks(&self, from: Place, man: Man, target: Place) -> bool {
        let files = target.file - from.file;
        let ranks = target.rank - from.rank;
        let diagonal = files.abs() == ranks.abs() && files != 0;
        let straight = (files == 0) != (ranks == 0);
        match man.kind {
            // 3.2: along a diagonal. 3.5: not over other men.
            Kind::Bishop => diagonal && self.is_open(from, target),
            // 3.3: along the file or the rank. 3.5.
            Kind::Rook => straight && self.is_open(from, target),
            // 3.4: along the file, the rank or a diagonal. 3.5.
            Kind::Queen => (diagonal || straight) && self.is_open(from, target),
            // 3.6: the nearest squares not on the same rank, file or diagonal.
            Kind::Knight => files.abs() * ranks.abs() == 2,
            // 3.7.3: diagonally in front, on an adjacent file.
            Kind::Pawn => files.abs() == 1 && ranks == man.color.forward(),
            // 3.8.1: any adjoining square.
            Kind::King => files.abs().max(ranks.abs()) == 1,
        }
    }

    /// 3.5: no man stands between two squares of one line.
    fn is_open(&self, from: Place, to: Place) -> bool {
        Place::between(from, to).all(|place| self.at(place).is_none())
    }

    /// 3.1.2: the men of `by` that attack a square, in the order of their squares.
    pub(crate) fn attackers(&self, target: Place, by: Color) -> Vec<Place> {
        self.men_of(by)
            .filter(|&(from, man)| self.attacks(from, man, target))
            .map(|(from, _)| from)
            .collect()
    }

    pub(crate) fn is_attacked(&self, target: Place, by: Color) -> bool {
        self.men_of(by).any(|(from, man)| self.attacks(from, man, target))
    }

    /// The men that give check to a king (3.9.1).
    pub(crate) fn checkers(&self, color: Color) -> Vec<Place> {
        self.attackers(self.king(color), color.other())
    }

    /// 3.9.1: a king is in check when an enemy man attacks it.
    pub(crate) fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), color.other())
    }

    /// The men that shield their own king: one more attacker would reach it if they were lifted.
    pub(crate) fn pinned(&self, color: Color) -> Vec<Place> {
        let checkers = self.checkers(color).len();
        let shields = |place: Place| {
            let mut lifted = self.clone();
            lifted.put(place, None);
            lifted.checkers(color).len() > checkers
        };
        self.men_of(color)
            .filter(|&(place, man)| man.kind != Kind::King && shields(place))
            .map(|(place, _)| place)
            .collect()
    }
}

impl Place {
    /// The squares strictly between two squares of one rank, file or diagonal.
    pub(crate) fn between(from: Self, to: Self) -> impl Iterator<Item = Self> {
        let files = (to.file - from.file).signum();
        let ranks = (to.rank - from.rank).signum();
        let length = (to.file - from.file).abs().max((to.rank - from.rank).abs());
        (1..length).map(move |n| Self::new(from.file + n * files, from.rank + n * ranks))
    }
}
