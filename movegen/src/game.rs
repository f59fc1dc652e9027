//! A game: a position and how it came about, so that repetitions can be counted.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::board::explain::IllegalMove;
use crate::chess_move::Move;
use crate::color::Color;
use crate::piece::PieceType;

/// How often a position has to appear for a player to claim a draw (FIDE 9.2).
const THREEFOLD: usize = 3;
/// How often it has to appear for the game to be drawn without a claim (FIDE 9.6.1).
const FIVEFOLD: usize = 5;
/// Half-moves without a capture or a pawn's move for a claim: fifty of each player (FIDE 9.3).
const FIFTY_MOVES: u16 = 2 * 50;
/// Half-moves for a draw without a claim: seventy-five of each player (FIDE 9.6.2).
const SEVENTY_FIVE_MOVES: u16 = 2 * 75;

/// How a game has ended by the rules alone, without a claim or an agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is in check and has no legal move (FIDE 5.1.1).
    Checkmate {
        /// The player who has given mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move (FIDE 5.2.1).
    Stalemate,
    /// Neither player has the men to give mate by any moves at all (FIDE 5.2.2).
    InsufficientMaterial,
    /// The same position has appeared five times (FIDE 9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves of each player without a capture or a pawn's move (FIDE 9.6.2).
    SeventyFiveMoves,
}

impl Outcome {
    /// Who has won, or `None` for a draw.
    ///
    /// ```
    /// use portcullis_movegen::{Color, Outcome};
    /// assert_eq!(Outcome::Checkmate { winner: Color::Black }.winner(), Some(Color::Black));
    /// assert_eq!(Outcome::Stalemate.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// The result as PGN writes it.
    ///
    /// ```
    /// use portcullis_movegen::{Color, Outcome};
    /// assert_eq!(Outcome::Checkmate { winner: Color::Black }.result(), "0-1");
    /// assert_eq!(Outcome::FivefoldRepetition.result(), "1/2-1/2");
    /// ```
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate { winner: Color::White } => "White wins by checkmate",
            Self::Checkmate { winner: Color::Black } => "Black wins by checkmate",
            Self::Stalemate => "drawn by stalemate",
            Self::InsufficientMaterial => "drawn by insufficient material",
            Self::FivefoldRepetition => "drawn by fivefold repetition",
            Self::SeventyFiveMoves => "drawn by the seventy-five-move rule",
        })
    }
}

