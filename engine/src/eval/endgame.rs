//! What counts only when little is left: won endings to be won, drawn ones to be told as draws.

use portcullis_movegen::{Board, Color, File, PieceType, Square};

use super::pawns::{distance, relative_rank};
use super::pieces::squares_of_color;
use crate::value::{DRAW, Value};

/// A scale for the endgame's value: this is all of it.
pub(super) const FULL_SCALE: i32 = 64;

/// A won ending is worth at least so much, and more the nearer the mate.
const KNOWN_WIN: Value = 6_000;

/// Rough worth of the men, to tell which side is ahead.
fn material(board: &Board, color: Color) -> Value {
    let worth = [100, 320, 330, 510, 1000, 0];
    let kinds = PieceType::ALL.into_iter().zip(worth);
    kinds.map(|(kind, worth)| board.colored(color, kind).count() as Value * worth).sum()
}

fn count(board: &Board, color: Color, kind: PieceType) -> u32 {
    board.colored(color, kind).count()
}

fn has_bare_king(board: &Board, color: Color) -> bool {
    !board.colors(color).more_than_one()
}

/// The value from White's view of an ending against a bare king, if this is one.
pub(super) fn against_bare_king(board: &Board) -> Option<Value> {
    let weak = Color::ALL.into_iter().find(|&color| has_bare_king(board, color))?;
    let strong = !weak;
    if has_bare_king(board, strong) {
        return Some(DRAW);
    }
    let value = if can_mate(board, strong) {
        KNOWN_WIN + material(board, strong) + drive(board, strong)
    } else if board.colored(strong, PieceType::Pawn).any() {
        if is_wrong_bishop(board, strong) {
            return Some(DRAW);
        }
        return None;
    } else {
        return Some(DRAW);
    };
    Some(if strong == Color::White { value } else { -value })
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

/// How far the bare king has been driven to where it is mated.
fn drive(board: &Board, strong: Color) -> Value {
    let (king, bare) = (board.king(strong), board.king(!strong));
    let closeness = 7 - distance(king, bare) as Value;
    let heavy = board.pieces(PieceType::Queen) | board.pieces(PieceType::Rook);
    let bishops = board.colored(strong, PieceType::Bishop);
    let corner = match bishops.first() {
        // Bishop and knight mate only in a corner of the bishop's colour.
        Some(bishop) if heavy.is_empty() && (bishops - squares_of_color(bishop)).is_empty() => {
            let right = squares_of_color(bishop);
            [Square::A1, Square::H1, Square::A8, Square::H8]
                .into_iter()
                .filter(|&corner| right.contains(corner))
                .map(|corner| steps(bare, corner))
                .min()
                .map_or(0, |steps| 14 - steps)
                * 20
        }
        _ => from_centre(bare) * 20,
    };
    corner + closeness * 12 + from_centre(bare) * 4
}

/// Steps along files and ranks.
fn steps(a: Square, b: Square) -> Value {
    (a.file().index().abs_diff(b.file().index()) + a.rank().index().abs_diff(b.rank().index()))
        as Value
}

/// Steps from the four middle squares: 0 to 6.
fn from_centre(square: Square) -> Value {
    let from_middle = |index: usize| (2 * index).abs_diff(7) / 2;
    (from_middle(square.file().index()) + from_middle(square.rank().index())) as Value
}

/// Only rook's pawns on one file and bishops that do not command its corner, which the bare king
/// reaches.
fn is_wrong_bishop(board: &Board, strong: Color) -> bool {
    let pawns = board.colored(strong, PieceType::Pawn);
    let others = board.colors(strong)
        - pawns
        - board.pieces(PieceType::Bishop)
        - board.pieces(PieceType::King);
    if others.any() {
        return false;
    }
    let Some(file) = [File::A, File::H]
        .into_iter()
        .find(|&file| pawns.into_iter().all(|pawn| pawn.file() == file))
    else {
        return false;
    };
    let corner = Square::new(file, (!strong).back_rank());
    let commands = board
        .colored(strong, PieceType::Bishop)
        .into_iter()
        .any(|bishop| squares_of_color(bishop).contains(corner));
    !commands && distance(board.king(!strong), corner) <= 1
}

/// How much of the endgame's value is real, in 64ths; `strong` is the side it favours.
pub(super) fn scale(board: &Board, strong: Color) -> i32 {
    let pawns = count(board, strong, PieceType::Pawn);
    let pieces =
        |color| material(board, color) - 100 * count(board, color, PieceType::Pawn) as Value;
    let (ours, theirs) = (pieces(strong), pieces(!strong));
    if pawns == 0 && ours - theirs <= 330 {
        // A minor piece more does not win without pawns.
        return if ours < 500 {
            0
        } else if theirs <= 330 {
            6
        } else {
            14
        };
    }
    if pawns <= 1 && ours - theirs <= 330 && theirs >= 320 && ours <= theirs + 20 {
        // The last pawn can be given up for.
        return 40;
    }
    if has_opposite_bishops(board) {
        let only_bishops = ours == 330 && theirs == 330;
        let passers = pawns_past_middle(board, strong);
        return if only_bishops {
            (18 + 4 * passers).min(FULL_SCALE)
        } else {
            42 + 2 * pawns as i32
        }
        .min(FULL_SCALE);
    }
    (44 + 5 * pawns as i32).min(FULL_SCALE)
}

fn pawns_past_middle(board: &Board, color: Color) -> i32 {
    let pawns = board.colored(color, PieceType::Pawn);
    pawns.into_iter().filter(|&pawn| relative_rank(pawn, color) > 3).count() as i32
}

/// One bishop each, on squares of different colours.
fn has_opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(PieceType::Bishop);
    let one_each = Color::ALL.into_iter().all(|color| count(board, color, PieceType::Bishop) == 1);
    one_each
        && bishops.first().is_some_and(|square| !(bishops - squares_of_color(square)).is_empty())
}
