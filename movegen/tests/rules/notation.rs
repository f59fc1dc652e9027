//! Moves as text: UCI in both styles of castling, and SAN out and in, for every legal move of random
//! positions.

use portcullis_movegen::{Board, CastlingMode, Move};

use crate::border;
use crate::oracle::{Place, Position, Wing};
use crate::positions::{random, random_start};
use crate::rng::Rng;

/// Positions of random games, some of which stop where castling is legal, and random positions, in which many men reach the same square.
fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        positions.push(random(&mut rng));
        let mut game = random_start(&mut rng);
        for _ in 0..rng.below(80) {
            let moves = game.legal_moves();
            let castles = moves.iter().any(|&mv| game.castling_wing(mv).is_some());
            if moves.is_empty() || (castles && rng.one_in(3)) {
                break;
            }
            game = game.after(rng.pick(&moves));
        }
        positions.push(game);
    }
    positions
}

fn each_legal_move(seed: u64, count: usize, visit: &mut dyn FnMut(&Board, &Position, Move)) {
    for position in positions(seed, count) {
        let board = border::board(&position);
        for &mv in &board.legal_moves() {
            visit(&board, &position, mv);
        }
    }
}

/// Whether king and rook stand where they do in standard chess, so that the king's step of two
/// squares is a way to write castling.
fn castles_as_in_chess(mv: crate::oracle::Move) -> bool {
    mv.from.file == 4 && matches!(mv.to.file, 0 | 7)
}

#[test]
fn uci_is_written_and_read_in_both_styles() {
    let mut castlings = 0;
    each_legal_move(21, 4_000, &mut |board, position, mv| {
        let played = border::move_of(mv);
        let takes_rook = played.to_string();
        assert_eq!(mv.to_string(), takes_rook, "{board}");
        assert_eq!(mv.uci(CastlingMode::Chess960).to_string(), takes_rook, "{board}");
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            assert_eq!(board.parse_uci(&takes_rook, mode).ok(), Some(mv), "{takes_rook} {board}");
        }
        if mv.is_castling() && castles_as_in_chess(played) {
            castlings += 1;
            let steps = position.standard_uci(played);
            assert_eq!(mv.uci(CastlingMode::Standard).to_string(), steps, "{board}");
            let read = board.parse_uci(&steps, CastlingMode::Standard);
            assert_eq!(read.ok(), Some(mv), "{steps} in {board}");
        } else {
            assert_eq!(mv.uci(CastlingMode::Standard).to_string(), takes_rook, "{board}");
        }
    });
    assert!(castlings > 50, "{castlings} castlings as in chess");
}

/// Standard chess reads both `e1g1` and `e1h1`; Chess960 reads king takes rook alone. A castling that
/// is refused is refused in either form.
#[test]
fn both_notations_of_castling_are_read_in_chess() {
    let mut refused = 0;
    for position in positions(27, 4_000) {
        let board = border::board(&position);
        for wing in Wing::BOTH {
            let king = position.king(position.turn);
            let Some(file) = position.right(position.turn, wing) else { continue };
            let takes_rook = format!("{king}{}", Place::new(file, king.rank));
            let castling = board.castling(border::color(position.turn), border::side(wing)).ok();
            refused += usize::from(castling.is_none());
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let read = board.parse_uci(&takes_rook, mode).ok();
                assert_eq!(read, castling, "{takes_rook} in {board}");
            }
            if king.file == 4 && matches!(file, 0 | 7) {
                let to = Place::new(if wing == Wing::King { 6 } else { 2 }, king.rank);
                let steps = format!("{king}{to}");
                let read = board.parse_uci(&steps, CastlingMode::Standard).ok();
                assert_eq!(read, castling, "{steps} in {board}");
                let read = board.parse_uci(&steps, CastlingMode::Chess960).ok();
                assert_eq!(read, None, "{steps} is no move of Chess960 in {board}");
            }
        }
    }
    assert!(refused > 100, "{refused} castlings are refused");
}

#[test]
fn san_is_written_as_appendix_c_says_and_read_back() {
    each_legal_move(23, 1_500, &mut |board, position, mv| {
        let san = position.san(border::move_of(mv));
        assert_eq!(board.san(mv), san, "{mv} in {board}");
        assert_eq!(board.parse_san(&san).ok(), Some(mv), "{san} in {board}");
    });
}

