//! Standard algebraic notation, in and out (FIDE Laws, appendix C; PGN standard, 8.2.3).

use super::ParseMoveError;
use crate::board::Board;
use crate::board::explain::{IllegalMove, Request};
use crate::castling::{CastlingMode, CastlingSide};
use crate::chess_move::Move;
use crate::piece::{Piece, PieceType};
use crate::square::{File, Rank, Square};

/// A SAN text taken apart, without regard to any position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SanText {
    Castling(CastlingSide),
    Man(ManText),
}

/// A man described by its kind and perhaps its file and rank, and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ManText {
    piece: PieceType,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<PieceType>,
}

impl SanText {
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = without_marks(text);
        match castling_side(text) {
            Some(side) => Some(Self::Castling(side)),
            None => ManText::read(text).map(Self::Man),
        }
    }
}

/// Drops blanks, `+`, `#`, `!`, `?` and `e.p.` from the end.
fn without_marks(text: &str) -> &str {
    let marks = |c: char| c.is_whitespace() || matches!(c, '+' | '#' | '!' | '?');
    let text = text.trim_start().trim_end_matches(marks);
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end_matches(marks)
}

/// `O-O` and `O-O-O` with letters of either case or with zeros.
fn castling_side(text: &str) -> Option<CastlingSide> {
    match text {
        "O-O" | "o-o" | "0-0" => Some(CastlingSide::Kingside),
        "O-O-O" | "o-o-o" | "0-0-0" => Some(CastlingSide::Queenside),
        _ => None,
    }
}

impl ManText {
    /// Reads a move from its end, where its only certain part is: the promotion, the target, then
    /// what there is of the mark of a capture, the rank, the file and the man's letter.
    fn read(text: &str) -> Option<Self> {
        let (text, promotion) = split_promotion(text)?;
        let mut chars = text.chars();
        let rank = Rank::from_char(chars.next_back()?)?;
        let file = chars.next_back().and_then(small_file)?;
        let to = Square::new(file, rank);

        let mut rest = chars.as_str();
        rest = rest.strip_suffix(['x', ':', '-']).unwrap_or(rest);
        let rank = take_last(&mut rest, Rank::from_char);
        let file = take_last(&mut rest, small_file);
        let piece = take_last(&mut rest, piece_letter);
        if !rest.is_empty() {
            return None;
        }
        let piece = piece.unwrap_or(PieceType::Pawn);
        // A pawn without a file goes straight ahead.
        let file = if piece == PieceType::Pawn { file.or(Some(to.file())) } else { file };
        Some(Self { piece, file, rank, to, promotion })
    }

    const fn fits(&self, from: Square) -> bool {
        let file = match self.file {
            Some(file) => file as u8 == from.file() as u8,
            None => true,
        };
        let rank = match self.rank {
            Some(rank) => rank as u8 == from.rank() as u8,
            None => true,
        };
        file && rank
    }
}

/// Takes the promotion off the end: `=Q`, `(Q)`, `/Q` or `Q`, in either case.
///
/// `None` if there is something like a promotion that cannot be read.
fn split_promotion(text: &str) -> Option<(&str, Option<PieceType>)> {
    let bracketed = text.strip_suffix(')');
    let mut chars = bracketed.unwrap_or(text).chars();
    let Some(piece) = chars.next_back().and_then(PieceType::from_char) else {
        return bracketed.is_none().then_some((text, None));
    };
    let rest = chars.as_str();
    let rest = match bracketed {
        Some(_) => rest.strip_suffix('(')?,
        None => rest.strip_suffix(['=', '/']).unwrap_or(rest),
    };
    Some((rest, Some(piece)))
}

/// Takes the last character away if `read` can make something of it.
fn take_last<T>(text: &mut &str, read: impl Fn(char) -> Option<T>) -> Option<T> {
    let mut chars = text.chars();
    let value = chars.next_back().and_then(read)?;
    *text = chars.as_str();
    Some(value)
}

