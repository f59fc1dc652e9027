//! A board together with the keys of the game so far: what repetition needs.

use portcullis_movegen::{Board, Move, attacks};

use crate::reversible;

/// A position of a game: the board, and the keys of all positions before it.
#[derive(Clone, Debug, Default)]
pub struct Position {
    board: Board,
    earlier_keys: Vec<u64>,
    last_move: Option<Move>,
}

impl Position {
    /// The first position of a game.
    #[must_use]
    pub fn new(board: Board) -> Position {
        Position { board, earlier_keys: Vec::new(), last_move: None }
    }

    /// The starting position of chess.
    #[must_use]
    pub fn startpos() -> Position {
        Position::new(Board::startpos())
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.earlier_keys.push(self.board.key());
        self.board.play(mv);
        self.last_move = Some(mv);
    }

    /// The move that has led to the present position; none at the first.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// How often the present position has occurred before.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let reach = usize::from(self.board.halfmove_clock()).min(self.earlier_keys.len());
        let reachable = &self.earlier_keys[self.earlier_keys.len() - reach..];
        reachable.iter().filter(|&&key| key == self.board.key()).count()
    }

    /// The keys of the present position and those before it, the latest first.
    fn keys_backwards(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.board.key()).chain(self.earlier_keys.iter().rev().copied())
    }

    /// How often a position has occurred that a move leads to: up to the present one.
    pub(crate) fn occurrences_of(&self, next: &Board) -> usize {
        let reach = usize::from(next.halfmove_clock());
        self.keys_backwards().take(reach).filter(|&key| key == next.key()).count()
    }

    /// The keys of the positions since the last zeroing move that have occurred more than once.
    pub(crate) fn repeated_keys(&self) -> Vec<u64> {
        let reach = usize::from(self.board.halfmove_clock());
        let mut keys: Vec<u64> = self.keys_backwards().take(reach + 1).collect();
        keys.sort_unstable();
        let mut repeated: Vec<u64> =
            keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated
    }

    /// The key of the position after so many moves; none for the present one and beyond.
    pub(crate) fn earlier_key(&self, ply: usize) -> Option<u64> {
        self.earlier_keys.get(ply).copied()
    }

    /// Moves played since the first position.
    #[must_use]
    pub fn ply_count(&self) -> usize {
        self.earlier_keys.len()
    }
}

/// The keys of the game and of the line being searched: grows and shrinks with the line.
#[derive(Clone, Debug)]
pub(crate) struct KeyHistory {
    /// Keys of the positions before the present one.
    keys: Vec<u64>,
    /// Index of the search's root among them.
    root: usize,
    /// Positions before this index lie behind a null move: no legal game leads back to them.
    barrier: usize,
}

impl KeyHistory {
    pub(crate) fn new(position: &Position) -> KeyHistory {
        let keys = position.earlier_keys.clone();
        let root = keys.len();
        KeyHistory { keys, root, barrier: 0 }
    }

    /// `board` is being left by a move.
    pub(crate) fn push(&mut self, board: &Board) {
        self.keys.push(board.key());
    }

    pub(crate) fn pop(&mut self) {
        self.keys.pop();
    }

    /// `board` is being left by a null move. Returns the barrier to give to `pop_null`.
    pub(crate) fn push_null(&mut self, board: &Board) -> usize {
        let before = self.barrier;
        self.push(board);
        self.barrier = self.keys.len();
        before
    }

    pub(crate) fn pop_null(&mut self, barrier: usize) {
        self.barrier = barrier;
        self.pop();
    }

    /// How many plies back a position may lie that the present one could repeat.
    fn reach(&self, board: &Board) -> usize {
        usize::from(board.halfmove_clock()).min(self.keys.len() - self.barrier)
    }

    /// The key of the position so many plies ago.
    fn key_before(&self, plies: usize) -> u64 {
        self.keys[self.keys.len() - plies]
    }

    /// The position has occurred once since the root, or twice in all before: a draw by
    /// repetition, or as good as one, since what could be repeated once can be repeated again.
    pub(crate) fn is_repetition(&self, board: &Board) -> bool {
        let plies_from_root = self.keys.len() - self.root;
        let mut seen = 0;
        for plies in (4..=self.reach(board)).step_by(2) {
            if self.key_before(plies) == board.key() {
                seen += 1;
                if seen == 2 || plies <= plies_from_root {
                    return true;
                }
            }
        }
        false
    }
}

