//! The search threads: a pool that lives as long as the engine.

mod job;
mod pool;
mod vote;

use std::sync::LazyLock;

pub(crate) use job::{JobSetup, SearchJob};
pub(crate) use pool::{STACK_BYTES, ThreadPool};
pub(crate) use vote::vote;

/// How many threads can run at the same time here; one if the system does not tell.
pub(crate) fn processors() -> usize {
    static PROCESSORS: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    *PROCESSORS
}
