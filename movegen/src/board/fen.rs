//! Reading and writing [Forsyth-Edwards Notation](https://www.chessprogramming.org/Forsyth-Edwards_Notation)
//! with the castling fields of [X-FEN](https://en.wikipedia.org/wiki/X-FEN) and Shredder-FEN.

use core::fmt::Write as _;

use super::Board;
use super::builder::{BoardBuilder, BoardError, can_hold_right};
use crate::castling::{CastlingMode, CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::square::{File, Rank, Square};

mod problem;

pub use problem::{FenError, FenField, FenProblem, FenRepair, FenRepairs};

impl Board {
    /// Reads a FEN strictly: six fields, each as the standard has it.
    ///
    /// The castling field may be that of FEN, X-FEN or Shredder-FEN, for a king anywhere on its back
    /// rank, so that one call serves chess and Chess960: `K` and `Q` mean the outermost rook on that
    /// wing, a file letter the rook on that file. An en passant square is kept only if a capture
    /// there is legal. White space between and around the fields may be of any length.
    ///
    /// ```
    /// use portcullis_movegen::{Board, FenField};
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K1RR w G - 0 1").unwrap();
    /// assert_eq!(board.fen(), "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
    /// let error = Board::from_fen("4k3/8/8/8/8/8/8/4K3 x - - 0 1").unwrap_err();
    /// assert_eq!(error.field(), FenField::SideToMove);
    /// ```
    ///
    /// # Errors
    /// The first thing that is wrong, with its field and place.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        Reader::new(None).read(text).map(|(board, _)| board)
    }

    /// Reads a FEN as kindly as it can, and returns what it had to repair.
    ///
    /// Missing last fields get their usual values; castling rights without king and rook in place,
    /// en passant squares that no capture can use, counters that make no sense and words after the
    /// sixth field are dropped. In [`CastlingMode::Standard`] the letters `KQkq` hold only for kings on
    /// e1 and e8 with rooks on the a- and h-file; file letters are read as what they say.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingMode};
    /// let text = "4k3/8/8/8/8/8/8/4K2R w KQ e6";
    /// let (board, repairs) = Board::from_fen_lenient(text, CastlingMode::Standard).unwrap();
    /// assert_eq!(board.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// assert_eq!(repairs.iter().count(), 4); // Q, e6 and two counters
    /// ```
    ///
    /// # Errors
    /// What has no meaning that could be saved: bad ranks, an unreadable side to move, and positions
    /// that are not playable (see [`BoardError`]).
    pub fn from_fen_lenient(
        text: &str,
        mode: CastlingMode,
    ) -> Result<(Self, FenRepairs), FenError> {
        Reader::new(Some(mode)).read(text)
    }

    /// Writes the FEN, with castling rights as in X-FEN: `K` or `Q` for the outermost rook of its
    /// wing, the file's letter for another.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// // On the king's wing the inner rook holds the right, so its file is named.
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K1RR w GA - 0 1").unwrap();
    /// assert_eq!(board.fen(), "4k3/8/8/8/8/8/8/R3K1RR w GQ - 0 1");
    /// ```
    #[must_use]
    pub fn fen(&self) -> String {
        self.write_fen(|board, color, side, file| {
            let outermost = outermost_rook(|square| board.piece_at(square), color, side);
            match (outermost == Some(Square::new(file, color.back_rank())), side) {
                (true, CastlingSide::Kingside) => 'K',
                (true, CastlingSide::Queenside) => 'Q',
                (false, _) => file.to_char().to_ascii_uppercase(),
            }
        })
    }

    /// Writes the FEN, with castling rights as in Shredder-FEN: always the file of the rook.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    /// assert_eq!(Board::startpos().shredder_fen(), fen);
    /// ```
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        self.write_fen(|_, _, _, file| file.to_char().to_ascii_uppercase())
    }

    /// Writes the FEN with the given letters, for White, of the castling rights.
    fn write_fen(&self, letter: impl Fn(&Self, Color, CastlingSide, File) -> char) -> String {
        let mut fen = self.placement();
        fen.push(' ');
        fen.push(if self.side_to_move() == Color::White { 'w' } else { 'b' });
        fen.push(' ');
        let rights = self.castling_rights();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(file) = rights.rook_file(color, side) {
                    let white = letter(self, color, side, file);
                    fen.push(if color == Color::White {
                        white
                    } else {
                        white.to_ascii_lowercase()
                    });
                }
            }
        }
        if rights.is_empty() {
            fen.push('-');
        }
        let en_passant = self.en_passant().map_or_else(|| "-".to_owned(), |s| s.to_string());
        let (clock, number) = (self.halfmove_clock(), self.fullmove_number());
        write!(fen, " {en_passant} {clock} {number}").expect("a String takes everything");
        fen
    }

    fn placement(&self) -> String {
        let mut text = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0u8;
            for file in File::ALL {
                match self.piece_at(Square::new(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        push_gap(&mut text, &mut gap);
                        text.push(piece.to_char());
                    }
                }
            }
            push_gap(&mut text, &mut gap);
            if rank != Rank::First {
                text.push('/');
            }
        }
        text
    }
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push(char::from(b'0' + *gap));
        *gap = 0;
    }
}

