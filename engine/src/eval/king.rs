//! The safety of the king: units of danger add up, and their square counts.

use portcullis_movegen::{Board, PieceType, attacks};

use super::pieces::Attacks;
use super::tally::{Observer, Tally};
use super::tapered::{Tapered, tapered};
use super::weights::{DANGER, Term};

/// Danger never counts more.
const MAX_DANGER: i32 = 900;
/// A middlegame centipawn for the square of the danger divided by so much.
const MIDDLEGAME_DIVISOR: i32 = 900;
/// An endgame centipawn for so much danger.
const ENDGAME_DIVISOR: i32 = 14;

/// Judges the attack of `tally`'s side on the enemy king. `shelter` is what the enemy king's
/// pawns are worth.
pub(super) fn evaluate<O: Observer>(
    tally: &mut Tally<'_, O>,
    board: &Board,
    ours: &Attacks,
    theirs: &Attacks,
    shelter: Tapered,
) {
    let us = tally.color();
    let king = board.king(!us);
    let only_heavy = theirs.by[PieceType::King.index()] | theirs.by[PieceType::Queen.index()];
    let weak = ours.all & !theirs.twice & (!theirs.all | only_heavy);

    let mut danger = DANGER.base + ours.danger;
    danger += DANGER.weak_square * (weak & theirs.king_zone).count() as i32;
    danger -= DANGER.shelter_percent * shelter.middlegame() / 100;
    if board.colored(us, PieceType::Queen).is_empty() {
        danger += DANGER.no_queen;
    }
    // Squares to give check from: not taken by own men, and not guarded or only by the king.
    let safe = !board.colors(us) & (!theirs.all | (weak & ours.twice));
    // Checks go through the enemy queen, which must not stay where she is.
    let occupied = board.occupied() - board.colored(!us, PieceType::Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    for (kind, lines) in [
        (PieceType::Knight, attacks::knight(king)),
        (PieceType::Bishop, diagonal),
        (PieceType::Rook, straight),
        (PieceType::Queen, straight | diagonal),
    ] {
        let checks = lines & ours.by[kind.index()] & safe;
        if checks.any() {
            let several = i32::from(checks.more_than_one());
            let unit = DANGER.safe_check[kind.index()];
            danger += unit + unit * several / 2;
        }
    }
    let danger = danger.clamp(0, MAX_DANGER);
    let score = tapered(danger * danger / MIDDLEGAME_DIVISOR, danger / ENDGAME_DIVISOR);
    tally.add_score(Term::Danger, 0, danger, score);
}
