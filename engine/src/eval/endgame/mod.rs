//! Endings: what is known of them, whatever evaluates the rest.
//!
//! This is a layer above the evaluation, be that a network or hand-written terms. [`known_value`] comes
//! before it and saves it: endings against a bare king, or against a single piece, have a value of
//! their own, which leads to the mate. [`scale`] comes after it: of an advantage that cannot be won,
//! little is left. With many men on the board both cost one test.

mod draws;
mod drive;
mod kpk;

use portcullis_movegen::{Board, Color, PieceType};

use super::squares::{relative_rank, squares_of_color};
use crate::value::{DRAW, KNOWN_WIN, MAX_KNOWN_WIN, Value};

pub(super) use draws::{FULL_SCALE, has_opposite_bishops, scale};

/// A side with a bare king and the other with all its men.
const MOST_MEN: u32 = 17;

/// What a pawn that wins alone gains by each step: enough that it goes on, and less than becoming a
/// queen.
const PAWN_STEP: Value = 30;

/// What a man is worth where little else counts, by kind.
const WORTH: [Value; 6] = [100, 320, 330, 510, 1000, 0];

fn worth(board: &Board, color: Color) -> Value {
    let kinds = PieceType::ALL.into_iter().zip(WORTH);
    kinds.map(|(kind, worth)| count(board, color, kind) as Value * worth).sum()
}

fn count(board: &Board, color: Color, kind: PieceType) -> u32 {
    board.colored(color, kind).count()
}

fn has_bare_king(board: &Board, color: Color) -> bool {
    !board.colors(color).more_than_one()
}

/// The value of an ending that is known, from the side to move's view.
#[inline]
pub(super) fn known_value(board: &Board) -> Option<Value> {
    if board.occupied().count() > MOST_MEN { None } else { known_value_of_few_men(board) }
}

/// Kept apart, so that most positions cost the test before it and no more.
#[inline(never)]
fn known_value_of_few_men(board: &Board) -> Option<Value> {
    let bare = Color::ALL.into_iter().find(|&color| has_bare_king(board, color));
    let (strong, value) = match bare {
        Some(weak) => (!weak, against_bare_king(board, !weak)?),
        None => queen_against_piece(board)?,
    };
    Some(if strong == board.side_to_move() { value } else { -value })
}

/// A won ending is graded by how far the king has been driven, so that a search sees its way to the
/// mate; a drawn one is a draw. What is neither for certain has no value here.
fn against_bare_king(board: &Board, strong: Color) -> Option<Value> {
    if draws::is_drawn_against_bare_king(board, strong) {
        return Some(DRAW);
    }
    let progress = if can_mate(board, strong) {
        drive::to_mate(board, strong)
    } else {
        let pawns = board.colored(strong, PieceType::Pawn);
        let winners = pawns.into_iter().filter(|&pawn| kpk::wins(board, strong, pawn));
        match winners.map(|pawn| relative_rank(pawn, strong)).max() {
            Some(rank) => PAWN_STEP * rank as Value,
            // With nothing but its king beside it, a pawn that does not win is a draw.
            None if board.colors(strong).count() == 2 => return Some(DRAW),
            None => return None,
        }
    };
    Some((KNOWN_WIN + worth(board, strong) + progress).min(MAX_KNOWN_WIN))
}

/// The pieces alone are enough to force mate against a bare king.
fn can_mate(board: &Board, color: Color) -> bool {
    let bishops = board.colored(color, PieceType::Bishop);
    let both_colors =
        bishops.first().is_some_and(|square| (bishops - squares_of_color(square)).any());
    let knights = count(board, color, PieceType::Knight);
    board.colored(color, PieceType::Queen).any()
        || board.colored(color, PieceType::Rook).any()
        || both_colors
        || (bishops.any() && knights > 0)
        || knights > 2
}

/// Without pawns, a queen wins against a rook, bishop or knight in nearly all positions. The
/// exceptions are forks, pins and stalemates, which a search sees; how to win the others it does not.
fn queen_against_piece(board: &Board) -> Option<(Color, Value)> {
    let queens = board.pieces(PieceType::Queen);
    if board.pieces(PieceType::Pawn).any() || queens.is_empty() {
        return None;
    }
    let weak = Color::ALL.into_iter().find(|&color| {
        board.colors(color).count() == 2 && (board.colors(color) & queens).is_empty()
    })?;
    let ahead = worth(board, !weak) - worth(board, weak);
    Some((!weak, (KNOWN_WIN + ahead + drive::by_queen(board, !weak)).min(MAX_KNOWN_WIN)))
}

#[cfg(test)]
mod tests;
