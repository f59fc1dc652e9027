//! `portcullis book make`: a book from games.

use std::fs;

use crate::book::BookMaker;

const USAGE: &str = "usage: portcullis book make GAMES.pgn OUT.bin [--min-count N] [--depth N]\n\n\
     Makes a Polyglot book of the moves that were played at least N times (3) within the first N\n\
     half-moves (30) of the games.";

/// Carries out the arguments behind `book`; what to tell.
pub(super) fn run(arguments: &[String]) -> Result<String, String> {
    let mut files = Vec::new();
    let (mut min_count, mut depth) = (3, 30);
    let mut words = arguments.iter().map(String::as_str);
    if words.next() != Some("make") {
        return Err(USAGE.to_owned());
    }
    while let Some(word) = words.next() {
        match word {
            "--min-count" => min_count = number(word, words.next())?,
            "--depth" => depth = number(word, words.next())?,
            _ if word.starts_with('-') => return Err(USAGE.to_owned()),
            file => files.push(file),
        }
    }
    let [games, out] = *files else { return Err(USAGE.to_owned()) };
    let bytes = fs::read(games).map_err(|error| format!("{games} cannot be read: {error}"))?;
    let made =
        BookMaker { min_count, depth: depth as usize }.make(&String::from_utf8_lossy(&bytes));
    fs::write(out, &made.bytes).map_err(|error| format!("{out} cannot be written: {error}"))?;
    let (entries, games, broken) = (made.bytes.len() / 16, made.games, made.broken);
    let remark = match broken {
        0 => String::new(),
        _ => format!("; {broken} of them hold what is no legal move, and count up to it"),
    };
    Ok(format!("{out}: {entries} moves from {games} games{remark}\n"))
}

fn number(option: &str, value: Option<&str>) -> Result<u32, String> {
    let number = value.and_then(|value| value.parse().ok());
    number.ok_or_else(|| format!("{option} needs a number, as in: {option} 5"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wrong arguments and files are told, and a book comes of the right ones.
    #[test]
    fn books_are_made_from_games() {
        let folder = std::env::temp_dir().join(format!("portcullis-book-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        fs::write(path("games.pgn"), b"1. e4 e5 \xFF 1-0\n\n1. e4 c5 1-0\n").expect("a file");
        let run =
            |words: &[&str]| run(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        let (games, out) = (path("games.pgn"), path("out.bin"));
        let told = run(&["make", &games, &out, "--min-count", "2"]).expect("a book");
        assert!(told.ends_with("out.bin: 1 moves from 2 games\n"), "{told}");
        assert_eq!(fs::read(&out).expect("the book").len(), 16);
        assert!(
            run(&["make", "/no/such.pgn", &out]).expect_err("no file").contains("cannot be read")
        );
        assert!(run(&["make", &games, &out, "--depth", "x"]).expect_err("x").contains("a number"));
        for wrong in [&["make", &games][..], &[], &["read"], &["make", "--what", &games, &out]] {
            assert!(run(wrong).expect_err("wrong").starts_with("usage:"), "{wrong:?}");
        }
        fs::remove_dir_all(folder).expect("the folder");
    }
}
