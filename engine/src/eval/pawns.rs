//! The pawn structure, which changes seldom and is kept in a table.

use portcullis_movegen::{Bitboard, Board, Color, File, PieceType, Rank, Square, attacks};

use super::squares::{distance, relative_rank};
use super::tally::{Observer, Tally};
use super::weights::Term;

/// One rank on, from that player's view.
#[inline]
pub(super) fn forward(squares: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => squares.north(),
        Color::Black => squares.south(),
    }
}

/// All squares that these pawns attack.
#[inline]
pub(super) fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let ahead = forward(pawns, color);
    ahead.east() | ahead.west()
}

/// The squares and all before them, from that player's view.
#[inline]
pub(super) fn fill_forward(squares: Bitboard, color: Color) -> Bitboard {
    let mut b = squares.0;
    match color {
        Color::White => {
            b |= b << 8;
            b |= b << 16;
            b |= b << 32;
        }
        Color::Black => {
            b |= b >> 8;
            b |= b >> 16;
            b |= b >> 32;
        }
    }
    Bitboard(b)
}

/// The files beside a file.
fn beside(file: File) -> Bitboard {
    let file = Bitboard::file(file);
    file.east() | file.west()
}

/// Judges one side's pawns; its passed pawns.
pub(super) fn evaluate<O: Observer>(tally: &mut Tally<'_, O>, board: &Board) -> Bitboard {
    let us = tally.color();
    let ours = board.colored(us, PieceType::Pawn);
    let theirs = board.colored(!us, PieceType::Pawn);
    let their_attacks = pawn_attacks(theirs, !us);
    let our_attacks = pawn_attacks(ours, us);
    // Squares that an enemy pawn stands on, may come to or may attack on its way.
    let their_front = fill_forward(forward(theirs, !us), !us);
    let their_reach = their_front | their_front.east() | their_front.west();
    let mut passed = Bitboard::EMPTY;
    for square in ours {
        let rank = relative_rank(square, us);
        let ahead = fill_forward(forward(square.bitboard(), us), us);
        let neighbours = ours & beside(square.file());
        if (ahead & ours).any() {
            tally.add(Term::DoubledPawn, 0);
        }
        let guarded = our_attacks.contains(square);
        let phalanx = (neighbours & Bitboard::rank(square.rank())).any();
        if guarded {
            tally.add(Term::GuardedPawn, rank);
        }
        if phalanx {
            tally.add(Term::PhalanxPawn, rank);
        }
        if neighbours.is_empty() {
            tally.add(Term::IsolatedPawn, 0);
        } else if !guarded && !phalanx {
            let stop = forward(square.bitboard(), us);
            let supporters =
                neighbours & fill_forward(square.bitboard().east() | square.bitboard().west(), !us);
            if supporters.is_empty() && (stop & (their_attacks | theirs)).any() {
                let open = (ahead & theirs).is_empty();
                tally.add(Term::BackwardPawn, usize::from(open));
            }
        }
        if !their_reach.contains(square) && (ahead & ours).is_empty() {
            passed |= square.bitboard();
        }
    }
    passed
}

/// Judges passed pawns, for which the pieces matter as well.
pub(super) fn evaluate_passed<O: Observer>(
    tally: &mut Tally<'_, O>,
    board: &Board,
    passed: Bitboard,
    attacked_by_them: Bitboard,
) {
    let us = tally.color();
    for square in passed {
        let rank = relative_rank(square, us);
        tally.add(Term::PassedPawn, rank);
        let stop = forward(square.bitboard(), us);
        if (stop & board.occupied()).is_empty() {
            tally.add(Term::FreePasser, rank);
        }
        let way = fill_forward(stop, us);
        if (way & (attacked_by_them | board.colors(!us))).is_empty() {
            tally.add(Term::SafePasser, rank);
        }
        if rank >= Rank::Fourth.index()
            && let Some(stop) = stop.first()
        {
            tally.add(Term::PasserOwnKing, distance(board.king(us), stop));
            tally.add(Term::PasserEnemyKing, distance(board.king(!us), stop));
        }
    }
}

/// Judges the pawns before and against a king.
pub(super) fn evaluate_shelter<O: Observer>(tally: &mut Tally<'_, O>, board: &Board) {
    let us = tally.color();
    let king = board.king(us);
    let their_attacks = pawn_attacks(board.colored(!us, PieceType::Pawn), !us);
    let in_front = fill_forward(Bitboard::rank(king.rank()), us);
    let centre = king.file().index().clamp(1, 6);
    for file in [centre - 1, centre, centre + 1].into_iter().filter_map(File::from_index) {
        let pawns = board.pieces(PieceType::Pawn) & Bitboard::file(file) & in_front;
        let rank_of_nearest = |pawns: Bitboard| {
            pawns.into_iter().map(|pawn| relative_rank(pawn, us)).min().unwrap_or(0)
        };
        // A pawn that an enemy pawn attacks is no shelter.
        let own = pawns & (board.colors(us) - their_attacks);
        tally.add(Term::Shelter, rank_of_nearest(own));
        tally.add(Term::Storm, rank_of_nearest(pawns & board.colors(!us)));
    }
}

/// The squares next to a king and the king's own, shifted away from the edge.
pub(super) fn king_zone(king: Square) -> Bitboard {
    let centre = Square::new(
        File::ALL[king.file().index().clamp(1, 6)],
        Rank::ALL[king.rank().index().clamp(1, 6)],
    );
    attacks::king(centre) | centre.bitboard()
}
