//! Games in [PGN](https://www.thechessdrum.net/PGN_Reference.txt): the moves, the result and where
//! they begin. Anything is read; what is no PGN gives games without moves, or none.

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum GameResult {
    WhiteWins,
    BlackWins,
    Draw,
    #[default]
    Unknown,
}

/// One game, its moves as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PgnGame {
    /// Where it begins, if not at the start position of chess.
    pub(super) fen: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) result: GameResult,
}

/// Reads the games of a text one by one.
pub(super) struct Games<'a> {
    rest: &'a str,
    at_line_start: bool,
}

impl<'a> Games<'a> {
    pub(super) fn new(text: &'a str) -> Games<'a> {
        Games { rest: text.trim_start_matches('\u{feff}'), at_line_start: true }
    }

    /// Goes on behind so many bytes.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.at_line_start = taken.ends_with('\n');
        taken
    }

    /// Goes on behind the next such letter, or at the end.
    fn skip_behind(&mut self, letter: char) -> &'a str {
        let end = self.rest.find(letter).map_or(self.rest.len(), |at| at + letter.len_utf8());
        self.skip(end)
    }

    /// The next word that is no part of a comment, and whether it is a tag.
    fn next_word(&mut self) -> Option<Word<'a>> {
        let mut variations = 0_usize;
        loop {
            let letter = self.rest.chars().next()?;
            match letter {
                '%' if self.at_line_start => drop(self.skip_behind('\n')),
                '{' => drop(self.skip_behind('}')),
                ';' => drop(self.skip_behind('\n')),
                '[' if variations == 0 => return Some(Word::Tag(self.skip_tag())),
                '(' | ')' => {
                    self.skip(1);
                    variations = match letter {
                        '(' => variations + 1,
                        _ => variations.saturating_sub(1),
                    };
                }
                _ if letter.is_whitespace() || "}[]".contains(letter) => {
                    self.skip(letter.len_utf8());
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}()[];".contains(c);
                    let end = self.rest.find(ends).unwrap_or(self.rest.len());
                    let word = self.skip(end);
                    if variations == 0 {
                        return Some(Word::Move(word));
                    }
                }
            }
        }
    }

    /// A tag up to its bracket, or to the end of the line.
    fn skip_tag(&mut self) -> &'a str {
        let mut quoted = false;
        let mut escaped = false;
        let end = self.rest.char_indices().find(|&(_, letter)| {
            let ends = letter == '\n' || (letter == ']' && !quoted);
            quoted ^= letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            ends
        });
        self.skip(end.map_or(self.rest.len(), |(at, _)| at + 1))
    }
}

enum Word<'a> {
    Tag(&'a str),
    Move(&'a str),
}

impl Iterator for Games<'_> {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        let mut game = PgnGame::default();
        let mut begun = false;
        loop {
            let before = (self.rest, self.at_line_start);
            match self.next_word() {
                None => return begun.then_some(game),
                Some(Word::Tag(_)) if !game.moves.is_empty() => {
                    // The next game begins though this one has no result.
                    (self.rest, self.at_line_start) = before;
                    return Some(game);
                }
                Some(Word::Tag(tag)) => {
                    begun = true;
                    game.fen = fen_of(tag).or(game.fen);
                }
                Some(Word::Move(word)) => {
                    begun = true;
                    if let Some(result) = result_of(word) {
                        game.result = result;
                        return Some(game);
                    }
                    game.moves.extend(without_number(word).map(str::to_owned));
                }
            }
        }
    }
}

/// The value of the tag if it is the one of the starting position.
fn fen_of(tag: &str) -> Option<String> {
    let value = tag.strip_prefix('[')?.trim_start().strip_prefix("FEN")?;
    let (_, value) = value.split_once('"')?;
    let (value, _) = value.split_once('"')?;
    Some(value.to_owned())
}

fn result_of(word: &str) -> Option<GameResult> {
    Some(match word {
        "1-0" => GameResult::WhiteWins,
        "0-1" => GameResult::BlackWins,
        "1/2-1/2" | "1/2" => GameResult::Draw,
        "*" => GameResult::Unknown,
        _ => return None,
    })
}

/// The move in a word such as `12.e4`; none in a number, a glyph such as `$3`, or an en passant mark.
fn without_number(word: &str) -> Option<&str> {
    let behind_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if behind_digits.starts_with(['.', '…']) { behind_digits } else { word };
    let word = word.trim_start_matches(['.', '…']);
    let is_move = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '0') && word != "e.p.";
    (is_move && !behind_digits.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Vec<String>> {
        Games::new(text).map(|game| game.moves).collect()
    }

    #[test]
    fn what_is_no_move_is_left_out() {
        let text = "\u{feff}[Event \"a \\\"]\\\" b\"]\r\n[Result \"1-0\"]\r\n\r\n% 1. d4\n1.e4 {a (b} e5 \
                    (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 2... Nc6 ; 3. Bb5\n3.Bc4! 3...Nf6?! 4. 0-0 1-0";
        let games: Vec<PgnGame> = Games::new(text).collect();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].moves, ["e4", "e5", "Nf3", "Nc6", "Bc4!", "Nf6?!", "0-0"]);
        assert_eq!((games[0].result, &games[0].fen), (GameResult::WhiteWins, &None));
    }

    #[test]
    fn games_end_at_a_result_or_at_the_next_tag() {
        let text = "1. e4 1/2-1/2 1. d4 d5 * [FEN \"8/8/8/8/8/8/8/Kk6 w - - 0 1\"] 1. c4\n[Event \"x\"]\nb3";
        assert_eq!(moves(text), [vec!["e4"], vec!["d4", "d5"], vec!["c4"], vec!["b3"]]);
        let third = Games::new(text).nth(2).expect("a game");
        assert_eq!(third.fen.as_deref(), Some("8/8/8/8/8/8/8/Kk6 w - - 0 1"));
    }

    /// Every text is read to its end.
    #[test]
    fn any_text_is_survived() {
        let parts =
            ["[", "]", "\"", "{", "}", "(", ")", ";", "%", "\n", "\\", "1.", "e4", "é", "$", "*"];
        let mut number = 1;
        for _ in 0..3000 {
            let mut text = String::new();
            for _ in 0..20 {
                number = crate::book::scramble(number);
                text += parts[number as usize % parts.len()];
            }
            assert!(Games::new(&text).count() <= text.len());
        }
    }
}
