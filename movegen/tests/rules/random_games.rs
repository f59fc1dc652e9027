//! Games of random moves in chess, Chess960 and double Chess960: after every move the board and the
//! oracle agree, and the board agrees with itself.

use portcullis_movegen::{
    Board, BoardObserver, CastlingMode, Color, Move, MoveCount, MoveFilter, MoveList, Piece, Square,
};

use crate::border;
use crate::oracle::{Color as OracleColor, Place, Position, Wing};
use crate::positions::{back_rank, random, random_start, start};
use crate::rng::Rng;

const PLIES: usize = 200;

/// Plays a random game from a random start. `visit` sees each position before a move is chosen.
fn play_out(rng: &mut Rng, visit: &mut dyn FnMut(&Board, &Position, &mut Rng)) {
    let mut position = random_start(rng);
    let mut board = border::board(&position);
    for _ in 0..PLIES {
        visit(&board, &position, rng);
        let moves = board.legal_moves();
        if moves.is_empty() || position.clock > 150 {
            return;
        }
        let mv = favour_castling(&moves, rng);
        position = position.after(border::move_of(mv));
        board.play(mv);
    }
}

/// A random move, but castling half of the times that it is legal: left to chance it is rare.
fn favour_castling(moves: &[Move], rng: &mut Rng) -> Move {
    let castling = moves.iter().copied().find(|mv| mv.is_castling());
    castling.filter(|_| rng.one_in(2)).unwrap_or_else(|| rng.pick(moves))
}

fn games(seed: u64, games: usize, visit: &mut dyn FnMut(&Board, &Position, &mut Rng)) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        play_out(&mut rng, visit);
    }
}

fn agree_with_the_oracle(seed: u64, count: usize) {
    games(seed, count, &mut |board, position, _| {
        border::assert_same_state(board, position);
        border::assert_same_moves(board, position);
        border::assert_same_castling(board, position);
    });
}

#[test]
fn boards_and_moves_agree_with_the_oracle() {
    agree_with_the_oracle(1, 100);
}

#[test]
#[ignore = "minutes: ten thousand games"]
fn ten_thousand_games_agree_with_the_oracle() {
    agree_with_the_oracle(2, 10_000);
}

#[test]
fn attacks_agree_with_the_oracle() {
    games(3, 20, &mut |board, position, rng| {
        for (color, of) in [(Color::White, OracleColor::White), (Color::Black, OracleColor::Black)]
        {
            let attacked: Vec<Place> =
                Place::all().filter(|&place| position.is_attacked(place, of)).collect();
            assert_eq!(border::places(board.attacked_by(color)), attacked, "{color}: {board}");
        }
        let target = rng.pick(&Square::all().collect::<Vec<_>>());
        let attackers = board.attackers_to(target, board.occupied());
        for (color, of) in [(Color::White, OracleColor::White), (Color::Black, OracleColor::Black)]
        {
            let expected = position.attackers(border::place(target), of);
            let found = border::places(attackers & board.colors(color));
            assert_eq!(found, expected, "{color} attackers of {target}: {board}");
        }
    });
}

/// All invariants of a board hold after every move, and both forms of FEN give it back.
#[test]
fn boards_are_sound_and_come_back_from_their_fen() {
    games(4, 100, &mut |board, position, _| {
        if let Err(fault) = board.validate() {
            panic!("{board}: {fault}");
        }
        assert_eq!(board.fen(), position.x_fen());
        assert_eq!(board.shredder_fen(), position.shredder_fen());
        for fen in [board.fen(), board.shredder_fen(), position.naive_fen()] {
            let read = border::read(&fen);
            assert_eq!(&read, board, "{fen}");
            assert_same_keys(&read, board);
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let chess = board.fen() == fen && mode == CastlingMode::Standard;
                if chess && !is_placed_as_in_chess(position) {
                    continue;
                }
                let (read, _) = Board::from_fen_lenient(&fen, mode).expect("a legal position");
                assert_eq!(&read, board, "{fen} in {mode:?}");
            }
        }
    });
}

