//! Reading UCI's notation; [`Move::uci`] writes it.

use super::{ParseMoveError, is_null_move};
use crate::board::Board;
use crate::board::explain::{IllegalMove, Request};
use crate::castling::{CastlingMode, CastlingSide};
use crate::chess_move::{Move, MoveKind};
use crate::piece::PieceType;
use crate::square::{File, Rank, Square};

/// Takes `e2e4` or `e7e8q` apart; letters in either case.
pub(super) fn read(text: &str) -> Option<Request> {
    let mut chars = text.chars();
    let mut square = || {
        let file = File::from_char(chars.next()?)?;
        let rank = Rank::from_char(chars.next()?)?;
        Some(Square::new(file, rank))
    };
    let (from, to) = (square()?, square()?);
    let promotion = match chars.next() {
        None => None,
        Some(letter) => Some(PieceType::from_char(letter)?),
    };
    chars.next().is_none().then_some(Request { from, to, promotion })
}

impl Board {
    /// Reads a legal move in UCI's notation.
    ///
    /// With [`CastlingMode::Standard`] castling may be written as the king's step of two squares or
    /// as king takes rook; with [`CastlingMode::Chess960`] only as king takes rook, since there a
    /// king's step to the g-file is often a move of its own. Letters may be small or capital, and
    /// blanks around the move are ignored. A promotion has to name the piece.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingMode};
    /// // 8  . . . . k . . .
    /// // 7  P . . . . . . .
    /// // 1  . . . . K . . R
    /// let board = Board::from_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// let castling = board.parse_uci("e1g1", CastlingMode::Standard).unwrap();
    /// assert!(castling.is_castling());
    /// assert_eq!(board.parse_uci("e1h1", CastlingMode::Standard), Ok(castling));
    /// assert_eq!(board.parse_uci("e1h1", CastlingMode::Chess960), Ok(castling));
    /// assert!(board.parse_uci("e1g1", CastlingMode::Chess960).is_err());
    /// assert!(board.parse_uci("A7A8Q", CastlingMode::Standard).is_ok());
    /// assert_eq!(
    ///     board.parse_uci("a7a8", CastlingMode::Standard).unwrap_err().to_string(),
    ///     "a7a8: the pawn on a7 is promoted on a8: say to what, with q, r, b or n"
    /// );
    /// ```
    ///
    /// # Errors
    /// If the text is no move in UCI's notation, `0000` and the `=` of SAN included, or if the move
    /// is not legal.
    pub fn parse_uci(&self, text: &str, mode: CastlingMode) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        let reason = match read(text) {
            Some(request) => match self.resolve_uci(request, mode) {
                Ok(chess_move) => return Ok(chess_move),
                Err(reason) => reason,
            },
            None if is_null_move(text) => IllegalMove::null(text),
            None => IllegalMove::unreadable_uci(text),
        };
        Err(ParseMoveError::new(text, reason))
    }

    /// Finds the legal move that is asked for.
    pub(super) fn resolve_uci(
        &self,
        request: Request,
        mode: CastlingMode,
    ) -> Result<Move, IllegalMove> {
        let Request { from, to, promotion } = request;
        let asked = |m: &Move| m.from() == from && m.to() == to && m.promotion() == promotion;
        let found = self.legal_moves().into_iter().find(asked);
        found.or_else(|| self.two_square_castling(request, mode)).ok_or_else(|| {
            let not_generated = Move::new(from, to, MoveKind::Quiet);
            self.reason_against(request, mode)
                .unwrap_or(IllegalMove::WrongKind { chess_move: not_generated })
        })
    }

    /// Castling written as the king's move of two squares from the e-file.
    fn two_square_castling(&self, request: Request, mode: CastlingMode) -> Option<Move> {
        let color = self.side_to_move();
        let from_home = Square::new(File::E, color.back_rank());
        if mode != CastlingMode::Standard
            || request.from != from_home
            || request.from != self.king(color)
            || request.promotion.is_some()
        {
            return None;
        }
        let goes_there = |side: &CastlingSide| side.king_destination(color) == request.to;
        let side = CastlingSide::ALL.into_iter().find(goes_there)?;
        self.castling(color, side).ok()
    }
}
