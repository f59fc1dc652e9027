//! One game of the engine against itself or another of its kind.

use std::fmt;

use portcullis::{EngineError, Limits, Position, Score, Searcher};
use portcullis_movegen::{Board, Move};

use super::adjudication::{Adjudication, Verdict};
use super::evaluation::Evaluation;
use super::opening::Opening;
use super::rules;
use crate::games::{Ending, GameRecord, Outcome, SCORE_LIMIT, order};

/// How many nodes a player searches for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLimits {
    /// No further iteration begins after so many.
    pub soft: u64,
    /// Never more, even if an iteration is not finished.
    pub hard: u64,
}

impl NodeLimits {
    /// So many for every move.
    #[must_use]
    pub const fn exactly(nodes: u64) -> Self {
        Self { soft: nodes, hard: nodes }
    }

    /// The limits of a search; at least one node.
    fn limits(self) -> Limits {
        Limits { soft_nodes: Some(self.soft), ..Limits::nodes(self.hard.max(1)) }
    }
}

impl fmt::Display for NodeLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.soft < self.hard {
            write!(f, "{} (soft), {} (hard)", self.soft, self.hard)
        } else {
            write!(f, "{}", self.hard)
        }
    }
}

/// The engine as a player with a limit of nodes.
#[derive(Debug)]
pub struct Player {
    searcher: Searcher,
    /// How often it has searched.
    pub searches: u64,
    /// The nodes that it has really searched.
    pub nodes: u64,
}

impl Player {
    /// The stack that a thread needs in which a player thinks.
    pub const STACK_BYTES: usize = Searcher::STACK_BYTES + (1 << 20);

    /// A player with a hash table of so many megabytes.
    ///
    /// # Errors
    /// If the system gives no memory.
    pub fn new(hash_mb: usize, evaluation: &Evaluation) -> Result<Self, EngineError> {
        let mut searcher = Searcher::new(hash_mb)?;
        searcher.set_network(evaluation.network().cloned());
        Ok(Self { searcher, searches: 0, nodes: 0 })
    }

    /// Forgets the game before.
    pub fn new_game(&mut self) {
        self.searcher.new_game();
    }

    /// The move to play, if there is one, and the score for the side to move.
    pub fn search(&mut self, position: &Position, nodes: NodeLimits) -> (Option<Move>, Score) {
        let result = self.searcher.search(position, &nodes.limits());
        self.searches += 1;
        self.nodes += result.nodes;
        (result.best, result.score)
    }
}

/// A score as games keep it.
fn stored(score: Score) -> i16 {
    let greatest = i32::from(SCORE_LIMIT) - 1000;
    let value = match score {
        Score::Centipawns(cp) => cp.clamp(-greatest, greatest),
        Score::Mate(moves) if moves > 0 => i32::from(SCORE_LIMIT) - moves.min(999),
        Score::Mate(moves) => -i32::from(SCORE_LIMIT) - moves.max(-999),
    };
    value as i16
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Who won, and why it ended.
    pub result: (Outcome, Ending),
    /// The moves after the opening with their scores, as the side to move saw them.
    pub moves: Vec<(Move, i16)>,
}

/// Plays a game from an opening. `choose` is asked for the move and score of every position.
///
/// `None` if the opening is no game: it does not exist, or is over already.
pub fn play_game(
    opening: &Opening,
    adjudication: &Adjudication,
    mut choose: impl FnMut(&Position) -> (Option<Move>, Score),
) -> Option<PlayedGame> {
    let mut position = opening.position()?;
    let (mut moves, mut verdict) = (Vec::new(), Verdict::default());
    let mut result = None;
    loop {
        if let Some(ended) = rules::ending(&position) {
            let has_moves = !moves.is_empty();
            return has_moves.then_some(PlayedGame { result: ended, moves });
        }
        if let Some(result) = result {
            return Some(PlayedGame { result, moves });
        }
        let (chess_move, score) = choose(&position);
        let (chess_move, score) = (chess_move?, stored(score));
        let now = (position.board().side_to_move(), position.ply_count());
        result = verdict.after(adjudication, now, score);
        moves.push((chess_move, score));
        position.play(chess_move);
    }
}