/// Whether the letters K and Q mean the same in chess as in X-FEN: rights belong to kings on the
/// e-file and rooks on the a- and h-file.
fn is_placed_as_in_chess(position: &Position) -> bool {
    OracleColor::BOTH.into_iter().all(|color| {
        let (left, right) = (position.right(color, Wing::Queen), position.right(color, Wing::King));
        let no_right = left.is_none() && right.is_none();
        let corners = left.is_none_or(|file| file == 0) && right.is_none_or(|file| file == 7);
        no_right || (corners && position.king(color).file == 4)
    })
}

fn assert_same_keys(left: &Board, right: &Board) {
    assert_eq!(left.key(), right.key(), "key of {right}");
    assert_eq!(left.pawn_key(), right.pawn_key(), "pawn key of {right}");
    assert_eq!(left.minor_key(), right.minor_key(), "minor key of {right}");
    for color in Color::ALL {
        let (left, right_key) = (left.non_pawn_key(color), right.non_pawn_key(color));
        assert_eq!(left, right_key, "{color} non-pawn key of {right}");
    }
}

/// Each key depends on its own men and on nothing else.
#[test]
fn keys_follow_their_men() {
    games(5, 50, &mut |board, _, rng| {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mv = rng.pick(&moves);
        let mut next = *board;
        next.play(mv);
        let squares_of = |board: &Board, wanted: &dyn Fn(Piece) -> bool| -> Vec<_> {
            Square::all()
                .filter_map(|square| board.piece_at(square).map(|piece| (square, piece)))
                .filter(|&(_, piece)| wanted(piece))
                .collect()
        };
        let unchanged =
            |wanted: &dyn Fn(Piece) -> bool| squares_of(board, wanted) == squares_of(&next, wanted);
        let letter = |piece: Piece| piece.to_char().to_ascii_lowercase();
        assert_ne!(board.key(), next.key(), "{mv} in {board}");
        let pawns = unchanged(&|piece| letter(piece) == 'p');
        assert_eq!(board.pawn_key() == next.pawn_key(), pawns, "{mv} in {board}");
        let minors = unchanged(&|piece| matches!(letter(piece), 'n' | 'b'));
        assert_eq!(board.minor_key() == next.minor_key(), minors, "{mv} in {board}");
        for color in Color::ALL {
            let pieces = unchanged(&|piece| piece.color() == color && letter(piece) != 'p');
            let same = board.non_pawn_key(color) == next.non_pawn_key(color);
            assert_eq!(same, pieces, "{color}: {mv} in {board}");
        }
    });
}

/// Of all 65,535 encodings exactly the listed moves are legal, and no other is played.
fn assert_only_listed_moves_are_legal(board: &Board) {
    let moves = board.legal_moves();
    for bits in 1..=u16::MAX {
        let mv = Move::from_bits(bits).expect("not zero");
        assert_eq!(board.is_legal(mv), moves.contains(&mv), "{mv:?} in {board}");
    }
    assert_eq!(Move::from_bits(0), None);
}

#[test]
fn of_all_encodings_exactly_the_listed_moves_are_legal() {
    games(6, 40, &mut |board, _, rng| {
        if rng.one_in(10) {
            assert_only_listed_moves_are_legal(board);
        }
    });
    let mut rng = Rng::new(7);
    for _ in 0..500 {
        assert_only_listed_moves_are_legal(&border::board(&random(&mut rng)));
    }
}

#[derive(Default)]
struct Events {
    removed: Vec<(Piece, Square)>,
    moved: Vec<(Piece, Square, Square)>,
    added: Vec<(Piece, Square)>,
}

impl BoardObserver for Events {
    fn added(&mut self, piece: Piece, square: Square) {
        self.added.push((piece, square));
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        assert!(self.moved.is_empty() && self.added.is_empty(), "removals come first");
        self.removed.push((piece, square));
    }

    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        assert!(self.added.is_empty(), "additions come last");
        self.moved.push((piece, from, to));
    }
}

