//! Pieces: mobility, places, threats, space. And the map of attacks that all of it rests on.

use portcullis_movegen::{Bitboard, Board, Color, File, PieceType, Rank, Square, attacks};

use super::pawns::{fill_forward, forward, king_zone, pawn_attacks};
use super::squares::{relative_rank, squares_of_color};
use super::tally::{Observer, Tally};
use super::weights::{DANGER, Term};

/// What a side attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks {
    /// By kind.
    pub(super) by: [Bitboard; 6],
    pub(super) all: Bitboard,
    /// Attacked at least twice.
    pub(super) twice: Bitboard,
    /// The zone around this side's own king.
    pub(super) king_zone: Bitboard,
    /// Units of danger that this side's pieces make to the enemy king.
    pub(super) danger: i32,
}

impl Attacks {
    /// What king and pawns attack.
    pub(super) fn of_king_and_pawns(board: &Board, color: Color) -> Attacks {
        let king = attacks::king(board.king(color));
        let pawns = pawn_attacks(board.colored(color, PieceType::Pawn), color);
        let mut by = [Bitboard::EMPTY; 6];
        by[PieceType::King.index()] = king;
        by[PieceType::Pawn.index()] = pawns;
        Attacks {
            by,
            all: king | pawns,
            twice: king & pawns,
            king_zone: king_zone(board.king(color)),
            danger: 0,
        }
    }

    fn add(&mut self, kind: PieceType, targets: Bitboard) {
        self.twice |= self.all & targets;
        self.all |= targets;
        self.by[kind.index()] |= targets;
    }
}

fn mobility_term(kind: PieceType) -> Term {
    match kind {
        PieceType::Knight => Term::KnightMobility,
        PieceType::Bishop => Term::BishopMobility,
        PieceType::Rook => Term::RookMobility,
        _ => Term::QueenMobility,
    }
}

/// Judges one side's pieces and adds what they attack to `ours`.
pub(super) fn evaluate<O: Observer>(
    tally: &mut Tally<'_, O>,
    board: &Board,
    ours: &mut Attacks,
    theirs: &Attacks,
) {
    let us = tally.color();
    let occupied = board.occupied();
    let pawns = board.colored(us, PieceType::Pawn);
    let blocked = pawns & forward(occupied, !us);
    let low =
        Bitboard::rank(Rank::ALL[relative(1, us)]) | Bitboard::rank(Rank::ALL[relative(2, us)]);
    let home = board.king(us).bitboard() | blocked | pawns & low;
    let mobile = !(home | theirs.by[PieceType::Pawn.index()]);
    let their_ring = attacks::king(board.king(!us));
    for kind in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for square in board.colored(us, kind) {
            let mut targets = match kind {
                PieceType::Knight => attacks::knight(square),
                // Sliders see through the own men that move the same way.
                PieceType::Bishop => {
                    attacks::bishop(square, occupied ^ board.pieces(PieceType::Queen))
                }
                PieceType::Rook => attacks::rook(
                    square,
                    occupied ^ board.pieces(PieceType::Queen) ^ board.colored(us, PieceType::Rook),
                ),
                _ => attacks::queen(square, occupied),
            };
            if us == board.side_to_move() && board.pinned().contains(square) {
                targets &= attacks::line(board.king(us), square);
            }
            ours.add(kind, targets);
            tally.add(mobility_term(kind), (targets & mobile).count() as usize);
            if (targets & theirs.king_zone).any() {
                ours.danger += DANGER.attacker[kind.index()];
                ours.danger += DANGER.adjacent_attack * (targets & their_ring).count() as i32;
            }
            place(tally, board, kind, square, targets);
        }
    }
    if board.colored(us, PieceType::Bishop).more_than_one() {
        tally.add(Term::BishopPair, 0);
    }
}

