//! Makes a book from games.

use std::collections::BTreeMap;

use portcullis_movegen::{Board, CastlingMode, Color};

use super::pgn::{GameResult, Games};
use super::{encode, key};

/// What goes into a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BookMaker {
    /// A move has to be played so often in a position.
    pub(crate) min_count: u32,
    /// Half-moves of a game that are looked at.
    pub(crate) depth: usize,
}

/// A book, and what it was made from.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) bytes: Vec<u8>,
    pub(crate) games: usize,
    /// Games in which a move could not be read or played; the moves before it count.
    pub(crate) broken: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    count: u32,
    /// Two for a win of the side that plays the move, one for a draw or an unknown result.
    points: u32,
}

impl BookMaker {
    /// Reads the games of a PGN text.
    pub(crate) fn make(self, pgn: &str) -> Made {
        let mut tallies: BTreeMap<(u64, u16), Tally> = BTreeMap::new();
        let (mut games, mut broken) = (0, 0);
        for game in Games::new(pgn) {
            games += 1;
            let start = game.fen.as_deref().map_or(Ok(Board::startpos()), read_fen);
            let complete = start.is_ok_and(|start| {
                let moves = game.moves.iter().take(self.depth);
                count_moves(start, moves, game.result, &mut tallies)
            });
            broken += usize::from(!complete);
        }
        Made { bytes: self.write(&tallies), games, broken }
    }

    /// The entries by key, the heaviest moves of a position first.
    fn write(self, tallies: &BTreeMap<(u64, u16), Tally>) -> Vec<u8> {
        let mut entries: Vec<(u64, u32, u16)> = tallies
            .iter()
            .filter(|(_, tally)| tally.count >= self.min_count && tally.points > 0)
            .map(|(&(key, mv), tally)| (key, tally.points, mv))
            .collect();
        entries.sort_by_key(|&(key, points, mv)| (key, std::cmp::Reverse(points), mv));
        let mut bytes = Vec::with_capacity(16 * entries.len());
        for position in entries.chunk_by(|a, b| a.0 == b.0) {
            let most = position.iter().map(|entry| entry.1).max().unwrap_or(1);
            // Weights have 16 bits: if one needs more, all of the position shrink alike.
            let divisor = most.div_ceil(u32::from(u16::MAX)).max(1);
            for &(key, points, mv) in position {
                let weight = (points / divisor).max(1) as u16;
                bytes.extend(key.to_be_bytes());
                bytes.extend(mv.to_be_bytes());
                bytes.extend(weight.to_be_bytes());
                bytes.extend([0; 4]);
            }
        }
        bytes
    }
}

fn read_fen(fen: &str) -> Result<Board, portcullis_movegen::FenError> {
    Board::from_fen_lenient(fen, CastlingMode::Standard).map(|(board, _)| board)
}

/// Counts the moves of a game; whether all of them were legal.
fn count_moves<'a>(
    start: Board,
    moves: impl Iterator<Item = &'a String>,
    result: GameResult,
    tallies: &mut BTreeMap<(u64, u16), Tally>,
) -> bool {
    let (mut board, mut last_move) = (start, None);
    for text in moves {
        let Ok(mv) = board.parse_san(text) else { return false };
        let tally = tallies.entry((key::of(&board, last_move), encode(mv))).or_default();
        tally.count = tally.count.saturating_add(1);
        tally.points = tally.points.saturating_add(match (result, board.side_to_move()) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
            (GameResult::Draw | GameResult::Unknown, _) => 1,
            _ => 0,
        });
        board.play(mv);
        last_move = Some(mv);
    }
    true
}
