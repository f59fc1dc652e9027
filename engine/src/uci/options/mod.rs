//! The options: one table declares, finds, checks and documents them.

mod table;

use std::fmt;

use vampirc_uci::{UciMessage, UciOptionConfig};

pub(super) use table::DEFAULT_ELO;
pub use table::{BUILT_IN, OPTIONS};

/// Which option it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionId {
    /// `Hash`
    Hash,
    /// `Threads`
    Threads,
    /// `Ponder`
    Ponder,
    /// `MultiPV`
    MultiPv,
    /// `Move Overhead`
    MoveOverhead,
    /// `UCI_Chess960`
    Chess960,
    /// `UCI_ShowWDL`
    ShowWdl,
    /// `UCI_AnalyseMode`
    AnalyseMode,
    /// `UCI_LimitStrength`
    LimitStrength,
    /// `UCI_Elo`
    Elo,
    /// `Strength Seed`
    StrengthSeed,
    /// `UCI_Opponent`
    Opponent,
    /// `UCI_EngineAbout`
    EngineAbout,
    /// `Clear Hash`
    ClearHash,
    /// `Debug Log File`
    DebugLogFile,
    /// `EvalFile`
    EvalFile,
    /// `SyzygyPath`
    SyzygyPath,
    /// `SyzygyProbeDepth`
    SyzygyProbeDepth,
    /// `SyzygyProbeLimit`
    SyzygyProbeLimit,
    /// `Syzygy50MoveRule`
    Syzygy50MoveRule,
    /// `OwnBook`
    OwnBook,
    /// `BookFile`
    BookFile,
    /// `BookDepth`
    BookDepth,
    /// `BookSeed`
    BookSeed,
}

/// The type of an option, with its default and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A text.
    Text {
        /// The value at the start.
        default: &'static str,
    },
    /// An action.
    Button,
}

/// When a new value can be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At once, also while a search runs.
    Always,
    /// Only while no search runs.
    AtRest,
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Which one it is.
    pub id: OptionId,
    /// Its name as it is declared.
    pub name: &'static str,
    /// Its type, default and range.
    pub kind: Kind,
    /// When it can be applied.
    pub when: When,
    /// What it does, in a sentence.
    pub purpose: &'static str,
}

/// A value that an option can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a check.
    Check(bool),
    /// Of a spin, within its range.
    Spin(i64),
    /// Of a text; `<empty>` is the empty one.
    Text(String),
    /// A button was pressed.
    Pressed,
}

/// Why a value is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// The option needs a value and none was given.
    Missing(&'static OptionSpec),
    /// The value is neither `true` nor `false`.
    NotBoolean(&'static OptionSpec, String),
    /// The value is no whole number.
    NotNumber(&'static OptionSpec, String),
}

impl PartialEq for OptionSpec {
    fn eq(&self, other: &OptionSpec) -> bool {
        self.id == other.id
    }
}

impl Eq for OptionSpec {}

/// The option of a name; case and blanks do not count, so that `MoveOverhead` is found as well.
#[must_use]
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    let letters = |name: &str| {
        let letters = name.chars().filter(|letter| !letter.is_whitespace());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    let wanted = letters(name);
    OPTIONS.iter().find(|spec| letters(spec.name) == wanted)
}

impl OptionSpec {
    /// The `option` line.
    #[must_use]
    pub fn declaration(&self) -> UciMessage {
        let name = self.name.to_owned();
        UciMessage::Option(match self.kind {
            Kind::Check { default } => UciOptionConfig::Check { name, default: Some(default) },
            Kind::Spin { default, min, max } => UciOptionConfig::Spin {
                name,
                default: Some(default),
                min: Some(min),
                max: Some(max),
            },
            Kind::Text { default } => {
                let default = if default.is_empty() { "<empty>" } else { default };
                UciOptionConfig::String { name, default: Some(default.to_owned()) }
            }
            Kind::Button => UciOptionConfig::Button { name },
        })
    }

    /// Reads a value. A number out of range becomes the nearest in range, which the second part
    /// of the answer tells.
    ///
    /// # Errors
    ///
    /// If the value is missing or malformed.
    pub fn read(&'static self, value: Option<&str>) -> Result<(Value, Option<String>), ValueError> {
        let given = value.unwrap_or_default().trim();
        let read = match self.kind {
            Kind::Button => Value::Pressed,
            Kind::Text { .. } if given == "<empty>" => Value::Text(String::new()),
            Kind::Text { .. } => Value::Text(given.to_owned()),
            _ if given.is_empty() => return Err(ValueError::Missing(self)),
            Kind::Check { .. } => match given.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => Value::Check(true),
                "false" | "off" | "0" => Value::Check(false),
                _ => return Err(ValueError::NotBoolean(self, given.to_owned())),
            },
            Kind::Spin { min, max, .. } => {
                let number = whole_number(given)
                    .ok_or_else(|| ValueError::NotNumber(self, given.to_owned()))?;
                let clamped = number.clamp(min, max);
                let told = (clamped != number).then(|| {
                    format!("{} is set to {clamped}: the range is {min} to {max}", self.name)
                });
                return Ok((Value::Spin(clamped), told));
            }
        };
        Ok((read, None))
    }

    /// Type, range and default in words: `spin, 1 to 1024, default 1`.
    #[must_use]
    pub fn range(&self) -> String {
        match self.kind {
            Kind::Check { default } => format!("check, default {default}"),
            Kind::Spin { default, min, max } => format!("spin, {min} to {max}, default {default}"),
            Kind::Text { default: "" } => "string, default <empty>".to_owned(),
            Kind::Text { .. } => "string".to_owned(),
            Kind::Button => "button".to_owned(),
        }
    }
}

/// A whole number with or without a sign; beyond the range of `i64` it is one of its ends.
fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|letter| letter.is_ascii_digit()) {
        return None;
    }
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(beyond))
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Missing(spec) => {
                write!(f, "{} needs a value ({}); it is unchanged", spec.name, spec.range())
            }
            ValueError::NotBoolean(spec, given) => {
                write!(f, "{} is true or false, not {given:.40?}; it is unchanged", spec.name)
            }
            ValueError::NotNumber(spec, given) => {
                write!(f, "{} is a whole number, not {given:.40?}; it is unchanged", spec.name)
            }
        }
    }
}