/// A file's letter, which is always small: a capital `B` is a bishop.
fn small_file(c: char) -> Option<File> {
    if c.is_ascii_lowercase() { File::from_char(c) } else { None }
}

/// A man's letter, which is always a capital: a small `b` is a file.
fn piece_letter(c: char) -> Option<PieceType> {
    if c.is_ascii_uppercase() { PieceType::from_char(c) } else { None }
}

impl Board {
    /// Writes a legal move in standard algebraic notation: as little of the start as is needed to
    /// tell the move from the other legal ones, `x` for captures, `=Q` for promotions, `O-O` and
    /// `O-O-O` for castling, `+` for check and `#` for mate.
    ///
    /// An encoding that is no legal move is written as UCI does.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingMode};
    /// // 8  . . . . . . k .
    /// // 7  P . . . . . . .
    /// // 2  . . . N . . . .    both knights can go to f3, and both rooks to d1
    /// // 1  R . . . K . N R
    /// let board = Board::from_fen("6k1/P7/8/8/8/8/3N4/R3K1NR w KQ - 0 1").unwrap();
    /// let san = |uci| board.san(board.parse_uci(uci, CastlingMode::Standard).unwrap());
    /// assert_eq!(san("g1f3"), "Ngf3");
    /// assert_eq!(san("d2b3"), "Nb3");
    /// assert_eq!(san("e1c1"), "O-O-O");
    /// assert_eq!(san("a7a8q"), "a8=Q+");
    /// ```
    #[must_use]
    pub fn san(&self, chess_move: Move) -> String {
        let mut next = *self;
        if next.try_play(chess_move).is_err() {
            return chess_move.to_string();
        }
        let mut san = match chess_move.castling_side() {
            Some(CastlingSide::Kingside) => String::from("O-O"),
            Some(CastlingSide::Queenside) => String::from("O-O-O"),
            None => self.san_without_check(chess_move),
        };
        if next.in_check() {
            san.push(if next.has_legal_moves() { '+' } else { '#' });
        }
        san
    }

    fn san_without_check(&self, chess_move: Move) -> String {
        let mut san = String::new();
        let (from, to) = (chess_move.from(), chess_move.to());
        let piece = self.piece_at(from).map_or(PieceType::Pawn, Piece::piece_type);
        if piece == PieceType::Pawn {
            if chess_move.is_capture() {
                san.push(from.file().to_char());
            }
        } else {
            san.push(piece.to_char().to_ascii_uppercase());
            self.push_disambiguation(&mut san, piece, from, to);
        }
        if chess_move.is_capture() {
            san.push('x');
        }
        san.push_str(&to.to_string());
        if let Some(promoted) = chess_move.promotion() {
            san.push('=');
            san.push(promoted.to_char().to_ascii_uppercase());
        }
        san
    }

    /// The file if it tells the man from the others that can go there, else the rank, else both.
    fn push_disambiguation(&self, san: &mut String, piece: PieceType, from: Square, to: Square) {
        let anyone = ManText { piece, file: None, rank: None, to, promotion: None };
        let rivals = self.moves_that_fit(&anyone).filter(|m| m.from() != from);
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        for rival in rivals {
            any = true;
            same_file |= rival.from().file() == from.file();
            same_rank |= rival.from().rank() == from.rank();
        }
        if any && (!same_file || same_rank) {
            san.push(from.file().to_char());
        }
        if same_file {
            san.push(from.rank().to_char());
        }
    }

