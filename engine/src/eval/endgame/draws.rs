//! Drawn endings, and how much of an advantage is real that is hard to win.

use portcullis_movegen::{Bitboard, Board, Color, File, PieceType, Rank, Square};

use super::{WORTH, can_mate, count, worth};
use crate::eval::squares::{distance, relative_rank, squares_of_color};
use crate::value::Value;

/// A scale for a value: this is all of it.
pub(in crate::eval) const FULL_SCALE: i32 = 64;

/// With more pieces than these, kings included, no rule of [`scale`] holds.
const MOST_PIECES: u32 = 6;

const PAWN: Value = WORTH[PieceType::Pawn.index()];
const KNIGHT: Value = WORTH[PieceType::Knight.index()];
const BISHOP: Value = WORTH[PieceType::Bishop.index()];
const ROOK: Value = WORTH[PieceType::Rook.index()];

/// Nothing that can mate, nor a pawn that can become such a thing.
pub(super) fn is_drawn_against_bare_king(board: &Board, strong: Color) -> bool {
    if can_mate(board, strong) {
        return false;
    }
    board.colored(strong, PieceType::Pawn).is_empty() || has_wrong_bishop(board, strong)
}

/// The corner of rook's pawns that are all on one file, if there is nothing beside them but bishops
/// that do not command it:
/// [the wrong bishop](https://www.chessprogramming.org/Wrong_Color_Bishop_and_Rook_Pawn).
fn wrong_corner(board: &Board, strong: Color) -> Option<Square> {
    let pawns = board.colored(strong, PieceType::Pawn);
    let bishops = board.colored(strong, PieceType::Bishop);
    if board.colors(strong) != pawns | bishops | board.king(strong).bitboard() {
        return None;
    }
    let on_one = |file: &File| (pawns - Bitboard::file(*file)).is_empty();
    let corner = Square::new([File::A, File::H].into_iter().find(on_one)?, (!strong).back_rank());
    (bishops & squares_of_color(corner)).is_empty().then_some(corner)
}

/// The other king stands in the corner or beside it: nothing drives it away.
fn has_wrong_bishop(board: &Board, strong: Color) -> bool {
    wrong_corner(board, strong).is_some_and(|corner| distance(board.king(!strong), corner) <= 1)
}

/// The other king comes to the corner before the own one, if nothing bars its way.
fn runs_to_wrong_corner(board: &Board, strong: Color) -> bool {
    let is_first = |corner| {
        let to_move = usize::from(board.side_to_move() != strong);
        distance(board.king(!strong), corner) < distance(board.king(strong), corner) + to_move
    };
    wrong_corner(board, strong).is_some_and(is_first)
}

/// How much of an advantage is real, in 64ths; `strong` is the side that has it.
#[inline]
pub(in crate::eval) fn scale(board: &Board, strong: Color) -> i32 {
    let pieces = board.occupied() - board.pieces(PieceType::Pawn);
    if pieces.count() > MOST_PIECES { FULL_SCALE } else { scale_of_few_pieces(board, strong) }
}

/// Kept apart, so that most positions cost the test before it and no more.
#[inline(never)]
fn scale_of_few_pieces(board: &Board, strong: Color) -> i32 {
    let pawns = board.pieces(PieceType::Pawn);
    let own_pawns = count(board, strong, PieceType::Pawn);
    let pieces = |color| worth(board, color) - PAWN * count(board, color, PieceType::Pawn) as Value;
    let (ours, theirs) = (pieces(strong), pieces(!strong));
    if own_pawns == 0 {
        return without_pawns(ours, theirs);
    }
    if ours == BISHOP && theirs == BISHOP && has_opposite_bishops(board) {
        return (20 + 5 * pawns_past_middle(board, strong)).min(FULL_SCALE);
    }
    if own_pawns == 1 && ours == ROOK && theirs == ROOK && pawns.count() == 1 {
        return rook_and_pawn(board, strong);
    }
    if own_pawns == 1 && theirs >= KNIGHT && ours <= theirs + 20 {
        // The last pawn can be given up for.
        return 48;
    }
    if theirs == 0 && has_wrong_bishop(board, strong) {
        return 8;
    }
    if theirs == 0 && runs_to_wrong_corner(board, strong) {
        return 24;
    }
    FULL_SCALE
}

/// Rook and pawn against rook, seen from the side with the pawn.
struct RookEnding {
    pawn: Square,
    rook: Square,
    king: Square,
    their_rook: Square,
    their_king: Square,
    they_move: bool,
}

