//! The reasons for which a move is refused, and their sentences.

use core::fmt;

use super::man::{Man, Men, listed, player};
use crate::castling::{CastlingRefusal, CastlingSide};
use crate::chess_move::{Move, MoveKind};
use crate::color::Color;
use crate::piece::PieceType;
use crate::square::{File, Rank, Square};

/// Why a move cannot be played; its `Display` is a sentence.
///
/// ```
/// use portcullis_movegen::{Board, IllegalMove, Square};
/// let board = Board::startpos();
/// let reason = board.why_illegal("f1c4").unwrap();
/// assert!(matches!(reason, IllegalMove::Blocked { to: Square::C4, .. }));
/// assert_eq!(reason.to_string(), "the bishop on f1 cannot reach c4: the pawn on e2 is in its way");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The text is no move in the notation that was asked for.
    Unreadable {
        /// The text, shortened and without control characters.
        text: String,
        /// What the notation looks like.
        examples: &'static str,
    },
    /// The null move, which exists in programs only.
    NullMove {
        /// How it was written.
        text: String,
    },
    /// Several men can do what the SAN text says.
    Ambiguous {
        /// All who can.
        men: Men,
        /// Where they can go.
        to: Square,
    },
    /// No man of the side to move answers the SAN text's description.
    NoSuchMan {
        /// The side to move.
        color: Color,
        /// The kind of man that was named.
        piece: PieceType,
        /// The file that was named.
        file: Option<File>,
        /// The rank that was named.
        rank: Option<Rank>,
    },
    /// There are men as the SAN text describes, but none moves like that.
    NoneReaches {
        /// The side to move.
        color: Color,
        /// The kind of man that was named.
        piece: PieceType,
        /// Where none of them can go.
        to: Square,
    },
    /// Nobody stands where the move starts.
    NoMan {
        /// The empty square.
        square: Square,
    },
    /// The man belongs to the other player.
    NotYours {
        /// The other player's man.
        man: Man,
    },
    /// The move ends where it starts.
    SameSquare {
        /// The man that would stay.
        man: Man,
    },
    /// A man of the same side is on the target (FIDE 3.1).
    OwnMan {
        /// The man to be moved.
        man: Man,
        /// The man on the target.
        own: Man,
    },
    /// A man of this kind does not move like that (FIDE 3.2 to 3.8).
    Movement {
        /// The man to be moved.
        man: Man,
        /// Where it cannot go.
        to: Square,
    },
    /// A man stands between the two squares (FIDE 3.5).
    Blocked {
        /// The man to be moved.
        man: Man,
        /// Where it cannot go.
        to: Square,
        /// The nearest man in the way.
        by: Man,
    },
    /// A pawn cannot step onto an occupied square (FIDE 3.7).
    PawnStepBlocked {
        /// The pawn.
        man: Man,
        /// The man in front of it.
        by: Man,
    },
    /// A pawn that has moved cannot step two squares (FIDE 3.7).
    DoubleStep {
        /// The pawn.
        man: Man,
        /// Where it cannot go.
        to: Square,
    },
    /// A pawn goes diagonally only to capture (FIDE 3.7).
    NothingToCapture {
        /// The pawn.
        man: Man,
        /// The empty square.
        to: Square,
    },
    /// The pawn beside has not just made its double step (FIDE 3.7).
    EnPassantTooLate {
        /// The capturing pawn.
        man: Man,
        /// Where it would go.
        to: Square,
        /// Where the pawn stands that would be taken.
        passed: Square,
    },
    /// Taking en passant would leave the king in check (FIDE 3.9.2).
    EnPassantExposesKing {
        /// The capturing pawn.
        man: Man,
        /// Where it would go.
        to: Square,
        /// The king's square.
        king: Square,
        /// Who would give check.
        by: Men,
    },
    /// A pawn reaches the last rank and no piece is named.
    PromotionMissing {
        /// The pawn.
        man: Man,
        /// The square of promotion.
        to: Square,
    },
    /// A piece is named, but no pawn reaches the last rank.
    PromotionNotWanted {
        /// The man to be moved.
        man: Man,
        /// Where it would go.
        to: Square,
    },
    /// A pawn does not become a pawn or a king.
    PromotionImpossible {
        /// The pawn.
        man: Man,
        /// What it cannot become.
        piece: PieceType,
    },
    /// The king would step into check (FIDE 3.9.2).
    KingAttacked {
        /// Where the king would go.
        to: Square,
        /// Who attacks that square.
        by: Men,
    },
    /// The man shields its king (FIDE 3.9.2).
    Pinned {
        /// The man to be moved.
        man: Man,
        /// Where the king stands.
        king: Square,
        /// Who would give check.
        by: Man,
    },
    /// The king is in check and stays so (FIDE 3.9.2).
    CheckNotAnswered {
        /// The man to be moved.
        man: Man,
        /// Where it would go.
        to: Square,
        /// Who gives check.
        by: Man,
    },
    /// Two men give check at once, which only a king's move can answer.
    DoubleCheck {
        /// The man to be moved.
        man: Man,
        /// Who gives check.
        by: Men,
    },
    /// Castling is refused.
    Castling {
        /// Who would castle.
        color: Color,
        /// On which wing.
        side: CastlingSide,
        /// The reason.
        refusal: CastlingRefusal,
        /// The reason in words, as [`CastlingRefusal::explain`] gives it.
        sentence: String,
    },
    /// Another rook holds the right to castle on that wing.
    OtherCastlingRook {
        /// On which wing.
        side: CastlingSide,
        /// The rook that was named.
        rook: Square,
        /// The rook with the right.
        holder: Square,
    },
    /// The king's two-square move, where castling is written as king takes rook.
    CastlingNotation {
        /// On which wing.
        side: CastlingSide,
        /// Where the king stands.
        king: Square,
        /// Where it was told to go.
        to: Square,
        /// The rook with the right.
        rook: Square,
    },
    /// The squares are those of a legal move, but the [`MoveKind`] is not.
    WrongKind {
        /// The encoding.
        chess_move: Move,
    },
}

