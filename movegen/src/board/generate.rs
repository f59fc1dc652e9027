//! The legal move generator: one for lists, counts and whatever else takes sets of targets.
//!
//! Nothing is generated that would have to be taken back. The men that give check leave a set of
//! squares that answer it; pinned men keep to the line of their king; the king keeps off what the
//! enemy attacks through it. En passant, which lifts two men from their lines at once, is tried out.

use super::Board;
use super::play::color;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::CastlingPath;
use crate::chess_move::{Move, MoveKind};
use crate::color::Color;
use crate::move_list::{MoveCount, MoveFilter, MoveList, MoveSink};
use crate::piece::PieceType;
use crate::square::{Rank, Square};

impl Board {
    /// Every legal move.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// // In double check only the king moves.
    /// let board = Board::from_fen("4k3/8/4r3/8/8/5n2/8/4K3 w - - 0 1").unwrap();
    /// let moves: Vec<String> = board.legal_moves().iter().map(ToString::to_string).collect();
    /// assert_eq!(moves, ["e1d1", "e1f1", "e1f2"]);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(MoveFilter::All, &mut moves);
        moves
    }

    /// Whether the side to move has a legal move; if not, it is mated or stalemated.
    ///
    /// ```
    /// use portcullis_movegen::Board;
    /// // 8  . . . R . . k .    mate on the back rank
    /// // 7  . . . . . p p p
    /// let board = Board::from_fen("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
    /// assert!(board.in_check() && !board.has_legal_moves());
    /// ```
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        let mut count = MoveCount::default();
        self.generate(MoveFilter::All, &mut count);
        count.count() > 0
    }

    /// Hands the legal moves that the filter lets through to a sink, in no order to rely on.
    ///
    /// ```
    /// use portcullis_movegen::{Board, MoveCount, MoveFilter, MoveList};
    /// // 5  . . . p . . . .
    /// // 4  . . . . P . . .    one capture, exd5
    /// // 1  . . . . K . . .    and six quiet moves
    /// let board = Board::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// let mut captures = MoveList::new();
    /// board.generate(MoveFilter::Noisy, &mut captures);
    /// assert_eq!(captures.len(), 1);
    /// assert_eq!(captures[0].to_string(), "e4d5");
    /// let mut quiet = MoveCount::default();
    /// board.generate(MoveFilter::Quiet, &mut quiet);
    /// assert_eq!(quiet.count(), 6);
    /// ```
    #[inline]
    pub fn generate<S: MoveSink>(&self, filter: MoveFilter, sink: &mut S) {
        // Six copies, each with its colour and filter known to the compiler.
        match (self.side_to_move, filter) {
            (Color::White, MoveFilter::All) => self.generate_all::<true, S>(sink),
            (Color::Black, MoveFilter::All) => self.generate_all::<false, S>(sink),
            (Color::White, MoveFilter::Noisy) => self.generate_noisy::<true, S>(sink),
            (Color::Black, MoveFilter::Noisy) => self.generate_noisy::<false, S>(sink),
            (Color::White, MoveFilter::Quiet) => self.generate_quiet::<true, S>(sink),
            (Color::Black, MoveFilter::Quiet) => self.generate_quiet::<false, S>(sink),
        }
    }

    fn generate_all<const WHITE: bool, S: MoveSink>(&self, sink: &mut S) {
        Generator::<WHITE, S>::new(self, MoveFilter::All, sink).run();
    }

    fn generate_noisy<const WHITE: bool, S: MoveSink>(&self, sink: &mut S) {
        Generator::<WHITE, S>::new(self, MoveFilter::Noisy, sink).run();
    }

    fn generate_quiet<const WHITE: bool, S: MoveSink>(&self, sink: &mut S) {
        Generator::<WHITE, S>::new(self, MoveFilter::Quiet, sink).run();
    }
}

/// What every step of the generation needs to know.
struct Generator<'a, const WHITE: bool, S> {
    board: &'a Board,
    sink: &'a mut S,
    filter: MoveFilter,
    king: Square,
    occupied: Bitboard,
    enemies: Bitboard,
    /// The squares that the filter lets pieces go to.
    wanted: Bitboard,
    /// The squares that answer a check: all of them when there is none.
    answers: Bitboard,
}

impl<'a, const WHITE: bool, S: MoveSink> Generator<'a, WHITE, S> {
    #[inline(always)]
    fn new(board: &'a Board, filter: MoveFilter, sink: &'a mut S) -> Self {
        let king = board.king(color::<WHITE>());
        let occupied = board.occupied();
        let enemies = board.colors(!color::<WHITE>());
        let wanted = match filter {
            MoveFilter::All => !board.colors(color::<WHITE>()),
            MoveFilter::Noisy => enemies,
            MoveFilter::Quiet => !occupied,
        };
        let answers = match board.checkers.first() {
            None => Bitboard::FULL,
            Some(checker) => attacks::between(king, checker) | checker.bitboard(),
        };
        Self { board, sink, filter, king, occupied, enemies, wanted, answers }
    }

    #[inline(always)]
    fn run(mut self) {
        self.king_and_castling();
        if self.board.checkers.more_than_one() {
            return;
        }
        self.pawns();
        self.knights();
        self.sliders(PieceType::Bishop, attacks::bishop);
        self.sliders(PieceType::Rook, attacks::rook);
    }

