//! From files of games to positions in memory.

use std::path::PathBuf;

use portcullis_movegen::Board;
use rayon::prelude::*;

use super::{Filter, Position};
use crate::games::block::Block;
use crate::games::{GameFile, GameFileError, GameRecord, Ply, ReplayError};
use crate::rng::Stream;

/// Why there are no positions.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] GameFileError),
    /// No position is left.
    #[error("no position of the files can be learnt from")]
    Nothing,
}

/// Positions for training and for validation, and how they came about.
#[derive(Debug, Default)]
pub struct Loaded {
    /// Positions to learn from, in random order.
    pub training: Vec<Position>,
    /// Positions of other games, to measure what has been learnt.
    pub validation: Vec<Position>,
    /// Games that were read.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Blocks and games that had to be left out, in words.
    pub complaints: Vec<String>,
}

/// A position with its board.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position on the board.
    pub board: Board,
    /// The same position as training sees it, with score and result.
    pub position: Position,
}

impl Loaded {
    fn append(&mut self, mut other: Self) {
        self.training.append(&mut other.training);
        self.validation.append(&mut other.validation);
        self.complaints.append(&mut other.complaints);
        self.games += other.games;
        self.plies += other.plies;
    }

    /// A number that tells whether the same positions have been loaded in the same order.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for position in self.training.iter().chain(&self.validation) {
            hasher.update(&position.to_bytes());
        }
        hasher.finalize()
    }
}

/// One game in so many is kept for validation.
const VALIDATION_SHARE: u64 = 100;

/// Reads files of games, and shuffles the positions by the seed.
///
/// # Errors
/// If a file cannot be read, or nothing is left. Damaged parts of a file are left out and told.
pub fn load(paths: &[PathBuf], filter: &Filter, seed: u64) -> Result<Loaded, DataError> {
    let mut loaded = Loaded::default();
    for path in paths {
        let file = GameFile::open(path)?;
        let name = path.display();
        loaded.complaints.extend(file.damage.iter().map(|damage| format!("{name}: {damage}")));
        let blocks: Vec<Block<'_>> = file.blocks().collect();
        let parts: Vec<Loaded> = blocks.par_iter().map(|block| load_block(block, filter)).collect();
        let training = parts.iter().map(|part| part.training.len()).sum();
        loaded.training.reserve_exact(training);
        parts.into_iter().for_each(|part| loaded.append(part));
    }
    if loaded.training.is_empty() {
        return Err(DataError::Nothing);
    }
    Stream::Shuffle.rng(seed).shuffle(&mut loaded.training);
    // Always in the same way, so that the losses of different trainings can be compared.
    Stream::Shuffle.numbered(0, 1).shuffle(&mut loaded.validation);
    Ok(loaded)
}

/// The first positions of files of games, with their boards.
///
/// # Errors
/// If a file cannot be read, or there is no position.
pub fn sample(paths: &[PathBuf], filter: &Filter, count: usize) -> Result<Vec<Sample>, DataError> {
    let mut samples = Vec::new();
    for path in paths {
        let file = GameFile::open(path)?;
        let games = file.blocks().filter_map(|block| block.games().ok()).flatten();
        for game in games {
            let plies = game.replay().map_while(Result::ok).filter(|ply| filter.keeps(ply));
            samples.extend(plies.filter_map(|ply| sample_of(&game, &ply)));
            if samples.len() >= count {
                samples.truncate(count);
                return Ok(samples);
            }
        }
    }
    if samples.is_empty() { Err(DataError::Nothing) } else { Ok(samples) }
}

/// A position of a game for learning, if it has a score.
fn sample_of(game: &GameRecord, ply: &Ply) -> Option<Sample> {
    let board = ply.board;
    let half_points = game.outcome.half_points(board.side_to_move());
    ply.score.map(|score| Sample { board, position: Position::new(&board, score, half_points) })
}

fn load_block(block: &Block<'_>, filter: &Filter) -> Loaded {
    let mut loaded = Loaded::default();
    let games = match block.games() {
        Ok(games) => games,
        Err(error) => {
            loaded.complaints.push(format!("a block is left out: {error}"));
            return loaded;
        }
    };
    for game in &games {
        let kept =
            if is_for_validation(game) { &mut loaded.validation } else { &mut loaded.training };
        let before = kept.len();
        if let Err(error) = keep_positions(game, filter, kept) {
            kept.truncate(before);
            loaded.complaints.push(format!("a game is left out: {error}"));
            continue;
        }
        loaded.games += 1;
        loaded.plies += game.moves.len() as u64;
    }
    loaded
}

