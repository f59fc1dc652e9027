//! Threads that play, and one that collects.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use super::game::Player;

/// Does jobs of consecutive numbers from 0 on, in a thread for every worker, until `stop` is set or
/// `count` jobs have been done; jobs that have begun are finished. The calling thread collects the
/// results; when it has done so early, `stop` is set.
///
/// # Errors
/// If a thread cannot be started.
pub(super) fn work<W: Send, T: Send, R>(
    workers: Vec<W>,
    (count, stop): (Option<u64>, &AtomicBool),
    job: impl Fn(&mut W, u64) -> Option<T> + Sync,
    collect: impl FnOnce(&Receiver<T>) -> R,
) -> io::Result<R> {
    let (sender, receiver) = sync_channel(2 * workers.len());
    let (next, job) = (AtomicU64::new(0), &job);
    thread::scope(|scope| {
        for mut worker in workers {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if count.is_some_and(|count| number >= count) {
                        return;
                    }
                    let result = job(&mut worker, number);
                    if result.is_some_and(|result| sender.send(result).is_err()) {
                        return;
                    }
                }
            };
            thread::Builder::new()
                .stack_size(Player::STACK_BYTES)
                .spawn_scoped(scope, work)
                .inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        }
        drop(sender);
        let result = collect(&receiver);
        stop.store(true, Ordering::Relaxed);
        // Whoever still works must not wait for a reader that has given up.
        drop(receiver);
        Ok(result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        let stop = AtomicBool::new(false);
        let job = |_: &mut (), number| Some(number);
        let numbers = work(vec![(); 3], (Some(100), &stop), job, |receiver| {
            let mut numbers: Vec<u64> = receiver.iter().collect();
            numbers.sort_unstable();
            numbers
        });
        assert!(numbers.unwrap().into_iter().eq(0..100));
    }

    #[test]
    fn work_ends_when_it_is_stopped_or_nobody_listens() {
        let stop = AtomicBool::new(false);
        let job = |_: &mut (), number| Some(number);
        let received =
            work(vec![(); 2], (None, &stop), job, |receiver| receiver.iter().take(5).count());
        assert_eq!(received.unwrap(), 5);
        assert!(stop.load(Ordering::Relaxed));
        let nothing = work(vec![(); 2], (None, &stop), job, |receiver| receiver.iter().count());
        assert_eq!(nothing.unwrap(), 0);
    }
}
