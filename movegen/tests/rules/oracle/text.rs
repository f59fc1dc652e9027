//! Positions and moves as text: FEN with the castling rights of X-FEN or Shredder-FEN, moves in
//! the notation of UCI.

use std::fmt;

use super::{Color, Kind, Man, Move, Place, Position, Refusal, Wing};

const LETTERS: [(char, Kind); 6] = [
    ('p', Kind::Pawn),
    ('n', Kind::Knight),
    ('b', Kind::Bishop),
    ('r', Kind::Rook),
    ('q', Kind::Queen),
    ('k', Kind::King),
];

impl Kind {
    pub(crate) fn letter(self) -> char {
        LETTERS.iter().find(|(_, kind)| *kind == self).expect("six kinds").0
    }
}

impl Man {
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        let lower = letter.to_ascii_lowercase();
        let kind = LETTERS.iter().find(|(known, _)| *known == lower)?.1;
        let color = if letter == lower { Color::Black } else { Color::White };
        Some(Self { color, kind })
    }

    pub(crate) fn letter(self) -> char {
        in_case_of(self.color, self.kind.letter())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", file_letter(self.file), self.rank + 1)
    }
}

impl Place {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::all().find(|place| place.to_string() == text)
    }
}

/// King takes rook for castling, as in Chess960.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

/// The form of the castling cases: `blocked@b1@d1`.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, places) = match self {
            Self::NoRight => ("no-right", &[][..]),
            Self::Blocked(places) => ("blocked", places.as_slice()),
            Self::InCheck(places) => ("in-check", places.as_slice()),
            Self::CrossesAttacked(places) => ("crosses-attacked", places.as_slice()),
            Self::LandsOnAttacked(place) => ("lands-attacked", std::slice::from_ref(place)),
            Self::ExposesKing(places) => ("exposes-king", places.as_slice()),
        };
        write!(f, "{name}")?;
        places.iter().try_for_each(|place| write!(f, "@{place}"))
    }
}

impl Position {
    /// Reads a FEN of the tests; what the tests themselves write is well formed.
    pub(crate) fn parse(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let [men, turn, rights, passed, clock, number] = fields[..] else {
            panic!("six fields: {fen}")
        };
        let mut position = Self::empty(if turn == "w" { Color::White } else { Color::Black });
        for (row, rank) in men.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as i8,
                    None => {
                        position.put(Place::new(file, rank), Man::from_letter(letter));
                        file += 1;
                    }
                }
            }
        }
        for letter in rights.chars().filter(|&letter| letter != '-') {
            position.read_right(letter);
        }
        position.passed = Place::parse(passed);
        position.clock = clock.parse().expect("clock");
        position.number = number.parse().expect("move number");
        position
    }

    /// X-FEN: K and Q stand for the outermost rook of that wing, a file letter for any other.
    fn read_right(&mut self, letter: char) {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king_file = self.king(color).file;
        let (wing, file) = match letter.to_ascii_lowercase() {
            'k' => (Wing::King, self.outermost_rook(color, Wing::King)),
            'q' => (Wing::Queen, self.outermost_rook(color, Wing::Queen)),
            file => {
                let file = file as i8 - b'a' as i8;
                (if file > king_file { Wing::King } else { Wing::Queen }, Some(file))
            }
        };
        self.set_right(color, wing, file);
    }

    fn outermost_rook(&self, color: Color, wing: Wing) -> Option<i8> {
        let rank = color.first_rank();
        let rook =
            |file: &i8| self.at(Place::new(*file, rank)) == Some(Man { color, kind: Kind::Rook });
        match wing {
            Wing::King => (0..8).rev().find(rook),
            Wing::Queen => (0..8).find(rook),
        }
    }

    /// X-FEN: letters K, Q, k, q wherever the rook is the outermost of its wing.
    pub(crate) fn x_fen(&self) -> String {
        self.fen_with(self.open_en_passant(), |color, wing, file| {
            if self.outermost_rook(color, wing) != Some(file) {
                return file_letter(file);
            }
            match wing {
                Wing::King => 'k',
                Wing::Queen => 'q',
            }
        })
    }

    /// Shredder-FEN: the files of the rooks.
    pub(crate) fn shredder_fen(&self) -> String {
        self.fen_with(self.open_en_passant(), |_, _, file| file_letter(file))
    }

    /// Shredder-FEN that names the passed square after every double step, as many programs do,
    /// whether or not a capture is possible.
    pub(crate) fn naive_fen(&self) -> String {
        self.fen_with(self.passed, |_, _, file| file_letter(file))
    }

    fn fen_with(
        &self,
        en_passant: Option<Place>,
        right_letter: impl Fn(Color, Wing, i8) -> char,
    ) -> String {
        let mut rights = String::new();
        for color in Color::BOTH {
            for wing in Wing::BOTH {
                if let Some(file) = self.right(color, wing) {
                    rights.push(in_case_of(color, right_letter(color, wing, file)));
                }
            }
        }
        if rights.is_empty() {
            rights.push('-');
        }
        let turn = if self.turn == Color::White { 'w' } else { 'b' };
        let en_passant = en_passant.map_or("-".to_owned(), |place| place.to_string());
        let men = self.placement();
        format!("{men} {turn} {rights} {en_passant} {} {}", self.clock, self.number)
    }

    fn placement(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..8 {
                let Some(man) = self.at(Place::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row.push_str(&empty.to_string());
                    empty = 0;
                }
                row.push(man.letter());
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        rows.join("/")
    }

    /// A move in UCI as standard chess writes it: castling as the king's step of two squares.
    pub(crate) fn standard_uci(&self, mv: Move) -> String {
        match self.castling_wing(mv) {
            Some(Wing::King) => format!("{}{}", mv.from, Place::new(6, mv.from.rank)),
            Some(Wing::Queen) => format!("{}{}", mv.from, Place::new(2, mv.from.rank)),
            None => mv.to_string(),
        }
    }
}

fn file_letter(file: i8) -> char {
    char::from(b'a' + file as u8)
}

fn in_case_of(color: Color, letter: char) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}