/// A [`Board`] and the moves that have led to it.
///
/// ```
/// use portcullis_movegen::{Color, Game, Outcome};
/// let mut game = Game::default();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     assert_eq!(game.outcome(), None);
///     game.play(game.board().parse_san(san).unwrap());
/// }
/// // 8  r n b . k b n r
/// // 7  p p p p . p p p
/// // 5  . . . . p . . .
/// // 4  . . . . . . P q    fool's mate
/// // 3  . . . . . P . .
/// // 2  P P P P P . . P
/// // 1  R N B Q K B N R
/// assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// assert_eq!(game.moves().len(), 4);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Game {
    board: Board,
    /// The position before each move.
    earlier: Vec<Board>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that starts from any position.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Game, Outcome};
    /// // 8  . . . . . . . k
    /// // 7  . . . . . Q . .    Black to move
    /// // 6  . . . . . . K .
    /// let board = Board::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    /// assert_eq!(Game::new(board).outcome(), Some(Outcome::Stalemate));
    /// ```
    #[must_use]
    pub const fn new(board: Board) -> Self {
        Self { board, earlier: Vec::new(), moves: Vec::new() }
    }

    /// The position now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The moves from the start of the game.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions from the start of the game up to the one before the last move.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Game};
    /// let mut game = Game::default();
    /// game.play(game.board().parse_san("e4").unwrap());
    /// assert_eq!(game.earlier(), [Board::startpos()]);
    /// ```
    #[must_use]
    pub fn earlier(&self) -> &[Board] {
        &self.earlier
    }

    /// Plays a legal move; [`try_play`](Self::try_play) is for others.
    ///
    /// A game that [has ended](Self::outcome) is not closed: whether to go on is for the caller to
    /// decide.
    pub fn play(&mut self, chess_move: Move) {
        self.earlier.push(self.board);
        self.moves.push(chess_move);
        self.board.play(chess_move);
    }

    /// Plays a move if it is legal.
    ///
    /// ```
    /// use portcullis_movegen::{Game, Move, MoveKind, Square};
    /// let mut game = Game::default();
    /// let capture = Move::new(Square::E2, Square::E4, MoveKind::Capture);
    /// assert_eq!(
    ///     game.try_play(capture).unwrap_err().to_string(),
    ///     "the encoded move e2e4 says that it is a capture, which it is not"
    /// );
    /// assert!(game.moves().is_empty());
    /// ```
    ///
    /// # Errors
    /// If the move is not legal; nothing is changed then.
    pub fn try_play(&mut self, chess_move: Move) -> Result<(), IllegalMove> {
        let before = self.board;
        self.board.try_play(chess_move)?;
        self.earlier.push(before);
        self.moves.push(chess_move);
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start of the game.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Game};
    /// let mut game = Game::default();
    /// let e4 = game.board().parse_san("e4").unwrap();
    /// game.play(e4);
    /// assert_eq!(game.undo(), Some(e4));
    /// assert_eq!(*game.board(), Board::startpos());
    /// assert_eq!(game.undo(), None);
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        self.board = self.earlier.pop()?;
        self.moves.pop()
    }

    /// How often the present position has appeared in this game, this time included.
    ///
    /// Positions are the same if the same player is to move, the same men stand on the same squares
    /// and all of them can move alike, which takes in the rights to castle and to capture en passant
    /// (FIDE 9.2). An en passant capture that is not legal makes no difference.
    ///
    /// ```
    /// use portcullis_movegen::Game;
    /// let mut game = Game::default();
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     game.play(game.board().parse_san(san).unwrap());
    /// }
    /// assert_eq!(game.repetitions(), 2);
    /// ```
    #[must_use]
    pub fn repetitions(&self) -> usize {
        // No position from before the last capture or pawn's move can come again.
        let since = usize::from(self.board.halfmove_clock());
        let key = self.board.key();
        // The same player is to move at every second position, the first being four plies ago.
        let candidates = self.earlier.iter().rev().take(since).skip(3).step_by(2);
        1 + candidates.filter(|board| board.key() == key).count()
    }

    /// Whether the player to move may claim a draw because the position has appeared three times
    /// (FIDE 9.2).
    ///
    /// ```
    /// use portcullis_movegen::Game;
    /// let mut game = Game::default();
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2) {
    ///     assert!(!game.threefold());
    ///     game.play(game.board().parse_san(san).unwrap());
    /// }
    /// assert!(game.threefold());
    /// ```
    #[must_use]
    pub fn threefold(&self) -> bool {
        self.repetitions() >= THREEFOLD
    }

    /// Whether the player to move may claim a draw because the last fifty moves of each player were
    /// made without a capture or a pawn's move (FIDE 9.3).
    ///
    /// A mate on the hundredth half-move ends the game before anyone can claim.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Game};
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 99 80").unwrap();
    /// let mut game = Game::new(board);
    /// assert!(!game.fifty_moves());
    /// game.play(game.board().parse_san("Rh2").unwrap());
    /// assert!(game.fifty_moves());
    /// assert_eq!(game.outcome(), None);
    /// ```
    #[must_use]
    pub fn fifty_moves(&self) -> bool {
        self.board.halfmove_clock() >= FIFTY_MOVES && self.board.has_legal_moves()
    }

    /// How the game has ended, or `None` if it goes on.
    ///
    /// A mate that comes with the seventy-fifth move counts as a mate (FIDE 9.6.2). Draws that have
    /// to be claimed are left to [`threefold`](Self::threefold) and
    /// [`fifty_moves`](Self::fifty_moves).
    ///
    /// ```
    /// use portcullis_movegen::{Board, Game, Outcome};
    /// let board = Board::from_fen("8/8/4k3/8/8/3NK3/8/8 w - - 0 1").unwrap();
    /// assert_eq!(Game::new(board).outcome(), Some(Outcome::InsufficientMaterial));
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let board = &self.board;
        if !board.has_legal_moves() {
            return Some(if board.in_check() {
                Outcome::Checkmate { winner: !board.side_to_move() }
            } else {
                Outcome::Stalemate
            });
        }
        if board.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.repetitions() >= FIVEFOLD {
            Some(Outcome::FivefoldRepetition)
        } else if board.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }
}

impl From<Board> for Game {
    fn from(board: Board) -> Self {
        Self::new(board)
    }
}

impl Board {
    /// Whether the men left on the board cannot mate either king by any series of moves (FIDE
    /// 5.2.2): bare kings, a single knight or bishop, or any number of bishops that all stand on
    /// squares of one colour.
    ///
    /// Dead positions of other kinds, such as walls of pawns, are not recognised.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// let is_dead = |fen| Board::from_fen(fen).unwrap().is_insufficient_material();
    /// // 8  . . . . k b . .    f8 and c1 are both dark
    /// // 1  . . B . K . . .
    /// assert!(is_dead("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"));
    /// // 8  . . b . k . . .    c8 is light: one side can help the other to mate it
    /// // 1  . . B . K . . .
    /// assert!(!is_dead("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1"));
    /// ```
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
        let bishops = self.pieces(PieceType::Bishop);
        let minors = self.pieces(PieceType::Knight) | bishops;
        let kings = self.pieces(PieceType::King);
        if (self.occupied() - kings - minors).any() {
            return false;
        }
        let all_on_one_colour = (bishops & DARK).is_empty() || (bishops - DARK).is_empty();
        !minors.more_than_one() || minors == bishops && all_on_one_colour
    }
}
