//! Keys against the format's own examples, books against python-chess.

use portcullis_movegen::CastlingMode;

use super::make::Made;
use super::*;

fn after(moves: &str) -> Position {
    let mut position = Position::startpos();
    for text in moves.split_whitespace() {
        let mv = position.board().parse_uci(text, CastlingMode::Standard).expect("a legal move");
        position.play(mv);
    }
    position
}

/// The examples of the specification: en passant counts only beside an enemy pawn.
#[test]
fn keys_are_those_of_the_specification() {
    for (moves, key) in [
        ("", 0x463b96181691fc9c),
        ("e2e4", 0x823c9b50fd114196),
        ("e2e4 d7d5", 0x0756b94461c50fb0),
        ("e2e4 d7d5 e4e5", 0x662fafb965db29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560),
    ] {
        let position = after(moves);
        assert_eq!(key::of(position.board(), position.last_move()), key, "after {moves}");
    }
}

/// A capture that a pin forbids is part of the key all the same.
#[test]
fn an_illegal_en_passant_capture_counts() {
    let board = Board::from_fen("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1").expect("a FEN");
    let mut position = Position::new(board);
    position.play(board.parse_uci("e2e4", CastlingMode::Standard).expect("a move"));
    assert_eq!(position.board().en_passant(), None);
    let with = key::of(position.board(), position.last_move());
    let without = key::of(position.board(), None);
    assert_eq!(with ^ without, random::RANDOM[random::EN_PASSANT + 4]);
}

const GAMES: &str = "
    [Result \"1-0\"] 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O d6 1-0
    [Result \"1/2-1/2\"] 1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2
    [Result \"0-1\"] 1. e4 c5 2. e5 d5 3. exd6 Qxd6 0-1
    [FEN \"r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1\"] 1. bxa8=N O-O-O *
    1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Qh9 1-0
    ";

fn made(min_count: u32) -> Made {
    BookMaker { min_count, depth: 20 }.make(GAMES)
}

#[test]
fn moves_weigh_by_points_and_count() {
    let made = made(1);
    assert_eq!((made.games, made.broken), (5, 2), "O-O-O without a rook, and Qh9");
    let book = Book::read(&made.bytes).expect("a book");
    let moves = |text: &str| {
        let position = after(text);
        let moves = book.moves(&position).into_iter();
        moves.map(|(mv, weight)| (mv.uci(CastlingMode::Standard).to_string(), weight)).collect()
    };
    let named = |moves: &[(&str, u16)]| -> Vec<(String, u16)> {
        moves.iter().map(|&(mv, weight)| (mv.to_owned(), weight)).collect()
    };
    let check = |text: &str, expected: &[(&str, u16)]| {
        let found: Vec<(String, u16)> = moves(text);
        assert_eq!(found, named(expected), "after {text}");
    };
    check("", &[("e2e4", 5)]);
    check("e2e4", &[("c7c5", 2), ("e7e5", 1)]);
    check("e2e4 e7e5 g1f3 b8c6", &[("f1b5", 4), ("f1c4", 1)]);
    check("e2e4 e7e5 g1f3 b8c6 f1b5 g8f6", &[("e1g1", 4)]);
    check("e2e4 c7c5 e4e5 d7d5", &[]);
    let often = Book::read(&self::made(2).bytes).expect("a book");
    assert_eq!(often.moves(&after("e2e4")).len(), 1, "c5 was played once");
}

/// Over many numbers each move comes as often as its weight says, and a number repeats itself.
#[test]
fn the_choice_follows_the_weights() {
    let book = Book::read(&made(1).bytes).expect("a book");
    let position = after("e2e4 e7e5 g1f3 b8c6");
    let spanish = position.board().parse_uci("f1b5", CastlingMode::Standard).expect("a move");
    let chosen = (0..1000).filter(|&n| book.choose(&position, scramble(n)) == Some(spanish));
    assert!((750..850).contains(&chosen.count()), "four of five");
    assert_eq!(book.choose(&position, 7), book.choose(&position, 7));
    assert_eq!(book.choose(&after("h2h4"), 7), None);
}

#[test]
fn damaged_books_are_told() {
    let bytes = made(1).bytes;
    assert_eq!(Book::read(&bytes[..bytes.len() - 1]), Err(BookError::Length(bytes.len() - 1)));
    let mut swapped = bytes.clone();
    swapped.rotate_left(16);
    assert!(matches!(Book::read(&swapped), Err(BookError::Order(_))));
    assert!(matches!(Book::open(Path::new("/no/such/book.bin")), Err(BookError::Unreadable(_))));
    // Whatever stands in the entries, only legal moves come out.
    for seed in 0..2000 {
        let mut bytes = bytes.clone();
        let at = scramble(seed) as usize % bytes.len();
        bytes[at] = scramble(seed + 9999) as u8;
        if let Ok(book) = Book::read(&bytes) {
            let position = after("e2e4 e7e5");
            assert!(book.moves(&position).iter().all(|&(mv, _)| position.board().is_legal(mv)));
        }
    }
}

/// python-chess finds the same moves with the same weights in a book of ours.
#[test]
fn python_chess_reads_the_same_book() {
    const SCRIPT: &str = "
import sys, chess, chess.polyglot
with chess.polyglot.open_reader(sys.argv[1]) as book:
    for line in sys.argv[2:]:
        board = chess.Board()
        for move in line.split():
            board.push_uci(move)
        print(*sorted(f'{e.move.uci()}:{e.weight}' for e in book.find_all(board)))
";
    let path = std::env::temp_dir().join(format!("portcullis-{}.bin", std::process::id()));
    std::fs::write(&path, made(1).bytes).expect("a file");
    let lines = [
        "",
        "e2e4",
        "e2e4 e7e5 g1f3 b8c6",
        "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6",
        "e2e4 c7c5 e4e5 d7d5",
        "e2e4 c7c5 e4e5 d7d5 e5d6",
    ];
    let output =
        std::process::Command::new("python3").args(["-c", SCRIPT]).arg(&path).args(lines).output();
    let book = Book::open(&path).expect("a book");
    std::fs::remove_file(&path).expect("the file");
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        println!("NOT compared: python3 has no python-chess");
        return;
    };
    let theirs = String::from_utf8(output.stdout).expect("UTF-8");
    for (line, theirs) in lines.iter().zip(theirs.lines()) {
        let moves = book.moves(&after(line)).into_iter();
        let mut ours: Vec<String> = moves
            .map(|(mv, weight)| format!("{}:{weight}", mv.uci(CastlingMode::Standard)))
            .collect();
        ours.sort_unstable();
        assert_eq!(ours.join(" "), theirs, "after {line}");
    }
}
