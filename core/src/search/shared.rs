//! Shares progress between the threads of one search: the number of nodes visited, and whether one of them has
//! finished.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What the threads of one search share in addition to the transposition table.
#[derive(Default)]
pub struct SharedProgress {
    finished: AtomicBool,
    nodes: AtomicU64,
}

impl SharedProgress {
    /// Adds nodes that a thread has visited; returns the total of all threads.
    pub fn count(&self, more: u64) -> u64 {
        self.nodes.fetch_add(more, Relaxed) + more
    }

    /// Whether one of the threads has finished.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }
}

/// Ends the search of all threads when it is dropped, also by a panic.
pub struct End<'a>(pub &'a SharedProgress);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.finished.store(true, Relaxed);
    }
}