impl IllegalMove {
    pub(crate) fn null(text: &str) -> Self {
        Self::NullMove { text: excerpt(text) }
    }

    pub(crate) fn unreadable(text: &str) -> Self {
        Self::Unreadable { text: excerpt(text), examples: "e2e4, e7e8q, Nf3 or O-O" }
    }

    pub(crate) fn unreadable_uci(text: &str) -> Self {
        Self::Unreadable { text: excerpt(text), examples: "e2e4 or e7e8q in UCI" }
    }

    pub(crate) fn unreadable_san(text: &str) -> Self {
        Self::Unreadable { text: excerpt(text), examples: "e4, Nf3, exd8=Q or O-O in SAN" }
    }
}

/// A text from outside, made fit for a message: one line of at most 20 characters.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 20;
    let mut chars = text.trim().chars().map(|c| if c.is_control() { '?' } else { c });
    let mut excerpt: String = chars.by_ref().take(MOST).collect();
    if chars.next().is_some() {
        excerpt.push_str("..");
    }
    excerpt
}

impl core::error::Error for IllegalMove {}

impl fmt::Display for IllegalMove {
    #[expect(clippy::too_many_lines, reason = "a list of sentences, one for each variant")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { text, examples } => {
                write!(f, "`{text}` is not a move: moves are written like {examples}")
            }
            Self::NullMove { text } => {
                write!(f, "`{text}` is the null move, and a player has to move")
            }
            Self::Ambiguous { men, to } => {
                write!(f, "the move to {to} can be meant for ")?;
                listed(f, &men.0, "or")?;
                f.write_str(": name the square it starts from")
            }
            Self::NoSuchMan { color, piece, file, rank } => {
                no_such_man(f, *color, *piece, *file, *rank)
            }
            Self::NoneReaches { color, piece, to } => {
                write!(f, "no {} of {} can go to {to}", piece.name(), player(*color))
            }
            Self::Castling { sentence, .. } => f.write_str(sentence),
            Self::OtherCastlingRook { side, rook, holder } => write!(
                f,
                "the right to castle {} belongs to the rook on {holder}, not to the one on {rook}",
                side.name()
            ),
            Self::CastlingNotation { side, king, to, rook } => write!(
                f,
                "the king on {king} does not move to {to}: castling {} is written {king}{rook} (king \
                 takes rook) or {}",
                side.name(),
                match side {
                    CastlingSide::Kingside => "O-O",
                    CastlingSide::Queenside => "O-O-O",
                }
            ),
            Self::WrongKind { chess_move } => {
                let what = chess_move.kind().map_or("of no kind", kind_name);
                write!(f, "the encoded move {chess_move} says that it is {what}, which it is not")
            }
            Self::NoMan { square } => write!(f, "there is no man on {square}"),
            Self::NotYours { man } => {
                let owner = man.piece.color();
                write!(f, "{man} is {}'s, and it is {}'s turn", player(owner), player(!owner))
            }
            Self::SameSquare { man } => write!(f, "{man} would stay where it is"),
            Self::OwnMan { man, own } => {
                let (owner, kind) = (player(own.piece.color()), own.piece.piece_type().name());
                write!(f, "{man} cannot go to {}: {owner}'s own {kind} stands there", own.square)
            }
            Self::Movement { man, to } => {
                write!(
                    f,
                    "the {} does not move from {} to {to}",
                    man.piece.piece_type().name(),
                    man.square
                )
            }
            Self::Blocked { man, to, by } => {
                write!(f, "{man} cannot reach {to}: {by} is in its way")
            }
            Self::PawnStepBlocked { man, by } => {
                write!(f, "{man} cannot step forward to {}: {by} is in its way", by.square)
            }
            Self::DoubleStep { man, to } => {
                write!(f, "{man} cannot go two squares to {to}: it has left its first square")
            }
            Self::NothingToCapture { man, to } => {
                write!(f, "{man} moves diagonally only to capture, and there is nothing on {to}")
            }
            Self::EnPassantTooLate { man, to, passed } => write!(
                f,
                "{man} cannot take the pawn on {passed} en passant on {to}: that pawn did not move \
                 two squares just now"
            ),
            Self::EnPassantExposesKing { to, king, by, .. } => {
                write!(
                    f,
                    "taking en passant on {to} would leave the king on {king} in check from {by}"
                )
            }
            Self::PromotionMissing { man, to } => {
                write!(f, "{man} is promoted on {to}: say to what, with q, r, b or n")
            }
            Self::PromotionNotWanted { man, to } => {
                write!(f, "{man} is not promoted on {to}: no promotion letter is wanted")
            }
            Self::PromotionImpossible { man, piece } => {
                write!(
                    f,
                    "{man} cannot become a {}: only a queen, rook, bishop or knight",
                    piece.name()
                )
            }
            Self::KingAttacked { to, by } => {
                write!(f, "the king would step onto {to}, attacked by {by}")
            }
            Self::Pinned { man, king, by } => {
                write!(f, "{man} is pinned to its king on {king} by {by}")
            }
            Self::CheckNotAnswered { man, to, by } => {
                write!(
                    f,
                    "the king is in check from {by}, and {man} going to {to} does not answer it"
                )
            }
            Self::DoubleCheck { man, by } => {
                write!(
                    f,
                    "the king is in check from {by} at once: only the king may move, not {man}"
                )
            }
        }
    }
}

