//! Malformed and odd FENs: `fen_decisions.tsv` says of each what strict reading and lenient reading
//! (of chess and of Chess960) make of it. An answer is one of
//!
//! - `ok: FEN`, accepted as it stands, and what it is read as,
//! - `repaired FIELD KIND, ..: FEN`, accepted after these repairs (lenient reading only),
//! - `error: FIELD KIND`, refused.
//!
//! The rule: strict reading insists on structure, six fields, each as the standard has it, and on
//! rights and en passant squares that the men on the board allow; white space is free, and an en
//! passant square behind a pawn that may have come two squares is common practice even where nobody
//! can take. Lenient reading repairs all of that. Both refuse what is no playable position: ranks
//! that do not give 64 squares, not one king a side, more than sixteen men or eight pawns a side, a
//! pawn on the first or last rank, the player not to move in check. Positions that no game can
//! reach are accepted: they can be played.

use portcullis_movegen::{
    Board, BoardError, CastlingMode, FenError, FenField, FenProblem, FenRepairs,
};

use crate::border;
use crate::positions::{STANDARD, random, random_start};
use crate::rng::Rng;

fn field(field: FenField) -> &'static str {
    match field {
        FenField::Placement => "placement",
        FenField::SideToMove => "side",
        FenField::Castling => "castling",
        FenField::EnPassant => "en-passant",
        FenField::HalfmoveClock => "clock",
        FenField::FullmoveNumber => "number",
        FenField::Rest => "rest",
    }
}

fn kind(problem: &FenProblem) -> &'static str {
    match problem {
        FenProblem::Empty => "empty",
        FenProblem::RankCount(_) => "rank-count",
        FenProblem::RankLength { .. } => "rank-length",
        FenProblem::UnknownPiece { .. } => "unknown-piece",
        FenProblem::AdjacentDigits(_) => "adjacent-digits",
        FenProblem::SideToMove(_) => "unknown",
        FenProblem::MissingField(_) => "missing",
        FenProblem::UnknownCastlingLetter(_) => "unknown-letter",
        FenProblem::RepeatedCastlingRight(_) => "repeated",
        FenProblem::TwoRightsOnOneWing(_) => "second-on-wing",
        FenProblem::CastlingWithoutKingAndRook(_) => "no-king-and-rook",
        FenProblem::EnPassantText(_) => "no-square",
        FenProblem::EnPassantImpossible(_) => "impossible",
        FenProblem::EnPassantUseless(_) => "useless",
        FenProblem::Counter { .. } => "no-count",
        FenProblem::ExtraText(_) => "extra-text",
        FenProblem::Position(BoardError::KingCount(..)) => "king-count",
        FenProblem::Position(BoardError::TooManyMen(..)) => "too-many-men",
        FenProblem::Position(BoardError::TooManyPawns(..)) => "too-many-pawns",
        FenProblem::Position(BoardError::PawnOnLastRank(_)) => "pawn-on-last-rank",
        FenProblem::Position(BoardError::OpponentInCheck(_)) => "opponent-in-check",
        FenProblem::Position(BoardError::CastlingRight(..)) => "bad-right",
        FenProblem::Position(BoardError::EnPassant(_)) => "bad-en-passant",
    }
}

fn named(problem: &FenProblem) -> String {
    format!("{} {}", field(problem.field()), kind(problem))
}

fn strict(text: &str) -> String {
    answer(Board::from_fen(text).map(|board| (board, FenRepairs::default())))
}

fn lenient(text: &str, mode: CastlingMode) -> String {
    answer(Board::from_fen_lenient(text, mode))
}

fn answer(read: Result<(Board, FenRepairs), FenError>) -> String {
    match read {
        Err(error) => format!("error: {}", named(error.problem())),
        Ok((board, repairs)) if repairs.is_empty() => format!("ok: {board}"),
        Ok((board, repairs)) => {
            let repairs: Vec<String> =
                repairs.iter().map(|repair| named(repair.problem())).collect();
            format!("repaired {}: {board}", repairs.join(", "))
        }
    }
}

