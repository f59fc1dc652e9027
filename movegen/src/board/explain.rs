//! Why a move cannot be played, found by walking through the rules one by one.
//!
//! Nothing here asks the move generator: the rules are applied to the one move that is asked about,
//! so that the two can be tested against each other.

mod castling;
mod man;
mod sentences;

use arrayvec::ArrayVec;

pub use self::man::{Man, Men};
pub use self::sentences::IllegalMove;
pub(crate) use self::sentences::excerpt;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastlingMode, CastlingRefusal, CastlingSide};
use crate::chess_move::Move;
use crate::color::Color;
use crate::notation::MoveText;
use crate::piece::PieceType;
use crate::square::{File, Rank, Square};

/// What a player asks to play: two squares and perhaps a promotion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<PieceType>,
}

/// What a request is, as far as castling goes.
enum CastlingRequest {
    /// Not castling.
    No,
    /// Castling with whatever rook holds the right.
    Side(CastlingSide),
    /// Castling with the rook on this square.
    WithRook(CastlingSide, Square),
    /// The king's target square in castling, where castling is to be written as king takes rook.
    KingTarget(CastlingSide, Square),
}

impl Board {
    /// Says why a move cannot be played now, or `None` if it can.
    ///
    /// The move is read as UCI (castling both as the king's two steps and as king takes rook) or
    /// else as SAN. To read UCI as Chess960 does, ask [`parse_move`](Self::parse_move).
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// // 8  . . . . k . . .
    /// // 4  . . b . . . . .    the bishop guards f1
    /// // 1  R . . . K . . R
    /// let board = Board::from_fen("4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1").unwrap();
    /// assert_eq!(board.why_illegal("e1c1"), None);
    /// assert_eq!(
    ///     board.why_illegal("O-O").unwrap().to_string(),
    ///     "the king would cross f1, attacked by the bishop on c4 (FIDE 3.8.2)"
    /// );
    /// assert_eq!(
    ///     board.why_illegal("h1h9").unwrap().to_string(),
    ///     "`h1h9` is not a move: moves are written like e2e4, e7e8q, Nf3 or O-O"
    /// );
    /// ```
    #[must_use]
    pub fn why_illegal(&self, text: &str) -> Option<IllegalMove> {
        match MoveText::read(text) {
            MoveText::Null => Some(IllegalMove::null(text)),
            MoveText::Unreadable => Some(IllegalMove::unreadable(text)),
            MoveText::Uci(request) => self.reason_against(request, CastlingMode::Standard),
            MoveText::San(san) => self.resolve_san(&san).err(),
        }
    }

    /// Plays a move if it is legal.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Move, MoveKind, Square};
    /// let mut board = Board::startpos();
    /// let leap = Move::new(Square::A1, Square::A5, MoveKind::Quiet);
    /// assert_eq!(
    ///     board.try_play(leap).unwrap_err().to_string(),
    ///     "the rook on a1 cannot reach a5: the pawn on a2 is in its way"
    /// );
    /// assert_eq!(board, Board::startpos());
    /// ```
    ///
    /// # Errors
    /// If the move is not legal; the board is not changed then.
    pub fn try_play(&mut self, chess_move: Move) -> Result<(), IllegalMove> {
        match self.explain_move(chess_move) {
            None => {
                self.play(chess_move);
                Ok(())
            }
            Some(reason) => Err(reason),
        }
    }

    /// Says why a move cannot be played now, or `None` if it is legal.
    ///
    /// Unlike a text, an encoding can also be wrong about itself: a capture where nothing is taken,
    /// say. That is [`IllegalMove::WrongKind`].
    pub(crate) fn explain_move(&self, chess_move: Move) -> Option<IllegalMove> {
        if self.is_legal(chess_move) {
            return None;
        }
        let request = Request {
            from: chess_move.from(),
            to: chess_move.to(),
            promotion: chess_move.promotion(),
        };
        let reason = self.reason_against(request, CastlingMode::Chess960);
        Some(reason.unwrap_or(IllegalMove::WrongKind { chess_move }))
    }

