//! Short algebraic notation: Appendix C, with the letters O for castling that PGN uses.

use super::{Kind, Move, Position, Wing};

impl Position {
    /// The move as it is written on a score sheet.
    pub(crate) fn san(&self, mv: Move) -> String {
        let after = self.after(mv);
        // C.13: `+` for check, `#` for checkmate.
        let mark = match (after.in_check(after.turn), after.legal_moves().is_empty()) {
            (true, true) => "#",
            (true, false) => "+",
            _ => "",
        };
        format!("{}{mark}", self.san_without_mark(mv))
    }

    fn san_without_mark(&self, mv: Move) -> String {
        match self.castling_wing(mv) {
            Some(Wing::King) => return "O-O".to_owned(),
            Some(Wing::Queen) => return "O-O-O".to_owned(),
            None => {}
        }
        let kind = self.at(mv.from).expect("a man moves").kind;
        let cross = if self.is_capture(mv) { "x" } else { "" };
        let from = mv.from.to_string();
        let to = mv.to;
        if kind == Kind::Pawn {
            // C.3: no letter for pawns; C.9: the file of a capturing pawn; C.11: promotion.
            let file = if cross.is_empty() { "" } else { &from[..1] };
            let becomes = mv
                .promotion
                .map_or(String::new(), |kind| format!("={}", kind.letter().to_ascii_uppercase()));
            return format!("{file}{cross}{to}{becomes}");
        }
        let letter = kind.letter().to_ascii_uppercase();
        format!("{letter}{}{cross}{to}", self.origin_needed(mv, kind, &from))
    }

    /// C.10: which part of the square of departure tells two identical pieces apart: the file if
    /// that is enough, else the rank, else both.
    fn origin_needed<'a>(&self, mv: Move, kind: Kind, from: &'a str) -> &'a str {
        let rivals: Vec<Move> = self
            .legal_moves()
            .into_iter()
            .filter(|other| other.to == mv.to && other.from != mv.from)
            .filter(|other| self.at(other.from).is_some_and(|man| man.kind == kind))
            .collect();
        if rivals.is_empty() {
            ""
        } else if rivals.iter().all(|rival| rival.from.file != mv.from.file) {
            &from[..1]
        } else if rivals.iter().all(|rival| rival.from.rank != mv.from.rank) {
            &from[1..]
        } else {
            from
        }
    }
}
