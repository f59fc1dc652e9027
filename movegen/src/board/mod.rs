//! The board: where the men stand, whose turn it is, and what castling and en passant allow.

mod builder;
pub(crate) mod explain;
mod fen;
mod generate;
mod keys;
mod legality;
mod play;

use core::fmt;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::{Piece, PieceType};
use crate::square::Square;
use crate::zobrist::{self, Keys};

pub use builder::{BoardBuilder, BoardError};
pub use explain::{IllegalMove, Man, Men};
pub use fen::{FenError, FenField, FenProblem, FenRepair, FenRepairs};
pub use play::BoardObserver;

/// A position: men, turn, castling rights, en passant and the two counters.
///
/// A `Board` always holds a playable position: one king each, at most sixteen men and eight pawns a
/// side, no pawn on the first or last rank, and the side that is not to move not in check.
/// It is `Copy` and about 200 bytes large: a search copies it rather than taking moves back.
///
/// ```
/// use portcullis_movegen::{Board, Color, Piece, Square};
/// let board = Board::startpos();
/// assert_eq!(board.side_to_move(), Color::White);
/// assert_eq!(board.piece_at(Square::D8), Some(Piece::BlackQueen));
/// assert_eq!(board.legal_moves().len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pieces: [Bitboard; 6],
    colors: [Bitboard; 2],
    mailbox: [Option<Piece>; 64],
    keys: Keys,
    /// The men that give check to the side to move.
    checkers: Bitboard,
    /// The men of the side to move that stand alone between their king and an enemy slider.
    pinned: Bitboard,
    /// The rooks with which their kings may still castle. Since both stand on their back rank as
    /// long as the right lasts, this says all.
    castling_rooks: Bitboard,
    /// The square behind a pawn that can be taken in passing now.
    en_passant: Option<Square>,
    side_to_move: Color,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Board {
    /// The men of that kind, of both sides.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, kind: PieceType) -> Bitboard {
        self.pieces[kind.index()]
    }

    /// All men of that side.
    #[inline]
    #[must_use]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The men of that side and kind.
    ///
    /// ```
    /// use portcullis_movegen::{Bitboard, Board, Color, PieceType, Rank};
    /// let pawns = Board::startpos().colored(Color::Black, PieceType::Pawn);
    /// assert_eq!(pawns, Bitboard::rank(Rank::Seventh));
    /// ```
    #[inline]
    #[must_use]
    pub const fn colored(&self, color: Color, kind: PieceType) -> Bitboard {
        Bitboard(self.pieces[kind.index()].0 & self.colors[color.index()].0)
    }

    /// All men.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The man on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Where a side's king stands.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Color, Square};
    /// assert_eq!(Board::startpos().king(Color::Black), Square::E8);
    /// ```
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        self.colored(color, PieceType::King).lowest()
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The square on which a pawn can be taken in passing; `None` also where a pawn has just made a
    /// double step, but no capture is legal, so that positions that FIDE 9.2.3 calls the same are
    /// equal here.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingMode, Square};
    /// // 7  . . . p . . . .    d7-d5 passes the pawn on e5
    /// // 5  . . . . P . . .
    /// let mut board = Board::from_fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").unwrap();
    /// board.play(board.parse_uci("d7d5", CastlingMode::Standard).unwrap());
    /// assert_eq!(board.en_passant(), Some(Square::D6));
    ///
    /// // 5  K . . p P . . r    taking would open the rank to the rook
    /// let board = Board::from_fen("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1").unwrap();
    /// assert_eq!(board.en_passant(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The castlings that are not forfeited.
    ///
    /// ```
    /// use portcullis_movegen::{Board, CastlingSide, Color};
    /// let board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1").unwrap();
    /// let rights = board.castling_rights();
    /// assert_eq!(rights.rook_file(Color::White, CastlingSide::Kingside), None);
    /// assert!(rights.rook_file(Color::White, CastlingSide::Queenside).is_some());
    /// ```
    #[must_use]
    pub fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for rook in self.castling_rooks {
            let color = self.castling_color(rook);
            let side = CastlingSide::of(self.king(color), rook);
            rights.set(color, side, Some(rook.file()));
        }
        rights
    }

    /// The rook with which a side may still castle on a wing.
    #[inline]
    pub(crate) fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        self.own_castling_rooks(color)
            .into_iter()
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// The rooks with which a side may still castle.
    #[inline]
    fn own_castling_rooks(&self, color: Color) -> Bitboard {
        self.castling_rooks & Bitboard::rank(color.back_rank())
    }

    /// The side that castles with the rook on this back-rank square.
    #[inline]
    fn castling_color(&self, rook: Square) -> Color {
        if rook.rank() == Color::White.back_rank() { Color::White } else { Color::Black }
    }

    /// Half-moves since the last capture or pawn move (FIDE 9.3); stops at 65,535.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the full move, from 1, counted up after Black's moves; stops at 65,535.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The enemy men that give check.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Square};
    /// // 6  . . . . r . . .
    /// // 3  . . . . . n . .    double check
    /// // 1  . . . . K . . .
    /// let board = Board::from_fen("4k3/8/4r3/8/8/5n2/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(board.checkers(), Square::E6.bitboard() | Square::F3.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move stands in check.
    #[inline]
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The men of the side to move that may only move along the line to their own king.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Square};
    /// // 4  . b . . . . . .
    /// // 3  . . N . . . . .    the knight shields its king
    /// // 1  . . . . K . . .
    /// let board = Board::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(board.pinned(), Square::C3.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The men of both sides that attack a square if just the squares in `occupied` block.
    ///
    /// A pinned man attacks all the same (FIDE 3.1.3).
    ///
    /// ```
    /// use portcullis_movegen::{Board, Square};
    /// // 5  . . . p . . . .
    /// // 3  . . N . . B . .    a pawn, a knight and a bishop see e4
    /// let board = Board::from_fen("4k3/8/8/3p4/8/2N2B2/8/4K3 w - - 0 1").unwrap();
    /// let attackers = board.attackers_to(Square::E4, board.occupied());
    /// let expected = Square::C3.bitboard() | Square::F3.bitboard() | Square::D5.bitboard();
    /// assert_eq!(attackers, expected);
    /// ```
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.pieces(PieceType::Queen);
        let pawns = attacks::pawn(Color::Black, square) & self.colors(Color::White)
            | attacks::pawn(Color::White, square) & self.colors(Color::Black);
        pawns & self.pieces(PieceType::Pawn)
            | attacks::knight(square) & self.pieces(PieceType::Knight)
            | attacks::king(square) & self.pieces(PieceType::King)
            | attacks::bishop(square, occupied) & (self.pieces(PieceType::Bishop) | queens)
            | attacks::rook(square, occupied) & (self.pieces(PieceType::Rook) | queens)
    }

    /// All squares that a side's men attack, occupied or not.
    ///
    /// ```
    /// use portcullis_movegen::{Board, Color};
    /// let picture = "\
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// X X X X X X X X
    /// X X X X X X X X
    /// . X X X X X X .
    /// ";
    /// assert_eq!(Board::startpos().attacked_by(Color::White).to_string(), picture);
    /// ```
    #[inline]
    #[must_use]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        self.attacked_through(color, self.occupied())
    }

    /// All squares that a side's men attack if just the squares in `occupied` block.
    #[inline]
    fn attacked_through(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let own = self.colors(color);
        let queens = self.pieces(PieceType::Queen);
        let pawns = self.pieces(PieceType::Pawn) & own;
        let forward = match color {
            Color::White => pawns.north(),
            Color::Black => pawns.south(),
        };
        let mut attacked = forward.east() | forward.west() | attacks::king(self.king(color));
        for knight in self.pieces(PieceType::Knight) & own {
            attacked |= attacks::knight(knight);
        }
        for bishop in (self.pieces(PieceType::Bishop) | queens) & own {
            attacked |= attacks::bishop(bishop, occupied);
        }
        for rook in (self.pieces(PieceType::Rook) | queens) & own {
            attacked |= attacks::rook(rook, occupied);
        }
        attacked
    }

    /// Checks that bitboards, mailbox, keys, checkers, pins and rights all say the same; for tests.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// assert_eq!(Board::startpos().validate(), Ok(()));
    /// ```
    ///
    /// # Errors
    /// The first thing that does not agree, in words.
    pub fn validate(&self) -> Result<(), String> {
        let mut builder = BoardBuilder::empty();
        for square in Square::all() {
            let from_sets = Piece::ALL
                .into_iter()
                .find(|piece| self.colored(piece.color(), piece.piece_type()).contains(square));
            if self.piece_at(square) != from_sets {
                return Err(format!("bitboards and mailbox differ on {square}"));
            }
            builder.put(square, from_sets);
        }
        builder
            .side_to_move(self.side_to_move)
            .castling_rights(self.castling_rights())
            .en_passant(self.en_passant)
            .counters(self.halfmove_clock, self.fullmove_number);
        let rebuilt = builder.build().map_err(|error| error.to_string())?;
        let same = [
            ("bitboards", rebuilt.pieces == self.pieces && rebuilt.colors == self.colors),
            ("keys", rebuilt.keys == self.keys),
            ("checkers", rebuilt.checkers == self.checkers),
            ("pins", rebuilt.pinned == self.pinned),
            ("castling rights", rebuilt.castling_rooks == self.castling_rooks),
            ("en passant", rebuilt.en_passant == self.en_passant),
        ];
        match same.into_iter().find(|(_, equal)| !equal) {
            Some((what, _)) => Err(format!("{what} differ from those of the rebuilt board")),
            None => Ok(()),
        }
    }
}

