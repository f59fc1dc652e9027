//! Which moves give check, known before they are played.

use portcullis_movegen::{
    Bitboard, Board, Move, MoveFilter, MoveKind, MoveList, MoveSink, PieceType, Square, attacks,
};

/// The squares and men from which the side to move can give check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks {
    enemy_king: Square,
    /// From where a man checks directly, by kind.
    direct: [Bitboard; 6],
    /// Own men that stand alone between an own slider and the enemy king.
    blockers: Bitboard,
}

impl Checks {
    pub(crate) fn new(board: &Board) -> Checks {
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = board.occupied();
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let direct = [
            attacks::pawn(!us, king),
            attacks::knight(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        let queens = board.pieces(PieceType::Queen);
        let on_diagonal = attacks::bishop_rays(king) & (board.pieces(PieceType::Bishop) | queens);
        let on_straight = attacks::rook_rays(king) & (board.pieces(PieceType::Rook) | queens);
        let mut blockers = Bitboard::EMPTY;
        for slider in (on_diagonal | on_straight) & board.colors(us) {
            let between = attacks::between(slider, king) & occupied;
            if !between.more_than_one() {
                blockers |= between & board.colors(us);
            }
        }
        Checks { enemy_king: king, direct, blockers }
    }

    /// Hands the quiet moves that give check to a sink.
    pub(crate) fn generate_quiets<S: MoveSink>(&self, board: &Board, sink: &mut S) {
        board.generate(MoveFilter::Quiet, &mut CheckingMoves { board, checks: self, sink });
    }

    /// From where a man of that kind gives check when it comes from `from`, directly or by
    /// uncovering a slider.
    pub(crate) fn targets_from(&self, from: Square, kind: PieceType) -> Bitboard {
        let direct = self.direct[kind.index()];
        if self.blockers.contains(from) {
            direct | !attacks::line(from, self.enemy_king)
        } else {
            direct
        }
    }

    /// The move gives check. A check that only en passant or castling discovers is overlooked.
    pub(crate) fn is_given_by(&self, board: &Board, mv: Move) -> bool {
        if let Some(side) = mv.castling_side() {
            let rook = side.rook_destination(board.side_to_move());
            return self.direct[PieceType::Rook.index()].contains(rook);
        }
        let (from, to) = (mv.from(), mv.to());
        let mover = board.piece_at(from).map(|piece| piece.piece_type());
        let kind = mv.promotion().or(mover).unwrap_or(PieceType::King);
        self.direct[kind.index()].contains(to)
            || (self.blockers.contains(from) && !attacks::line(from, self.enemy_king).contains(to))
    }
}

/// Lets through the moves that give check.
struct CheckingMoves<'a, S> {
    board: &'a Board,
    checks: &'a Checks,
    sink: &'a mut S,
}

impl<S: MoveSink> MoveSink for CheckingMoves<'_, S> {
    fn piece_moves(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        let kind = self.board.piece_at(from).map_or(PieceType::King, |piece| piece.piece_type());
        let targets = targets & self.checks.targets_from(from, kind);
        self.sink.piece_moves(from, targets, enemies);
    }

    fn pawn_moves(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        if self.checks.blockers.is_empty() {
            let targets = targets & self.checks.direct[PieceType::Pawn.index()];
            self.sink.pawn_moves(targets, step, kind);
            return;
        }
        let mut all = MoveList::new();
        all.pawn_moves(targets, step, kind);
        for mv in all {
            self.single(mv);
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: i32, capture: bool) {
        let mut all = MoveList::new();
        all.promotions(targets, step, capture);
        for mv in all {
            self.single(mv);
        }
    }

    fn single(&mut self, mv: Move) {
        if self.checks.is_given_by(self.board, mv) {
            self.sink.single(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quiet_checks_are_the_quiet_moves_that_give_check() {
        let mut seen = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2k5/2P5/2R5/4B3/2N5/8/K1Q5 w - - 0 1",
            "4k3/8/8/4N3/3B4/8/4R3/K2Q4 w - - 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/3k4/8/8/2PPP3/3RK3 w - - 0 1",
            "7k/8/8/8/3P4/2B5/8/4K3 w - - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("valid");
            let checks = Checks::new(&board);
            let mut expected = MoveList::new();
            board.generate(MoveFilter::Quiet, &mut expected);
            let mut expected: Vec<Move> = expected.into_iter().collect();
            expected.retain(|&mv| checks.is_given_by(&board, mv));
            let mut found = MoveList::new();
            checks.generate_quiets(&board, &mut found);
            let mut found: Vec<Move> = found.into_iter().collect();
            expected.sort_by_key(|mv| mv.bits());
            found.sort_by_key(|mv| mv.bits());
            assert_eq!(found, expected, "{fen}");
            seen += found.len();
        }
        assert!(seen > 10);
    }

    #[test]
    fn foretold_checks_are_those_that_are_given() {
        let mut pending: Vec<Board> = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2k5/2P5/2R5/4B3/2N5/8/K1Q5 w - - 0 1",
            "4k3/8/8/4N3/3B4/8/4R3/K2Q4 w - - 0 1",
        ]
        .map(|fen| Board::from_fen(fen).expect("valid"))
        .into();
        let mut checks_seen = 0;
        for _ in 0..2 {
            let mut children = Vec::new();
            for board in &pending {
                let checks = Checks::new(board);
                for mv in board.legal_moves() {
                    let mut child = *board;
                    child.play(mv);
                    if !mv.is_en_passant() {
                        assert_eq!(checks.is_given_by(board, mv), child.in_check(), "{board} {mv}");
                    }
                    checks_seen += usize::from(child.in_check());
                    children.push(child);
                }
            }
            pending = children;
        }
        assert!(checks_seen > 20);
    }
}