/// A rank's index, mirrored for Black.
fn relative(rank: usize, us: Color) -> usize {
    match us {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// Judges where a piece stands.
fn place<O: Observer>(
    tally: &mut Tally<'_, O>,
    board: &Board,
    kind: PieceType,
    square: Square,
    targets: Bitboard,
) {
    let us = tally.color();
    let all_pawns = board.pieces(PieceType::Pawn);
    let ours = board.colored(us, PieceType::Pawn);
    match kind {
        PieceType::Knight | PieceType::Bishop => {
            let is_bishop = usize::from(kind == PieceType::Bishop);
            let rank = relative_rank(square, us);
            let guarded = pawn_attacks(ours, us).contains(square);
            let ahead = fill_forward(forward(square.bitboard(), us), us);
            let attackers = (ahead.east() | ahead.west()) & board.colored(!us, PieceType::Pawn);
            if guarded && (3..6).contains(&rank) && attackers.is_empty() {
                tally.add(Term::Outpost, is_bishop);
            }
            if (forward(square.bitboard(), us) & all_pawns).any() {
                tally.add(Term::ShieldedMinor, 0);
            }
            if kind == PieceType::Bishop {
                let same_color = ours & squares_of_color(square);
                tally.add_times(Term::BishopPawns, 0, same_color.count());
                let middle = Square::D4.bitboard()
                    | Square::E4.bitboard()
                    | Square::D5.bitboard()
                    | Square::E5.bitboard();
                let seen = attacks::bishop(square, all_pawns) | square.bitboard();
                if (seen & middle).more_than_one() && (targets & middle).any() {
                    tally.add(Term::LongDiagonal, 0);
                }
            }
        }
        PieceType::Rook => {
            let file = Bitboard::file(square.file());
            if (file & all_pawns).is_empty() {
                tally.add(Term::RookFile, 0);
            } else if (file & ours).is_empty() {
                tally.add(Term::RookFile, 1);
            }
        }
        _ => {}
    }
}

/// Judges what one side threatens to take.
pub(super) fn evaluate_threats<O: Observer>(
    tally: &mut Tally<'_, O>,
    board: &Board,
    ours: &Attacks,
    theirs: &Attacks,
) {
    let us = tally.color();
    let enemies = board.colors(!us);
    let pawn_guarded = theirs.by[PieceType::Pawn.index()];
    let pieces = enemies - board.pieces(PieceType::Pawn) - board.pieces(PieceType::King);
    let well_guarded = pawn_guarded | (theirs.twice - ours.twice);
    let weak = (enemies - well_guarded) & ours.all;
    let worth_taking = (pieces & pawn_guarded) | weak;
    let minors = ours.by[PieceType::Knight.index()] | ours.by[PieceType::Bishop.index()];
    let rooks = ours.by[PieceType::Rook.index()];
    for kind in &PieceType::ALL[..PieceType::King.index()] {
        let men = board.colored(!us, *kind);
        let index = kind.index();
        if *kind != PieceType::Pawn {
            let by_pawns = men & ours.by[PieceType::Pawn.index()];
            tally.add_times(Term::PawnThreat, index, by_pawns.count());
        }
        tally.add_times(Term::MinorThreat, index, (men & worth_taking & minors).count());
        tally.add_times(Term::RookThreat, index, (men & weak & rooks).count());
    }
    if (weak & ours.by[PieceType::King.index()]).any() {
        tally.add(Term::KingThreat, 0);
    }
    let hanging = weak & (!theirs.all | (pieces & ours.twice));
    tally.add_times(Term::Hanging, 0, hanging.count());

    let safe = !theirs.by[PieceType::Pawn.index()] & (ours.all | !theirs.all);
    let free = !board.occupied();
    let pawns = board.colored(us, PieceType::Pawn);
    let once = forward(pawns, us) & free;
    let third = Bitboard::rank(Rank::ALL[relative(2, us)]);
    let twice = forward(once & third, us) & free;
    let pushed = (once | twice) & safe;
    tally.add_times(Term::PushThreat, 0, (pawn_attacks(pushed, us) & pieces).count());
}

/// Judges the room behind one side's pawns.
pub(super) fn evaluate_space<O: Observer>(
    tally: &mut Tally<'_, O>,
    board: &Board,
    theirs: &Attacks,
) {
    let us = tally.color();
    let pawns = board.colored(us, PieceType::Pawn);
    let middle = Bitboard::file(File::C)
        | Bitboard::file(File::D)
        | Bitboard::file(File::E)
        | Bitboard::file(File::F);
    let ranks = [1, 2, 3].map(|rank| Bitboard::rank(Rank::ALL[relative(rank, us)]));
    let room = middle & (ranks[0] | ranks[1] | ranks[2]);
    let safe = room - pawns - theirs.by[PieceType::Pawn.index()];
    let behind = fill_forward(forward(pawns, !us), !us);
    let count = safe.count() + (safe & behind).count();
    tally.add_times(Term::Space, 0, count);
}
