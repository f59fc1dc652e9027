//! Whole games: repetition, the fifty- and seventy-five-move rules, dead positions and endings,
//! against a history that the oracle keeps.

use std::collections::HashMap;

use portcullis_movegen::{Board, CastlingMode, Game, Outcome};

use crate::border;
use crate::oracle::{Color, Identity, Kind, Man, Move, Place, Position};
use crate::positions::{random, random_start};
use crate::rng::Rng;

/// The oracle's side of a game: the position and how often each one has appeared.
struct History {
    position: Position,
    seen: HashMap<Identity, usize>,
    last: Option<Move>,
}

impl History {
    fn new(position: Position) -> Self {
        let seen = HashMap::from([(position.identity(), 1)]);
        Self { position, seen, last: None }
    }

    fn play(&mut self, mv: Move) {
        self.position = self.position.after(mv);
        *self.seen.entry(self.position.identity()).or_default() += 1;
        self.last = Some(mv);
    }

    fn repetitions(&self) -> usize {
        self.seen[&self.position.identity()]
    }

    /// How the game has ended without a claim. Mate and stalemate come first: they end the game at
    /// once (5.1.1, 5.2.1), and so does a dead position (5.2.2); then 9.6.1 and 9.6.2.
    fn outcome(&self) -> Option<Outcome> {
        let position = &self.position;
        if position.is_checkmate() {
            return Some(Outcome::Checkmate { winner: border::color(position.turn.other()) });
        }
        if position.is_stalemate() {
            return Some(Outcome::Stalemate);
        }
        if position.is_dead_by_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        if self.repetitions() >= 5 {
            return Some(Outcome::FivefoldRepetition);
        }
        (position.clock >= 150).then_some(Outcome::SeventyFiveMoves)
    }

    /// A random move that often goes back where the man came from, so that positions repeat.
    fn choose(&self, before_last: Option<Move>, rng: &mut Rng) -> Option<Move> {
        let moves = self.position.legal_moves();
        let back = before_last.map(|mv| Move { from: mv.to, to: mv.from, promotion: None });
        match back {
            Some(back) if moves.contains(&back) && !rng.one_in(4) => Some(back),
            _ if moves.is_empty() => None,
            _ => Some(rng.pick(&moves)),
        }
    }
}

/// Kings and up to three other men, from which games end in every way.
fn endgame(rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::empty(rng.pick(&Color::BOTH));
        let kinds = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
        let mut men = vec![(Color::White, Kind::King), (Color::Black, Kind::King)];
        for _ in 0..rng.below(4) {
            men.push((rng.pick(&Color::BOTH), rng.pick(&kinds)));
        }
        let mut free: Vec<Place> = Place::all().collect();
        for (color, kind) in men {
            let place = free.swap_remove(rng.below(free.len()));
            let rank = if kind == Kind::Pawn { place.rank.clamp(1, 6) } else { place.rank };
            let place = Place::new(place.file, rank);
            if position.at(place).is_none_or(|man| man.kind != Kind::King) {
                position.put(place, Some(Man { color, kind }));
            }
        }
        position.clock = rng.below(150) as u32;
        if !position.in_check(position.turn.other()) {
            return position;
        }
    }
}

/// Plays a game on, whatever its outcome, comparing after every move; returns the outcomes seen.
fn follow(start: Position, plies: usize, rng: &mut Rng) -> Vec<Outcome> {
    let mut history = History::new(start);
    let mut game = Game::new(border::board(&history.position));
    let mut outcomes = Vec::new();
    let mut before_last = None;
    for _ in 0..plies {
        let board = *game.board();
        assert_eq!(game.repetitions(), history.repetitions(), "{board}");
        assert_eq!(game.threefold(), history.repetitions() >= 3, "{board}");
        let claim = history.position.clock >= 100 && !history.position.legal_moves().is_empty();
        assert_eq!(game.fifty_moves(), claim, "{board}");
        assert_eq!(game.outcome(), history.outcome(), "{board}");
        outcomes.extend(history.outcome());
        let Some(mv) = history.choose(before_last, rng) else { break };
        before_last = history.last;
        game.play(border::find(&board, mv));
        history.play(mv);
    }
    outcomes
}

#[test]
fn endgames_end_as_the_oracle_says() {
    let mut rng = Rng::new(31);
    let mut outcomes = Vec::new();
    for _ in 0..2_000 {
        let start = endgame(&mut rng);
        outcomes.extend(follow(start, 60, &mut rng));
    }
    for outcome in [
        Outcome::Checkmate { winner: portcullis_movegen::Color::White },
        Outcome::Checkmate { winner: portcullis_movegen::Color::Black },
        Outcome::Stalemate,
        Outcome::InsufficientMaterial,
        Outcome::FivefoldRepetition,
        Outcome::SeventyFiveMoves,
    ] {
        assert!(outcomes.contains(&outcome), "{outcome:?} is never reached");
    }
}