    /// Reads a legal move in standard algebraic notation.
    ///
    /// The reader is generous with what does not change the meaning: castling with letters of
    /// either case or with zeros; more of the start than is needed (`Ng1f3`, `Ng1-f3`, `e2-e4`) and
    /// a `P` for the pawn; captures with `x`, `:` or nothing, and promotions as `=Q`, `Q`, `(Q)` or
    /// `/Q`; `+`, `#`, `!`, `?` and `e.p.` at the end, whether they are true or not.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// let board = Board::startpos();
    /// let knight = board.parse_san("Nf3").unwrap();
    /// for text in ["Ngf3", "Ng1f3", "N1f3", "Ng1-f3", "Nf3!?", " Nf3+ "] {
    ///     assert_eq!(board.parse_san(text), Ok(knight));
    /// }
    /// assert_eq!(
    ///     board.parse_san("Ne4").unwrap_err().to_string(),
    ///     "Ne4: no knight of White can go to e4"
    /// );
    /// ```
    ///
    /// # Errors
    /// If the text is no move in this notation, if several men could be meant, or if the move is not
    /// legal.
    pub fn parse_san(&self, text: &str) -> Result<Move, ParseMoveError> {
        let reason = match SanText::read(text) {
            Some(san) => match self.resolve_san(&san) {
                Ok(chess_move) => return Ok(chess_move),
                Err(reason) => reason,
            },
            None if super::is_null_move(text.trim()) => IllegalMove::null(text),
            None => IllegalMove::unreadable_san(text),
        };
        Err(ParseMoveError::new(text, reason))
    }

    /// The legal move that the text means, or why there is none.
    pub(crate) fn resolve_san(&self, san: &SanText) -> Result<Move, IllegalMove> {
        let man = match san {
            SanText::Castling(side) => {
                let castling = self.castling(self.side_to_move(), *side);
                return castling.map_err(|refusal| self.refused(*side, refusal));
            }
            SanText::Man(man) => man,
        };
        let mut moves = self.moves_that_fit(man).filter(|m| m.promotion() == man.promotion);
        match (moves.next(), moves.next()) {
            (Some(chess_move), None) => Ok(chess_move),
            (None, _) => Err(self.why_none_fits(man)),
            (Some(first), Some(second)) => {
                let starts = [first, second].into_iter().chain(moves).map(Move::from).collect();
                Err(IllegalMove::Ambiguous { men: self.men(starts), to: man.to })
            }
        }
    }

    /// The legal moves of men as described, whatever the promotion.
    fn moves_that_fit(&self, man: &ManText) -> impl Iterator<Item = Move> {
        let men = self.colored(self.side_to_move(), man.piece);
        let man = *man;
        self.legal_moves().into_iter().filter(move |m| {
            m.to() == man.to && !m.is_castling() && men.contains(m.from()) && man.fits(m.from())
        })
    }

    /// The reason that comes closest to a legal move, among the men that are described.
    fn why_none_fits(&self, text: &ManText) -> IllegalMove {
        let ManText { piece, file, rank, to, promotion } = *text;
        let color = self.side_to_move();
        let men = self.colored(color, piece).into_iter().filter(|&from| text.fits(from));
        let men = self.men(men.collect());
        let reasons = men.iter().map(|man| {
            let request = Request { from: man.square, to, promotion };
            // What no rule forbids is castling written as king takes rook, which SAN does not know.
            self.reason_against(request, CastlingMode::Chess960).unwrap_or_else(|| {
                self.man_on(to).map_or(IllegalMove::Movement { man, to }, |own| {
                    IllegalMove::OwnMan { man, own }
                })
            })
        });
        match reasons.max_by_key(closeness) {
            None => IllegalMove::NoSuchMan { color, piece, file, rank },
            Some(IllegalMove::Movement { .. }) if men.iter().len() > 1 => {
                IllegalMove::NoneReaches { color, piece, to }
            }
            Some(reason) => reason,
        }
    }
}

/// How near a refused move is to a legal one.
const fn closeness(reason: &IllegalMove) -> u8 {
    match reason {
        IllegalMove::Movement { .. } => 0,
        IllegalMove::NothingToCapture { .. }
        | IllegalMove::DoubleStep { .. }
        | IllegalMove::Blocked { .. } => 1,
        _ => 2,
    }
}
