//! `setoption`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use portcullis_movegen::CastlingMode;

use super::Session;
use super::book::OwnBook;
use crate::engine::EngineError;
use crate::eval::Network;
use crate::tablebase::{Opened, Syzygy, Tablebase as _};
use crate::uci::NAME_AND_VERSION;
use crate::uci::log::Direction;
use crate::uci::options::{self, OptionId, OptionSpec, Value, When};
use crate::uci::parse::shorten;

/// What the GUI has set and the engine does not keep itself.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) castling_mode: CastlingMode,
    pub(super) show_wdl: Arc<AtomicBool>,
    pub(super) analyse_mode: bool,
    limit_strength: bool,
    /// Counts while `limit_strength` is on and nothing is analysed.
    elo: u32,
    /// Whom the GUI says we play against.
    opponent: String,
    pub(super) debug: bool,
    pub(super) own_book: OwnBook,
    /// New values that wait for the end of the search, in order.
    pub(super) waiting: Vec<(&'static OptionSpec, Value)>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            castling_mode: CastlingMode::default(),
            show_wdl: Arc::default(),
            analyse_mode: false,
            limit_strength: false,
            elo: options::DEFAULT_ELO,
            opponent: String::new(),
            debug: false,
            own_book: OwnBook::default(),
            waiting: Vec::new(),
        }
    }
}

impl Session {
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        #[cfg(feature = "tune")]
        if self.set_tunable(name, value) {
            return;
        }
        let Some(option) = options::find(name) else {
            self.tell(&format!("unknown option: \"{}\"", shorten(name)));
            return;
        };
        let value = match option.read(value) {
            Ok((value, note)) => {
                if let Some(note) = note {
                    self.tell(&note);
                }
                value
            }
            Err(error) => {
                self.tell(&error.to_string());
                return;
            }
        };
        if option.when == When::AtRest && self.search.is_some() {
            self.tell(&format!("{} waits for the end of the search", option.name));
            self.settings.waiting.retain(|(waiting, _)| waiting.id != option.id);
            self.settings.waiting.push((option, value));
        } else {
            self.apply(option, value);
        }
    }

    /// Applies a value that its option has read.
    pub(super) fn apply(&mut self, option: &OptionSpec, value: Value) {
        let done = match (option.id, value) {
            (OptionId::Hash, Value::Spin(megabytes)) => self.engine.set_hash(count(megabytes)),
            (OptionId::Threads, Value::Spin(threads)) => self.engine.set_threads(count(threads)),
            (OptionId::ClearHash, _) => self.engine.clear_hash(),
            (OptionId::EvalFile, Value::Text(file)) => self.set_eval_file(&file),
            (OptionId::SyzygyPath, Value::Text(folders)) => self.set_syzygy_path(&folders),
            (OptionId::Syzygy50MoveRule, Value::Check(on)) => self.engine.set_fifty_move_rule(on),
            (id, value) => {
                self.keep(id, value);
                Ok(())
            }
        };
        self.tell_error(done);
    }

    /// Keeps a value that can be refused by nobody.
    fn keep(&mut self, id: OptionId, value: Value) {
        match (id, value) {
            (OptionId::MultiPv, Value::Spin(lines)) => self.engine.set_multi_pv(count(lines)),
            (OptionId::MoveOverhead, Value::Spin(milliseconds)) => {
                let milliseconds = milliseconds.try_into().unwrap_or_default();
                self.engine.set_move_overhead(Duration::from_millis(milliseconds));
            }
            (OptionId::Chess960, Value::Check(on)) => {
                let mode = if on { CastlingMode::Chess960 } else { CastlingMode::Standard };
                self.settings.castling_mode = mode;
            }
            (OptionId::ShowWdl, Value::Check(on)) => {
                self.settings.show_wdl.store(on, Ordering::Relaxed);
            }
            (OptionId::AnalyseMode, Value::Check(on)) => {
                self.settings.analyse_mode = on;
                self.limit_strength();
            }
            (OptionId::LimitStrength, Value::Check(on)) => {
                self.settings.limit_strength = on;
                self.limit_strength();
            }
            (OptionId::Elo, Value::Spin(elo)) => {
                self.settings.elo = small(elo);
                self.limit_strength();
            }
            (OptionId::StrengthSeed, Value::Spin(seed)) => {
                self.engine.set_strength_seed(small(seed));
            }
            (OptionId::Opponent, Value::Text(opponent)) => self.settings.opponent = opponent,
            (OptionId::DebugLogFile, Value::Text(path)) => self.open_log(&path),
            (OptionId::SyzygyProbeDepth, Value::Spin(depth)) => {
                self.engine.set_probe_depth(depth.try_into().unwrap_or_default());
            }
            (OptionId::SyzygyProbeLimit, Value::Spin(men)) => {
                self.engine.set_probe_limit(men.try_into().unwrap_or_default());
            }
            // Nothing depends on Ponder and UCI_EngineAbout.
            (id, value) => self.apply_to_book(id, &value),
        }
    }

    /// Lets the network of a file evaluate, or what is inside the program.
    fn set_eval_file(&mut self, file: &str) -> Result<(), EngineError> {
        if file.is_empty() || file == options::BUILT_IN {
            return self.engine.set_network(Some(Network::embedded()));
        }
        #[cfg(feature = "hand-written")]
        if file == "<hand-written>" {
            return self.engine.set_network(None);
        }
        self.engine.load_network(Path::new(file))?;
        if let Some(network) = self.engine.network() {
            self.tell(&format!("EvalFile: {network} evaluates"));
        }
        Ok(())
    }

    /// The engine hears of the limit that the options together make.
    fn limit_strength(&mut self) {
        let Settings { limit_strength, analyse_mode, elo, .. } = self.settings;
        self.engine.set_elo_limit((limit_strength && !analyse_mode).then_some(elo));
    }

    /// Looks for endgame tables in these folders; what is wrong with them is told.
    fn set_syzygy_path(&mut self, folders: &str) -> Result<(), EngineError> {
        let Opened { tables, faults } = Syzygy::open(folders);
        for fault in &faults {
            self.tell(&format!("SyzygyPath: {fault}"));
        }
        let (wdl, dtz) = tables.files();
        if wdl == 0 {
            return self.engine.set_tables(None);
        }
        let men = tables.max_men();
        self.engine.set_tables(Some(Arc::new(tables)))?;
        self.tell(&format!("SyzygyPath: {wdl} WDL and {dtz} DTZ tables of up to {men} men"));
        Ok(())
    }

    /// Tells what a search has found wrong with the tables' files.
    pub(super) fn tell_table_faults(&self) {
        let faults = self.engine.tables().map(|tables| tables.take_faults()).unwrap_or_default();
        for fault in &faults {
            self.tell(fault);
        }
    }

    fn open_log(&self, path: &str) {
        if let Err(error) = self.printer.open_log(path) {
            self.tell(&format!("Debug Log File {}: {error}", shorten(path)));
        }
        let now = SystemTime::now();
        self.printer.log(Direction::Remark, now, NAME_AND_VERSION);
        if !self.settings.opponent.is_empty() {
            let opponent = format!("opponent: {}", self.settings.opponent);
            self.printer.log(Direction::Remark, now, &opponent);
        }
    }
}

/// A number that its option keeps within 31 bits.
fn small(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

/// A number that its option keeps above zero.
fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
