//! When a game is over by the rules.

use portcullis::Position;

use crate::games::{Ending, Outcome};

/// A position that has occurred so often before ends the game.
const REPETITIONS: usize = 2;

/// So many half-moves without a capture or a pawn move end the game.
const FIFTY_MOVES: u16 = 100;

/// How the game has ended, if it has; draws are taken to be claimed.
pub(super) fn ending(position: &Position) -> Option<(Outcome, Ending)> {
    let board = position.board();
    if !board.has_legal_moves() {
        return Some(if board.in_check() {
            (Outcome::win_of(!board.side_to_move()), Ending::Checkmate)
        } else {
            (Outcome::Draw, Ending::Stalemate)
        });
    }
    let drawn = if board.halfmove_clock() >= FIFTY_MOVES {
        Ending::FiftyMoves
    } else if position.repetitions() >= REPETITIONS {
        Ending::Repetition
    } else if board.is_insufficient_material() {
        Ending::InsufficientMaterial
    } else {
        return None;
    };
    Some((Outcome::Draw, drawn))
}

#[cfg(test)]
mod tests {
    use portcullis_movegen::{Board, CastlingMode};

    use super::*;

    fn ending_of(fen: &str) -> Option<(Outcome, Ending)> {
        ending(&Position::new(Board::from_fen(fen).unwrap()))
    }

    #[test]
    fn each_ending_is_recognised() {
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(ending_of(mate), Some((Outcome::BlackWins, Ending::Checkmate)));
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(ending_of(stalemate), Some((Outcome::Draw, Ending::Stalemate)));
        let fifty = "7k/8/6K1/8/8/8/8/R7 w - - 100 90";
        assert_eq!(ending_of(fifty), Some((Outcome::Draw, Ending::FiftyMoves)));
        let bare = "7k/8/6K1/8/8/8/8/8 w - - 0 1";
        assert_eq!(ending_of(bare), Some((Outcome::Draw, Ending::InsufficientMaterial)));
        assert_eq!(ending_of("7k/8/6K1/8/8/8/8/R7 w - - 99 90"), None);
    }

    #[test]
    fn mate_on_the_last_move_before_the_fifty_move_rule_counts() {
        let mate = "R6k/8/6K1/8/8/8/8/8 b - - 100 90";
        assert_eq!(ending_of(mate), Some((Outcome::WhiteWins, Ending::Checkmate)));
    }

    #[test]
    fn the_third_occurrence_ends_the_game() {
        let mut position = Position::startpos();
        for (number, text) in
            ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"].into_iter().enumerate()
        {
            assert_eq!(ending(&position), None, "before move {number}");
            position.play(position.board().parse_uci(text, CastlingMode::Standard).unwrap());
        }
        assert_eq!(ending(&position), Some((Outcome::Draw, Ending::Repetition)));
    }
}
