//! The README tells the truth about the program.

use std::collections::BTreeSet;

use portcullis::uci::command::TOOLS;
use portcullis::uci::options::{Kind, OPTIONS, OptionSpec};

const README: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md"));

/// The text under a heading of the second level.
fn section(title: &str) -> &'static str {
    let heading = format!("\n## {title}\n");
    let (_, rest) = README.split_once(&heading).expect("the section");
    rest.split_once("\n## ").map_or(rest, |(section, _)| section)
}

/// Name, type, default, least and greatest value, as a row of the README's table has them.
type Row = [String; 5];

fn row_of_readme(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
    assert_eq!(cells.len(), 6, "a row has six cells: {line}");
    assert!(!cells[5].trim().is_empty(), "what does it do? {line}");
    std::array::from_fn(|column| cells[column].trim().trim_matches('`').to_owned())
}

fn row_of_program(option: &OptionSpec) -> Row {
    let (kind, default, least, greatest) = match option.kind {
        Kind::Check { default } => ("check", default.to_string(), None, None),
        Kind::Spin { default, min, max } => ("spin", default.to_string(), Some(min), Some(max)),
        Kind::Text { default: "" } => ("string", "<empty>".to_owned(), None, None),
        Kind::Text { default } => ("string", default.to_owned(), None, None),
        Kind::Button => ("button", String::new(), None, None),
    };
    let number = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
    [option.name.to_owned(), kind.to_owned(), default, number(least), number(greatest)]
}

/// The README lists every option of the program and no other, each with its type, default and range.
#[test]
fn options_are_those_of_the_program() {
    let rows = section("Options").lines().filter(|line| line.starts_with("| `"));
    let told: BTreeSet<Row> = rows.map(row_of_readme).collect();
    let true_ones: BTreeSet<Row> = OPTIONS.iter().map(row_of_program).collect();
    let untold: Vec<_> = true_ones.difference(&told).collect();
    let untrue: Vec<_> = told.difference(&true_ones).collect();
    assert!(untold.is_empty() && untrue.is_empty(), "untold: {untold:?}, untrue: {untrue:?}");
}

/// The README names every command beyond UCI.
#[test]
fn commands_beyond_uci_are_named() {
    let text = section("Options");
    for tool in TOOLS {
        let is_named = ["`", " "].iter().any(|end| text.contains(&format!("`{}{end}", tool.word)));
        assert!(is_named, "{}", tool.word);
    }
}
