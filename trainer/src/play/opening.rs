//! Random openings.

use portcullis::{Position, Score};
use portcullis_movegen::{Board, Move};

use super::game::{NodeLimits, Player};
use crate::games::GameRecord;
use crate::rng::Rng;

/// How games begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningSettings {
    /// Random moves at first: so many, or one more, as often the one as the other.
    pub plies: u8,
    /// The percentage of games that begin in a Chess960 position.
    pub chess960_percent: u8,
    /// An opening is thrown away when a search gives one side more centipawns than this.
    pub limit: i16,
    /// Nodes of that search.
    pub nodes: u64,
}

/// A start position and random moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The Chess960 number of the start position.
    pub start: u16,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Opening {
    const MOST_TRIES: usize = 1000;

    /// An opening that gives both sides a chance in the player's eyes. After very many tries in vain,
    /// which only an absurd limit can bring about, any opening will do.
    pub fn random(settings: &OpeningSettings, player: &mut Player, rng: &mut Rng) -> Self {
        let mut opening = Self::any(settings, rng);
        for _ in 0..Self::MOST_TRIES {
            if let Some(position) = opening.position().filter(|p| super::rules::ending(p).is_none())
            {
                player.new_game();
                let (_, score) = player.search(&position, NodeLimits::exactly(settings.nodes));
                if is_fair(score, settings.limit) {
                    break;
                }
            }
            opening = Self::any(settings, rng);
        }
        opening
    }

    /// Random moves; perhaps fewer than wanted, if they mate.
    fn any(settings: &OpeningSettings, rng: &mut Rng) -> Self {
        let chess960 = rng.below(100) < usize::from(settings.chess960_percent);
        let start = if chess960 { rng.below(960) as u16 } else { GameRecord::CHESS };
        let mut board = Board::chess960(start).unwrap_or_default();
        let mut moves = Vec::new();
        for _ in 0..usize::from(settings.plies) + rng.below(2) {
            let legal = board.legal_moves();
            let Some(&chess_move) = legal.get(rng.below(legal.len())) else { break };
            moves.push(chess_move);
            board.play(chess_move);
        }
        Self { start, moves }
    }

    /// The position after the moves; `None` if the start position does not exist.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let mut position = Position::new(Board::chess960(self.start)?);
        self.moves.iter().for_each(|&chess_move| position.play(chess_move));
        Some(position)
    }
}

fn is_fair(score: Score, limit: i16) -> bool {
    match score {
        Score::Centipawns(cp) => cp.abs() <= limit.into(),
        Score::Mate(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Evaluation;

    const SETTINGS: OpeningSettings =
        OpeningSettings { plies: 8, chess960_percent: 25, limit: 400, nodes: 200 };

    fn openings(settings: &OpeningSettings, count: u64) -> Vec<Opening> {
        let mut player = Player::new(1, &Evaluation::hand_written()).unwrap();
        let opening = |seed| Opening::random(settings, &mut player, &mut Rng::new(&[seed]));
        (0..count).map(opening).collect()
    }

    #[test]
    fn openings_have_the_wanted_length_and_share_of_chess960() {
        let openings = openings(&SETTINGS, 100);
        let longer = openings.iter().filter(|opening| opening.moves.len() == 9).count();
        assert!(openings.iter().all(|opening| (8..=9).contains(&opening.moves.len())));
        assert!((25..75).contains(&longer), "{longer} of 100 are longer");
        let chess960 = openings.iter().filter(|o| o.start != GameRecord::CHESS).count();
        assert!((10..40).contains(&chess960), "{chess960} of 100 are Chess960");
        let distinct: std::collections::HashSet<_> =
            openings.iter().map(|opening| format!("{opening:?}")).collect();
        assert_eq!(distinct.len(), 100);
    }

    #[test]
    fn openings_depend_on_the_seed_alone() {
        assert_eq!(openings(&SETTINGS, 10), openings(&SETTINGS, 10));
    }

    #[test]
    fn one_sided_openings_are_thrown_away() {
        let mut player = Player::new(1, &Evaluation::hand_written()).unwrap();
        let strict = OpeningSettings { limit: 100, ..SETTINGS };
        for opening in openings(&strict, 20) {
            player.new_game();
            let nodes = NodeLimits::exactly(SETTINGS.nodes);
            let (_, score) = player.search(&opening.position().unwrap(), nodes);
            assert!(is_fair(score, 100), "{score}");
        }
    }
}