impl Events {
    /// The mailbox after the events. All that move leave before any arrives: king and rook of
    /// Chess960 may trade places.
    fn replay(&self, board: &Board) -> Vec<Option<Piece>> {
        let mut mailbox: Vec<Option<Piece>> =
            Square::all().map(|square| board.piece_at(square)).collect();
        let leaving = self.moved.iter().map(|&(piece, from, _)| (piece, from));
        for (piece, square) in self.removed.iter().copied().chain(leaving) {
            assert_eq!(mailbox[square.index()].take(), Some(piece), "leaves {square} of {board}");
        }
        let arriving = self.moved.iter().map(|&(piece, _, to)| (piece, to));
        for (piece, square) in arriving.chain(self.added.iter().copied()) {
            let before = mailbox[square.index()].replace(piece);
            assert_eq!(before, None, "arrives on {square} of {board}");
        }
        mailbox
    }
}

#[test]
fn observed_changes_give_the_board() {
    games(9, 100, &mut |board, _, _| {
        for &mv in &board.legal_moves() {
            let mut next = *board;
            let mut events = Events::default();
            next.play_observed(mv, &mut events);
            let mailbox: Vec<_> = Square::all().map(|square| next.piece_at(square)).collect();
            assert_eq!(events.replay(board), mailbox, "{mv} in {board}");

            let mut unobserved = *board;
            unobserved.play(mv);
            assert_eq!(next, unobserved, "{mv} in {board}");
        }
    });
}

#[test]
fn passing_the_turn_changes_the_turn_alone() {
    games(10, 100, &mut |board, position, _| {
        let Some(passed) = board.null_move() else {
            assert!(board.in_check(), "{board}");
            return;
        };
        assert!(!board.in_check(), "no pass in check: {board}");
        border::assert_same_state(&passed, &position.after_pass());
        if let Err(fault) = passed.validate() {
            panic!("{board}: {fault}");
        }
        assert_same_keys(&border::read(&passed.fen()), &passed);
    });
}

/// The filters share out the moves, and counting is the same generator.
#[test]
fn filters_and_counts_agree_with_the_list() {
    let mut rng = Rng::new(11);
    for _ in 0..20_000 {
        let board = border::board(&random(&mut rng));
        let all = board.legal_moves();
        assert_eq!(board.has_legal_moves(), !all.is_empty(), "{board}");
        let mut shared = MoveList::default();
        for filter in [MoveFilter::Noisy, MoveFilter::Quiet] {
            let mut part = MoveList::default();
            board.generate(filter, &mut part);
            let mut count = MoveCount::default();
            board.generate(filter, &mut count);
            assert_eq!(count.count(), part.len() as u64, "{filter:?} {board}");
            let fits = |mv: &Move| mv.is_noisy() == (filter == MoveFilter::Noisy);
            assert!(part.iter().all(fits), "{filter:?} {board}");
            part.iter().for_each(|&mv| shared.push(mv));
        }
        let sorted = |moves: &[Move]| {
            let mut bits: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
            bits.sort_unstable();
            bits
        };
        assert_eq!(sorted(&shared), sorted(&all), "{board}");
    }
}

/// All starts of Chess960 by their Scharnagl numbers, 518 being chess.
#[test]
fn chess960_starts_have_their_numbers() {
    for number in 0..960_u16 {
        let board = Board::chess960(number).expect("below 960");
        let expected = start(number.into(), number.into());
        border::assert_same_state(&board, &expected);
        let other = 959 - number;
        let board = Board::double_chess960(number, other).expect("below 960");
        border::assert_same_state(&board, &start(number.into(), other.into()));
    }
    assert_eq!(Board::chess960(960), None);
    assert_eq!(Board::double_chess960(0, 960), None);
    assert_eq!(Board::chess960(518), Some(Board::startpos()));
    let distinct: std::collections::HashSet<_> = (0..960).map(back_rank).collect();
    assert_eq!(distinct.len(), 960, "no two numbers share a start");
}

/// Fifteen queens have more moves than any position that a game can reach (218): the list, made
/// for 256, must still hold them. Found by a search for the most moves over placements of men.
#[test]
fn the_list_holds_the_moves_of_fifteen_queens() {
    let board = border::read("2QQ1Kbk/Q4Qpp/2Q4Q/4Q3/1Q4Q1/3Q4/Q4Q2/2QQ3Q w - - 0 1");
    assert_eq!(board.legal_moves().len(), 240);
}
