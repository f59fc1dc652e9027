//! What is in a file of games, and whether it is sound.

use std::collections::HashSet;

use portcullis_movegen::Board;
use rayon::prelude::*;

use super::block::{Block, DecodeError};
use super::columns::Counts;
use super::file::GameFile;
use super::record::{Ending, GameRecord, Outcome, ReplayError};

/// The upper ends of the bins that scores are counted in; one more bin is open above.
pub(super) const BIN_ENDS: [i16; 12] =
    [-2000, -1000, -500, -250, -100, -25, 25, 100, 250, 500, 1000, 2000];

/// Scores are cut to this size for the correlation with results, so that mates do not decide it.
const CORRELATION_LIMIT: i16 = 1000;

/// One position in so many is looked at for duplicates: those whose keys are multiples of it. All
/// occurrences of a position are in or out together, so the share of duplicates is not distorted.
const SAMPLING: u64 = 16;

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// A move that is not there.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The final position contradicts the ending or the outcome.
    #[error("the game is recorded as ended by {}, but its last position says otherwise", .0.name())]
    Ending(Ending),
}

/// Positions and results of one bin of scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreBin {
    /// Positions.
    pub positions: u64,
    /// Half points that the side to move got in them.
    pub half_points: u64,
}

/// Sums for Pearson's correlation of scores and results.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: f64,
    scores: f64,
    results: f64,
    score_squares: f64,
    result_squares: f64,
    products: f64,
}

/// Counts over the games of a file.
#[derive(Debug, Default)]
pub struct Survey {
    /// Games, plies, scores.
    pub games: u64,
    /// Moves of all games, random ones included.
    pub plies: u64,
    /// Moves with a score.
    pub scores: u64,
    /// Games by [`Outcome`].
    pub outcomes: [u64; 3],
    /// Games by [`Ending`].
    pub endings: [u64; 8],
    /// Games that began with the start position of chess.
    pub chess: u64,
    /// Positions by the score, from the side to move's view, with their results.
    pub bins: [ScoreBin; BIN_ENDS.len() + 1],
    /// Games that cannot be replayed or whose end is wrong.
    pub faulty: u64,
    /// The first such games: number in the file and fault.
    pub faults: Vec<(u64, GameFault)>,
    /// Blocks that cannot be decoded.
    pub broken_blocks: Vec<DecodeError>,
    moments: Moments,
    openings: HashSet<u64>,
    sampled: Vec<u64>,
}

impl Survey {
    const FAULTS_KEPT: usize = 10;

    /// Replays every game of a file.
    #[must_use]
    pub fn of(file: &GameFile) -> Self {
        let blocks: Vec<Block<'_>> = file.blocks().collect();
        let surveys: Vec<Self> = blocks.par_iter().map(Self::of_block).collect();
        surveys.into_iter().fold(Self::default(), Self::joined)
    }

    fn of_block(block: &Block<'_>) -> Self {
        let mut survey = Self::default();
        match block.games() {
            Ok(games) => games.iter().for_each(|game| survey.add(game)),
            Err(error) => survey.broken_blocks.push(error),
        }
        survey
    }

    fn add(&mut self, game: &GameRecord) {
        let counts = Counts::of(std::slice::from_ref(game));
        self.outcomes[game.outcome as usize] += 1;
        self.endings[game.ending as usize] += 1;
        self.chess += u64::from(game.start == GameRecord::CHESS);
        if let Err(fault) = self.add_positions(game) {
            self.faulty += 1;
            self.faults.push((self.games, fault));
            self.faults.truncate(Self::FAULTS_KEPT);
        }
        self.games += 1;
        self.plies += u64::from(counts.plies);
        self.scores += u64::from(counts.scores);
    }