impl KeyHistory {
    /// The side to move has a move after which [`is_repetition`](KeyHistory::is_repetition) holds: it
    /// has a draw at least. No move is played to find out.
    pub(crate) fn can_repeat(&self, board: &Board) -> bool {
        let plies_from_root = self.keys.len() - self.root;
        let reach = self.reach(board);
        (3..=reach).step_by(2).any(|plies| {
            let key = self.key_before(plies);
            let Some([a, b]) = reversible::squares_of(board.key() ^ key) else { return false };
            let piece = (a.bitboard() | b.bitboard()) & board.colors(board.side_to_move());
            let is_open = (attacks::between(a, b) & board.occupied()).is_empty();
            let mut before = (plies + 2..=reach).step_by(2);
            // Before the root, once is not enough.
            let counts =
                plies <= plies_from_root || before.any(|plies| self.key_before(plies) == key);
            piece.any() && is_open && counts
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::mv;

    fn play(position: &mut Position, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = mv(position.board(), text);
            position.play(mv);
        }
    }

    #[test]
    fn occurrences_are_counted_over_the_game() {
        let mut position = Position::startpos();
        assert_eq!(position.repetitions(), 0);
        play(&mut position, "g1f3 g8f6 f3g1 f6g8");
        assert_eq!(position.repetitions(), 1);
        play(&mut position, "g1f3 g8f6 f3g1 f6g8");
        assert_eq!(position.repetitions(), 2);
        play(&mut position, "e2e4");
        assert_eq!(position.repetitions(), 0);
    }

    #[test]
    fn lost_castling_rights_make_another_position() {
        let mut position =
            Position::new(Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("valid"));
        play(&mut position, "h1g1 h8g8 g1h1 g8h8");
        assert_eq!(position.repetitions(), 0, "the rights are gone");
        play(&mut position, "h1g1 h8g8 g1h1 g8h8");
        assert_eq!(position.repetitions(), 1);
    }

    #[test]
    fn one_repetition_in_the_tree_or_two_in_the_game() {
        let mut position = Position::startpos();
        play(&mut position, "g1f3 g8f6 f3g1");
        let history = KeyHistory::new(&position);
        let line = |moves: &str| {
            let (mut keys, mut line) = (history.clone(), position.clone());
            for text in moves.split_whitespace() {
                keys.push(line.board());
                play(&mut line, text);
            }
            keys.is_repetition(line.board())
        };
        assert!(!line("f6g8"), "the second occurrence, the first before the root");
        assert!(line("f6g8 g1f3 g8f6 f3g1"), "the root itself again");
        assert!(line("f6g8 g1f3 g8f6 f3g1 f6g8"), "the third occurrence");
        assert!(!line("f6g8 g1f3 g8f6 f3e5"));
    }

    /// Random games of few men, who often come back: seen beforehand, a repetition is a move that
    /// repeats, at any distance from the root.
    #[test]
    fn a_repetition_is_upcoming_if_and_only_if_a_move_repeats() {
        let (mut state, mut upcoming) = (1_u64, 0);
        for fen in [
            "8/8/3k4/8/8/8/1K6/8 w - - 0 1",
            "7k/8/8/8/8/8/8/R1K5 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "6k1/5ppp/8/3n4/8/8/5PPP/2B3K1 w - - 0 1",
        ] {
            for root in 0..60 {
                let mut position = Position::new(Board::from_fen(fen).expect("valid"));
                let mut keys = KeyHistory::new(&position);
                for ply in 0..90 {
                    if ply == root {
                        keys = KeyHistory::new(&position);
                    }
                    let board = *position.board();
                    let moves = board.legal_moves();
                    keys.push(&board);
                    let repeats = moves.iter().any(|&mv| {
                        let mut child = board;
                        child.play(mv);
                        keys.is_repetition(&child)
                    });
                    keys.pop();
                    assert_eq!(keys.can_repeat(&board), repeats, "{board}");
                    upcoming += u32::from(repeats);
                    if moves.is_empty() {
                        break;
                    }
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    keys.push(&board);
                    position.play(moves[(state >> 33) as usize % moves.len()]);
                }
            }
        }
        assert!(upcoming > 1000, "{upcoming}");
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let position = Position::startpos();
        let mut keys = KeyHistory::new(&position);
        let mut board = *position.board();
        let mut step = |keys: &mut KeyHistory, text: &str| {
            keys.push(&board);
            board.play(mv(&board, text));
            board
        };
        step(&mut keys, "g1f3");
        let before_null = step(&mut keys, "g8f6");
        let barrier = keys.push_null(&before_null);
        assert_eq!(keys.reach(&before_null), 0);
        assert!(!keys.can_repeat(&before_null));
        keys.pop_null(barrier);
        assert_eq!(keys.reach(&before_null), 2);
    }
}