/// The only functions that change where men stand: sets, mailbox and keys move together.
impl Board {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = Some(piece);
        self.toggle(piece, square.bitboard(), zobrist::piece(piece, square));
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = None;
        self.toggle(piece, square.bitboard(), zobrist::piece(piece, square));
    }

    #[inline]
    fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        let number = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        self.toggle(piece, from.bitboard() | to.bitboard(), number);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, squares: Bitboard, number: u64) {
        self.pieces[piece.piece_type().index()] ^= squares;
        self.colors[piece.color().index()] ^= squares;
        self.keys.toggle(piece, number);
    }
}

impl fmt::Display for Board {
    /// Writes the FEN; with `{:#}` a diagram, the eighth rank first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { self.write_diagram(f) } else { f.write_str(&self.fen()) }
    }
}

impl Board {
    fn write_diagram(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const RULE: &str = "  +---+---+---+---+---+---+---+---+";
        for rank in (0..8).rev() {
            writeln!(f, "{RULE}")?;
            write!(f, "{} |", rank + 1)?;
            for file in 0..8 {
                let piece = self.mailbox[rank * 8 + file];
                write!(f, " {} |", piece.map_or(' ', Piece::to_char))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{RULE}")?;
        writeln!(f, "    a   b   c   d   e   f   g   h")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?})", self.fen())
    }
}
