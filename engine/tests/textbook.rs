//! Endings out of the textbooks, played by the engine against itself with few nodes for each move and no
//! tables.

use portcullis::{Limits, Position, Score, Searcher};
use portcullis_movegen::{Board, CastlingMode, Color, Game};

/// Rook and pawn against rook; White wins: [Lucena's position](https://www.chessprogramming.org/Lucena_Position), where White builds a
/// bridge, and a rook's pawn whose king is not shut in for long enough.
const WON: [&str; 5] = [
    "6K1/4k1P1/8/8/8/8/7r/5R2 w - - 0 1",
    "3K4/1k1P4/8/8/8/8/4r3/2R5 w - - 0 1",
    "1K1k4/1P6/8/8/8/8/r7/2R5 b - - 0 1",
    "2K5/k1P5/8/8/8/8/3r4/1R6 w - - 40 60",
    "K7/P4k2/8/8/8/8/1r6/2R5 w - - 0 1",
];

/// The same; Black holds: [Philidor's position](https://www.chessprogramming.org/Philidor_Position) with the rook on
/// its third rank or on its way there, the rook on the back rank against a knight's and a rook's
/// pawn, the rook that attacks a rook's pawn from the side (Vancura), the king on the short side.
const DRAWN: [&str; 8] = [
    "4k3/R7/1r6/3KP3/8/8/8/8 w - - 0 1",
    "4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1",
    "4k3/R7/4P3/3K4/8/8/8/1r6 b - - 0 1",
    "r5k1/1R6/6K1/6P1/8/8/8/8 w - - 0 1",
    "r5k1/1R6/6PK/8/8/8/8/8 b - - 0 1",
    "r6k/1R6/6KP/8/8/8/8/8 w - - 0 1",
    "R7/6k1/P4r2/1K6/8/8/8/8 b - - 0 1",
    "r7/4R1k1/3KP3/8/8/8/8/8 b - - 0 1",
];

/// A searcher for each side, and the game between them.
struct Match {
    searchers: [Searcher; 2],
    game: Game,
    position: Position,
}

impl Match {
    fn new(fen: &str) -> Match {
        let start = Board::from_fen(fen).expect("valid");
        let searchers = Color::ALL.map(|_| Searcher::new(16).expect("memory"));
        Match { searchers, game: Game::new(start), position: Position::new(start) }
    }

    /// Plays moves that are given.
    fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = self.game.board().parse_uci(text, CastlingMode::Standard).expect("legal");
            self.game.play(mv);
            self.position.play(mv);
        }
    }

    /// The side to move plays what it finds; the score from its view, while the game goes on.
    fn step(&mut self, nodes: u64) -> Option<Score> {
        let game = &self.game;
        if game.outcome().is_some() || game.fifty_moves() || game.threefold() {
            return None;
        }
        let searcher = &mut self.searchers[game.board().side_to_move().index()];
        let found = searcher.search(&self.position, &Limits::nodes(nodes));
        let mv = found.best.expect("the game goes on");
        self.game.play(mv);
        self.position.play(mv);
        Some(found.score)
    }

    /// Plays to the end.
    fn is_won_by_white(&mut self, nodes: u64) -> bool {
        while self.step(nodes).is_some() {}
        self.game.outcome().and_then(|outcome| outcome.winner()) == Some(Color::White)
    }
}

/// Within thirty moves White comes to an ending that is known to be won.
fn becomes_won(fen: &str, nodes: u64) -> bool {
    let mut game = Match::new(fen);
    (0..60).any(|_| {
        let turn = game.game.board().side_to_move();
        let won = matches!(game.step(nodes), Some(Score::Mate(1..) | Score::Centipawns(10_000..)));
        won && turn == Color::White
    })
}

#[test]
fn rook_and_pawn_win_where_the_textbook_wins() {
    for fen in WON {
        assert!(becomes_won(fen, 50_000), "{fen}");
    }
}

#[test]
fn the_rook_holds_where_the_textbook_holds() {
    for fen in DRAWN {
        assert!(!becomes_won(fen, 50_000), "{fen}");
    }
}

/// Bishop and knight, the hardest of the elementary mates, eighteen moves from it.
const BISHOP_AND_KNIGHT: &str = "2k5/8/2K1N3/2B5/8/8/8/8 w - - 0 1";

/// The fifty-move rule leaves no time to go wrong, so White thinks as long as it is promised to need.
#[test]
fn a_known_win_is_won_with_the_counter_far_on() {
    let mut game = Match::new(&BISHOP_AND_KNIGHT.replace("- 0 1", "- 30 80"));
    assert!(game.is_won_by_white(50_000));
}

/// The position has been there before: White may not come back to it once more.
#[test]
fn a_known_win_is_won_after_repetitions() {
    let mut game = Match::new(BISHOP_AND_KNIGHT);
    game.play("c5b6 c8b8 b6c5 b8c8 c5b6 c8b8");
    assert!(game.is_won_by_white(50_000));
}

/// Searches in which the fifty-move rule draws every line leave the hash table full of draws.
#[test]
fn a_known_win_is_won_with_a_hash_table_full_of_draws() {
    let mut game = Match::new(BISHOP_AND_KNIGHT);
    let late = Board::from_fen(&BISHOP_AND_KNIGHT.replace("- 0 1", "- 92 80")).expect("valid");
    let found = game.searchers[0].search(&Position::new(late), &Limits::nodes(200_000));
    assert_eq!(found.score, Score::Centipawns(0));
    assert!(game.is_won_by_white(50_000));
}

/// White's rook has no way through the wall of pawns: the nearer the fifty-move rule, the less is it
/// worth. The search is deep enough to see that a rook given up to start the count again wins nothing.
#[test]
fn a_fortress_drifts_towards_a_draw() {
    let wall = "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4R3/4K3 w - -";
    let scores = [0, 30, 60, 80, 94].map(|clock| {
        let board = Board::from_fen(&format!("{wall} {clock} 99")).expect("valid");
        let mut searcher = Searcher::new(16).expect("memory");
        match searcher.search(&Position::new(board), &Limits::depth(12)).score {
            Score::Centipawns(cp) => cp,
            mate @ Score::Mate(_) => panic!("{mate}"),
        }
    });
    assert!(scores.is_sorted_by(|before, after| before > after), "{scores:?}");
    assert_eq!(scores[4], 0, "the rule ends the game within the search");
}
