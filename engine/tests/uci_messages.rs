//! What GUIs, scripts and people send, line by line, and what it means: `data/messages.tsv`.

use std::fmt::Write as _;
use std::io::BufReader;
use std::iter::repeat;

use portcullis::uci::command::{Command, GoParams, PositionParams, Start, TOOLS, Tool};
use portcullis::uci::input::{Line, Lines};
use portcullis::uci::parse::read;
use vampirc_uci::{UciMessage, UciSearchControl, UciTimeControl, parse_one};

const MESSAGES: &str = include_str!("data/messages.tsv");

struct Row {
    id: String,
    message: String,
    meaning: String,
    vampirc_is_right: bool,
}

fn rows() -> Vec<Row> {
    let rows = MESSAGES.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row {
            id: fields[0].to_owned(),
            message: unescaped(fields[2]),
            meaning: unescaped(fields[3]),
            vampirc_is_right: fields[5] == "right",
        }
    });
    rows.collect()
}

/// `\t`, `\u00a0`, .. are characters, and `TEXT...[made up to N characters]` repeats the period
/// of TEXT.
fn unescaped(field: &str) -> String {
    let mut text = String::new();
    let mut letters = field.chars();
    while let Some(letter) = letters.next() {
        text.push(match (letter, letter == '\\') {
            (_, false) => letter,
            (_, true) => match letters.next().expect("a letter behind the backslash") {
                't' => '\t',
                'r' => '\r',
                'n' => '\n',
                '0' => '\0',
                '\\' => '\\',
                'u' => {
                    let code: String = letters.by_ref().take(4).collect();
                    let code = u32::from_str_radix(&code, 16).expect("four hexadecimal digits");
                    char::from_u32(code).expect("a character")
                }
                other => panic!("unknown escape {other}"),
            },
        });
    }
    let Some((sample, rest)) = text.split_once("...[made up to ") else { return text };
    let length: usize = rest.split(' ').next().unwrap().parse().expect("a number of characters");
    let (head, period) = match sample {
        _ if sample.starts_with("position") => ("position startpos moves ", "g1f3 g8f6 f3g1 f6g8 "),
        _ if sample.starts_with("x ") => ("", "x "),
        _ => ("", "a"),
    };
    assert!(sample.starts_with(head) && sample[head.len()..].starts_with(period), "{sample}");
    let mut text = head.to_owned();
    while text.len() < length {
        text.push_str(period);
    }
    text.truncate(length);
    text
}

fn optional(value: Option<&str>) -> String {
    value.map_or("none".to_owned(), |value| format!("[{value}]"))
}

fn go_meaning(go: &GoParams) -> String {
    let numbers = [
        ("binc", go.black_increment),
        ("btime", go.black_time),
        ("depth", go.depth),
        ("infinite", go.infinite.then_some(0)),
        ("mate", go.mate),
        ("movestogo", go.moves_to_go),
        ("movetime", go.move_time),
        ("nodes", go.nodes),
        ("ponder", go.ponder.then_some(0)),
    ];
    let mut text = "go".to_owned();
    for (word, value) in numbers {
        match value {
            Some(_) if word == "infinite" || word == "ponder" => write!(text, " {word}").unwrap(),
            Some(value) => write!(text, " {word}={value}").unwrap(),
            None => {}
        }
    }
    if !go.search_moves.is_empty() {
        write!(text, " searchmoves=[{}]", go.search_moves.join(" ")).unwrap();
    }
    for (word, value) in [("winc", go.white_increment), ("wtime", go.white_time)] {
        if let Some(value) = value {
            write!(text, " {word}={value}").unwrap();
        }
    }
    text
}

fn position_meaning(position: &PositionParams) -> String {
    let moves = position.moves.join(" ");
    match &position.start {
        Start::Startpos => format!("position startpos moves=[{moves}]"),
        Start::Fen(fen) => format!("position fen=[{fen}] moves=[{moves}]"),
    }
}

fn message_meaning(message: &UciMessage) -> String {
    match message {
        UciMessage::SetOption { name, value } => {
            format!("setoption name=[{name}] value={}", optional(value.as_deref()))
        }
        UciMessage::Register { later: false, name: None, code: None } => "register".to_owned(),
        UciMessage::Register { later: false, name, code } => format!(
            "register name=[{}] code=[{}]",
            name.as_deref().unwrap_or_default(),
            code.as_deref().unwrap_or_default()
        ),
        other => other.to_string(),
    }
}