    fn add_positions(&mut self, game: &GameRecord) -> Result<(), GameFault> {
        let mut replay = game.replay();
        let mut keys = Vec::with_capacity(game.moves.len() + 1);
        for ply in replay.by_ref() {
            let ply = ply?;
            keys.push(ply.board.key());
            if ply.number == usize::from(game.opening_plies) {
                self.openings.insert(ply.board.key());
            }
            if let Some(score) = ply.score {
                self.add_score(score, game.outcome.half_points(ply.board.side_to_move()));
                if ply.board.key().is_multiple_of(SAMPLING) {
                    self.sampled.push(ply.board.key());
                }
            }
        }
        match replay.board() {
            Some(last) if !ends_so(game, last, &keys) => Err(GameFault::Ending(game.ending)),
            _ => Ok(()),
        }
    }

    fn add_score(&mut self, score: i16, half_points: u8) {
        let bin = BIN_ENDS.partition_point(|&end| end < score);
        self.bins[bin].positions += 1;
        self.bins[bin].half_points += u64::from(half_points);
        let score = f64::from(score.clamp(-CORRELATION_LIMIT, CORRELATION_LIMIT));
        self.moments.add(score, f64::from(half_points));
    }

    /// This survey and that of the games that follow.
    fn joined(mut self, mut next: Self) -> Self {
        let before = self.games;
        self.faults.extend(next.faults.iter().map(|&(number, fault)| (before + number, fault)));
        self.faults.truncate(Self::FAULTS_KEPT);
        self.games += next.games;
        self.plies += next.plies;
        self.scores += next.scores;
        self.chess += next.chess;
        self.faulty += next.faulty;
        self.broken_blocks.append(&mut next.broken_blocks);
        add_all(&mut self.outcomes, &next.outcomes);
        add_all(&mut self.endings, &next.endings);
        for (bin, other) in self.bins.iter_mut().zip(&next.bins) {
            bin.positions += other.positions;
            bin.half_points += other.half_points;
        }
        self.moments.join(next.moments);
        self.openings.extend(next.openings);
        self.sampled.append(&mut next.sampled);
        self
    }

    /// How many different positions the openings lead to.
    #[must_use]
    pub fn distinct_openings(&self) -> usize {
        self.openings.len()
    }

    /// The share of positions that occur elsewhere too, from 0 to 1, all but one of each counted.
    #[must_use]
    pub fn duplicates(&self) -> f64 {
        let mut keys = self.sampled.clone();
        keys.par_sort_unstable();
        keys.dedup();
        1.0 - keys.len() as f64 / self.sampled.len().max(1) as f64
    }

    /// The correlation of the side to move's scores and results, from -1 to 1.
    #[must_use]
    pub fn correlation(&self) -> f64 {
        self.moments.correlation()
    }
}

fn add_all(sums: &mut [u64], others: &[u64]) {
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}

/// Whether a game's last position agrees with the recorded ending; `keys` are those of all positions
/// before.
fn ends_so(game: &GameRecord, last: &Board, keys: &[u64]) -> bool {
    let loser = last.side_to_move();
    let over = !last.has_legal_moves();
    match game.ending {
        Ending::Checkmate => over && last.in_check() && game.outcome == Outcome::win_of(!loser),
        Ending::Stalemate => over && !last.in_check(),
        Ending::Repetition => keys.iter().filter(|&&key| key == last.key()).count() >= 2,
        Ending::FiftyMoves => last.halfmove_clock() >= 100,
        Ending::InsufficientMaterial => last.is_insufficient_material(),
        Ending::AdjudicatedWin | Ending::AdjudicatedDraw | Ending::TooLong => !over,
    }
}

impl Moments {
    fn add(&mut self, score: f64, result: f64) {
        self.join(Self {
            count: 1.0,
            scores: score,
            results: result,
            score_squares: score * score,
            result_squares: result * result,
            products: score * result,
        });
    }

    fn join(&mut self, other: Self) {
        self.count += other.count;
        self.scores += other.scores;
        self.results += other.results;
        self.score_squares += other.score_squares;
        self.result_squares += other.result_squares;
        self.products += other.products;
    }