    /// The first rule that forbids the move, or `None` if none does.
    pub(crate) fn reason_against(
        &self,
        request: Request,
        mode: CastlingMode,
    ) -> Option<IllegalMove> {
        let Request { from, to, promotion } = request;
        let side_to_move = self.side_to_move();
        let Some(man) = self.man_on(from) else {
            return Some(IllegalMove::NoMan { square: from });
        };
        if man.piece.color() != side_to_move {
            return Some(IllegalMove::NotYours { man });
        }
        if from == to {
            return Some(IllegalMove::SameSquare { man });
        }
        let castling = self.castling_request(man, to, mode);
        if !matches!(castling, CastlingRequest::No) && promotion.is_some() {
            return Some(IllegalMove::PromotionNotWanted { man, to });
        }
        match castling {
            CastlingRequest::No => self
                .reason_in_movement(man, to)
                .or_else(|| reason_in_promotion(man, to, promotion))
                .or_else(|| self.reason_in_safety(man, to)),
            CastlingRequest::Side(side) => self.reason_against_castling(side),
            CastlingRequest::WithRook(side, rook) => {
                self.reason_against_rook(side, rook).or_else(|| self.reason_against_castling(side))
            }
            CastlingRequest::KingTarget(side, rook) => {
                Some(IllegalMove::CastlingNotation { side, king: from, to, rook })
            }
        }
    }

    /// Whether the move of `man` to `to` is meant as castling.
    fn castling_request(&self, man: Man, to: Square, mode: CastlingMode) -> CastlingRequest {
        let color = man.piece.color();
        let back_rank = color.back_rank();
        let on_back_rank = man.square.rank() == back_rank && to.rank() == back_rank;
        if man.piece.piece_type() != PieceType::King || !on_back_rank {
            return CastlingRequest::No;
        }
        let side = CastlingSide::of(man.square, to);
        if self.colored(color, PieceType::Rook).contains(to) {
            return CastlingRequest::WithRook(side, to);
        }
        let steps = man.square.file().index().abs_diff(to.file().index());
        if to != side.king_destination(color) || steps < 2 {
            return CastlingRequest::No;
        }
        match self.castling_rook(color, side) {
            _ if mode == CastlingMode::Standard && man.square.file() == File::E => {
                CastlingRequest::Side(side)
            }
            Some(rook) => CastlingRequest::KingTarget(side, rook),
            None => CastlingRequest::No,
        }
    }

    /// Another rook than the one that was named holds the right.
    fn reason_against_rook(&self, side: CastlingSide, rook: Square) -> Option<IllegalMove> {
        let holder = self.castling_rook(self.side_to_move(), side)?;
        (holder != rook).then_some(IllegalMove::OtherCastlingRook { side, rook, holder })
    }

    fn reason_against_castling(&self, side: CastlingSide) -> Option<IllegalMove> {
        self.castling(self.side_to_move(), side).err().map(|refusal| self.refused(side, refusal))
    }

    pub(crate) fn refused(&self, side: CastlingSide, refusal: CastlingRefusal) -> IllegalMove {
        let color = self.side_to_move();
        IllegalMove::Castling { color, side, refusal, sentence: refusal.explain(self, color, side) }
    }

    /// The man does not move like that, or something is in its way.
    fn reason_in_movement(&self, man: Man, to: Square) -> Option<IllegalMove> {
        if self.colors(man.piece.color()).contains(to) {
            let own = self.man_on(to)?;
            return Some(IllegalMove::OwnMan { man, own });
        }
        let from = man.square;
        let reach = match man.piece.piece_type() {
            PieceType::Pawn => return self.reason_in_pawn_movement(man, to),
            PieceType::Knight => attacks::knight(from),
            PieceType::Bishop => attacks::bishop(from, Bitboard::EMPTY),
            PieceType::Rook => attacks::rook(from, Bitboard::EMPTY),
            PieceType::Queen => attacks::queen(from, Bitboard::EMPTY),
            PieceType::King => attacks::king(from),
        };
        if !reach.contains(to) {
            return Some(IllegalMove::Movement { man, to });
        }
        self.man_in_the_way(from, to).map(|by| IllegalMove::Blocked { man, to, by })
    }

    /// The first man between the squares, as seen from `from`.
    fn man_in_the_way(&self, from: Square, to: Square) -> Option<Man> {
        let mut blockers = (attacks::between(from, to) & self.occupied()).into_iter();
        let nearest = if to > from { blockers.next() } else { blockers.last() };
        nearest.and_then(|square| self.man_on(square))
    }

