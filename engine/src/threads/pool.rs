//! Threads that wait for work.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::engine::Reception;
use crate::search::{Memory, Search};
use crate::threads::SearchJob;
use crate::tt::TranspositionTable;

/// A search tree of full depth needs about 2 MB; the rest is only reserved, not used.
pub(crate) const STACK_BYTES: usize = 16 << 20;

enum Task {
    Search(Arc<SearchJob>, Arc<Reception>),
    /// Forget what earlier games taught; tell when it is done.
    NewGame(Sender<()>),
    /// Clear one part of so many of the hash table; tell when it is done.
    ClearTable {
        table: Arc<TranspositionTable>,
        part: usize,
        parts: usize,
        done: Sender<()>,
    },
}

#[derive(Debug)]
struct Worker {
    /// Taken away to tell the thread to end.
    tasks: Option<Sender<Task>>,
    handle: Option<JoinHandle<()>>,
}

impl Worker {
    fn spawn(id: usize) -> io::Result<Worker> {
        let (tasks, inbox) = channel();
        let handle = Builder::new()
            .name(format!("search {id}"))
            .stack_size(STACK_BYTES)
            .spawn(move || serve(id, &inbox))?;
        Ok(Worker { tasks: Some(tasks), handle: Some(handle) })
    }

    fn send(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // A thread ends only after its sender is gone.
            let _ = tasks.send(task);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// The life of a search thread.
fn serve(id: usize, inbox: &Receiver<Task>) {
    let mut memory = Memory::new();
    while let Ok(task) = inbox.recv() {
        match task {
            Task::Search(job, reception) => {
                let result = Search::new(&job, id, &mut memory).run();
                if id == 0 {
                    reception.answer(&job, result);
                } else {
                    job.add_result(result);
                }
            }
            Task::NewGame(done) => {
                memory.clear();
                let _ = done.send(());
            }
            Task::ClearTable { table, part, parts, done } => {
                table.clear_part(part, parts);
                let _ = done.send(());
            }
        }
    }
}

/// The search threads; the first is the main thread.
#[derive(Debug, Default)]
pub(crate) struct ThreadPool {
    workers: Vec<Worker>,
}

impl ThreadPool {
    pub(crate) fn len(&self) -> usize {
        self.workers.len()
    }

    /// Starts or ends threads until there are `count`, or as many as the system allows.
    pub(crate) fn resize(&mut self, count: usize) -> io::Result<()> {
        self.workers.truncate(count);
        while self.workers.len() < count {
            self.workers.push(Worker::spawn(self.workers.len())?);
        }
        Ok(())
    }

    /// As many threads as the search is for begin to search.
    pub(crate) fn search(&self, job: &Arc<SearchJob>, reception: &Arc<Reception>) {
        for worker in self.workers.iter().take(job.counters.len()) {
            worker.send(Task::Search(Arc::clone(job), Arc::clone(reception)));
        }
    }

    /// All threads forget; returns when they have.
    pub(crate) fn new_game(&self) {
        let (done, all_done) = channel();
        for worker in &self.workers {
            worker.send(Task::NewGame(done.clone()));
        }
        drop(done);
        while all_done.recv().is_ok() {}
    }

    /// All threads clear the table together; returns when it is clear.
    pub(crate) fn clear(&self, table: &Arc<TranspositionTable>) {
        let (done, all_done) = channel();
        let parts = self.workers.len();
        for (part, worker) in self.workers.iter().enumerate() {
            let (table, done) = (Arc::clone(table), done.clone());
            worker.send(Task::ClearTable { table, part, parts, done });
        }
        drop(done);
        while all_done.recv().is_ok() {}
    }
}
