//! The chessmen.

use crate::color::Color;

/// The six kinds of chessmen.
///
/// ```
/// use portcullis_movegen::PieceType;
/// assert_eq!(PieceType::Knight.to_char(), 'n');
/// assert_eq!(PieceType::from_char('N'), Some(PieceType::Knight));
/// assert_eq!(PieceType::Knight.name(), "knight");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all")]
pub enum PieceType {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceType {
    /// All kinds, from the pawn to the king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// 0 for the pawn to 5 for the king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The small letter of FEN and UCI: `p n b r q k`.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Reads the letter of a kind, in either case.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        Some(match c.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }

    /// The English word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

/// A man of one side.
///
/// ```
/// use portcullis_movegen::{Color, Piece, PieceType};
/// let queen = Piece::new(Color::Black, PieceType::Queen);
/// assert_eq!(queen.to_char(), 'q');
/// assert_eq!(Piece::from_char('Q').unwrap().color(), Color::White);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Piece {
    WhitePawn,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    BlackPawn,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
}

impl Piece {
    /// All twelve, White's before Black's, each from the pawn to the king.
    pub const ALL: [Self; 12] = [
        Self::WhitePawn,
        Self::WhiteKnight,
        Self::WhiteBishop,
        Self::WhiteRook,
        Self::WhiteQueen,
        Self::WhiteKing,
        Self::BlackPawn,
        Self::BlackKnight,
        Self::BlackBishop,
        Self::BlackRook,
        Self::BlackQueen,
        Self::BlackKing,
    ];

    /// The man of that side and kind.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::ALL[color.index() * 6 + kind.index()]
    }

    /// 0 to 11 in the order of [`ALL`](Self::ALL).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose man it is.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// What kind of man it is.
    #[inline]
    #[must_use]
    pub const fn piece_type(self) -> PieceType {
        match self {
            Self::WhitePawn | Self::BlackPawn => PieceType::Pawn,
            Self::WhiteKnight | Self::BlackKnight => PieceType::Knight,
            Self::WhiteBishop | Self::BlackBishop => PieceType::Bishop,
            Self::WhiteRook | Self::BlackRook => PieceType::Rook,
            Self::WhiteQueen | Self::BlackQueen => PieceType::Queen,
            Self::WhiteKing | Self::BlackKing => PieceType::King,
        }
    }

    /// The letter of FEN: capital for White, small for Black.
    #[must_use]
    pub const fn to_char(self) -> char {
        let letter = self.piece_type().to_char();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Reads a letter of FEN.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_char(c) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}