    #[inline(always)]
    fn own(&self, kind: PieceType) -> Bitboard {
        self.board.colored(color::<WHITE>(), kind)
    }

    #[inline(always)]
    fn king_and_castling(&mut self) {
        let steps = attacks::king(self.king) & self.wanted;
        let castling = self.castling_candidates();
        if steps.is_empty() && castling.is_empty() {
            return;
        }
        // The king does not shield the squares behind it from what gives it check.
        let attacked =
            self.board.attacked_through(!color::<WHITE>(), self.occupied ^ self.king.bitboard());
        self.sink.piece_moves(self.king, steps - attacked, self.enemies);
        for rook in castling {
            self.castle(rook, attacked);
        }
    }

    /// The rooks that may castle if nothing stands in the way.
    #[inline(always)]
    fn castling_candidates(&self) -> Bitboard {
        if self.filter == MoveFilter::Noisy || self.board.in_check() {
            return Bitboard::EMPTY;
        }
        self.board.own_castling_rooks(color::<WHITE>())
    }

    #[inline(always)]
    fn castle(&mut self, rook: Square, attacked: Bitboard) {
        let path = CastlingPath::new(color::<WHITE>(), self.king, rook);
        if (path.must_be_empty() & self.occupied).any() || (path.must_be_safe() & attacked).any() {
            return;
        }
        let sliders = self.board.pieces(PieceType::Rook) | self.board.pieces(PieceType::Queen);
        if path.exposing(self.occupied, sliders & self.enemies).is_empty() {
            self.sink.single(Move::new(self.king, rook, path.side().move_kind()));
        }
    }

    #[inline(always)]
    fn knights(&mut self) {
        let targets = self.wanted & self.answers;
        // A pinned knight leaves its line with every step.
        for knight in self.own(PieceType::Knight) - self.board.pinned {
            self.sink.piece_moves(knight, attacks::knight(knight) & targets, self.enemies);
        }
    }

    /// The moves of rooks or bishops, and of queens in the same manner.
    #[inline(always)]
    fn sliders(&mut self, kind: PieceType, reach: fn(Square, Bitboard) -> Bitboard) {
        let targets = self.wanted & self.answers;
        let sliders = self.own(kind) | self.own(PieceType::Queen);
        for slider in sliders - self.board.pinned {
            self.sink.piece_moves(slider, reach(slider, self.occupied) & targets, self.enemies);
        }
        for slider in sliders & self.board.pinned {
            let line = attacks::line(self.king, slider);
            let along = reach(slider, self.occupied) & targets & line;
            self.sink.piece_moves(slider, along, self.enemies);
        }
    }

    #[inline(always)]
    fn pawns(&mut self) {
        let (up, up_right, up_left) = if WHITE { (8, 9, 7) } else { (-8, -7, -9) };
        let (right_line, left_line) = if WHITE {
            (attacks::diagonal(self.king), attacks::anti_diagonal(self.king))
        } else {
            (attacks::anti_diagonal(self.king), attacks::diagonal(self.king))
        };
        let pawns = self.own(PieceType::Pawn);
        // A pinned pawn moves along the line to its king, and no other pawn is both pinned and there.
        let free = !self.board.pinned;
        let pushers = pawns & (free | Bitboard::file(self.king.file()));
        let right_takers = pawns & (free | right_line);
        let left_takers = pawns & (free | left_line);

        self.pushes(pushers, up);
        if self.filter != MoveFilter::Quiet {
            let targets = self.enemies & self.answers;
            self.captures(right_takers.east().shifted(up_right - 1) & targets, up_right);
            self.captures(left_takers.west().shifted(up_left + 1) & targets, up_left);
            self.en_passant(pawns);
        }
    }

    #[inline(always)]
    fn pushes(&mut self, pushers: Bitboard, up: i32) {
        let (third, last) =
            if WHITE { (Rank::Third, Rank::Eighth) } else { (Rank::Sixth, Rank::First) };
        let last = Bitboard::rank(last);
        let single = pushers.shifted(up) - self.occupied;
        if self.filter != MoveFilter::Noisy {
            let double = (single & Bitboard::rank(third)).shifted(up) - self.occupied;
            self.sink.pawn_moves((single & self.answers) - last, up, MoveKind::Quiet);
            self.sink.pawn_moves(double & self.answers, 2 * up, MoveKind::DoublePush);
        }
        let promotions = single & self.answers & last;
        if self.filter != MoveFilter::Quiet && promotions.any() {
            self.sink.promotions(promotions, up, false);
        }
    }

    #[inline(always)]
    fn captures(&mut self, targets: Bitboard, step: i32) {
        let last = Bitboard::rank(if WHITE { Rank::Eighth } else { Rank::First });
        self.sink.pawn_moves(targets - last, step, MoveKind::Capture);
        if (targets & last).any() {
            self.sink.promotions(targets & last, step, true);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, pawns: Bitboard) {
        let Some(square) = self.board.en_passant else { return };
        for taker in attacks::pawn(!color::<WHITE>(), square) & pawns {
            if self.board.en_passant_is_safe(taker, square) {
                self.sink.single(Move::new(taker, square, MoveKind::EnPassant));
            }
        }
    }
}
