//! The evaluation taken apart, for people.

use std::fmt;

use portcullis_movegen::{Board, Color};

use super::network::Network;
use super::network_trace::NetworkTrace;
use super::tally::Observer;
use super::tapered::Tapered;
use super::weights::Term;
use super::{
    Accumulator, as_winnable, endgame, evaluate, evaluate_pawns, from_side_to_move, piece_square,
};
use crate::value::Value;
use crate::win_model::normalised;

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

/// What knowledge of endings makes of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameKnowledge {
    /// The ending is known: the evaluation does not count.
    Known,
    /// So many 64ths of the evaluation count, for the advantage is hard to win.
    Scaled(i32),
}

impl fmt::Display for EndgameKnowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameKnowledge::Known => write!(f, "a known ending, which has a value of its own"),
            EndgameKnowledge::Scaled(scale) => {
                write!(f, "hard to win: {scale}/64 of the evaluation count")
            }
        }
    }
}

/// The static evaluation of a position and what it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// From the side to move's view.
    pub value_cp: i32,
    /// From White's view.
    pub white_cp: i32,
    /// What knowledge of endings has changed, if anything.
    pub endgame: Option<EndgameKnowledge>,
    /// The hand-written terms, if they are used.
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
        let mut terms = Vec::new();
        let unaided =
            network.map_or_else(|| by_hand(board, &mut terms), |network| network.evaluate(board));
        let (value_cp, endgame) = match endgame::known_value(board) {
            Some(value) => (value, Some(EndgameKnowledge::Known)),
            None => {
                let (value, scale) = as_winnable(board, unaided);
                (value, (scale < endgame::FULL_SCALE).then_some(EndgameKnowledge::Scaled(scale)))
            }
        };
        Evaluation {
            value_cp,
            white_cp: from_side_to_move(board, value_cp),
            endgame,
            terms,
            network: network.map(|network| NetworkTrace::new(network, board)),
        }
    }
}

/// The value by the hand-written terms, which are noted down.
fn by_hand(board: &Board, terms: &mut Vec<EvalTerm>) -> Value {
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            let worth = piece_square::WORTH[piece.index()][square.index()];
            let own = if piece.color() == Color::White { worth } else { -worth };
            let material = Term::Material.weights()[piece.piece_type().index()];
            add(terms, piece.color(), Term::Material.label(), material);
            add(terms, piece.color(), "Placement", own - material);
        }
    }
    let entry = evaluate_pawns(board, terms);
    from_side_to_move(board, evaluate(board, Accumulator::new(board), &entry, terms))
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
        if let Some(endgame) = self.endgame {
            writeln!(f, "Ending: {endgame}")?;
        }
        let score = normalised(self.white_cp);
        write!(
            f,
            "Evaluation: {:+.2} (White's view), as a score {:+.2}",
            pawns(self.white_cp),
            pawns(score)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::Evaluator;
    use crate::eval::random_network::random_network;

    #[test]
    fn the_explanation_has_the_value_that_the_search_sees() {
        for fen in [
            "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPPQBPPP/R4RK1 b - - 0 1",
            "8/4k3/8/8/2B1N3/8/4K3/8 b - - 0 1",
            "8/4k3/8/3b4/2R5/8/4K3/8 b - - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("valid");
            let network = Network::from_bytes(&random_network(64, 2)).expect("a network");
            for network in [None, Some(Arc::new(network))] {
                let mut evaluator = Evaluator::new();
                evaluator.reset(&board, network.as_ref());
                let told = Evaluation::new(&board, network.as_deref());
                assert_eq!(told.value_cp, evaluator.evaluate(&board, 0), "{fen}");
            }
        }
    }

    /// The evaluation speaks in the unit it was learnt in; the score beside it is what `info` would tell.
    #[test]
    fn the_evaluation_is_told_as_a_score_too() {
        let board = Board::from_fen("4k3/4p3/8/8/8/8/4P3/4KQ2 w - - 0 1").expect("valid");
        let told = Evaluation::new(&board, None);
        assert_ne!(told.white_cp, normalised(told.white_cp), "the units differ");
        let text = told.to_string();
        let number = |label: &str| -> f64 {
            let (_, tail) = text.split_once(label).expect("the label");
            let word = tail.split_whitespace().next().expect("a number behind it");
            word.parse().expect("a number")
        };
        assert_eq!(number("Evaluation:"), pawns(told.white_cp));
        assert_eq!(number("as a score"), pawns(normalised(told.white_cp)));
    }

    /// Of a value that the terms or the network do not give, it is told where it comes from.
    #[test]
    fn knowledge_of_endings_is_told() {
        let told = |fen| Evaluation::new(&Board::from_fen(fen).expect("valid"), None).to_string();
        assert!(!told("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1").contains("Ending"));
        assert!(told("8/4k3/8/8/2B1N3/8/4K3/8 b - - 0 1").contains("known ending"));
        assert!(told("8/4k3/8/3b4/2R5/8/4K3/8 b - - 0 1").contains("6/64"));
    }
}
