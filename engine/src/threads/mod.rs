//! The search threads: a pool that lives as long as the engine.

mod job;
mod pool;
mod vote;

pub(crate) use job::{JobSetup, SearchJob};
pub(crate) use pool::{STACK_BYTES, ThreadPool};
pub(crate) use vote::vote;
