//! The evaluation taken apart, for people.

use std::fmt;

use portcullis_movegen::{Board, Color};

use super::network::Network;
use super::network_trace::NetworkTrace;
use super::tally::Observer;
use super::tapered::Tapered;
use super::weights::Term;
use super::{Accumulator, evaluate, evaluate_pawns, from_side_to_move, piece_square};
use crate::value::MAX_EVAL;

/// A value for the middlegame and one for the endgame, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaperedCp {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With none.
    pub endgame: i32,
}

impl TaperedCp {
    fn add(&mut self, score: Tapered) {
        self.middlegame += score.middlegame();
        self.endgame += score.endgame();
    }
}

/// One term of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalTerm {
    /// What is counted.
    pub name: &'static str,
    /// For White.
    pub white: TaperedCp,
    /// For Black.
    pub black: TaperedCp,
}

/// The static evaluation of a position and what it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// From the side to move's view.
    pub value_cp: i32,
    /// From White's view.
    pub white_cp: i32,
    /// The hand-written terms, if they are used; a value that is not their tapered sum comes from
    /// knowledge of the ending.
    pub terms: Vec<EvalTerm>,
    /// How the network sees the position, if there is one.
    pub network: Option<NetworkTrace>,
}

impl Observer for Vec<EvalTerm> {
    fn added(&mut self, color: Color, term: Term, _index: usize, _count: i32, score: Tapered) {
        add(self, color, term.label(), score);
    }
}

fn add(terms: &mut Vec<EvalTerm>, color: Color, name: &'static str, score: Tapered) {
    let index = terms.iter().position(|term| term.name == name).unwrap_or_else(|| {
        terms.push(EvalTerm { name, white: TaperedCp::default(), black: TaperedCp::default() });
        terms.len() - 1
    });
    match color {
        Color::White => terms[index].white.add(score),
        Color::Black => terms[index].black.add(score),
    }
}

impl Evaluation {
    pub(crate) fn new(board: &Board, network: Option<&Network>) -> Evaluation {
        network.map_or_else(|| Evaluation::by_hand(board), |net| Evaluation::by_network(board, net))
    }

    fn by_network(board: &Board, network: &Network) -> Evaluation {
        let value_cp = network.evaluate(board).clamp(-MAX_EVAL, MAX_EVAL);
        Evaluation {
            value_cp,
            white_cp: from_side_to_move(board, value_cp),
            terms: Vec::new(),
            network: Some(NetworkTrace::new(network, board)),
        }
    }

    fn by_hand(board: &Board) -> Evaluation {
        let mut terms = Vec::new();
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                let worth = piece_square::WORTH[piece.index()][square.index()];
                let own = if piece.color() == Color::White { worth } else { -worth };
                let material = Term::Material.weights()[piece.piece_type().index()];
                add(&mut terms, piece.color(), Term::Material.label(), material);
                add(&mut terms, piece.color(), "Placement", own - material);
            }
        }
        let entry = evaluate_pawns(board, &mut terms);
        let white_cp = evaluate(board, Accumulator::new(board), &entry, &mut terms);
        let value_cp = from_side_to_move(board, white_cp);
        Evaluation { value_cp, white_cp, terms, network: None }
    }
}

fn pawns(cp: i32) -> f64 {
    f64::from(cp) / 100.0
}

impl Evaluation {
    fn write_terms(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<14} {:>15} {:>15} {:>15}", "Term", "White", "Black", "Difference")?;
        for EvalTerm { name, white, black } in &self.terms {
            let difference = TaperedCp {
                middlegame: white.middlegame - black.middlegame,
                endgame: white.endgame - black.endgame,
            };
            write!(f, "{name:<14}")?;
            for TaperedCp { middlegame, endgame } in [*white, *black, difference] {
                write!(f, " {:>7.2} {:>7.2}", pawns(middlegame), pawns(endgame))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.network {
            Some(network) => write!(f, "{network}")?,
            None => self.write_terms(f)?,
        }
        write!(f, "Evaluation: {:+.2} (White's view)", pawns(self.white_cp))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;

    #[test]
    fn the_explanation_has_the_value_that_the_search_sees() {
        for fen in [
            "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPPQBPPP/R4RK1 b - - 0 1",
            "8/4k3/8/8/2B1N3/8/4K3/8 b - - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("valid");
            let mut evaluator = Evaluator::new();
            evaluator.reset(&board, None);
            assert_eq!(Evaluation::new(&board, None).value_cp, evaluator.evaluate(&board, 0));
        }
    }
}
