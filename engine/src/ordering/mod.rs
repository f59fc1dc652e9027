//! In which order moves are tried, and what earlier nodes have taught about that.

pub(crate) mod correction;
pub(crate) mod history;
pub(crate) mod picker;
mod scoring;
mod threats;

pub(crate) use correction::CorrectionHistory;
pub(crate) use history::{Histories, MoveContext, PieceTo};
pub(crate) use picker::{Picker, Quiets};
pub(crate) use threats::Threats;
