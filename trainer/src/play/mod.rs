//! Playing games with the engine: self-play for training, matches for measuring.

mod adjudication;
mod contest;
mod evaluation;
mod game;
mod opening;
mod rules;
mod selfplay;
mod sprt;
mod workers;

pub use adjudication::{Adjudication, Verdict};
pub use contest::{ContestError, ContestSettings, Standing, contest};
pub use evaluation::{Evaluation, EvaluationError};
pub use game::{NodeLimits, PlayedGame, Player, play_game};
pub use opening::{Opening, OpeningSettings};
pub use selfplay::{Progress, Quota, SelfPlay, SelfPlayError, SelfPlaySettings};
pub use sprt::{Elo, Pairs, Sprt, SprtVerdict};