/// The own rook that stands farthest from its king on a wing of the back rank.
fn outermost_rook(
    piece_at: impl Fn(Square) -> Option<Piece>,
    color: Color,
    side: CastlingSide,
) -> Option<Square> {
    let men_from_the_edge = (0..8).map(|step| {
        let file = match side {
            CastlingSide::Kingside => File::ALL[7 - step],
            CastlingSide::Queenside => File::ALL[step],
        };
        Square::new(file, color.back_rank())
    });
    let king = Some(Piece::new(color, PieceType::King));
    let rook = Some(Piece::new(color, PieceType::Rook));
    men_from_the_edge
        .take_while(|&square| piece_at(square) != king)
        .find(|&square| piece_at(square) == rook)
}

/// Reads the fields one after the other into a builder.
struct Reader {
    /// The mode of lenient reading; strict without one.
    lenient: Option<CastlingMode>,
    builder: BoardBuilder,
    repairs: FenRepairs,
}

impl Reader {
    fn new(lenient: Option<CastlingMode>) -> Self {
        Self { lenient, builder: BoardBuilder::empty(), repairs: FenRepairs::default() }
    }

    fn read(mut self, text: &str) -> Result<(Board, FenRepairs), FenError> {
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or(FenError(FenProblem::Empty))?;
        self.read_placement(placement)?;
        self.read_side(fields.next())?;
        self.builder.build().map_err(position_error)?;

        self.read_castling(fields.next())?;
        self.read_en_passant(fields.next())?;
        let clock = self.read_counter(FenField::HalfmoveClock, fields.next())?;
        let number = self.read_counter(FenField::FullmoveNumber, fields.next())?;
        self.builder.counters(clock, number);
        if let Some(word) = fields.next() {
            self.repair(FenProblem::ExtraText(problem::quoted(word)))?;
        }
        let board = self.builder.build().map_err(position_error)?;
        Ok((board, self.repairs))
    }

    /// Notes a repair, or, in strict reading, fails.
    fn repair(&mut self, problem: FenProblem) -> Result<(), FenError> {
        if self.lenient.is_none() {
            return Err(FenError(problem));
        }
        self.repairs.push(problem);
        Ok(())
    }

