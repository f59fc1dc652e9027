//! Counting nodes and minding the limits.

use crate::info::SearchStatus;
use crate::search::root::ONLY_MOVE_DEPTH;
use crate::search::{Search, Stopped};
use crate::threads::processors;

/// How many nodes a thread searches between two looks at the clock.
const CHECK_INTERVAL: u64 = 512;
/// How many nodes a processor searches, at most, until each thread that waits for it has had a turn.
const ROUND: u64 = 2048;

/// How many nodes a thread of so many searches between two looks at the clock: fewer where many share
/// a processor, for the one that listens to the user waits for them all.
fn check_interval(threads: usize) -> u64 {
    let turns = threads.div_ceil(processors()) as u64;
    (ROUND / turns).clamp(1, CHECK_INTERVAL)
}

impl Search<'_> {
    /// A move is about to be played: counts it, unless the search has to stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.job.control.is_halted() {
            return Err(Stopped);
        }
        if self.nodes >= self.next_check {
            self.mind_limits()?;
        }
        self.nodes += 1;
        self.job.counters[self.id].set(self.nodes);
        Ok(())
    }

    /// The nodes that a limited search may use. The first iteration is always allowed: without it
    /// there would be nothing to choose from.
    fn node_limit_of_level(&self) -> Option<u64> {
        let handicap = self.job.handicap.as_ref().filter(|_| self.root_depth > 1)?;
        Some(handicap.nodes(self.job.lines))
    }

    /// Looks at the limits; stops every thread if one is reached. Every thread does so, for the
    /// main thread may be waiting for a processor.
    #[cold]
    fn mind_limits(&mut self) -> Result<(), Stopped> {
        let limits = [self.job.limits.nodes, self.node_limit_of_level()];
        let left =
            limits.into_iter().flatten().min().map(|most| most.saturating_sub(self.job.nodes()));
        // A forced move that has been pondered on is not thought about any more.
        let decided = self.root_depth > ONLY_MOVE_DEPTH && self.root.is_forced();
        let time = &self.job.time;
        let is_up = |elapsed| time.must_stop(elapsed) || (decided && time.is_planned());
        let time_is_up = self.job.control.clock().is_some_and(is_up);
        if left == Some(0) || time_is_up {
            self.job.control.halt();
            return Err(Stopped);
        }
        // With several threads the others use up the limit, too.
        let threads = self.job.counters.len();
        let interval = check_interval(threads);
        let share = left.map_or(interval, |left| left.div_ceil(threads as u64));
        self.next_check = self.nodes + share.min(interval);
        if threads > processors() {
            std::thread::yield_now();
        }
        if self.speaks() {
            self.root.speak_of_status(self.job);
        }
        Ok(())
    }
}

impl crate::threads::SearchJob {
    /// The counters at this moment.
    pub(crate) fn status(&self) -> SearchStatus {
        let nodes = self.nodes();
        let time = self.control.elapsed();
        SearchStatus {
            nodes,
            nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
            hashfull: self.table.hashfull(),
            tbhits: self.table_hits(),
            time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_of_all_threads_is_short_however_many_there_are() {
        assert_eq!(check_interval(1), CHECK_INTERVAL);
        for threads in [1_usize, 2, 16, 64, 1024] {
            let turns = threads.div_ceil(processors()) as u64;
            let interval = check_interval(threads);
            assert!((1..=CHECK_INTERVAL).contains(&interval), "{threads} threads: {interval}");
            assert!(interval * turns <= ROUND.max(turns), "{threads} threads: {interval}");
        }
    }
}
