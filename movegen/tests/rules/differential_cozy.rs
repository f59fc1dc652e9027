//! Random games against another library, cozy-chess: the same legal moves and the same positions.

use cozy_chess::Board as CozyBoard;

use crate::border;
use crate::oracle::{Move, Position};
use crate::positions::random_start;
use crate::rng::Rng;

/// The other library's legal moves as text, castling as king takes rook.
fn cozy_moves(board: &CozyBoard) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| mv.to_string()));
        false
    });
    moves.sort();
    moves
}

/// The other library names the en passant square after every double step; here it is named only if
/// a capture is legal. The oracle, which knows both, tells whether it should be.
fn without_useless_en_passant(fen: &str, position: &Position) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if position.open_en_passant().is_none() {
        fields[3] = "-";
    }
    fields.join(" ")
}

fn play_games(seed: u64, games: usize, plies: usize) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut position = random_start(&mut rng);
        let mut board = border::board(&position);
        let fen = position.shredder_fen();
        let mut other = CozyBoard::from_fen(&fen, true).expect("a start position");
        for _ in 0..plies {
            let shredder = without_useless_en_passant(&format!("{other:#}"), &position);
            assert_eq!(board.shredder_fen(), shredder);

            let legal = board.legal_moves();
            let mut moves: Vec<String> = legal.iter().map(ToString::to_string).collect();
            moves.sort();
            assert_eq!(moves, cozy_moves(&other), "{board}");
            // The other library's half-move clock stops at 100.
            if legal.is_empty() || position.clock == 99 {
                break;
            }
            let mv = rng.pick(&legal);
            let played: Move = border::move_of(mv);
            other.play(mv.to_string().parse().expect("the same notation"));
            board.play(mv);
            position = position.after(played);
        }
    }
}

#[test]
fn random_games_agree_with_another_library() {
    play_games(1, 200, 200);
}

#[test]
#[ignore = "minutes: twenty thousand games"]
fn twenty_thousand_games_agree_with_another_library() {
    play_games(2, 20_000, 200);
}