/// Score sheets and old files write the same move in many ways.
#[test]
fn san_is_read_in_the_forms_in_use() {
    each_legal_move(24, 600, &mut |board, position, mv| {
        let san = position.san(border::move_of(mv));
        let plain = san.trim_end_matches(['+', '#']).to_owned();
        let mut forms = vec![plain.clone(), plain.replace('=', ""), plain.replace('O', "0")];
        forms.extend(["!", "?", "!!", "!?", "?!", "??"].map(|mark| format!("{san}{mark}")));
        if !mv.is_castling() {
            let long = format!("{}{}", mv.from(), mv.to());
            let letter = plain.chars().next().filter(char::is_ascii_uppercase);
            let cross = if mv.is_capture() { "x" } else { "" };
            let promotion = plain.find('=').map_or("", |at| &plain[at..]);
            let letter = letter.map_or(String::new(), String::from);
            forms.push(format!("{letter}{}{cross}{}{promotion}", mv.from(), mv.to()));
            forms.push(format!("{letter}{long}{promotion}"));
        }
        for form in forms {
            assert_eq!(board.parse_san(&form).ok(), Some(mv), "{form} for {san} in {board}");
        }
    });
}

/// A move text that fits no legal move, or more than one, is refused; nothing panics.
#[test]
fn no_text_panics_and_none_gives_an_illegal_move() {
    let mut rng = Rng::new(25);
    let letters: Vec<char> = "abcdefgh12345678NBRQKOox0-=+#!?qrbn \u{e9}\u{2654}".chars().collect();
    for position in positions(26, 400) {
        let board = border::board(&position);
        let moves = board.legal_moves();
        for _ in 0..100 {
            let mut text: Vec<char> = if moves.is_empty() || rng.one_in(4) {
                Vec::new()
            } else if rng.one_in(2) {
                board.san(rng.pick(&moves)).chars().collect()
            } else {
                rng.pick(&moves).to_string().chars().collect()
            };
            for _ in 0..rng.below(5) {
                let at = rng.below(text.len() + 1);
                if at < text.len() && rng.one_in(2) {
                    text.remove(at);
                } else {
                    text.insert(at, rng.pick(&letters));
                }
            }
            let text: String = text.into_iter().collect();
            let read = [
                board.parse_san(&text).ok(),
                board.parse_uci(&text, CastlingMode::Standard).ok(),
                board.parse_uci(&text, CastlingMode::Chess960).ok(),
            ];
            for mv in read.into_iter().flatten() {
                assert!(moves.contains(&mv), "{text} read as {mv} in {board}");
            }
        }
    }
}

/// One position and move for each way of telling two knights, rooks or queens apart.
#[test]
fn disambiguation_names_the_file_then_the_rank_then_both() {
    let cases = [
        // Two knights on different files.
        ("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "b1d2", "Nbd2"),
        // Two rooks on one file: the rank.
        ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        // Three queens: one shares the file, another the rank.
        ("2k5/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "Qh4e1"),
        // A pinned knight is no rival.
        ("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        // A pawn's capture names its file even when there is one pawn only.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        // En passant is written as the capture on the passed square.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        // Promotion with mate.
        ("7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8q", "a8=Q#"),
        // Castling with check, in chess and in Chess960.
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"),
        ("3k4/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1", "O-O-O+"),
    ];
    for (fen, uci, san) in cases {
        let board = border::read(fen);
        let mv = board.parse_uci(uci, CastlingMode::Chess960).expect("a legal move");
        assert_eq!(board.san(mv), san, "{uci} in {fen}");
        assert_eq!(board.parse_san(san).ok(), Some(mv), "{san} in {fen}");
    }
}

/// A bishop's letter is no file: `B1c3` is a bishop's move from the first rank, not b1c3.
#[test]
fn a_bishop_is_no_file() {
    let board = border::read("4k3/8/8/B7/8/8/8/BN2K3 w - - 0 1");
    let bishop = board.parse_uci("a1c3", CastlingMode::Standard).expect("a legal move");
    assert_eq!(board.san(bishop), "B1c3");
    assert_eq!(board.parse_san("B1c3").ok(), Some(bishop));
    assert_eq!(board.parse_move("B1c3", CastlingMode::Standard).ok(), Some(bishop));
    let knight = board.parse_uci("b1c3", CastlingMode::Standard).expect("a legal move");
    assert_eq!(board.parse_move("b1c3", CastlingMode::Standard).ok(), Some(knight));
}

#[test]
fn a_text_that_fits_two_moves_is_refused() {
    let board = border::read("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1");
    assert!(board.parse_san("Nd2").is_err());
    assert!(board.parse_san("Nbd2").is_ok());
}
