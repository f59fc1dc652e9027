//! In a build for tuning, the numbers of the search are options.

use crate::TUNABLES;

use super::Session;

impl Session {
    /// Declares the numbers as options.
    pub(super) fn introduce_tunables(&self) {
        for tunable in TUNABLES {
            let (name, default, range) = (tunable.name, tunable.default, &tunable.range);
            let (min, max) = (range.start(), range.end());
            self.printer.line(&format!(
                "option name {name} type spin default {default} min {min} max {max}"
            ));
        }
    }

    /// Sets a number, if it is one and the value is a number.
    pub(super) fn set_tunable(&self, name: &str, value: Option<&str>) -> bool {
        let tunable = TUNABLES.iter().find(|tunable| tunable.name == name);
        let value = value.and_then(|text| text.parse().ok());
        if let (Some(tunable), Some(value)) = (tunable, value) {
            tunable.set(value);
        }
        tunable.is_some()
    }
}