    fn correlation(&self) -> f64 {
        let n = self.count.max(1.0);
        let covariance = self.products - self.scores * self.results / n;
        let variance = |squares: f64, sum: f64| squares - sum * sum / n;
        let scale =
            variance(self.score_squares, self.scores) * variance(self.result_squares, self.results);
        if scale > 0.0 { covariance / scale.sqrt() } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of chess given as UCI moves, with the scores.
    fn game(moves: &[&str], scores: &[i16], outcome: Outcome, ending: Ending) -> GameRecord {
        let mut board = Board::startpos();
        let mut indices = Vec::new();
        for text in moves {
            let legal = board.legal_moves();
            let chess_move = legal.iter().copied().find(|m| m.to_string() == *text).unwrap();
            indices.push(crate::games::order::index_of(&board, chess_move).unwrap());
            board.play(chess_move);
        }
        let opening_plies = (moves.len() - scores.len()) as u8;
        let start = GameRecord::CHESS;
        GameRecord {
            start,
            opening_plies,
            outcome,
            ending,
            moves: indices,
            scores: scores.to_vec(),
        }
    }

    const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];
    const KNIGHTS_OUT_AND_BACK: [&str; 8] =
        ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"];

    fn survey(games: &[GameRecord]) -> Survey {
        let mut survey = Survey::default();
        games.iter().for_each(|game| survey.add(game));
        survey
    }

    #[test]
    fn a_sound_game_is_counted() {
        let mate = game(&FOOLS_MATE, &[-90, 31_999], Outcome::BlackWins, Ending::Checkmate);
        let survey = survey(&[mate]);
        assert_eq!((survey.games, survey.plies, survey.scores, survey.chess), (1, 4, 2, 1));
        assert_eq!(survey.faults, []);
        assert_eq!(survey.outcomes, [1, 0, 0]);
        assert_eq!(survey.bins[5], ScoreBin { positions: 1, half_points: 0 });
        assert_eq!(survey.bins[12], ScoreBin { positions: 1, half_points: 2 });
        assert!((survey.correlation() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn an_ending_that_the_board_contradicts_is_a_fault() {
        let wrong = [
            game(&FOOLS_MATE[..3], &[0], Outcome::BlackWins, Ending::Checkmate),
            game(&FOOLS_MATE, &[0], Outcome::WhiteWins, Ending::Checkmate),
            game(&FOOLS_MATE, &[0], Outcome::Draw, Ending::Stalemate),
            game(&FOOLS_MATE, &[0], Outcome::BlackWins, Ending::AdjudicatedWin),
            game(&FOOLS_MATE[..2], &[0], Outcome::Draw, Ending::FiftyMoves),
            game(&FOOLS_MATE[..2], &[0], Outcome::Draw, Ending::InsufficientMaterial),
            game(&KNIGHTS_OUT_AND_BACK[..6], &[0], Outcome::Draw, Ending::Repetition),
        ];
        for game in &wrong {
            let survey = survey(std::slice::from_ref(game));
            assert_eq!(survey.faults, [(0, GameFault::Ending(game.ending))], "{game:?}");
        }
    }

    #[test]
    fn a_threefold_repetition_is_recognised() {
        let drawn = game(&KNIGHTS_OUT_AND_BACK, &[0], Outcome::Draw, Ending::Repetition);
        assert_eq!(survey(&[drawn]).faulty, 0);
    }

    #[test]
    fn joined_surveys_number_faults_through() {
        let sound = game(&FOOLS_MATE, &[0], Outcome::BlackWins, Ending::Checkmate);
        let faulty = game(&FOOLS_MATE[..2], &[0], Outcome::Draw, Ending::FiftyMoves);
        let joined = survey(&[sound.clone(), sound]).joined(survey(&[faulty]));
        assert_eq!(joined.games, 3);
        assert_eq!(joined.faults, [(2, GameFault::Ending(Ending::FiftyMoves))]);
        assert_eq!(joined.distinct_openings(), 2);
    }
}
