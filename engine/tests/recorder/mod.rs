//! A listener for tests.

use std::sync::Mutex;

use portcullis::{BestMove, SearchInfo, SearchListener};

/// Keeps everything that a search tells.
#[derive(Default)]
pub(crate) struct Recorder {
    infos: Mutex<Vec<SearchInfo>>,
    answers: Mutex<Vec<BestMove>>,
}

impl SearchListener for Recorder {
    fn info(&self, info: &SearchInfo) {
        self.infos.lock().expect("no panic").push(info.clone());
    }

    fn best_move(&self, best: &BestMove) {
        self.answers.lock().expect("no panic").push(*best);
    }
}

impl Recorder {
    pub(crate) fn infos(&self) -> Vec<SearchInfo> {
        self.infos.lock().expect("no panic").clone()
    }

    pub(crate) fn answers(&self) -> Vec<BestMove> {
        self.answers.lock().expect("no panic").clone()
    }
}