#[test]
fn full_games_repeat_as_the_oracle_says() {
    let mut rng = Rng::new(32);
    for _ in 0..60 {
        let start = random_start(&mut rng);
        follow(start, 100, &mut rng);
    }
}

fn game_of(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(border::read(fen));
    for text in moves.split_whitespace() {
        let mv = game.board().parse_uci(text, CastlingMode::Chess960).expect("a legal move");
        game.play(mv);
    }
    game
}

/// 9.2.3: an en passant capture that could be made tells positions apart; one that a pin forbids
/// does not.
#[test]
fn only_a_legal_en_passant_capture_tells_positions_apart() {
    let back_and_forth = "e8d8 e1d1 d8e8 d1e1";
    let open = game_of("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", &format!("d2d4 {back_and_forth}"));
    assert_eq!(open.repetitions(), 1);
    let pinned = game_of("4k3/8/8/8/4p3/8/3PR3/4K3 w - - 0 1", &format!("d2d4 {back_and_forth}"));
    assert_eq!(pinned.repetitions(), 2);
}

/// 9.2.3: a castling right that was forfeited tells positions apart.
#[test]
fn a_lost_castling_right_tells_positions_apart() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(game_of(fen, "h1h2 e8e7 h2h1 e7e8").repetitions(), 1);
    assert_eq!(game_of(fen, "h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8").repetitions(), 2);
}

/// 9.6.2: mate on the last move of the seventy-five comes first.
#[test]
fn mate_comes_before_the_move_rules() {
    let mate = game_of("k7/8/1K6/8/8/8/8/7R w - - 149 200", "h1h8");
    let white = portcullis_movegen::Color::White;
    assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner: white }));
    assert!(!mate.fifty_moves());
    let quiet = game_of("k7/8/1K6/8/8/8/8/7R w - - 149 200", "h1h7");
    assert_eq!(quiet.outcome(), Some(Outcome::SeventyFiveMoves));
}

#[test]
fn dead_positions_by_material_agree_with_the_oracle() {
    let mut rng = Rng::new(33);
    let mut dead = 0;
    for n in 0..20_000 {
        let position = if n % 4 == 0 { random(&mut rng) } else { endgame(&mut rng) };
        let board = border::board(&position);
        assert_eq!(board.is_insufficient_material(), position.is_dead_by_material(), "{board}");
        dead += usize::from(position.is_dead_by_material());
    }
    assert!(dead > 1_000, "{dead} dead positions");
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let mut rng = Rng::new(34);
    for _ in 0..2_000 {
        let position = random(&mut rng);
        let board = border::board(&position);
        let moves = board.legal_moves();
        for _ in 0..20 {
            let bits = rng.next() as u16;
            let Some(mv) = portcullis_movegen::Move::from_bits(bits) else { continue };
            let mut tried = board;
            let legal = moves.contains(&mv);
            assert_eq!(tried.try_play(mv).is_ok(), legal, "{mv:?} in {board}");
            assert!(legal || tried == board, "{mv:?} changed {board}");
        }
        for &mv in moves.iter().take(3) {
            let mut tried = board;
            assert!(tried.try_play(mv).is_ok(), "{mv:?} in {board}");
            border::assert_same_state(&tried, &position.after(border::move_of(mv)));
        }
    }
}

/// Every text of two squares, with and without a promotion.
fn all_texts() -> Vec<String> {
    let mut texts = Vec::new();
    for from in Place::all() {
        for to in Place::all() {
            texts.extend(["", "n", "b", "r", "q"].map(|letter| format!("{from}{to}{letter}")));
        }
    }
    texts
}

/// The reasons walk through the rules by themselves, without the generator: a text has a reason
/// against it exactly when it is no legal move.
#[test]
fn there_is_a_reason_against_exactly_the_moves_that_are_not_legal() {
    let texts = all_texts();
    let mut rng = Rng::new(35);
    for _ in 0..60 {
        let position = random(&mut rng);
        let board = border::board(&position);
        let legal = legal_texts(&position);
        for text in &texts {
            let reason = board.why_illegal(text);
            assert_eq!(reason.is_none(), legal.contains(text), "{text} in {board}: {reason:?}");
        }
    }
}

/// The legal moves as texts, castling in every way in which standard chess may write it.
fn legal_texts(position: &Position) -> Vec<String> {
    let mut texts = Vec::new();
    for mv in position.legal_moves() {
        texts.push(mv.to_string());
        if position.castling_wing(mv).is_some() && mv.from.file == 4 {
            texts.push(position.standard_uci(mv));
        }
    }
    texts
}

#[test]
fn a_board_of_a_game_is_the_board_of_its_moves() {
    let game = game_of(&Board::startpos().fen(), "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1h1");
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
    assert_eq!(game.board().fen(), fen);
}
