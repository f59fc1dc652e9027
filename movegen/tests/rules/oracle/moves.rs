//! The legal moves and how they are played: articles 3.1, 3.7, 3.8 and 3.9.2.

use super::{Color, Kind, Man, Move, Place, Position, Wing};

impl Position {
    /// All legal moves (3.10.1), in the order of their squares.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.men_of(self.turn) {
            for to in Place::all() {
                // 3.1: not to a square occupied by a man of the same colour.
                if self.at(to).is_some_and(|other| other.color == man.color) {
                    continue;
                }
                if self.can_reach(from, man, to) {
                    self.push_with_promotions(man, from, to, &mut moves);
                }
            }
        }
        // 3.9.2: no man may be moved that exposes the own king to check or leaves it in check.
        moves.retain(|&mv| !self.after(mv).in_check(self.turn));
        moves.extend(Wing::BOTH.iter().filter_map(|&wing| self.castling(self.turn, wing).ok()));
        moves.sort();
        moves
    }

    /// Whether a man goes from one square to another, apart from castling and from the safety of
    /// its king.
    fn can_reach(&self, from: Place, man: Man, to: Place) -> bool {
        if man.kind != Kind::Pawn {
            return self.attacks(from, man, to);
        }
        if to.file == from.file {
            return self.pawn_advances(from, man.color, to);
        }
        // 3.7.3: a pawn captures on the squares it attacks; 3.7.3.1: en passant included.
        self.attacks(from, man, to) && (self.at(to).is_some() || self.is_passed_square(to))
    }

    fn pawn_advances(&self, from: Place, color: Color, to: Place) -> bool {
        let empty = |place: Place| self.at(place).is_none();
        let Some(front) = from.step(0, color.forward()) else { return false };
        // 3.7.1: to the unoccupied square in front.
        if to == front {
            return empty(front);
        }
        // 3.7.2: on its first move two squares, both unoccupied.
        let first_move = from.rank == color.first_rank() + color.forward();
        first_move && front.step(0, color.forward()) == Some(to) && empty(front) && empty(to)
    }

    /// 3.7.3.1, 3.7.3.2: the square passed over by a pawn in the move just played.
    fn is_passed_square(&self, to: Place) -> bool {
        self.passed == Some(to)
    }

    /// 3.7.3.3: a pawn that reaches the furthest rank is exchanged as part of the same move;
    /// 3.7.3.4: for any of the four pieces.
    fn push_with_promotions(&self, man: Man, from: Place, to: Place, moves: &mut Vec<Move>) {
        if man.kind == Kind::Pawn && to.rank == man.color.last_rank() {
            moves.extend(Kind::PROMOTED.map(|kind| Move { from, to, promotion: Some(kind) }));
        } else {
            moves.push(Move { from, to, promotion: None });
        }
    }

    /// Whether a move captures a pawn en passant: a pawn goes to another file, yet to an empty
    /// square.
    pub(crate) fn is_en_passant(&self, mv: Move) -> bool {
        let pawn = self.at(mv.from).is_some_and(|man| man.kind == Kind::Pawn);
        pawn && mv.from.file != mv.to.file && self.at(mv.to).is_none()
    }

    /// Whether a move captures anything (3.1.1), en passant counted (3.7.3.1).
    pub(crate) fn is_capture(&self, mv: Move) -> bool {
        self.at(mv.to).is_some_and(|man| man.color != self.turn) || self.is_en_passant(mv)
    }

    /// The square of the en passant capture if at least one is legal now.
    pub(crate) fn open_en_passant(&self) -> Option<Place> {
        self.passed?;
        self.legal_moves().into_iter().find(|&mv| self.is_en_passant(mv)).map(|mv| mv.to)
    }

    /// The position after a move, which may leave the own king in check.
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let man = self.at(mv.from).expect("a man moves");
        let captures = self.is_capture(mv);

        if let Some(wing) = self.castling_wing(mv) {
            next.transfer_castling(self.turn, wing, mv.from, mv.to);
        } else {
            if self.is_en_passant(mv) {
                // 3.7.3.1: the captured pawn stands beside the capturing one.
                next.put(Place::new(mv.to.file, mv.from.rank), None);
            }
            next.put(mv.from, None);
            let kind = mv.promotion.unwrap_or(man.kind);
            next.put(mv.to, Some(Man { color: man.color, kind }));
        }

        next.forfeit_rights(man, mv);
        // 3.7.3.2: en passant is open for one move only.
        let double_step = man.kind == Kind::Pawn && (mv.to.rank - mv.from.rank).abs() == 2;
        next.passed =
            double_step.then(|| Place::new(mv.from.file, (mv.from.rank + mv.to.rank) / 2));
        // 9.3: moves without a capture and without the move of a pawn.
        next.clock = if captures || man.kind == Kind::Pawn { 0 } else { self.clock + 1 };
        next.number = self.number + u32::from(self.turn == Color::Black);
        next.turn = self.turn.other();
        next
    }

    /// 3.8.2.1: a right goes with the first move of the king (castling is one, even when the king
    /// stays where it is, II.3.2.4) or of its rook, and when the rook is captured.
    fn forfeit_rights(&mut self, man: Man, mv: Move) {
        for color in Color::BOTH {
            for wing in Wing::BOTH {
                let Some(file) = self.right(color, wing) else { continue };
                let rook = Place::new(file, color.first_rank());
                let king_moves = man.kind == Kind::King && man.color == color;
                if king_moves || mv.from == rook || mv.to == rook {
                    self.set_right(color, wing, None);
                }
            }
        }
    }

    /// The position if the player could pass; not a rule of chess, but programs ask for it.
    pub(crate) fn after_pass(&self) -> Self {
        let mut next = self.clone();
        next.passed = None;
        next.clock = self.clock + 1;
        next.number = self.number + u32::from(self.turn == Color::Black);
        next.turn = self.turn.other();
        next
    }
}