impl std::error::Error for ValueError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str) -> Result<(Value, Option<String>), ValueError> {
        find(name).expect("an option").read(Some(value))
    }

    /// Each option stands in the table once, with a sane default, and its name holds no word of
    /// the protocol: GUIs cut the lines there.
    #[test]
    fn table_is_sound() {
        for (index, spec) in OPTIONS.iter().enumerate() {
            assert_eq!(spec.id as usize, index);
            assert_eq!(find(spec.name), Some(spec));
            assert!(!spec.purpose.is_empty() && !spec.purpose.contains('|'));
            for word in spec.name.split(' ') {
                let word = word.to_lowercase();
                let taken = ["name", "type", "default", "min", "max", "var", "value"];
                assert!(!taken.contains(&word.as_str()), "{}", spec.name);
            }
            if let Kind::Spin { default, min, max } = spec.kind {
                assert!(min <= default && default <= max && max < i64::from(i32::MAX));
            }
        }
    }

    /// Names are found in any case and with any blanks.
    #[test]
    fn names() {
        for name in ["Move Overhead", "MoveOverhead", "move  overhead", "MOVE OVERHEAD"] {
            assert_eq!(find(name).map(|spec| spec.id), Some(OptionId::MoveOverhead));
        }
        assert_eq!(find("uci_showwdl").map(|spec| spec.id), Some(OptionId::ShowWdl));
        for name in ["", "Hash=64", "Hash 64", "Книга", "UCI ShowWDL"] {
            assert_eq!(find(name), None);
        }
    }

    /// Numbers out of range are clamped and told about; what is no number is refused.
    #[test]
    fn spins() {
        assert_eq!(read("Hash", "64"), Ok((Value::Spin(64), None)));
        assert_eq!(read("Hash", "+064\u{a0}"), Ok((Value::Spin(64), None)));
        for (value, clamped) in [
            ("0", 1),
            ("-5", 1),
            ("-99999999999999999999", 1),
            ("33554433", 33_554_432),
            ("99999999999999999999", 33_554_432),
        ] {
            let (read, told) = read("Hash", value).expect("a number");
            assert_eq!(read, Value::Spin(clamped));
            assert!(told.expect("a sentence").contains("1 to 33554432"), "{value}");
        }
        for value in ["", " ", "x", "16.5", "6 4", "0x10", "-", "<empty>"] {
            assert!(read("Hash", value).is_err(), "{value}");
        }
        assert!(find("Hash").expect("an option").read(None).is_err());
    }

    /// Checks are read in any case (Python writes `True`), texts with `<empty>` for none, and a
    /// button needs no value.
    #[test]
    fn other_kinds() {
        assert_eq!(read("Ponder", "True"), Ok((Value::Check(true), None)));
        assert_eq!(read("Ponder", "FALSE"), Ok((Value::Check(false), None)));
        assert!(read("Ponder", "yes please").is_err());
        for value in [None, Some(""), Some("<empty>")] {
            let opponent = find("UCI_Opponent").expect("an option");
            assert_eq!(opponent.read(value), Ok((Value::Text(String::new()), None)));
        }
        assert_eq!(find("Clear Hash").unwrap().read(None), Ok((Value::Pressed, None)));
        assert_eq!(read("Clear Hash", "x"), Ok((Value::Pressed, None)));
    }

    /// The lines that GUIs read.
    #[test]
    fn declarations() {
        let line = |name: &str| find(name).expect("an option").declaration().to_string();
        assert_eq!(line("Hash"), "option name Hash type spin default 16 min 1 max 33554432");
        assert_eq!(line("Ponder"), "option name Ponder type check default false");
        assert_eq!(line("Clear Hash"), "option name Clear Hash type button");
        assert_eq!(line("UCI_Opponent"), "option name UCI_Opponent type string default <empty>");
        assert_eq!(
            line("Move Overhead"),
            "option name Move Overhead type spin default 10 min 0 max 5000"
        );
    }
}