/// Undoes the escapes `\t`, `\r`, `\\` and `\xNN`. Bytes that are not UTF-8 become replacement
/// characters, as in anything that reads them as text.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character != '\\' {
            bytes.extend(character.to_string().bytes());
            continue;
        }
        let (escape, after) = rest.split_at(1);
        rest = after;
        match escape {
            "t" => bytes.push(b'\t'),
            "r" => bytes.push(b'\r'),
            "x" => {
                let (digits, after) = rest.split_at(2);
                bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
                rest = after;
            }
            _ => bytes.extend(escape.bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn every_case_is_decided_as_documented() {
    let table = include_str!("../data/fen_decisions.tsv");
    let mut cases = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [what, text, strictly, standard, chess960] = columns[..] else {
            panic!("five columns: {line}")
        };
        let text = unescape(text);
        assert_eq!(strict(&text), strictly, "strict: {what}");
        assert_eq!(lenient(&text, CastlingMode::Standard), standard, "standard: {what}");
        assert_eq!(lenient(&text, CastlingMode::Chess960), chess960, "Chess960: {what}");
        cases += 1;
    }
    assert_eq!(cases, 110, "no case is lost in reading");
}

/// What strict reading accepts lenient reading accepts in Chess960 too, and reads the same; the only
/// thing that it may remark on is an en passant square without use.
#[test]
fn lenient_reading_agrees_with_strict_reading() {
    let mut rng = Rng::new(41);
    for _ in 0..10_000 {
        let fen = random(&mut rng).naive_fen();
        let (board, repairs) =
            Board::from_fen_lenient(&fen, CastlingMode::Chess960).expect("a playable position");
        assert_eq!(board, border::read(&fen), "{fen}");
        assert!(repairs.iter().all(|repair| kind(repair.problem()) == "useless"), "{fen}");
    }
}

/// In chess the letters K and Q stand for a king on the e-file and rooks in the corners alone.
#[test]
fn letters_of_chess_hold_for_the_placement_of_chess_alone() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", true),
        ("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", false),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", true),
        ("4k1r1/8/8/8/8/8/8/4K3 b k - 0 1", false),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", true),
    ];
    for (fen, kept) in cases {
        let (board, repairs) =
            Board::from_fen_lenient(fen, CastlingMode::Standard).expect("a playable position");
        assert_eq!(!board.castling_rights().is_empty(), kept, "{fen}");
        assert_eq!(repairs.is_empty(), kept, "{fen}");
        let (board, repairs) =
            Board::from_fen_lenient(fen, CastlingMode::Chess960).expect("a playable position");
        assert!(!board.castling_rights().is_empty() && repairs.is_empty(), "{fen}");
    }
    // A file's letter is read as what it says, in chess as well.
    let inner = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
    let (board, repairs) =
        Board::from_fen_lenient(inner, CastlingMode::Standard).expect("a playable position");
    assert!(repairs.is_empty());
    assert_eq!(board, border::read(inner));
}

/// A FEN with a few characters changed, left out, doubled or put in.
fn mutated(fen: &str, rng: &mut Rng) -> String {
    const PUT_IN: &str = "rnbqkpRNBQKP12345678/-wb aAhH \t0e3d6\u{e9}\u{2654}\u{0}xX+.;";
    let letters: Vec<char> = PUT_IN.chars().collect();
    let mut text: Vec<char> = fen.chars().collect();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(text.len().max(1));
        match rng.below(5) {
            0 => text.insert(at, rng.pick(&letters)),
            1 if !text.is_empty() => {
                text.remove(at);
            }
            2 if !text.is_empty() => text[at] = rng.pick(&letters),
            3 => text.truncate(at),
            _ if !text.is_empty() => {
                let other = rng.below(text.len());
                text.swap(at, other);
            }
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// No text makes reading panic, and whatever is accepted is a sound board that comes back from its
/// own FEN without a repair.
fn assert_read_soundly(text: &str) -> bool {
    let strict = Board::from_fen(text).ok();
    let standard = Board::from_fen_lenient(text, CastlingMode::Standard);
    let chess960 = Board::from_fen_lenient(text, CastlingMode::Chess960);
    if let Some(board) = &strict {
        let lenient = chess960.as_ref().map(|(board, _)| board).ok();
        assert_eq!(lenient, Some(board), "{text:?}");
    }
    let lenient = [standard, chess960].into_iter().flatten().map(|(board, _)| board);
    for board in lenient.chain(strict) {
        if let Err(fault) = board.validate() {
            panic!("{text:?} read as {board}: {fault}");
        }
        assert_eq!(Board::from_fen(&board.fen()), Ok(board), "{text:?}");
        assert_eq!(Board::from_fen(&board.shredder_fen()), Ok(board), "{text:?}");
        let moves = board.legal_moves();
        assert_eq!(board.has_legal_moves(), !moves.is_empty(), "{text:?}");
    }
    strict.is_some()
}

fn read_mutations(seed: u64, count: usize) {
    let mut rng = Rng::new(seed);
    let mut accepted = 0;
    for _ in 0..count {
        let fen = match rng.below(4) {
            0 => STANDARD.to_owned(),
            1 => random_start(&mut rng).x_fen(),
            2 => random(&mut rng).x_fen(),
            _ => random(&mut rng).naive_fen(),
        };
        accepted += usize::from(assert_read_soundly(&mutated(&fen, &mut rng)));
    }
    assert!(accepted > count / 100, "{accepted} of {count} mutations are accepted strictly");
}

#[test]
fn mutated_fens_never_panic_and_are_read_soundly() {
    read_mutations(42, 100_000);
}

#[test]
#[ignore = "minutes: ten million mutations"]
fn ten_million_mutated_fens() {
    read_mutations(43, 10_000_000);
}

/// Errors and repairs are sentences for people: each names its field and says what is wrong.
#[test]
fn errors_and_repairs_name_their_field() {
    let error = Board::from_fen("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let text = error.expect_err("a digit 9").to_string();
    assert!(text.contains("placement") && text.contains("rank 6"), "{text}");
    let (_, repairs) = Board::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 w K", CastlingMode::Standard)
        .expect("missing fields are filled in");
    let texts: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 4, "{texts:?}");
    for (text, field) in texts.iter().zip(["castling", "en passant", "half-move", "full-move"]) {
        assert!(text.contains(field), "{text}");
    }
}
