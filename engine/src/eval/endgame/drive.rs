//! Driving a king to where it is mated. The idea is the
//! [mop-up evaluation](https://www.chessprogramming.org/Mop-up_Evaluation): distance from the middle,
//! closeness of the kings.

use portcullis_movegen::{Bitboard, Board, Color, PieceType, Square, attacks};

use crate::eval::squares::{distance, squares_of_color, walk};
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

/// A queen against a piece, a rook above all: a hundred for each half-move by which, in a linear fit to
/// what tables say of 25,000 positions of KQKR, the win comes nearer.
mod queen {
    use super::Value;

    /// Each step of the driven king from the middle.
    pub(super) const FROM_CENTRE: Value = 400;
    /// Each step that the other king is away from the middle.
    pub(super) const KING_FROM_CENTRE: Value = -180;
    /// Each step between the kings, as kings walk and as rooks do.
    pub(super) const KINGS: Value = -80;
    pub(super) const KINGS_WALK: Value = -110;
    /// Each step that the piece is from its king: what is apart is forked.
    pub(super) const APART: Value = 80;
    /// A king that cannot move lets its piece offer itself for ever, as taking it is stalemate. This is
    /// not in the fit, which knows won positions alone.
    pub(super) const STUCK: Value = -1_500;
    /// More than all that lowers the value.
    pub(super) const ANYWHERE: Value = 5_000;
}

/// More than all that bishop and knight, or a queen that still fights a piece, can gain: what leaves
/// those endings, by a new queen or by taking the piece, is no step back.
const ANYWHERE: Value = 9_000;

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

/// How near a queen is to winning against a single piece.
pub(super) fn by_queen(board: &Board, strong: Color) -> Value {
    let (king, driven) = (board.king(strong), board.king(!strong));
    let pieces = board.colors(!strong) - board.pieces(PieceType::King);
    let apart = pieces.into_iter().map(|piece| distance(piece, driven)).max().unwrap_or(0);
    let free = attacks::king(driven) - pieces - board.attacked_by(strong);
    queen::ANYWHERE
        + queen::FROM_CENTRE * from_centre(driven)
        + queen::KING_FROM_CENTRE * from_centre(king)
        + queen::KINGS * distance(king, driven) as Value
        + queen::KINGS_WALK * walk(king, driven) as Value
        + queen::APART * apart as Value
        + if free.is_empty() { queen::STUCK } else { 0 }
}

/// How far a king has been driven to an edge, and how close the other one is.
fn to_edge(board: &Board, strong: Color) -> Value {
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
