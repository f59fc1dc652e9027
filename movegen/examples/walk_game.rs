//! Walks through a game given in SAN, as arguments or on standard input, and shows what the library
//! knows about each position. Without moves it walks through a short game of its own.
//!
//! ```text
//! cargo run --example walk_game -- 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6
//! cargo run --example walk_game -- - < moves.txt
//! ```

use std::env;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use portcullis_movegen::{Board, CastlingMode, CastlingSide, Color, Game};

/// Réti against Tartakower, Vienna 1910: castling, a queen given away, double check and mate.
const BUILT_IN: &str = "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 \
    8. O-O-O Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let text = match words.first().map(String::as_str) {
        None => Ok(BUILT_IN.to_owned()),
        Some("-") => read_stdin(),
        Some(_) => Ok(words.join(" ")),
    };
    match text.and_then(|text| walk(&text, &mut io::stdout().lock())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn read_stdin() -> io::Result<String> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

/// Plays the moves one by one, up to the first that cannot be played.
fn walk(text: &str, out: &mut impl Write) -> io::Result<()> {
    let mut game = Game::new(Board::startpos());
    writeln!(out, "{:#}", game.board())?;
    for san in text.split_whitespace().filter_map(without_number) {
        let board = *game.board();
        let chess_move = match board.parse_san(san) {
            Ok(chess_move) => chess_move,
            Err(error) => {
                writeln!(out, "{error}")?;
                break;
            }
        };
        let number = board.fullmove_number();
        let dots = if board.side_to_move() == Color::White { "." } else { "..." };
        let uci = chess_move.uci(CastlingMode::Standard);
        writeln!(out, "{number}{dots} {} ({uci})\n", board.san(chess_move))?;
        game.play(chess_move);
        describe(&game, out)?;
    }
    match game.outcome() {
        Some(outcome) => writeln!(out, "{}: {outcome}", outcome.result()),
        None => writeln!(out, "*: the game goes on"),
    }
}

/// The move in a word such as `12.Nf3`; `None` for move numbers and results.
fn without_number(word: &str) -> Option<&str> {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
        return None;
    }
    // A zero can begin a castling move, but no move number.
    let starts_with_number = word.starts_with(|c: char| matches!(c, '1'..='9'));
    let san = if starts_with_number {
        word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.')
    } else {
        word.trim_start_matches('.')
    };
    (!san.is_empty()).then_some(san)
}

fn describe(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let board = game.board();
    writeln!(out, "{board:#}")?;
    writeln!(out, "FEN: {board}")?;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            write!(out, "{color} {}: ", side.name())?;
            match board.castling(color, side) {
                Ok(castling) => writeln!(out, "{} is legal", castling.uci(CastlingMode::Standard))?,
                Err(refusal) => writeln!(out, "{}", refusal.explain(board, color, side))?,
            }
        }
    }
    if game.repetitions() > 1 {
        writeln!(out, "This position has appeared {} times.", game.repetitions())?;
    }
    writeln!(out)
}
