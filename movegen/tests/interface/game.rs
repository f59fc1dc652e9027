//! Repetitions, move counts and dead positions, along whole games.

use std::collections::HashMap;

use portcullis_movegen::{Board, Color, Game, Outcome};

fn from(fen: &str) -> Game {
    Game::new(Board::from_fen(fen).unwrap())
}

/// Plays SAN moves; move numbers are skipped.
fn play(game: &mut Game, moves: &str) {
    for san in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
        let chess_move = game.board().parse_san(san).unwrap_or_else(|error| panic!("{error}"));
        game.play(chess_move);
    }
}

fn repetitions(moves: &str) -> usize {
    let mut game = Game::default();
    play(&mut game, moves);
    game.repetitions()
}

/// The position after a double step that nobody can answer en passant is the same as later ones.
#[test]
fn a_double_step_without_a_taker_starts_a_repetition() {
    assert_eq!(repetitions("1. e4 e5 2. Be2 Be7 3. Bf1 Bf8 4. Bd3 Bd6 5. Bf1 Bf8"), 3);
}

/// The pawn on e5 is pinned to its king by the queen on e6, so that exd6 never was a legal move.
#[test]
fn a_pinned_taker_is_no_taker() {
    let moves =
        "1. e4 c5 2. e5 Qb6 3. Nf3 Qe6 4. Ng1 d5 5. Nf3 Nc6 6. Ng1 Nb8 7. Nf3 Nc6 8. Ng1 Nb8";
    assert_eq!(repetitions(moves), 3);
}

/// The pawn on g5 may not leave its file, since the king on g3 stands behind it and a rook on g7.
#[test]
fn a_taker_pinned_on_its_file_is_no_taker() {
    let mut game = from("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1");
    play(&mut game, "1... h5 2. Rh6 Rh7 3. Re6 Rg7 4. Rh6 Rh7 5. Re6 Rg7");
    assert_eq!(game.repetitions(), 3);
    assert!(game.threefold());
}

/// After 4... d5 White can take en passant; when the position comes back, it cannot. Two of the
/// three diagrams are the same position, not three.
#[test]
fn a_position_with_a_legal_en_passant_capture_is_another() {
    let mut game = from("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut game, "1... d5");
    assert!(game.board().en_passant().is_some());
    play(&mut game, "2. Kd2 Kd7 3. Ke1 Ke8");
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "4. Kd2 Kd7 5. Ke1 Ke8");
    assert_eq!(game.repetitions(), 2);
    assert!(!game.threefold());
    play(&mut game, "6. Kd2 Kd7 7. Ke1 Ke8");
    assert!(game.threefold());
}

/// The king's first journey loses the rights, so the position at the start is another one.
#[test]
fn castling_rights_are_part_of_a_position() {
    let kings = "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8";
    assert_eq!(repetitions(kings), 1);
    let kings_and_knights =
        "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Ke2 Ke7 5. Ke1 Ke8 6. Na3 Na6 7. Nb1 Nb8";
    assert_eq!(repetitions(kings_and_knights), 2);
    // A rook that goes and comes loses one right only, which is enough.
    assert_eq!(repetitions("1. h4 h5 2. Rh2 Rh7 3. Rh1 Rh8 4. Rh2 Rh7 5. Rh1 Rh8"), 2);
}

/// A king that "could castle" in a position where castling is blocked for now still has its right.
#[test]
fn a_right_that_cannot_be_used_now_counts() {
    let mut game = from("r3k3/8/8/8/8/8/8/R3K1NR w KQq - 0 1");
    play(&mut game, "1. Rh2 Kd7 2. Rh1 Ke8 3. Rh2 Kd7 4. Rh1 Ke8");
    assert_eq!(game.repetitions(), 2);
}

#[test]
fn the_same_men_with_the_other_player_to_move_are_another_position() {
    let mut game = from("8/8/4k3/8/8/4K3/8/R7 w - - 0 1");
    // White loses a move: the same squares, Black to move.
    play(&mut game, "1. Rb1 Kd6 2. Rb2 Ke6 3. Ra2 Kd6 4. Ra1");
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "4... Ke6");
    assert_eq!(game.repetitions(), 2);
}

