//! Elementary endings played without tables: `cargo test -p portcullis --test endings -- --ignored
//! --nocapture` prints how many are won and held.
//!
//! PORTCULLIS_SYZYGY names a folder of tables: with it only starts are played whose result is known,
//! and the defence to a win is the best by the tables. Without, a search defends, every start counts
//! as won but for those of KPK, and those are left out. PORTCULLIS_STARTS is the number of starts of
//! each ending (3), PORTCULLIS_NODES the number of nodes of each move (50000), PORTCULLIS_ENDINGS the names
//! of the endings to play (all), PORTCULLIS_NETWORK a network that evaluates for White.

use std::path::PathBuf;
use std::sync::Arc;

use portcullis::tablebase::{Dtz, Syzygy, Tablebase as _, Wdl};
use portcullis::{Limits, Network, Position, Searcher};
use portcullis_movegen::{Board, BoardBuilder, Color, Game, Move, Piece, PieceType, Rank, Square};

/// White's men first, as in the names of tables.
const ENDINGS: [&str; 6] = ["KQvK", "KRvK", "KBBvK", "KBNvK", "KPvK", "KQvKR"];

/// A generator of numbers that look random: [SplitMix64](https://prng.di.unimi.it/splitmix64.c).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ bits >> 31) as usize % end
    }
}

/// White to move, each man on a square of its own; none if that is no legal position.
fn random_start(name: &str, random: &mut Random) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    let mut color = Color::White;
    for letter in name.chars() {
        if letter == 'v' {
            color = Color::Black;
            continue;
        }
        let kind = PieceType::from_char(letter)?;
        let square = Square::from_index(random.below(64))?;
        let on_last_rank = matches!(square.rank(), Rank::First | Rank::Eighth);
        if builder.piece_at(square).is_some() || (kind == PieceType::Pawn && on_last_rank) {
            return None;
        }
        builder.put(square, Some(Piece::new(color, kind)));
    }
    builder.counters(0, 1).build().ok()
}

struct Players {
    attack: Searcher,
    defence: Searcher,
    tables: Option<Syzygy>,
    limits: Limits,
}

impl Players {
    /// The longest defence by the tables, or what a search finds.
    fn defend(&mut self, position: &Position) -> Option<Move> {
        let by_tables = self.tables.as_ref().and_then(|tables| {
            let distance = |mv: Move| {
                let mut child = *position.board();
                child.play(mv);
                tables.dtz(&child).ok()
            };
            let moves = position.board().legal_moves();
            let known: Option<Vec<(Move, Dtz)>> =
                moves.iter().map(|&mv| distance(mv).map(|dtz| (mv, dtz))).collect();
            known?.into_iter().min_by_key(|&(_, Dtz(dtz))| (dtz > 0, -dtz)).map(|(mv, _)| mv)
        });
        by_tables.or_else(|| self.defence.search(position, &self.limits).best)
    }

    /// Plays until the game is over or can be claimed as drawn; whether White has won.
    fn play(&mut self, start: Board) -> bool {
        self.attack.new_game();
        self.defence.new_game();
        let (mut game, mut position) = (Game::new(start), Position::new(start));
        loop {
            if let Some(outcome) = game.outcome() {
                return outcome.winner() == Some(Color::White);
            }
            if game.fifty_moves() || game.threefold() {
                return false;
            }
            let mv = match game.board().side_to_move() {
                Color::White => self.attack.search(&position, &self.limits).best,
                Color::Black => self.defend(&position),
            };
            let Some(mv) = mv else { return false };
            game.play(mv);
            position.play(mv);
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Won endings are won and drawn ones held, whatever the start.
#[test]
#[ignore = "takes minutes to hours"]
fn elementary_endings_are_won_and_held_without_tables() {
    let thread = std::thread::Builder::new().stack_size(Searcher::STACK_BYTES).spawn(play_all);
    let failed = thread.expect("a thread").join().expect("no panic");
    assert!(failed.is_empty(), "not as they should be: {failed:#?}");
}

/// Prints the table; the starts that went wrong.
fn play_all() -> Vec<String> {
    let folder = std::env::var_os("PORTCULLIS_SYZYGY").map(PathBuf::from);
    if folder.is_none() {
        println!("PORTCULLIS_SYZYGY names no tables: a search defends");
    }
    let starts = number("PORTCULLIS_STARTS", 3);
    let mut players = Players {
        attack: Searcher::new(16).expect("memory"),
        defence: Searcher::new(16).expect("memory"),
        tables: folder.map(|folder| Syzygy::open(&folder.to_string_lossy()).tables),
        limits: Limits::nodes(number("PORTCULLIS_NODES", 50_000)),
    };
    if let Some(path) = std::env::var_os("PORTCULLIS_NETWORK") {
        let network = std::fs::read(path).expect("a file");
        let network = Network::from_bytes(&network).expect("a network");
        players.attack.set_network(Some(Arc::new(network)));
    }
    let wanted = std::env::var("PORTCULLIS_ENDINGS").unwrap_or_else(|_| ENDINGS.join(" "));
    let mut failed = Vec::new();
    println!("{:<8}{:>12}{:>12}", "ending", "won", "held");
    for name in wanted.split_whitespace() {
        // Each ending has the same starts, whichever others are played.
        let mut random = Random(number("PORTCULLIS_SEED", 1));
        let (mut wins, mut won, mut draws, mut held) = (0, 0, 0, 0);
        while wins + draws < starts {
            let Some(start) = random_start(name, &mut random) else { continue };
            let known = players.tables.as_ref().and_then(|tables| tables.wdl(&start).ok());
            let is_win = match known {
                Some(Wdl::Win) => true,
                Some(Wdl::Draw) if name == "KPvK" => false,
                None if name != "KPvK" && players.tables.is_none() => true,
                None if players.tables.is_none() => break,
                _ => continue,
            };
            let good = players.play(start) == is_win;
            *(if is_win { &mut wins } else { &mut draws }) += 1;
            *(if is_win { &mut won } else { &mut held }) += u64::from(good);
            if !good {
                failed.push(format!("{name}: {start}"));
            }
        }
        println!("{name:<8}{:>12}{:>12}", format!("{won}/{wins}"), format!("{held}/{draws}"));
    }
    failed
}
