//! A second opinion on the rules of chess, written article by article from the FIDE Laws.
//!
//! The board is a plain mailbox and every question is answered by trying all 64 squares: slow,
//! but each rule stands alone beside the number of its article. Nothing of the crate under test
//! is used here, neither its tables nor its types; `border` translates between the two.
//! Article numbers are those of the FIDE Laws of Chess in force from 2023; `II` is Guidelines II,
//! the rules of Chess960.

mod attack;
mod castling;
mod ending;
mod moves;
mod san;
mod text;

pub(crate) use castling::Refusal;
pub(crate) use ending::Identity;

/// The two players (1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Color {
    White,
    Black,
}

impl Color {
    pub(crate) const BOTH: [Self; 2] = [Self::White, Self::Black];

    pub(crate) fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The direction in which this player's pawns advance.
    pub(crate) fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// The rank nearest to the player.
    pub(crate) fn first_rank(self) -> i8 {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }

    /// The rank furthest from the player, where pawns promote (3.7.3.3).
    pub(crate) fn last_rank(self) -> i8 {
        self.other().first_rank()
    }
}

/// The six kinds of men (2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn may become (3.7.3.3).
    pub(crate) const PROMOTED: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];
}

/// A man of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Man {
    pub(crate) color: Color,
    pub(crate) kind: Kind,
}

/// A square of the board, `rank` first so that the order is a1, b1, .., h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    pub(crate) rank: i8,
    pub(crate) file: i8,
}

impl Place {
    pub(crate) fn new(file: i8, rank: i8) -> Self {
        Self { rank, file }
    }

    /// The square this many files to the right and ranks up, if it is on the board.
    pub(crate) fn step(self, files: i8, ranks: i8) -> Option<Self> {
        let to = Self::new(self.file + files, self.rank + ranks);
        let on_board = |n: i8| (0..8).contains(&n);
        (on_board(to.file) && on_board(to.rank)).then_some(to)
    }

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Self { rank, file }))
    }
}

/// The two sides on which a player may castle: towards the h-file or towards the a-file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Wing {
    King,
    Queen,
}

impl Wing {
    pub(crate) const BOTH: [Self; 2] = [Self::King, Self::Queen];
}

/// A move: the man on `from` goes to `to`. Castling names the square of the rook as `to`; no
/// other move goes to a square of one's own man (3.1), so the two cannot be mixed up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Move {
    pub(crate) from: Place,
    pub(crate) to: Place,
    pub(crate) promotion: Option<Kind>,
}

/// Everything that decides what may be played next, except for the history of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    men: [[Option<Man>; 8]; 8],
    pub(crate) turn: Color,
    /// For each colour and wing the file of the rook with which castling is still allowed.
    rights: [[Option<i8>; 2]; 2],
    /// The square that a pawn has just passed over by advancing two squares (3.7.3.1).
    pub(crate) passed: Option<Place>,
    /// Moves of either side since the last capture or pawn move (9.3).
    pub(crate) clock: u32,
    /// The number of the move, counted up after Black's.
    pub(crate) number: u32,
}

impl Position {
    /// An empty board, to be filled with [`Self::put`].
    pub(crate) fn empty(turn: Color) -> Self {
        Self {
            men: [[None; 8]; 8],
            turn,
            rights: [[None; 2]; 2],
            passed: None,
            clock: 0,
            number: 1,
        }
    }

    pub(crate) fn at(&self, place: Place) -> Option<Man> {
        self.men[place.rank as usize][place.file as usize]
    }

    pub(crate) fn put(&mut self, place: Place, man: Option<Man>) {
        self.men[place.rank as usize][place.file as usize] = man;
    }

    pub(crate) fn right(&self, color: Color, wing: Wing) -> Option<i8> {
        self.rights[color as usize][wing as usize]
    }

    pub(crate) fn set_right(&mut self, color: Color, wing: Wing, rook_file: Option<i8>) {
        self.rights[color as usize][wing as usize] = rook_file;
    }

    /// All castling rights: the player, the wing and the file of the rook.
    pub(crate) fn all_rights(&self) -> Vec<(Color, Wing, i8)> {
        let each = Color::BOTH.into_iter().flat_map(|of| Wing::BOTH.map(|wing| (of, wing)));
        each.filter_map(|(of, wing)| self.right(of, wing).map(|file| (of, wing, file))).collect()
    }

    /// Whether the man on this square is a rook with which its player may still castle.
    pub(crate) fn holds_right(&self, place: Place) -> bool {
        let mut rights = self.all_rights().into_iter();
        rights.any(|(of, _, file)| place == Place::new(file, of.first_rank()))
    }

    /// The squares of all men of a colour.
    pub(crate) fn men_of(&self, color: Color) -> impl Iterator<Item = (Place, Man)> + '_ {
        Place::all()
            .filter_map(|place| self.at(place).map(|man| (place, man)))
            .filter(move |(_, man)| man.color == color)
    }

    /// The square of the king; every position in the tests has one of each colour.
    pub(crate) fn king(&self, color: Color) -> Place {
        let king = self.men_of(color).find(|(_, man)| man.kind == Kind::King);
        king.expect("each side has a king").0
    }
}
