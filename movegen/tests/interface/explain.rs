//! Why moves are refused: the rules of `why_illegal` against the generator, and its sentences.

use std::collections::HashSet;

use portcullis_movegen::{
    Board, CastlingMode, CastlingRefusal, CastlingSide, Color, IllegalMove, Move, PieceType,
    Square, attacks,
};

/// All texts of 64 x 64 squares without and with each promotion letter.
fn all_uci_texts() -> Vec<(Square, Square, String)> {
    let letters = ["", "q", "r", "b", "n"];
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    pairs
        .flat_map(|(from, to)| letters.map(|letter| (from, to, format!("{from}{to}{letter}"))))
        .collect()
}

/// The positions of every `nth` ply of some random games, and a few where something rare is at hand.
fn positions(games: u64, nth: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut ply = 0;
    crate::walk::random_games(games, |board| {
        if ply % nth == 0 {
            boards.push(*board);
        }
        ply += 1;
    });
    let rare = [
        "8/8/8/K2pP2r/8/8/8/7k w - - 0 1",
        "8/8/8/3pP3/2K5/8/8/7k w - d6 0 1",
        "7k/8/8/KPpP3r/8/8/8/8 w - c6 0 1",
        "4k3/8/8/8/7b/3n4/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
        "4k3/8/8/8/8/8/8/1RK4R w H - 0 1",
        "6bk/5P2/4K3/8/8/8/8/8 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ];
    boards.extend(rare.map(|fen| Board::from_fen(fen).unwrap()));
    boards
}

/// `why_illegal` walks through the rules by itself, so agreement with the generator is a proof of
/// both.
#[test]
fn nothing_is_said_against_just_the_legal_moves() {
    let texts = all_uci_texts();
    for board in positions(30, 25) {
        let modes = [CastlingMode::Standard, CastlingMode::Chess960];
        let legal: HashSet<String> = board
            .legal_moves()
            .into_iter()
            .flat_map(|m| modes.map(|mode| m.uci(mode).to_string()))
            .collect();
        for (from, to, text) in &texts {
            let reason = board.why_illegal(text);
            assert_eq!(reason.is_none(), legal.contains(text), "{text} in {board}: {reason:?}");
            let Some(reason) = reason else { continue };
            assert_names_the_request(&board, *from, *to, &reason);
        }
    }
}

/// Every sentence is one line and names a square that was asked about, or castling.
fn assert_names_the_request(board: &Board, from: Square, to: Square, reason: &IllegalMove) {
    let sentence = reason.to_string();
    let named = match reason {
        IllegalMove::Castling { color, refusal, .. } => {
            assert_eq!(board.piece_at(from).map(|man| man.color()), Some(*color));
            refusal.squares().into_iter().all(|square| sentence.contains(&square.to_string()))
        }
        IllegalMove::KingAttacked { .. }
        | IllegalMove::EnPassantExposesKing { .. }
        | IllegalMove::OtherCastlingRook { .. } => sentence.contains(&to.to_string()),
        _ => sentence.contains(&from.to_string()),
    };
    assert!(named && !sentence.contains('\n'), "{from}{to} in {board}: {sentence}");
}

/// Who attacks the king after a man went from one square to another, found by trying the lines from
/// the king outwards on a copy of the board as letters.
fn attacks_king(board: &Board, from: Square, to: Square, attacker: Square) -> bool {
    let mut occupied = board.occupied();
    occupied = (occupied - from.bitboard()) | to.bitboard();
    let mut king = board.king(board.side_to_move());
    if king == from {
        king = to;
    }
    let man = board.piece_at(attacker).unwrap();
    assert_eq!(man.color(), !board.side_to_move());
    match man.piece_type() {
        PieceType::Pawn => attacks::pawn(man.color(), attacker).contains(king),
        PieceType::Knight => attacks::knight(attacker).contains(king),
        PieceType::King => attacks::king(attacker).contains(king),
        PieceType::Bishop => attacks::bishop(attacker, occupied).contains(king),
        PieceType::Rook => attacks::rook(attacker, occupied).contains(king),
        PieceType::Queen => attacks::queen(attacker, occupied).contains(king),
    }
}

#[test]
fn the_men_that_are_blamed_are_to_blame() {
    let mut blamed = [0; 5];
    for board in positions(40, 10) {
        let us = board.side_to_move();
        let own = board.colors(us);
        for from in own {
            for to in Square::all() {
                let Some(reason) = board.why_illegal(&format!("{from}{to}")) else { continue };
                let case = match reason {
                    IllegalMove::Blocked { by, .. } => {
                        assert!(attacks::between(from, to).contains(by.square));
                        let nearer = attacks::between(from, by.square) & board.occupied();
                        assert!(nearer.is_empty(), "{from}{to} in {board}");
                        0
                    }
                    IllegalMove::KingAttacked { by, .. } => {
                        assert!(by.iter().len() > 0);
                        assert!(by.iter().all(|man| attacks_king(&board, from, to, man.square)));
                        1
                    }
                    IllegalMove::Pinned { man, king, by } => {
                        assert!(board.pinned().contains(man.square), "{from}{to} in {board}");
                        assert!(attacks::between(king, by.square).contains(man.square));
                        assert!(attacks_king(&board, from, to, by.square));
                        2
                    }
                    IllegalMove::CheckNotAnswered { by, .. } => {
                        assert!(board.checkers().contains(by.square));
                        assert!(attacks_king(&board, from, to, by.square));
                        3
                    }
                    IllegalMove::DoubleCheck { by, .. } => {
                        assert_eq!(by.iter().len() as u32, board.checkers().count());
                        4
                    }
                    _ => continue,
                };
                blamed[case] += 1;
            }
        }
    }
    assert!(blamed.iter().all(|&count| count > 0), "a reason was never given: {blamed:?}");
}

#[test]
fn all_encodings_are_explained_unless_legal() {
    for board in positions(6, 40) {
        for bits in 1..=u16::MAX {
            let chess_move = Move::from_bits(bits).unwrap();
            let mut next = board;
            match next.try_play(chess_move) {
                Ok(()) => assert!(board.is_legal(chess_move)),
                Err(reason) => {
                    assert!(!board.is_legal(chess_move));
                    assert!(!reason.to_string().is_empty());
                    assert_eq!(next, board, "a refused move changes nothing");
                }
            }
        }
    }
}

/// `FEN, move, sentence`, one for each rule.
const SENTENCES: &[(&str, &str, &str)] = &[
    (START, "e3e4", "there is no man on e3"),
    (START, "e7e5", "the pawn on e7 is Black's, and it is White's turn"),
    (START, "e1e1", "the king on e1 would stay where it is"),
    (START, "e1e2", "the king on e1 cannot go to e2: White's own pawn stands there"),
    (START, "g1g3", "the knight does not move from g1 to g3"),
    (START, "e2d4", "the pawn does not move from e2 to d4"),
    (START, "a1a5", "the rook on a1 cannot reach a5: the pawn on a2 is in its way"),
    (START, "d1d8", "the queen on d1 cannot reach d8: the pawn on d2 is in its way"),
    (START, "e2d3", "the pawn on e2 moves diagonally only to capture, and there is nothing on d3"),
    (START, "e2e4q", "the pawn on e2 is not promoted on e4: no promotion letter is wanted"),
    (START, "0000", "`0000` is the null move, and a player has to move"),
    (START, "hello", "`hello` is not a move: moves are written like e2e4, e7e8q, Nf3 or O-O"),
    (
        "4k3/8/8/8/4p3/4P3/3p4/4K3 w - - 0 1",
        "e3e4",
        "the pawn on e3 cannot step forward to e4: the pawn on e4 is in its way",
    ),
    (
        "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1",
        "e2e4",
        "the pawn on e2 cannot step forward to e4: the pawn on e4 is in its way",
    ),
    (
        "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
        "e2e4",
        "the pawn on e2 cannot reach e4: the pawn on e3 is in its way",
    ),
    (
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "e3e5",
        "the pawn on e3 cannot go two squares to e5: it has left its first square",
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5d6",
        "the pawn on e5 cannot take the pawn on d5 en passant on d6: that pawn did not move two squares \
         just now",
    ),
    // A pawn beside it, but not on the rank where a double step ends.
    (
        "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1",
        "e4d5",
        "the pawn on e4 moves diagonally only to capture, and there is nothing on d5",
    ),
    (
        "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
        "exd6",
        "taking en passant on d6 would leave the king on a5 in check from the rook on h5",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8",
        "the pawn on a7 is promoted on a8: say to what, with q, r, b or n",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8p",
        "the pawn on a7 cannot become a pawn: only a queen, rook, bishop or knight",
    ),
    (
        "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1",
        "c3d5",
        "the knight on c3 is pinned to its king on e1 by the bishop on b4",
    ),
    (
        "4r1k1/8/8/8/8/8/8/3K4 w - - 0 1",
        "d1e2",
        "the king would step onto e2, attacked by the rook on e8",
    ),
    // Away from a checking slider, but still on its line.
    (
        "4k3/8/8/8/4r3/8/4K3/8 w - - 0 1",
        "e2e1",
        "the king would step onto e1, attacked by the rook on e4",
    ),
    (
        "4k3/8/8/8/7q/8/P7/4K3 w - - 0 1",
        "a2a3",
        "the king is in check from the queen on h4, and the pawn on a2 going to a3 does not answer it",
    ),
    (
        "4k3/8/8/8/7b/3n4/8/R3K3 w - - 0 1",
        "a1d1",
        "the king is in check from the knight on d3 and the bishop on h4 at once: only the king may \
         move, not the rook on a1",
    ),
    (
        "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
        "e1h1",
        "the right to castle kingside belongs to the rook on g1, not to the one on h1",
    ),
    (
        "4k3/8/8/8/8/8/8/R4K2 w A - 0 1",
        "f1c1",
        "the king on f1 does not move to c1: castling queenside is written f1a1 (king takes rook) or \
         O-O-O",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1q",
        "the king on e1 is not promoted on g1: no promotion letter is wanted",
    ),
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn each_rule_has_its_sentence() {
    for &(fen, text, sentence) in SENTENCES {
        let board = Board::from_fen(fen).unwrap();
        let reason = board.why_illegal(text).map(|reason| reason.to_string());
        assert_eq!(reason.as_deref(), Some(sentence), "{text} in {fen}");
    }
}

/// Every kind of castling refusal, for both players.
const CASTLING: &[(&str, &str, CastlingSide, &str)] = &[
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1",
        "no-right",
        CastlingSide::Kingside,
        "White has no right to castle kingside: the king or the rook has moved before (FIDE 3.8.2)",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        "no-right",
        CastlingSide::Queenside,
        "Black has no right to castle queenside: the king or the rook has moved before (FIDE 3.8.2)",
    ),
    (
        "4k3/8/8/8/8/8/4K3/7R w - - 0 1",
        "no-right",
        CastlingSide::Kingside,
        "White has no right to castle kingside: the king on e2 has left its first rank (FIDE 3.8.2)",
    ),
    // Pam's castling with a rook promoted on e8: it is on no side of its king.
    (
        "4R3/k7/8/8/8/8/8/4K3 w - - 0 1",
        "no-right",
        CastlingSide::Kingside,
        "White has no right to castle kingside: there is no rook on that side of the king on e1 (FIDE \
         3.8.2)",
    ),
    (
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "blocked b1",
        CastlingSide::Queenside,
        "b1 is occupied by the knight: every square between king and rook must be empty (FIDE 3.8.2)",
    ),
    (
        "4k3/8/8/8/8/8/8/RNBQK3 w Q - 0 1",
        "blocked b1 c1 d1",
        CastlingSide::Queenside,
        "b1 is occupied by the knight, c1 by the bishop and d1 by the queen: every square between king \
         and rook must be empty (FIDE 3.8.2)",
    ),
    (
        "4k3/8/8/8/8/8/8/1K1N1R2 w F - 0 1",
        "blocked d1",
        CastlingSide::Kingside,
        "d1 is occupied by the knight: every square between king and rook must be empty (FIDE 3.8.2)",
    ),
    (
        "4k3/8/8/8/8/8/8/1KR3N1 w C - 0 1",
        "blocked g1",
        CastlingSide::Kingside,
        "g1 is occupied by the knight: king and rook need every square up to where they end \
         (Guidelines II)",
    ),
    (
        "4k3/8/8/8/1b6/3n4/8/R3K2R w KQ - 0 1",
        "in-check d3 b4",
        CastlingSide::Kingside,
        "the king is in check from the knight on d3 and the bishop on b4 (FIDE 3.8.2)",
    ),
    (
        "4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1",
        "crosses-attacked f1",
        CastlingSide::Kingside,
        "the king would cross f1, attacked by the bishop on c4 (FIDE 3.8.2)",
    ),
    (
        "4k3/5r2/8/8/2b5/8/8/R3K2R w KQ - 0 1",
        "crosses-attacked f1",
        CastlingSide::Kingside,
        "the king would cross f1, attacked by the bishop on c4 and the rook on f7 (FIDE 3.8.2)",
    ),
    (
        "2rrk3/8/8/8/8/8/8/1K4R1 w G - 0 1",
        "crosses-attacked c1 d1",
        CastlingSide::Kingside,
        "the king would cross c1, attacked by the rook on c8 and d1, attacked by the rook on d8 (FIDE \
         3.8.2)",
    ),
    (
        "4k3/8/8/8/3b4/8/8/4K2R w K - 0 1",
        "lands-attacked g1",
        CastlingSide::Kingside,
        "the king would land on g1, attacked by the bishop on d4 (FIDE 3.8.2)",
    ),
    (
        "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
        "exposes-king a1",
        CastlingSide::Queenside,
        "the rook on b1 would no longer shield the king, which would be in check on c1 from the rook on \
         a1 (FIDE 3.9.2)",
    ),
];

#[test]
fn each_castling_refusal_has_its_sentence() {
    for &(fen, words, side, sentence) in CASTLING {
        let board = Board::from_fen(fen).unwrap();
        let color = board.side_to_move();
        let refusal = board.castling(color, side).unwrap_err();
        assert_eq!(refusal.to_string(), words, "{fen}");
        assert_eq!(refusal.explain(&board, color, side), sentence, "{fen}");
        let text = if side == CastlingSide::Kingside { "O-O" } else { "0-0-0" };
        assert_eq!(board.why_illegal(text).unwrap().to_string(), sentence, "{text} in {fen}");
    }
}

/// The command that explains castling asks for the side that is not to move, too.
#[test]
fn castling_is_explained_for_the_side_not_to_move() {
    let board = Board::from_fen("r3k2r/8/8/8/2B5/8/8/4K3 w kq - 0 1").unwrap();
    let refusal = board.castling(Color::Black, CastlingSide::Kingside).unwrap_err();
    assert_eq!(
        refusal.explain(&board, Color::Black, CastlingSide::Kingside),
        "the king would land on g8, attacked by the bishop on c4 (FIDE 3.8.2)"
    );
}

/// A refusal that belongs to another position gives a wrong sentence, but gives one.
#[test]
fn a_refusal_of_another_position_does_no_harm() {
    let board = Board::from_fen("4k3/8/8/8/8/8/4K3/8 w - - 0 1").unwrap();
    let refusals = [
        CastlingRefusal::NoRight,
        CastlingRefusal::Blocked(Square::D4.bitboard()),
        CastlingRefusal::InCheck(Square::D4.bitboard()),
        CastlingRefusal::CrossesAttacked(Square::D4.bitboard()),
        CastlingRefusal::LandsOnAttacked(Square::D4),
        CastlingRefusal::ExposesKing(Square::D4.bitboard()),
    ];
    for refusal in refusals {
        let sentence = refusal.explain(&board, Color::White, CastlingSide::Kingside);
        assert!(!sentence.is_empty());
    }
}

/// In Chess960 the king's two-square move is told how it is written there.
#[test]
fn the_castling_mode_decides_what_two_squares_mean() {
    let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(board.why_illegal("e1g1"), None);
    assert_eq!(
        board.parse_uci("e1g1", CastlingMode::Chess960).unwrap_err().to_string(),
        "e1g1: the king on e1 does not move to g1: castling kingside is written e1h1 (king takes rook) \
         or O-O"
    );
    // Without the right there is nothing to be written otherwise.
    let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    assert_eq!(
        board.parse_uci("e1g1", CastlingMode::Chess960).unwrap_err().to_string(),
        "e1g1: the king does not move from e1 to g1"
    );
}