fn no_such_man(
    f: &mut fmt::Formatter<'_>,
    color: Color,
    piece: PieceType,
    file: Option<File>,
    rank: Option<Rank>,
) -> fmt::Result {
    write!(f, "{} has no {}", player(color), piece.name())?;
    match (file, rank) {
        (Some(file), Some(rank)) => write!(f, " on {}", Square::new(file, rank)),
        (Some(file), None) => write!(f, " on the {file}-file"),
        (None, Some(rank)) => write!(f, " on rank {rank}"),
        (None, None) => Ok(()),
    }
}

/// What a kind of move says about itself.
const fn kind_name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Quiet => "a quiet move",
        MoveKind::DoublePush => "a pawn's double step",
        MoveKind::KingsideCastling => "castling kingside",
        MoveKind::QueensideCastling => "castling queenside",
        MoveKind::Capture => "a capture",
        MoveKind::EnPassant => "an en passant capture",
        MoveKind::PromoteKnight
        | MoveKind::PromoteBishop
        | MoveKind::PromoteRook
        | MoveKind::PromoteQueen => "a promotion without a capture",
        MoveKind::CapturePromoteKnight
        | MoveKind::CapturePromoteBishop
        | MoveKind::CapturePromoteRook
        | MoveKind::CapturePromoteQueen => "a promotion with a capture",
    }
}
