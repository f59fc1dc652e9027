//! What the tables say of a position.
//!
//! A table's value holds for a position in which no capture is worth as much, and knows nothing of
//! en passant: captures are searched on top. Distances are kept for one side to move only: for the
//! other they follow from those after its moves.

use portcullis_movegen::{Board, Move, MoveFilter, MoveList, PieceType};

use super::Syzygy;
use super::table::{Distance, Kind};
use crate::tablebase::{Dtz, ProbeError, Wdl};

/// A value, and whether a capture brings it about.
#[derive(Clone, Copy, Debug)]
struct Verdict {
    wdl: Wdl,
    by_capture: bool,
}

pub(super) fn wdl(tables: &Syzygy, board: &Board) -> Result<Wdl, ProbeError> {
    without_castling(board)?;
    verdict(tables, board).map(|verdict| verdict.wdl)
}

pub(super) fn dtz(tables: &Syzygy, board: &Board) -> Result<Dtz, ProbeError> {
    without_castling(board)?;
    distance(tables, board, true).map(Dtz)
}

fn without_castling(board: &Board) -> Result<(), ProbeError> {
    if board.castling_rights().is_empty() { Ok(()) } else { Err(ProbeError::CastlingRights) }
}

fn after(board: &Board, mv: Move) -> Board {
    let mut child = *board;
    child.play(mv);
    child
}

fn captures(board: &Board) -> impl Iterator<Item = Move> {
    let mut moves = MoveList::new();
    board.generate(MoveFilter::Noisy, &mut moves);
    moves.into_iter().filter(|mv| mv.is_capture())
}

fn moves_pawn(board: &Board, mv: Move) -> bool {
    board.pieces(PieceType::Pawn).contains(mv.from())
}

/// What the table itself says.
fn table_value(tables: &Syzygy, board: &Board) -> Result<Wdl, ProbeError> {
    if board.occupied().count() == 2 {
        return Ok(Wdl::Draw);
    }
    let (pair, table, swapped) = tables.table(board, Kind::Wdl)?;
    table.wdl(board, swapped).ok_or_else(|| ProbeError::Damaged(pair.name.clone()))
}

/// The value between two bounds, captures searched first. There is no en passant here.
fn value(tables: &Syzygy, board: &Board, mut alpha: Wdl, beta: Wdl) -> Result<Wdl, ProbeError> {
    for mv in captures(board) {
        let child = after(board, mv);
        let value = value(tables, &child, beta.reversed(), alpha.reversed())?.reversed();
        if value > alpha {
            if value >= beta {
                return Ok(value);
            }
            alpha = value;
        }
    }
    Ok(table_value(tables, board)?.max(alpha))
}

fn verdict(tables: &Syzygy, board: &Board) -> Result<Verdict, ProbeError> {
    let (mut best_capture, mut best_en_passant) = (None, None);
    for mv in captures(board) {
        let child = after(board, mv);
        let wdl = value(tables, &child, Wdl::Loss, Wdl::Win)?.reversed();
        if wdl == Wdl::Win {
            return Ok(Verdict { wdl, by_capture: true });
        }
        let best = if mv.is_en_passant() { &mut best_en_passant } else { &mut best_capture };
        *best = (*best).max(Some(wdl));
    }
    let without_en_passant = table_value(tables, board)?;
    let quiet = Verdict { wdl: without_en_passant, by_capture: false };
    let forced = best_en_passant.is_some() && only_en_passant(board);
    let best = best_capture.max(best_en_passant);
    Ok(match best {
        // The table took the position for stalemate.
        Some(wdl) if forced => Verdict { wdl, by_capture: true },
        Some(wdl) if best_en_passant > best_capture && wdl > without_en_passant => {
            Verdict { wdl, by_capture: true }
        }
        Some(wdl) if wdl >= without_en_passant => Verdict { wdl, by_capture: wdl > Wdl::Draw },
        _ => quiet,
    })
}

/// There is no other legal move.
fn only_en_passant(board: &Board) -> bool {
    board.legal_moves().into_iter().all(Move::is_en_passant)
}

/// The distance of a position whose best move is a capture or a pawn's.
fn zeroing_distance(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Loss => -1,
        Wdl::BlessedLoss => -101,
        Wdl::Draw => 0,
        Wdl::CursedWin => 101,
        Wdl::Win => 1,
    }
}

/// `may_look_ahead`: the table may have the other side to move, so that its distances after our
/// moves have to be compared.
fn distance(tables: &Syzygy, board: &Board, may_look_ahead: bool) -> Result<i32, ProbeError> {
    let Verdict { wdl, by_capture } = verdict(tables, board)?;
    if wdl == Wdl::Draw {
        return Ok(0);
    }
    if by_capture || (wdl > Wdl::Draw && a_pawn_move_brings(tables, board, wdl)?) {
        return Ok(zeroing_distance(wdl));
    }
    let (pair, table, swapped) = tables.table(board, Kind::Dtz)?;
    let damaged = || ProbeError::Damaged(pair.name.clone());
    match table.dtz(board, swapped, wdl).ok_or_else(damaged)? {
        Distance::Plies(plies) if wdl > Wdl::Draw => Ok(zeroing_distance(wdl) + plies),
        Distance::Plies(plies) => Ok(zeroing_distance(wdl) - plies),
        Distance::OtherSide if may_look_ahead => look_ahead(tables, board, wdl),
        Distance::OtherSide => Err(damaged()),
    }
}

/// Some pawn move without capture keeps the value.
fn a_pawn_move_brings(tables: &Syzygy, board: &Board, wdl: Wdl) -> Result<bool, ProbeError> {
    if board.colored(board.side_to_move(), PieceType::Pawn).is_empty() {
        return Ok(false);
    }
    for mv in board.legal_moves() {
        if moves_pawn(board, mv)
            && !mv.is_capture()
            && verdict(tables, &after(board, mv))?.wdl.reversed() == wdl
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The distance by those after all moves that zero nothing. A win without a zeroing move needs the
/// shortest of them; a loss lasts as long as it can, and a zeroing move ends it at once.
fn look_ahead(tables: &Syzygy, board: &Board, wdl: Wdl) -> Result<i32, ProbeError> {
    let mut best = None;
    for mv in board.legal_moves() {
        if mv.is_capture() || moves_pawn(board, mv) {
            continue;
        }
        let child = after(board, mv);
        let distance = -distance(tables, &child, false)?;
        let mates = distance == 1 && child.in_check() && !child.has_legal_moves();
        let own = match wdl > Wdl::Draw {
            true if mates => 1,
            true if distance > 0 => distance + 1,
            true => continue,
            false => distance - 1,
        };
        best = Some(best.map_or(own, |best: i32| best.min(own)));
    }
    let zeroing = zeroing_distance(wdl);
    match best {
        Some(best) if wdl > Wdl::Draw => Ok(best),
        None if wdl > Wdl::Draw => Err(ProbeError::Damaged(name(board))),
        _ => Ok(best.map_or(zeroing, |best| best.min(zeroing))),
    }
}

fn name(board: &Board) -> String {
    super::material::Material::of(board).name()
}