/// Counts made the slow way, over whole games with moves that may be taken back.
#[test]
fn repetitions_agree_with_a_count_of_all_positions() {
    let mut random = crate::walk::Random::new(3);
    let mut most = 0;
    for _ in 0..200 {
        let mut game = from("4k3/p7/8/8/8/8/7P/R3K2R w KQ - 0 1");
        let mut seen: HashMap<String, usize> = HashMap::new();
        let position = |board: &Board| {
            let fen = board.fen();
            fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
        };
        seen.insert(position(game.board()), 1);
        for _ in 0..120 {
            let moves = game.board().legal_moves();
            // Shuffling rooks and kings repeats positions often.
            let Some(&chess_move) = moves.get(random.below(moves.len().clamp(1, 4))) else { break };
            game.play(chess_move);
            let count = seen.entry(position(game.board())).or_default();
            *count += 1;
            assert_eq!(game.repetitions(), *count, "{}", game.board());
            most = most.max(*count);
        }
    }
    assert!(most >= 3, "no game repeated a position often enough to test anything");
}

#[test]
fn five_repetitions_end_the_game_and_three_do_not() {
    let mut game = Game::default();
    for round in 1..=4 {
        assert_eq!(game.threefold(), round >= 3);
        assert_eq!(game.outcome(), None);
        play(&mut game, "Nf3 Nf6 Ng1 Ng8");
    }
    assert_eq!(game.repetitions(), 5);
    assert_eq!(game.outcome(), Some(Outcome::FivefoldRepetition));
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn fifty_moves_can_be_claimed_and_seventy_five_end_the_game() {
    let mut game = from("4k3/8/8/8/8/8/8/R3K3 w - - 99 90");
    assert!(!game.fifty_moves());
    play(&mut game, "Ra2");
    assert!(game.fifty_moves());
    assert_eq!(game.outcome(), None);

    let mut game = from("4k3/8/8/8/8/8/8/R3K3 w - - 149 120");
    assert_eq!(game.outcome(), None);
    play(&mut game, "Ra2");
    assert_eq!(game.outcome(), Some(Outcome::SeventyFiveMoves));
}

/// A capture or a pawn's move starts the count again, on the very last half-move too.
#[test]
fn a_pawn_move_or_a_capture_starts_the_count_again() {
    let mut game = from("4k3/8/8/8/8/8/P7/R3K3 w - - 149 120");
    play(&mut game, "a3");
    assert!(!game.fifty_moves());
    let mut game = from("4k3/8/8/8/8/8/p7/R3K3 w - - 149 120");
    play(&mut game, "Rxa2");
    assert!(!game.fifty_moves());
    assert_eq!(game.outcome(), None);
}

/// Mate and stalemate end the game at once: nobody is left to claim, or to be told of a rule.
#[test]
fn mate_on_the_last_half_move_comes_first() {
    let white_wins = Some(Outcome::Checkmate { winner: Color::White });
    for clock in [99, 149] {
        let mut game = from(&format!("6k1/5ppp/8/8/8/8/8/R5K1 w - - {clock} 120"));
        play(&mut game, "Ra8#");
        assert_eq!(game.outcome(), white_wins);
        assert!(!game.fifty_moves());

        let mut game = from(&format!("7k/8/6K1/8/8/8/5Q2/8 w - - {clock} 120"));
        play(&mut game, "Qf7");
        assert_eq!(game.outcome(), Some(Outcome::Stalemate));
        assert!(!game.fifty_moves());
    }
}

/// FIDE 5.2.2, as far as the men alone tell.
#[test]
fn dead_positions_by_material() {
    let dead = [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4K3 b - - 0 1",
        // Bishops on squares of one colour, however many and of whichever side.
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/B7/1B6/2B1K3 w - - 0 1",
        "2b1k3/1b6/b7/8/8/8/6B1/4KB1B w - - 0 1",
    ];
    let alive = [
        // Mate can be given, if only with the other player's help.
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKB2 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
    ];
    for fen in dead {
        assert_eq!(from(fen).outcome(), Some(Outcome::InsufficientMaterial), "{fen}");
    }
    for fen in alive {
        assert_eq!(from(fen).outcome(), None, "{fen}");
    }
}

#[test]
fn outcomes_read_as_results() {
    let outcomes = [
        (Outcome::Checkmate { winner: Color::White }, "1-0", "White wins by checkmate"),
        (Outcome::Checkmate { winner: Color::Black }, "0-1", "Black wins by checkmate"),
        (Outcome::Stalemate, "1/2-1/2", "drawn by stalemate"),
        (Outcome::SeventyFiveMoves, "1/2-1/2", "drawn by the seventy-five-move rule"),
    ];
    for (outcome, result, sentence) in outcomes {
        assert_eq!(outcome.result(), result);
        assert_eq!(outcome.to_string(), sentence);
    }
}
