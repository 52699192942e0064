//! What several threads at one position tell each other, besides their table: how many positions they have visited, and
//! that one of them is done.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What those at work on one position tell each other, besides the table.
#[derive(Default)]
pub struct Crew {
    finished: AtomicBool,
    nodes: AtomicU64,
}

impl Crew {
    /// Somebody has visited so many more positions; how many that makes together.
    pub fn count(&self, more: u64) -> u64 {
        self.nodes.fetch_add(more, Relaxed) + more
    }

    /// Whether somebody is done.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }
}

/// Ends the search of all when it is dropped, in whatever way.
pub struct End<'a>(pub &'a Crew);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.finished.store(true, Relaxed);
    }
}