fn keep_positions(
    game: &GameRecord,
    filter: &Filter,
    positions: &mut Vec<Position>,
) -> Result<(), ReplayError> {
    for ply in game.replay() {
        let ply = ply?;
        if filter.keeps(&ply) {
            positions.extend(sample_of(game, &ply).map(|sample| sample.position));
        }
    }
    Ok(())
}

/// Whether a game is set apart. The choice depends on the moves alone: it is the same for every
/// training, and the copies of a game stay together.
fn is_for_validation(game: &GameRecord) -> bool {
    let mut hash = crc32fast::Hasher::new();
    hash.update(&game.start.to_le_bytes());
    hash.update(&game.moves);
    u64::from(hash.finalize()).is_multiple_of(VALIDATION_SHARE)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;

    use super::*;
    use crate::facts::Facts;
    use crate::games::GameWriter;
    use crate::games::tests::random_games;

    const FILTER: Filter = Filter { min_ply: 12, max_score: 200, min_men: 4 };

    /// A file of games in two blocks.
    fn file(directory: &tempfile::TempDir, name: &str, games: &[GameRecord]) -> PathBuf {
        let path = directory.path().join(name);
        let mut writer = GameWriter::append(&path, &Facts::new()).unwrap();
        let (first, second) = games.split_at(games.len() / 2);
        writer.write(first).unwrap();
        writer.write(second).unwrap();
        path
    }

    fn bytes(positions: &[Position]) -> Vec<[u8; 27]> {
        positions.iter().map(Position::to_bytes).collect()
    }

    #[test]
    fn every_position_that_the_filter_keeps_is_loaded_once() {
        let directory = tempfile::tempdir().unwrap();
        let games = random_games(1, 60);
        let path = file(&directory, "a.games", &games);
        let loaded = load(&[path], &FILTER, 1).unwrap();
        let plies = games.iter().flat_map(|g| g.replay().map(move |ply| (g, ply.unwrap())));
        let mut expected: Vec<_> = plies
            .filter(|(_, ply)| FILTER.keeps(ply))
            .map(|(game, ply)| sample_of(game, &ply).unwrap().position.to_bytes())
            .collect();
        let mut found = bytes(&[&loaded.training[..], &loaded.validation].concat());
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
        assert_eq!((loaded.games, loaded.complaints.len()), (60, 0));
    }

    #[test]
    fn validation_takes_about_one_game_in_a_hundred_whole_and_always_the_same() {
        let games = random_games(2, 3000);
        let chosen = games.iter().filter(|game| is_for_validation(game)).count();
        assert!((15..50).contains(&chosen), "{chosen} of 3000");

        let directory = tempfile::tempdir().unwrap();
        let path = file(&directory, "a.games", &games);
        let loads = [1, 2].map(|seed| load(std::slice::from_ref(&path), &FILTER, seed).unwrap());
        assert_eq!(bytes(&loads[0].validation), bytes(&loads[1].validation));
        let training: HashSet<_> = bytes(&loads[0].training).into_iter().collect();
        let shared = bytes(&loads[0].validation).iter().filter(|&b| training.contains(b)).count();
        assert!(shared <= loads[0].validation.len() / 10, "{shared} positions are in both");
    }

    #[test]
    fn the_order_depends_on_the_seed_and_the_fingerprint_on_the_order() {
        let directory = tempfile::tempdir().unwrap();
        let path = file(&directory, "a.games", &random_games(3, 20));
        let load = |seed| load(std::slice::from_ref(&path), &FILTER, seed).unwrap();
        assert_eq!(bytes(&load(1).training), bytes(&load(1).training));
        assert_ne!(bytes(&load(1).training), bytes(&load(2).training));
        assert_eq!(load(1).fingerprint(), load(1).fingerprint());
        assert_ne!(load(1).fingerprint(), load(2).fingerprint());
    }

    #[test]
    fn a_damaged_block_costs_its_own_games_only_and_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let path = file(&directory, "a.games", &random_games(4, 40));
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 10;
        bytes[last] ^= 1;
        fs::write(&path, bytes).unwrap();
        let loaded = load(&[path], &FILTER, 1).unwrap();
        assert_eq!((loaded.games, loaded.complaints.len()), (20, 1));
    }

    #[test]
    fn nothing_to_learn_from_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = file(&directory, "a.games", &random_games(5, 4));
        let strict = Filter { min_ply: 1000, ..FILTER };
        assert!(matches!(load(&[path], &strict, 1), Err(DataError::Nothing)));
    }
}