impl RookEnding {
    fn new(board: &Board, strong: Color) -> Option<RookEnding> {
        let seen = |square: Square| square.relative_to(strong);
        let man = |color, kind| board.colored(color, kind).first().map(seen);
        Some(RookEnding {
            pawn: man(strong, PieceType::Pawn)?,
            rook: man(strong, PieceType::Rook)?,
            king: seen(board.king(strong)),
            their_rook: man(!strong, PieceType::Rook)?,
            their_king: seen(board.king(!strong)),
            they_move: board.side_to_move() != strong,
        })
    }

    /// Files between a man and the pawn.
    fn apart(&self, square: Square) -> usize {
        square.file().index().abs_diff(self.pawn.file().index())
    }

    fn is_on_edge(&self) -> bool {
        matches!(self.pawn.file(), File::A | File::H)
    }

    fn is_king_before_pawn(&self) -> bool {
        self.apart(self.their_king) <= 1 && self.their_king.rank() > self.pawn.rank()
    }

    /// Philidor: the rook on the rank that the other king must cross.
    fn is_shut_out(&self) -> bool {
        self.is_king_before_pawn()
            && self.pawn.rank() < Rank::Sixth
            && self.king.rank() < Rank::Sixth
            && (self.their_rook.rank() == Rank::Sixth || self.they_move)
    }

    /// The back rank: near the edge of the board, there is no way around the king.
    fn holds_back_rank(&self) -> bool {
        let near_edge = self.is_on_edge() || matches!(self.pawn.file(), File::B | File::G);
        self.is_king_before_pawn()
            && near_edge
            && self.their_king.rank() == Rank::Eighth
            && (self.their_rook.rank() == Rank::Eighth || self.they_move)
    }

    /// The rook stands before its rook's pawn and cannot leave it, for the other king is out of reach
    /// of its checks, and evades one from the seventh rank forwards.
    fn is_buried(&self) -> bool {
        let out_of_reach = match self.their_king.rank() {
            Rank::Seventh => true,
            Rank::Sixth => self.rook.rank() == Rank::Seventh,
            _ => false,
        };
        self.is_on_edge()
            && self.apart(self.rook) == 0
            && self.rook.rank() > self.pawn.rank()
            && self.apart(self.their_king) >= 6
            && out_of_reach
    }

    /// Vancura: the other rook attacks the pawn from its side, or checks the king that guards it from
    /// afar. One step from its goal the pawn is attacked from behind, with checks to a king that comes.
    fn is_tied(&self) -> bool {
        if self.pawn.rank() == Rank::Seventh {
            return self.apart(self.their_rook) == 0 || self.they_move;
        }
        let attacks =
            self.their_rook.rank() == self.pawn.rank() && distance(self.king, self.pawn) > 1;
        let checks = self.they_move || self.their_rook.rank() == self.king.rank();
        attacks || (checks && self.apart(self.their_rook) >= 4)
    }
}

/// The scale for rook and pawn against rook, by the
/// [textbook defences](https://www.chessprogramming.org/KRPKR) that a search sees too late.
fn rook_and_pawn(board: &Board, strong: Color) -> i32 {
    let Some(ending) = RookEnding::new(board, strong) else { return FULL_SCALE };
    let is_buried = ending.is_buried();
    if ending.is_shut_out() || ending.holds_back_rank() || (is_buried && ending.is_tied()) {
        8
    } else if is_buried && ending.apart(ending.their_rook) > 0 {
        // From behind the pawn the rook would let the king hide before it.
        16
    } else if ending.is_king_before_pawn()
        || (ending.is_on_edge() && ending.pawn.rank() < Rank::Seventh)
    {
        28
    } else {
        48
    }
}

/// The scale for a side without pawns, by what the pieces of both are worth.
fn without_pawns(ours: Value, theirs: Value) -> i32 {
    let two_knights = ours == 2 * KNIGHT;
    if ours < ROOK {
        return 0;
    }
    match ours - theirs {
        _ if two_knights => 4,
        // More than a minor piece ahead wins.
        ahead if ahead > BISHOP => FULL_SCALE,
        _ if theirs <= BISHOP => 6,
        _ => 14,
    }
}

fn pawns_past_middle(board: &Board, color: Color) -> i32 {
    let pawns = board.colored(color, PieceType::Pawn);
    pawns.into_iter().filter(|&pawn| relative_rank(pawn, color) > 3).count() as i32
}

/// One bishop each, on squares of different colours.
pub(in crate::eval) fn has_opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(PieceType::Bishop);
    let one_each = Color::ALL.into_iter().all(|color| count(board, color, PieceType::Bishop) == 1);
    one_each
        && bishops.first().is_some_and(|square| !(bishops - squares_of_color(square)).is_empty())
}