impl PlayedGame {
    /// The game as the file keeps it; `None` if a move is not legal.
    #[must_use]
    pub fn record(&self, opening: &Opening) -> Option<GameRecord> {
        let mut board = Board::chess960(opening.start)?;
        let all = opening.moves.iter().chain(self.moves.iter().map(|(chess_move, _)| chess_move));
        let mut indices = Vec::with_capacity(opening.moves.len() + self.moves.len());
        for &chess_move in all {
            indices.push(order::index_of(&board, chess_move)?);
            board.play(chess_move);
        }
        Some(GameRecord {
            start: opening.start,
            opening_plies: u8::try_from(opening.moves.len()).ok()?,
            outcome: self.result.0,
            ending: self.result.1,
            moves: indices,
            scores: self.moves.iter().map(|&(_, score)| score).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Plays games of random moves with made-up scores.
    fn random_games(count: u64, score: impl Fn(&Position, &mut Rng) -> Score) -> Vec<PlayedGame> {
        let opening = Opening { start: GameRecord::CHESS, moves: Vec::new() };
        let games = (0..count).filter_map(|seed| {
            let mut rng = Rng::new(&[seed]);
            play_game(&opening, &Adjudication::default(), |position| {
                let legal = position.board().legal_moves();
                (Some(legal[rng.below(legal.len())]), score(position, &mut rng))
            })
        });
        games.collect()
    }

    #[test]
    fn games_end_by_the_rules_and_replay_to_the_same_end() {
        let opening = Opening { start: GameRecord::CHESS, moves: Vec::new() };
        let games = random_games(100, |_, _| Score::Centipawns(50));
        assert_eq!(games.len(), 100);
        let mut endings = std::collections::HashSet::new();
        for game in &games {
            let record = game.record(&opening).unwrap();
            endings.insert(record.ending);
            let mut replay = record.replay();
            let plies: Vec<_> = replay.by_ref().map(Result::unwrap).collect();
            let replayed: Vec<_> = plies.iter().map(|p| (p.chess_move, p.score.unwrap())).collect();
            assert_eq!(replayed, game.moves);
            if record.ending == Ending::Checkmate {
                assert!(!replay.board().unwrap().has_legal_moves());
            }
        }
        for ending in [Ending::Checkmate, Ending::InsufficientMaterial, Ending::TooLong] {
            assert!(endings.contains(&ending), "{ending:?} among {endings:?}");
        }
    }

    #[test]
    fn clear_scores_end_a_game_early() {
        let white_wins = |position: &Position, _: &mut Rng| {
            let white = position.board().side_to_move() == portcullis_movegen::Color::White;
            Score::Mate(if white { 3 } else { -3 })
        };
        for game in random_games(5, white_wins) {
            assert_eq!(game.result, (Outcome::WhiteWins, Ending::AdjudicatedWin));
            assert_eq!(game.moves.len(), 4);
        }
    }

    #[test]
    fn scores_fit_sixteen_bits_and_keep_their_order() {
        let ordered = [
            Score::Mate(0),
            Score::Mate(-1),
            Score::Mate(-120),
            Score::Centipawns(-50_000),
            Score::Centipawns(-300),
            Score::Centipawns(0),
            Score::Centipawns(20_000),
            Score::Mate(120),
            Score::Mate(1),
        ];
        let values = ordered.map(stored);
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
        assert_eq!((values[0], values[8]), (-32_000, 31_999));
    }

    #[test]
    fn an_opening_that_is_over_is_no_game() {
        let mated = Opening { start: 960, moves: Vec::new() };
        let choose = |_: &Position| (None, Score::Mate(0));
        assert_eq!(play_game(&mated, &Adjudication::default(), choose), None);
    }
}