    fn read_placement(&mut self, text: &str) -> Result<(), FenError> {
        let ranks = text.split('/').count();
        if ranks != 8 {
            return Err(FenError(FenProblem::RankCount(ranks)));
        }
        for (rank, text) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
            self.read_rank(rank, text)?;
        }
        Ok(())
    }

    fn read_rank(&mut self, rank: Rank, text: &str) -> Result<(), FenError> {
        let mut squares = 0;
        let mut after_digit = false;
        for character in text.chars() {
            if let Some(gap @ 1..=8) = character.to_digit(10) {
                if after_digit {
                    self.repair(FenProblem::AdjacentDigits(rank))?;
                }
                squares += gap as usize;
                after_digit = true;
                continue;
            }
            let piece = Piece::from_char(character)
                .ok_or(FenError(FenProblem::UnknownPiece { rank, character }))?;
            if let Some(file) = File::from_index(squares) {
                self.builder.put(Square::new(file, rank), Some(piece));
            }
            squares += 1;
            after_digit = false;
        }
        if squares == 8 { Ok(()) } else { Err(FenError(FenProblem::RankLength { rank, squares })) }
    }

    fn read_side(&mut self, text: Option<&str>) -> Result<(), FenError> {
        let Some(text) = text else {
            return self.repair(FenProblem::MissingField(FenField::SideToMove));
        };
        let color = match text {
            "w" | "W" | "white" => Color::White,
            "b" | "B" | "black" => Color::Black,
            _ => return Err(FenError(FenProblem::SideToMove(problem::quoted(text)))),
        };
        self.builder.side_to_move(color);
        if matches!(text, "w" | "b") {
            return Ok(());
        }
        self.repair(FenProblem::SideToMove(problem::quoted(text)))
    }

    fn read_castling(&mut self, text: Option<&str>) -> Result<(), FenError> {
        let Some(text) = text else {
            return self.repair(FenProblem::MissingField(FenField::Castling));
        };
        if text == "-" {
            return Ok(());
        }
        let mut rights = CastlingRights::NONE;
        for letter in text.chars() {
            if let Err(problem) = self.read_right(letter, &mut rights) {
                self.repair(problem)?;
            }
        }
        self.builder.castling_rights(rights);
        Ok(())
    }

    /// Reads one letter of the castling field.
    fn read_right(&self, letter: char, rights: &mut CastlingRights) -> Result<(), FenProblem> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (king, rook) = match letter.to_ascii_uppercase() {
            'K' => self.rook_of_wing(color, CastlingSide::Kingside),
            'Q' => self.rook_of_wing(color, CastlingSide::Queenside),
            file => match File::from_char(file) {
                Some(file) => self.rook_of_file(color, file),
                None => return Err(FenProblem::UnknownCastlingLetter(letter)),
            },
        }
        .ok_or(FenProblem::CastlingWithoutKingAndRook(letter))?;
        let side = CastlingSide::of(king, rook);
        match rights.rook_file(color, side) {
            None => {
                rights.set(color, side, Some(rook.file()));
                Ok(())
            }
            Some(file) if file == rook.file() => Err(FenProblem::RepeatedCastlingRight(letter)),
            Some(_) => Err(FenProblem::TwoRightsOnOneWing(letter)),
        }
    }

    /// King and rook that `K` or `Q` mean, if they stand where they must.
    fn rook_of_wing(&self, color: Color, side: CastlingSide) -> Option<(Square, Square)> {
        if self.lenient == Some(CastlingMode::Standard) {
            let file = match side {
                CastlingSide::Kingside => File::H,
                CastlingSide::Queenside => File::A,
            };
            return self.rook_of_file(color, file).filter(|(king, _)| king.file() == File::E);
        }
        let rook = outermost_rook(|square| self.builder.piece_at(square), color, side)?;
        self.rook_of_file(color, rook.file())
    }

    /// King and rook that a file's letter means, if they stand where they must.
    fn rook_of_file(&self, color: Color, file: File) -> Option<(Square, Square)> {
        let king_piece = Some(Piece::new(color, PieceType::King));
        let king = Square::all().find(|&square| self.builder.piece_at(square) == king_piece)?;
        let rook = Square::new(file, color.back_rank());
        can_hold_right(&self.builder, king, rook, color).then_some((king, rook))
    }

    fn read_en_passant(&mut self, text: Option<&str>) -> Result<(), FenError> {
        let Some(text) = text else {
            return self.repair(FenProblem::MissingField(FenField::EnPassant));
        };
        if text == "-" {
            return Ok(());
        }
        let Ok(square) = text.parse::<Square>() else {
            return self.repair(FenProblem::EnPassantText(problem::quoted(text)));
        };
        self.builder.en_passant(Some(square));
        match self.builder.build() {
            Err(_) => {
                self.builder.en_passant(None);
                self.repair(FenProblem::EnPassantImpossible(square))
            }
            // Common practice writes the square after every double step, so this is no error.
            Ok(board) if board.en_passant().is_none() && self.lenient.is_some() => {
                self.repair(FenProblem::EnPassantUseless(square))
            }
            Ok(_) => Ok(()),
        }
    }

    fn read_counter(&mut self, field: FenField, text: Option<&str>) -> Result<u16, FenError> {
        let least = if field == FenField::FullmoveNumber { 1 } else { 0 };
        let Some(text) = text else {
            self.repair(FenProblem::MissingField(field))?;
            return Ok(least);
        };
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse::<u16>() {
            Ok(number) if digits && number >= least => Ok(number),
            _ => {
                self.repair(FenProblem::Counter { field, text: problem::quoted(text) })?;
                Ok(least)
            }
        }
    }
}

fn position_error(error: BoardError) -> FenError {
    FenError(FenProblem::Position(error))
}
