//! The log of the talk with the GUI: `Debug Log File`.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    FromGui,
    ToGui,
    /// Neither way: a remark for who reads the log.
    Remark,
}

/// An open log, or none.
#[derive(Debug, Default)]
pub(super) struct DebugLog {
    file: Mutex<Option<File>>,
}

impl DebugLog {
    /// Appends to the file of this name from now on; an empty name ends the log.
    pub(super) fn open(&self, path: &str) -> io::Result<()> {
        let file = if path.is_empty() {
            None
        } else {
            Some(OpenOptions::new().create(true).append(true).open(path)?)
        };
        *self.lock() = file;
        Ok(())
    }

    /// Writes a line down, if a log is open.
    ///
    /// # Errors
    ///
    /// If the line cannot be written. Then the log is closed: the game is worth more.
    pub(super) fn write(&self, direction: Direction, at: SystemTime, text: &str) -> io::Result<()> {
        let mut file = self.lock();
        let Some(open) = file.as_mut() else { return Ok(()) };
        let arrow = match direction {
            Direction::FromGui => ">>",
            Direction::ToGui => "<<",
            Direction::Remark => "--",
        };
        let written = open.write_all(format!("{} {arrow} {text}\n", timestamp(at)).as_bytes());
        if written.is_err() {
            *file = None;
        }
        written
    }

    fn lock(&self) -> MutexGuard<'_, Option<File>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// UTC, to the millisecond: `2026-11-30 12:34:56.789`.
fn timestamp(at: SystemTime) -> String {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = since.as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let millisecond = since.subsec_millis();
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{millisecond:03}")
}

/// The Gregorian date of a day counted from 1 January 1970.
fn date(days_since_1970: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut day = days_since_1970;
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    (year, month, day + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The calendar, over leap days and year ends.
    #[test]
    fn timestamps() {
        let cases = [
            (0, "1970-01-01 00:00:00.000"),
            (951_782_399_999, "2000-02-28 23:59:59.999"),
            (951_782_400_000, "2000-02-29 00:00:00.000"),
            (1_704_067_199_000, "2023-12-31 23:59:59.000"),
            (1_735_603_200_007, "2024-12-31 00:00:00.007"),
            (1_796_042_096_789, "2026-11-30 12:34:56.789"),
        ];
        for (milliseconds, text) in cases {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::from_millis(milliseconds)), text);
        }
    }
}
