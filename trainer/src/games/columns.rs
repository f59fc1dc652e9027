//! Many games as columns of like values.
//!
//! For `G` games of `P` plies of which `S` have scores, in this order: start position `u16[G]`, opening
//! plies `u8[G]`, ending * 4 + outcome `u8[G]`, plies `u16[G]`, move numbers `u8[P]`, and scores as
//! two columns, low bytes `u8[S]` and high bytes `u8[S]`. A score is stored as the zigzag code of its
//! difference from the one before, both from White's view (from 0 for the first of a game), modulo
//! 2^16. All numbers are little-endian.

use super::record::{Ending, GameRecord, Outcome};

/// The number of columns.
pub const COLUMNS: usize = 7;

/// How much there is in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games.
    pub games: u32,
    /// Moves of all games.
    pub plies: u32,
    /// Moves with a score.
    pub scores: u32,
}

impl Counts {
    /// The counts of some games.
    #[must_use]
    pub fn of(games: &[GameRecord]) -> Self {
        let sum = |len: fn(&GameRecord) -> usize| games.iter().map(len).sum::<usize>() as u32;
        Self {
            games: games.len() as u32,
            plies: sum(|game| game.moves.len()),
            scores: sum(|game| game.scores.len()),
        }
    }

    /// The lengths of the columns in bytes.
    #[must_use]
    pub const fn lengths(self) -> [usize; COLUMNS] {
        let [games, plies, scores] =
            [self.games as usize, self.plies as usize, self.scores as usize];
        [2 * games, games, games, 2 * games, plies, scores, scores]
    }
}

/// Why columns are no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// A column is shorter or longer than the counts say.
    #[error("a column holds {found} bytes instead of {expected}")]
    Length {
        /// Bytes that there are.
        found: usize,
        /// Bytes that the counts ask for.
        expected: usize,
    },
    /// The lengths of the games do not add up.
    #[error("the lengths of the games do not add up to the number of plies")]
    Plies,
    /// A code stands for no ending, or for one that does not fit the outcome.
    #[error("the code {0} stands for no ending of a game")]
    Ending(u8),
}

const fn zigzag(value: i16) -> u16 {
    (value << 1 ^ value >> 15) as u16
}

const fn unzigzag(code: u16) -> i16 {
    (code >> 1) as i16 ^ -((code & 1) as i16)
}

/// Turns a score of the side to move after so many plies into White's, or back. White has the first
/// move in every start position.
const fn flip_for_black(ply: usize, score: i16) -> i16 {
    if ply.is_multiple_of(2) { score } else { score.wrapping_neg() }
}

/// Writes games as columns.
#[must_use]
pub fn encode(games: &[GameRecord]) -> [Vec<u8>; COLUMNS] {
    let codes: Vec<u16> = games.iter().flat_map(score_codes).collect();
    [
        games.iter().flat_map(|game| game.start.to_le_bytes()).collect(),
        games.iter().map(|game| game.opening_plies).collect(),
        games.iter().map(|game| (game.ending as u8) << 2 | game.outcome as u8).collect(),
        games.iter().flat_map(|game| (game.moves.len() as u16).to_le_bytes()).collect(),
        games.iter().flat_map(|game| &game.moves).copied().collect(),
        codes.iter().map(|code| code.to_le_bytes()[0]).collect(),
        codes.iter().map(|code| code.to_le_bytes()[1]).collect(),
    ]
}

fn score_codes(game: &GameRecord) -> impl Iterator<Item = u16> {
    let mut last = 0_i16;
    game.scores.iter().enumerate().map(move |(index, &score)| {
        let white = flip_for_black(usize::from(game.opening_plies) + index, score);
        let difference = white.wrapping_sub(last);
        last = white;
        zigzag(difference)
    })
}

/// Reads columns.
///
/// # Errors
/// If the columns do not fit the counts or each other. The moves are not replayed here.
pub fn decode(
    columns: &[Vec<u8>; COLUMNS],
    counts: Counts,
) -> Result<Vec<GameRecord>, ColumnsError> {
    for (column, expected) in columns.iter().zip(counts.lengths()) {
        if column.len() != expected {
            return Err(ColumnsError::Length { found: column.len(), expected });
        }
    }
    let [starts, openings, endings, lengths, moves, low, high] = columns;
    let [mut moves, mut low, mut high] = [moves, low, high].map(|column| Front(column));

    let mut records = Vec::with_capacity(counts.games as usize);
    let per_game = words(starts).zip(words(lengths)).zip(openings.iter().zip(endings));
    for ((start, len), (&opening_plies, &code)) in per_game {
        let scored = usize::from(len).saturating_sub(usize::from(opening_plies));
        let columns = (moves.take(usize::from(len)), low.take(scored), high.take(scored));
        let (Some(moves), Some(low), Some(high)) = columns else {
            return Err(ColumnsError::Plies);
        };
        let (outcome, ending) = outcome_of(code).ok_or(ColumnsError::Ending(code))?;
        let (moves, scores) = (moves.to_vec(), scores_of(opening_plies, low, high));
        records.push(GameRecord { start, opening_plies, outcome, ending, moves, scores });
    }
    if [moves, low, high].iter().all(|column| column.0.is_empty()) {
        Ok(records)
    } else {
        Err(ColumnsError::Plies)
    }
}

fn outcome_of(code: u8) -> Option<(Outcome, Ending)> {
    let outcome = *Outcome::ALL.get(usize::from(code & 3))?;
    let ending = *Ending::ALL.get(usize::from(code >> 2))?;
    ending.allows(outcome).then_some((outcome, ending))
}

fn scores_of(opening_plies: u8, low: &[u8], high: &[u8]) -> Vec<i16> {
    let mut white = 0_i16;
    let codes = low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high]));
    codes
        .enumerate()
        .map(|(index, code)| {
            white = white.wrapping_add(unzigzag(code));
            flip_for_black(usize::from(opening_plies) + index, white)
        })
        .collect()
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes.as_chunks().0.iter().map(|&word| u16::from_le_bytes(word))
}

/// Bytes that are taken from the front.
struct Front<'a>(&'a [u8]);

impl<'a> Front<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (front, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(front)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_games;

    #[test]
    fn zigzag_is_one_to_one_and_small_for_small_differences() {
        for value in i16::MIN..=i16::MAX {
            assert_eq!(unzigzag(zigzag(value)), value);
        }
        assert_eq!([0, -1, 1, -2].map(zigzag), [0, 1, 2, 3]);
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        for (seed, count) in [(1, 0), (2, 1), (3, 7), (4, 60)] {
            let mut games = random_games(seed, count);
            if let Some(game) = games.first_mut() {
                game.scores.fill(i16::MIN);
            }
            let counts = Counts::of(&games);
            assert_eq!(decode(&encode(&games), counts), Ok(games));
        }
    }

    #[test]
    fn columns_that_do_not_add_up_are_refused() {
        let games = random_games(5, 3);
        let (counts, columns) = (Counts::of(&games), encode(&games));
        for index in 0..COLUMNS {
            let mut shorter = columns.clone();
            shorter[index].pop();
            assert!(matches!(decode(&shorter, counts), Err(ColumnsError::Length { .. })));
        }
        let mut longer = columns.clone();
        longer[3][0] += 1; // the first game's length
        assert_eq!(decode(&longer, counts), Err(ColumnsError::Plies));

        let mut strange = columns;
        strange[2][0] = 3; // the first game's outcome
        assert_eq!(decode(&strange, counts), Err(ColumnsError::Ending(3)));
    }
}
