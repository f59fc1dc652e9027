//! Positions in which generators go wrong: `movegen_edge.tsv` gives the number of legal moves and
//! of each sort of them, and the state of the player to move.

use portcullis_movegen::{MoveCount, MoveFilter, MoveList};

use crate::border;
use crate::oracle::Position;

struct Edge {
    fen: &'static str,
    legal: usize,
    state: &'static str,
    checkers: u32,
    captures: usize,
    en_passant: usize,
    castlings: usize,
    promotions: usize,
    what: &'static str,
}

fn edges() -> Vec<Edge> {
    include_str!("../data/movegen_edge.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [fen, legal, state, checkers, captures, en_passant, castlings, promotions, what] =
                columns[..]
            else {
                panic!("nine columns: {line}")
            };
            let number = |text: &str| text.parse::<usize>().expect("a number");
            Edge {
                fen,
                legal: number(legal),
                state,
                checkers: number(checkers) as u32,
                captures: number(captures),
                en_passant: number(en_passant),
                castlings: number(castlings),
                promotions: number(promotions),
                what,
            }
        })
        .collect()
}

#[test]
fn every_position_has_the_known_number_of_moves_of_each_sort() {
    let edges = edges();
    assert_eq!(edges.len(), 77, "no position is lost in reading");
    for edge in &edges {
        let board = border::read(edge.fen);
        let moves = board.legal_moves();
        let count = |sort: fn(&portcullis_movegen::Move) -> bool| {
            moves.iter().filter(|mv| sort(mv)).count()
        };
        let found = (
            moves.len(),
            board.checkers().count(),
            count(|mv| mv.is_capture()),
            count(|mv| mv.is_en_passant()),
            count(|mv| mv.is_castling()),
            count(|mv| mv.promotion().is_some()),
        );
        let known = (
            edge.legal,
            edge.checkers,
            edge.captures,
            edge.en_passant,
            edge.castlings,
            edge.promotions,
        );
        assert_eq!(found, known, "{}: {}", edge.what, edge.fen);
    }
}

#[test]
fn every_position_has_the_known_state() {
    for edge in edges() {
        let board = border::read(edge.fen);
        let state = match (board.in_check(), board.has_legal_moves()) {
            (true, false) => "checkmate",
            (true, true) => "check",
            (false, false) => "stalemate",
            (false, true) => "none",
        };
        assert_eq!(state, edge.state, "{}: {}", edge.what, edge.fen);
        let oracle = Position::parse(edge.fen);
        assert_eq!(oracle.is_checkmate(), edge.state == "checkmate", "{}", edge.fen);
        assert_eq!(oracle.is_stalemate(), edge.state == "stalemate", "{}", edge.fen);
    }
}

#[test]
fn every_position_agrees_with_the_oracle() {
    for edge in edges() {
        let position = Position::parse(edge.fen);
        let board = border::read(edge.fen);
        border::assert_same_state(&board, &position);
        border::assert_same_moves(&board, &position);
        border::assert_same_castling(&board, &position);
    }
}

/// Counting and storing are one generator, and the two filters share out the moves.
#[test]
fn counting_and_filters_agree_with_the_list() {
    for edge in edges() {
        let board = border::read(edge.fen);
        let mut count = MoveCount::default();
        board.generate(MoveFilter::All, &mut count);
        assert_eq!(count.count(), edge.legal as u64, "{}: {}", edge.what, edge.fen);

        let mut noisy = MoveList::default();
        board.generate(MoveFilter::Noisy, &mut noisy);
        let mut quiet = MoveList::default();
        board.generate(MoveFilter::Quiet, &mut quiet);
        assert!(noisy.iter().all(|mv| mv.is_noisy() && !mv.is_quiet()), "{}", edge.fen);
        assert!(quiet.iter().all(|mv| mv.is_quiet() && !mv.is_noisy()), "{}", edge.fen);
        assert_eq!(noisy.len() + quiet.len(), edge.legal, "{}: {}", edge.what, edge.fen);
    }
}
