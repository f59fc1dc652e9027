//! Driving a king to where it is mated. The idea is the
//! [mop-up evaluation](https://www.chessprogramming.org/Mop-up_Evaluation): distance from the middle,
//! closeness of the kings.

use portcullis_movegen::{Bitboard, Board, Color, PieceType, Square};

use crate::eval::squares::{distance, squares_of_color};
use crate::value::Value;

// The steps count for much: where they are small against the margins of pruning, a search looks at too
// many lines to see far.

/// Each step of a driven king from the middle.
const FROM_CENTRE: Value = 100;
/// Each step that the kings are closer.
const KINGS: Value = 40;

/// The same for bishop and knight, where the corner is what counts.
const FROM_CENTRE_TO_CORNER: Value = 20;
const KINGS_TO_CORNER: Value = 20;
/// Each step towards a corner of the bishop's colour.
const CORNER: Value = 200;
/// Each step that a knight is closer to the king it drives.
const KNIGHT: Value = 20;
/// More than all that bishop and knight can gain: a pawn that becomes a queen beside them is no step
/// back.
const ANYWHERE: Value = 2_000;

/// How far a bare king has been driven to where these pieces mate it.
pub(super) fn to_mate(board: &Board, strong: Color) -> Value {
    let Some(corners) = mating_corners(board, strong) else {
        return ANYWHERE + to_edge(board, strong);
    };
    let (king, bare) = (board.king(strong), board.king(!strong));
    let knights = board.colored(strong, PieceType::Knight);
    let near = knights.into_iter().map(|knight| closeness(knight, bare)).max().unwrap_or(0);
    CORNER * towards(corners, bare)
        + FROM_CENTRE_TO_CORNER * from_centre(bare)
        + KINGS_TO_CORNER * closeness(king, bare)
        + KNIGHT * near
}

/// How far a king has been driven to an edge, and how close the other one is.
pub(super) fn to_edge(board: &Board, strong: Color) -> Value {
    let (king, driven) = (board.king(strong), board.king(!strong));
    FROM_CENTRE * from_centre(driven) + KINGS * closeness(king, driven)
}

/// The squares of the colour whose corners are the only ones to mate in: that of the bishop which
/// has but knights to help it.
fn mating_corners(board: &Board, strong: Color) -> Option<Bitboard> {
    let heavy = board.pieces(PieceType::Queen) | board.pieces(PieceType::Rook);
    let bishops = board.colored(strong, PieceType::Bishop);
    let color = squares_of_color(bishops.first()?);
    ((heavy & board.colors(strong)).is_empty() && (bishops - color).is_empty()).then_some(color)
}

/// From 0 on the diagonal between the wrong corners to 7 in the right ones. On the way along an edge
/// from a wrong corner to a right one it grows with every step, as distance to a corner does not.
fn towards(corners: Bitboard, square: Square) -> Value {
    let (file, rank) = (square.file().index() as Value, square.rank().index() as Value);
    if corners.contains(Square::A1) { (7 - file - rank).abs() } else { (file - rank).abs() }
}

fn closeness(a: Square, b: Square) -> Value {
    7 - distance(a, b) as Value
}

/// Steps from the four middle squares: 0 to 6.
fn from_centre(square: Square) -> Value {
    let from_middle = |index: usize| (2 * index).abs_diff(7) / 2;
    (from_middle(square.file().index()) + from_middle(square.rank().index())) as Value
}
