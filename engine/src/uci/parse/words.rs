//! Words of a line with their places in it.

/// A word and where it stands in its line, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What may stand between words. A no-break space is a part of a word, as any other letter.
pub(super) fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// The words of a line, in order.
pub(super) fn words(line: &str) -> Words<'_> {
    Words { line, place: 0 }
}

/// The iterator that [`words`] returns.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    line: &'a str,
    place: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = self.line.get(self.place..)?;
        let start = self.place + rest.find(|letter| !is_blank(letter))?;
        let word = self.line.get(start..)?;
        let end = start + word.find(is_blank).unwrap_or(word.len());
        self.place = end;
        Some(Word { text: self.line.get(start..end)?, start, end })
    }
}

/// A move token: small letters if it has the form of a UCI move, else as it is.
pub(super) fn move_token(word: &str) -> String {
    let is_file = |letter: &u8| matches!(letter.to_ascii_lowercase(), b'a'..=b'h');
    let is_rank = |letter: &u8| matches!(letter, b'1'..=b'8');
    let has_form = match word.as_bytes() {
        [from_file, from_rank, to_file, to_rank, promotion @ ..] => {
            is_file(from_file)
                && is_rank(from_rank)
                && is_file(to_file)
                && is_rank(to_rank)
                && matches!(promotion, [] | [b'a'..=b'z' | b'A'..=b'Z'])
        }
        _ => false,
    };
    if has_form { word.to_ascii_lowercase() } else { word.to_owned() }
}