fn meaning(command: Option<&Command>) -> String {
    match command {
        None => "ignore".to_owned(),
        Some(Command::Message(message)) => message_meaning(message),
        Some(Command::Go(go)) => go_meaning(go),
        Some(Command::Position(position)) => position_meaning(position),
        Some(Command::Tool(tool, argument)) => {
            let word = TOOLS.iter().find(|spec| spec.tool == *tool).expect("a row").word;
            format!("ext:{word} {argument}").trim_end().to_owned()
        }
    }
}

fn lines(message: &str) -> Vec<String> {
    let lines = Lines::new(BufReader::new(message.as_bytes())).map(|line| match line {
        Line::Text(text) => text,
        Line::TooLong => panic!("no message is too long"),
    });
    lines.collect()
}

/// The table gives numbers as they were sent; ours stop at the ends of `i64`.
fn with_saturated_numbers(meaning: &str) -> String {
    let word = |word: &str| match word.split_once('=') {
        Some((name, number)) if number.parse::<i128>().is_ok_and(|n| n > i128::from(i64::MAX)) => {
            format!("{name}={}", i64::MAX)
        }
        _ => word.to_owned(),
    };
    meaning.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A long meaning as the table gives it: its beginning and its length.
fn cut_like(meaning: &str, expected: &str) -> String {
    match expected.split_once("...[") {
        Some((beginning, _)) => {
            let length = meaning.chars().count();
            format!("{}...[{length} characters]", meaning.get(..beginning.len()).unwrap_or(meaning))
        }
        None => meaning.to_owned(),
    }
}

/// What the table expects of our reader, where that is not its `right_meaning` letter by letter.
fn expected(row: &Row) -> Vec<String> {
    match row.meaning.as_str() {
        // Words that need a board to be judged: the reader hands the FEN on as it is.
        "ignore" if row.message.starts_with("position fen ") => Vec::new(),
        // No such word in the message: refused with a sentence, as an unknown word is.
        "debug" => vec!["ignore".to_owned()],
        // Either reading is right by the table's note.
        "debug joho on" => vec!["debug on".to_owned()],
        "ext:--help" => vec!["ext:help".to_owned()],
        // Commands of other programs that Portcullis does not have.
        "ext:export_net" | "ext:speedtest" | "ext:license" | "ext:wait" => {
            vec!["ignore".to_owned()]
        }
        meaning => meaning.split(" ;; ").map(with_saturated_numbers).collect(),
    }
}

/// Every message of the table is read as the table says, and nothing is passed over in silence
/// but empty lines, comments and an engine's own info lines.
#[test]
fn every_message_is_read_rightly() {
    let rows = rows();
    assert_eq!(rows.len(), 394);
    for row in &rows {
        let lines = lines(&row.message);
        let readings: Vec<_> = lines.iter().map(|line| read(line)).collect();
        let meanings: Vec<String> =
            readings.iter().map(|reading| meaning(reading.command.as_ref())).collect();
        let expected = expected(row);
        if expected.is_empty() {
            continue;
        }
        let meant = if meanings.is_empty() { vec!["ignore".to_owned()] } else { meanings };
        let meant: Vec<String> = meant
            .iter()
            .zip(expected.iter().chain(repeat(&String::new())))
            .map(|(meant, expected)| cut_like(meant, expected))
            .collect();
        assert!(meant == expected, "message {}: {meant:.200?} is not {expected:.200?}", row.id);
        for (line, reading) in lines.iter().zip(&readings) {
            let text = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
            let may_be_silent =
                text.is_empty() || text.starts_with('#') || text.starts_with("info");
            assert!(
                reading.command.is_some() || may_be_silent || !reading.notes.is_empty(),
                "message {}: silence on {line:?}",
                row.id
            );
            assert!(reading.notes.iter().all(|note| note.len() < 200 && !note.contains('\n')));
        }
    }
}

fn vampirc_go(time: Option<&UciTimeControl>, search: Option<&UciSearchControl>) -> GoParams {
    let mut go = GoParams::default();
    match time {
        Some(UciTimeControl::Ponder) => go.ponder = true,
        Some(UciTimeControl::Infinite) => go.infinite = true,
        Some(UciTimeControl::MoveTime(time)) => go.move_time = Some(time.num_milliseconds()),
        Some(UciTimeControl::TimeLeft {
            white_time,
            black_time,
            white_increment,
            black_increment,
            moves_to_go,
        }) => {
            go.white_time = white_time.map(|time| time.num_milliseconds());
            go.black_time = black_time.map(|time| time.num_milliseconds());
            go.white_increment = white_increment.map(|time| time.num_milliseconds());
            go.black_increment = black_increment.map(|time| time.num_milliseconds());
            go.moves_to_go = moves_to_go.map(i64::from);
        }
        None => {}
    }
    if let Some(search) = search {
        go.depth = search.depth.map(i64::from);
        go.mate = search.mate.map(i64::from);
        go.nodes = search.nodes.map(|nodes| i64::try_from(nodes).unwrap());
        go.search_moves = search.search_moves.iter().map(ToString::to_string).collect();
    }
    go
}

/// A message of vampirc-uci in our terms.
fn as_command(message: UciMessage) -> Command {
    match message {
        UciMessage::Go { time_control, search_control } => {
            Command::Go(vampirc_go(time_control.as_ref(), search_control.as_ref()))
        }
        UciMessage::Position { fen, moves, .. } => Command::Position(PositionParams {
            start: fen.map_or(Start::Startpos, |fen| Start::Fen(fen.0)),
            moves: moves.iter().map(|mv| mv.to_string().to_lowercase()).collect(),
        }),
        other => Command::Message(other),
    }
}

/// A second opinion: where vampirc-uci reads a message rightly, we read the same.
#[test]
fn vampirc_agrees_where_it_reads_rightly() {
    let mut compared = 0;
    for row in rows().iter().filter(|row| row.vampirc_is_right) {
        let message = parse_one(&row.message);
        let is_for_engines =
            message.direction() == vampirc_uci::CommunicationDirection::GuiToEngine;
        let ours = lines(&row.message).first().and_then(|line| read(line).command);
        if is_for_engines {
            assert_eq!(ours, Some(as_command(message)), "message {}", row.id);
            compared += 1;
        } else {
            let is_beyond_uci = matches!(ours, None | Some(Command::Tool(..)));
            let is_for_the_board = matches!(ours, Some(Command::Position(_)));
            let is_register = row.meaning == "register" || row.meaning.starts_with("debug joho");
            assert!(is_beyond_uci || is_for_the_board || is_register, "message {}", row.id);
        }
    }
    assert!(compared > 200, "{compared}");
}

/// What the printer of vampirc-uci writes for an engine, blanks at its ends and all, is read back
/// as the same message.
#[test]
fn reads_back_what_vampirc_prints() {
    for row in rows().iter().filter(|row| row.vampirc_is_right) {
        let message = parse_one(&row.message);
        if message.direction() == vampirc_uci::CommunicationDirection::GuiToEngine {
            let printed = message.to_string();
            let ours = read(&printed).command;
            let value_is_missing = matches!(message, UciMessage::SetOption { value: None, .. });
            if !value_is_missing {
                assert_eq!(ours, Some(as_command(message)), "message {}: {printed}", row.id);
            }
        }
    }
}

/// The words of our own commands and of the protocol do not get into each other's way.
#[test]
fn tools_are_called_by_the_first_word_alone() {
    for spec in TOOLS {
        assert_eq!(
            read(&format!(" {} 4 x ", spec.word.to_uppercase())).command,
            Some(Command::Tool(spec.tool, "4 x".to_owned()))
        );
        let behind = read(&format!("foo {} isready", spec.word));
        assert_eq!(behind.command, Some(Command::Message(UciMessage::IsReady)));
        assert_eq!(behind.notes.len(), 1);
    }
    assert_eq!(read("go perft 3 x").command, Some(Command::Tool(Tool::Perft, "3".to_owned())));
}

/// A sentence of our own that comes back as input is not answered, whatever it quotes.
#[test]
fn an_echo_is_not_answered() {
    for line in ["info string unknown command: \"quit\"", "info depth 3 stop", "INFO go"] {
        let reading = read(line);
        assert_eq!(reading.command, None);
        assert!(reading.notes.is_empty());
    }
    assert_eq!(read("bestmove e2e4 stop").command, None);
    assert_eq!(read("option name quit type button").command, None);
}

/// A line full of faults is told about in a few sentences.
#[test]
fn faults_are_told_about_in_few_words() {
    let reading = read(&format!("go {}", "foo ".repeat(100_000)));
    assert_eq!(reading.command, Some(Command::Go(GoParams::default())));
    assert_eq!(reading.notes.len(), 9);
    assert_eq!(reading.notes.last().unwrap(), "99992 more faults on this line");
    let reading = read("position fen 8/8/8/8/8/8/8/8 w - - bm Qh8+; id \"x\" moves e2e4");
    let fen = Start::Fen("8/8/8/8/8/8/8/8 w - -".to_owned());
    let position = PositionParams { start: fen, moves: vec!["e2e4".to_owned()] };
    assert_eq!(reading.command, Some(Command::Position(position)));
    assert_eq!(reading.notes, ["skipped what follows from \"bm\" on in position"]);
}