    /// FIDE 3.7.1 to 3.7.3, promotion left aside.
    fn reason_in_pawn_movement(&self, man: Man, to: Square) -> Option<IllegalMove> {
        let color = man.piece.color();
        let forward: i8 = if color == Color::White { 1 } else { -1 };
        let step = |files, ranks: i8| man.square.offset(files, ranks * forward) == Some(to);
        if step(0, 1) {
            return self.man_on(to).map(|by| IllegalMove::PawnStepBlocked { man, by });
        }
        if step(0, 2) {
            if man.square.relative_to(color).rank() != Rank::Second {
                return Some(IllegalMove::DoubleStep { man, to });
            }
            let in_the_way = self.man_in_the_way(man.square, to);
            return in_the_way
                .map(|by| IllegalMove::Blocked { man, to, by })
                .or_else(|| self.man_on(to).map(|by| IllegalMove::PawnStepBlocked { man, by }));
        }
        if !step(-1, 1) && !step(1, 1) {
            return Some(IllegalMove::Movement { man, to });
        }
        if self.man_on(to).is_some() || self.en_passant() == Some(to) {
            return None;
        }
        Some(self.reason_against_en_passant(man, to))
    }

    /// Why a pawn cannot go diagonally to an empty square that is not the en passant square.
    ///
    /// The board keeps that square only while the capture is legal, so a capture that would leave
    /// the king safe must be one that comes too late.
    fn reason_against_en_passant(&self, man: Man, to: Square) -> IllegalMove {
        let color = man.piece.color();
        let passed = Square::new(to.file(), man.square.rank());
        let on_fifth = man.square.relative_to(color).rank() == Rank::Fifth;
        if !on_fifth || !self.colored(!color, PieceType::Pawn).contains(passed) {
            return IllegalMove::NothingToCapture { man, to };
        }
        let by = self.attackers_after(man.square, to, passed);
        if by.any() {
            return IllegalMove::EnPassantExposesKing {
                man,
                to,
                king: self.king(color),
                by: self.men(by),
            };
        }
        IllegalMove::EnPassantTooLate { man, to, passed }
    }

    /// The king of the side to move would be, or stay, in check.
    fn reason_in_safety(&self, man: Man, to: Square) -> Option<IllegalMove> {
        let from = man.square;
        let enemies = self.colors(!self.side_to_move());
        if man.piece.piece_type() == PieceType::King {
            let without_king = self.occupied() - from.bitboard();
            let by = self.attackers_to(to, without_king) & (enemies - to.bitboard());
            return by.any().then(|| IllegalMove::KingAttacked { to, by: self.men(by) });
        }
        let checkers = self.checkers();
        if checkers.more_than_one() {
            return Some(IllegalMove::DoubleCheck { man, by: self.men(checkers) });
        }
        let is_en_passant =
            man.piece.piece_type() == PieceType::Pawn && self.en_passant() == Some(to);
        let captured = if is_en_passant { Square::new(to.file(), from.rank()) } else { to };
        let attackers = self.attackers_after(from, to, captured);
        if let Some(by) = (attackers & checkers).first().and_then(|square| self.man_on(square)) {
            return Some(IllegalMove::CheckNotAnswered { man, to, by });
        }
        let by = attackers.first().and_then(|square| self.man_on(square))?;
        Some(IllegalMove::Pinned { man, king: self.king(self.side_to_move()), by })
    }

    /// The enemies that would attack the king of the side to move once a man other than the king
    /// has gone from `from` to `to` and the man on `captured` has left the board.
    fn attackers_after(&self, from: Square, to: Square, captured: Square) -> Bitboard {
        let color = self.side_to_move();
        let gone = from.bitboard() | captured.bitboard();
        let occupied = (self.occupied() - gone) | to.bitboard();
        self.attackers_to(self.king(color), occupied) & (self.colors(!color) - captured.bitboard())
    }

    pub(crate) fn man_on(&self, square: Square) -> Option<Man> {
        self.piece_at(square).map(|piece| Man { piece, square })
    }

    /// The men on a set of squares; at most sixteen of them.
    pub(crate) fn men(&self, squares: Bitboard) -> Men {
        let men = squares.into_iter().filter_map(|square| self.man_on(square));
        Men(men.take(Men::MOST).collect::<ArrayVec<_, { Men::MOST }>>())
    }
}

/// The promotion letter does not fit (FIDE 3.7).
fn reason_in_promotion(man: Man, to: Square, promotion: Option<PieceType>) -> Option<IllegalMove> {
    let is_pawn = man.piece.piece_type() == PieceType::Pawn;
    let promotes = is_pawn && to.relative_to(man.piece.color()).rank() == Rank::Eighth;
    match promotion {
        None if promotes => Some(IllegalMove::PromotionMissing { man, to }),
        Some(_) if !promotes => Some(IllegalMove::PromotionNotWanted { man, to }),
        Some(piece @ (PieceType::Pawn | PieceType::King)) => {
            Some(IllegalMove::PromotionImpossible { man, piece })
        }
        _ => None,
    }
}
