//! One game as the file keeps it.

use portcullis_movegen::{Board, Color, Move};

use super::order;

/// The greatest size of a stored score. A mate in `n` moves is stored as this limit less `n`.
pub const SCORE_LIMIT: i16 = 32_000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Outcome {
    BlackWins,
    Draw,
    WhiteWins,
}

impl Outcome {
    /// All three, from Black's win to White's.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// The win of a side.
    #[must_use]
    pub const fn win_of(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Half points of a side: 0 for a loss, 1 for a draw, 2 for a win.
    #[must_use]
    pub const fn half_points(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position has occurred for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// Both sides' scores agreed long enough that one side wins.
    AdjudicatedWin,
    /// The scores stayed near zero long enough.
    AdjudicatedDraw,
    /// The limit of plies was reached.
    TooLong,
}

impl Ending {
    /// All endings, in the order of their codes.
    pub const ALL: [Self; 8] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::FiftyMoves,
        Self::InsufficientMaterial,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::TooLong,
    ];

    /// A few words for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
            Self::InsufficientMaterial => "insufficient material",
            Self::AdjudicatedWin => "adjudicated win",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::TooLong => "too long",
        }
    }

    /// Whether a game can end so with that outcome.
    #[must_use]
    pub fn allows(self, outcome: Outcome) -> bool {
        match self {
            Self::Checkmate | Self::AdjudicatedWin => outcome != Outcome::Draw,
            _ => outcome == Outcome::Draw,
        }
    }
}

/// One game: a start position by number, random opening moves, and searched moves with scores.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// The Chess960 number of the start position; 518 is that of chess.
    pub start: u16,
    /// How many of the first moves were random, and so have no score.
    pub opening_plies: u8,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub ending: Ending,
    /// All moves, each as its number in the [ordered list](super::order) of legal moves.
    pub moves: Vec<u8>,
    /// The score of every move after the opening, in centipawns as the side to move saw it.
    pub scores: Vec<i16>,
}

impl GameRecord {
    /// The start position's number of a game of chess.
    pub const CHESS: u16 = 518;

    /// Walks through the game again.
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay { game: self, board: Board::chess960(self.start), ply: 0 }
    }
}

/// A position of a game with the move that was played in it.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// How many moves were played before, random ones included.
    pub number: usize,
    /// The position before the move.
    pub board: Board,
    /// The move.
    pub chess_move: Move,
    /// The score in centipawns from the side to move's view; `None` in the random opening.
    pub score: Option<i16>,
}

/// Why a game cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// There is no start position of this number.
    #[error("there is no start position {0}")]
    Start(u16),
    /// A move's number is too great.
    #[error("the position at ply {ply} has no legal move of number {index}")]
    Move {
        /// How many moves were played before.
        ply: usize,
        /// The number that stands for no move.
        index: u8,
    },
}

/// The positions and moves of a game in order; see [`GameRecord::replay`].
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    game: &'a GameRecord,
    board: Option<Board>,
    ply: usize,
}

impl Replay<'_> {
    /// The position that has been reached: after the last item, the final one.
    #[must_use]
    pub const fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<Ply, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.ply;
        let &index = self.game.moves.get(number)?;
        self.ply = self.game.moves.len();
        let Some(board) = self.board else {
            return Some(Err(ReplayError::Start(self.game.start)));
        };
        let Some(chess_move) = order::move_at(&board, index) else {
            return Some(Err(ReplayError::Move { ply: number, index }));
        };
        let mut next = board;
        next.play(chess_move);
        self.board = Some(next);
        self.ply = number + 1;
        let scored = number.checked_sub(usize::from(self.game.opening_plies));
        let score = scored.and_then(|index| self.game.scores.get(index)).copied();
        Some(Ok(Ply { number, board, chess_move, score }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_game;
    use crate::rng::Rng;

    #[test]
    fn a_replay_shows_every_ply_and_ends_on_the_final_board() {
        let mut rng = Rng::new(&[5]);
        for _ in 0..50 {
            let (game, last_board) = random_game(&mut rng);
            let mut replay = game.replay();
            let plies: Vec<Ply> = replay.by_ref().map(Result::unwrap).collect();
            assert_eq!(plies.len(), game.moves.len());
            assert_eq!(replay.board(), Some(&last_board));
            let scores: Vec<i16> = plies.iter().filter_map(|ply| ply.score).collect();
            assert_eq!(scores, game.scores);
        }
    }

    #[test]
    fn an_impossible_move_ends_the_replay_with_an_error() {
        let (mut game, _) = random_game(&mut Rng::new(&[6]));
        game.moves[3] = 255;
        let results: Vec<_> = game.replay().collect();
        assert_eq!(results.len(), 4);
        assert_eq!(
            results.last().unwrap().as_ref().unwrap_err(),
            &ReplayError::Move { ply: 3, index: 255 }
        );
        game.start = 960;
        assert_eq!(game.replay().next().unwrap().unwrap_err(), ReplayError::Start(960));
    }

    #[test]
    fn half_points_add_up_to_two() {
        for outcome in Outcome::ALL {
            let points = Color::ALL.map(|color| outcome.half_points(color));
            assert_eq!(points[0] + points[1], 2);
        }
        assert_eq!(Outcome::win_of(Color::Black).half_points(Color::Black), 2);
    }
}
