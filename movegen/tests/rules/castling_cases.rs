//! Castling rule by rule: each line of `castling_cases.tsv` is one rule as a position, with the
//! castlings that are legal and the reason for each that is not.

use std::collections::BTreeSet;

use portcullis_movegen::CastlingMode;

use crate::border;
use crate::oracle::{Place, Position, Wing};
use crate::positions::{flipped, mirrored};

struct Case {
    id: &'static str,
    chess960: bool,
    fen: &'static str,
    legal: Vec<&'static str>,
    refused: Vec<(Wing, Answer)>,
}

/// A reason and its squares.
type Answer = (String, BTreeSet<Place>);

fn cases() -> Vec<Case> {
    include_str!("../data/castling_cases.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [id, _rule, chess960, fen, legal, refused] = columns[..] else {
                panic!("six columns: {line}")
            };
            let refused = refused.split_whitespace().map(|text| {
                let (wing, reason) = text.split_once(':').expect("wing:reason");
                (if wing == "K" { Wing::King } else { Wing::Queen }, answer(reason))
            });
            Case {
                id,
                chess960: chess960 == "1",
                fen,
                legal: legal.split_whitespace().collect(),
                refused: refused.collect(),
            }
        })
        .collect()
}

/// Reads `crosses-attacked@c1@d1`.
fn answer(text: &str) -> Answer {
    let mut parts = text.split('@');
    let reason = parts.next().unwrap_or_default().to_owned();
    (reason, parts.map(|square| Place::parse(square).expect("a square")).collect())
}

fn upside_down((reason, places): &Answer) -> Answer {
    let places = places.iter().map(|place| Place::new(place.file, 7 - place.rank));
    (reason.clone(), places.collect())
}

impl Case {
    /// The expected answer for a wing: a legal move in this case's notation, or the reason. A
    /// wing that the case does not name has no right.
    fn expected(&self, position: &Position, wing: Wing) -> Result<String, Answer> {
        if let Some((_, reason)) = self.refused.iter().find(|(refused, _)| *refused == wing) {
            return Err(reason.clone());
        }
        let Some(file) = position.right(position.turn, wing) else {
            return Err(("no-right".to_owned(), BTreeSet::new()));
        };
        let king = position.king(position.turn);
        let to = match (self.chess960, wing) {
            (true, _) => Place::new(file, king.rank),
            (false, Wing::King) => Place::new(6, king.rank),
            (false, Wing::Queen) => Place::new(2, king.rank),
        };
        Ok(format!("{king}{to}"))
    }

    fn mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }
}

/// What the board answers, with the move in the case's notation.
fn answered(case: &Case, position: &Position, wing: Wing) -> Result<String, Answer> {
    let board = border::read(&position.shredder_fen());
    border::castling(&board, position.turn, wing)
        .map(|mv| if case.chess960 { mv.to_string() } else { position.standard_uci(mv) })
        .map_err(|refusal| answer(&refusal.to_string()))
}

#[test]
fn every_case_gets_its_castlings_and_its_reasons() {
    let cases = cases();
    assert_eq!(cases.len(), 47, "no case is lost in reading");
    for case in &cases {
        let position = Position::parse(case.fen);
        let mut legal = BTreeSet::new();
        for wing in Wing::BOTH {
            let expected = case.expected(&position, wing);
            assert_eq!(answered(case, &position, wing), expected, "{} {wing:?}", case.id);
            legal.extend(expected.ok());
        }
        let listed: BTreeSet<String> = case.legal.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(legal, listed, "{}: castlings", case.id);
    }
}

#[test]
fn the_oracle_agrees_with_every_case() {
    for case in cases() {
        let position = Position::parse(case.fen);
        for wing in Wing::BOTH {
            let answer = position
                .castling(position.turn, wing)
                .map(|mv| if case.chess960 { mv.to_string() } else { position.standard_uci(mv) })
                .map_err(|refusal| answer(&refusal.to_string()));
            assert_eq!(answer, case.expected(&position, wing), "{} {wing:?}", case.id);
        }
    }
}

#[test]
fn legal_castlings_are_in_the_list_and_refused_ones_are_not() {
    for case in cases() {
        let board = border::read(case.fen);
        let castlings: BTreeSet<String> = board
            .legal_moves()
            .iter()
            .filter(|mv| mv.is_castling())
            .map(|mv| mv.uci(case.mode()).to_string())
            .collect();
        let listed: BTreeSet<String> = case.legal.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(castlings, listed, "{}", case.id);
    }
}

/// Standard chess reads a castling both as the king's step of two squares and as king takes rook,
/// Chess960 as king takes rook alone; one that is refused is refused in every form.
#[test]
fn every_case_is_read_in_both_notations() {
    for case in cases() {
        let position = Position::parse(case.fen);
        let board = border::read(case.fen);
        for wing in Wing::BOTH {
            let Some(file) = position.right(position.turn, wing) else { continue };
            let castling = board.castling(border::color(position.turn), border::side(wing)).ok();
            let king = position.king(position.turn);
            let takes_rook = format!("{king}{}", Place::new(file, king.rank));
            let read = |text: &str, mode| board.parse_uci(text, mode).ok();
            assert_eq!(read(&takes_rook, CastlingMode::Chess960), castling, "{}", case.id);
            assert_eq!(read(&takes_rook, CastlingMode::Standard), castling, "{}", case.id);
            if !case.chess960 {
                let to = Place::new(if wing == Wing::King { 6 } else { 2 }, king.rank);
                let steps = format!("{king}{to}");
                assert_eq!(read(&steps, CastlingMode::Standard), castling, "{}", case.id);
                assert_eq!(read(&steps, CastlingMode::Chess960), None, "{}", case.id);
            }
        }
    }
}

/// With the colours exchanged the same castlings are legal and the same reasons hold, on the
/// squares of the other side of the board.
#[test]
fn every_case_holds_with_colours_exchanged() {
    for case in cases() {
        let position = Position::parse(case.fen);
        let other = flipped(&position);
        for wing in Wing::BOTH {
            let expected = case.expected(&position, wing).map_err(|reason| upside_down(&reason));
            let answer = answered(&case, &other, wing);
            assert_eq!(answer.is_ok(), expected.is_ok(), "{} {wing:?}", case.id);
            assert_eq!(answer.err(), expected.err(), "{} {wing:?}", case.id);
        }
    }
}

/// Left and right are not alike in castling (the king goes to the g-file or to the c-file), so
/// the mirrored cases of Chess960 are new ones: the oracle decides them.
#[test]
fn every_case_of_chess960_in_the_mirror_agrees_with_the_oracle() {
    for case in cases().iter().filter(|case| case.chess960) {
        let position = mirrored(&Position::parse(case.fen));
        for position in [flipped(&position), position] {
            border::assert_same_castling(&border::board(&position), &position);
        }
    }
}

/// The answer for the player who has not the move is the answer as if it were that player's turn.
#[test]
fn castling_is_answered_for_the_player_not_to_move() {
    let mut answered = 0;
    for case in cases() {
        let position = Position::parse(case.fen);
        let mut waiting = position.clone();
        waiting.turn = position.turn.other();
        if waiting.in_check(position.turn) {
            continue;
        }
        answered += 1;
        let (board, waiting) = (border::board(&position), border::board(&waiting));
        for wing in Wing::BOTH {
            let expected = border::castling(&board, position.turn, wing);
            let answer = border::castling(&waiting, position.turn, wing);
            assert_eq!(answer, expected, "{} {wing:?}", case.id);
        }
    }
    assert!(answered >= 40, "only the cases in check are left out, {answered} are not");
}
