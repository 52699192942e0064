//! Ends a search by its clock, which is an argument, or by a signal from another thread, and shares the progress of the
//! threads of one search.

use std::{
    sync::atomic::{
        AtomicBool, AtomicU64,
        Ordering::{self, Relaxed},
    },
    time::Instant,
};

/// Measures time in seconds.
pub trait Clock: Send + Sync {
    fn seconds(&self) -> f64;
}

/// The system's clock, running from its creation.
pub struct RealClock(Instant);

impl Default for RealClock {
    fn default() -> RealClock {
        RealClock(Instant::now())
    }
}

impl Clock for RealClock {
    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// The stop signal and the deadlines, which other threads may move while a search is under way.
#[derive(Default)]
pub struct Signals {
    stop: AtomicBool,
    // Seconds of the search's own clock, as the bits of an f64.
    hard: AtomicU64,
    soft: AtomicU64,
    now: AtomicU64,
}

impl Signals {
    /// Ready for a search: not stopped, no deadlines.
    pub fn reset(&self, now: f64) {
        self.stop.store(false, Ordering::Relaxed);
        self.now.store(now.to_bits(), Ordering::Relaxed);
        self.limit(f64::INFINITY, f64::INFINITY);
    }

    /// End the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Set the deadlines, by the search's clock.
    pub fn limit(&self, hard: f64, soft: f64) {
        self.hard.store(hard.to_bits(), Ordering::Relaxed);
        self.soft.store(soft.to_bits(), Ordering::Relaxed);
    }

    /// Set the deadlines this far from the last time that the search looked at its clock.
    pub fn limit_from_now(&self, hard: f64, soft: f64) {
        let now = f64::from_bits(self.now.load(Ordering::Relaxed));
        self.limit(now + hard, now + soft);
    }
}

/// The clock and the signals of one search.
pub struct Control<'a> {
    clock: &'a dyn Clock,
    signals: &'a Signals,
    interrupted: Option<&'a AtomicBool>,
    begin: f64,
    watches_the_clock: bool,
}

impl<'a> Control<'a> {
    /// Begin now.
    pub fn begin(clock: &'a dyn Clock, signals: &'a Signals) -> Control<'a> {
        let begin = clock.seconds();
        signals.reset(begin);
        Control { clock, signals, interrupted: None, begin, watches_the_clock: true }
    }

    /// Also ends the search when the work that it belongs to is interrupted.
    pub fn unless(self, interrupted: &'a AtomicBool) -> Control<'a> {
        Control { interrupted: Some(interrupted), ..self }
    }

    /// Returns the control of a helper thread: it has no clock; only the calling thread watches time and Ctrl-C.
    pub fn without_clock(&self) -> Control<'a> {
        Control { watches_the_clock: false, ..*self }
    }

    /// Limit the search to this many seconds; after the soft limit no new iteration begins.
    pub fn limit(&self, seconds: Option<f64>, soft: Option<f64>) {
        let after = |span: Option<f64>| span.map_or(f64::INFINITY, |span| self.begin + span);
        self.signals.limit(after(seconds), after(soft));
    }

    /// Seconds since the search began; a helper does not know.
    pub fn elapsed(&self) -> f64 {
        if !self.watches_the_clock {
            return 0.0;
        }
        self.clock.seconds() - self.begin
    }

    /// Whether the search must end at once.
    pub fn must_stop(&self) -> bool {
        let interrupted = self.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if interrupted || self.signals.stop.load(Ordering::Relaxed) {
            return true;
        }
        if !self.watches_the_clock {
            return false;
        }
        let now = self.clock.seconds();
        self.signals.now.store(now.to_bits(), Ordering::Relaxed);
        now >= f64::from_bits(self.signals.hard.load(Ordering::Relaxed))
    }

    /// Whether it is too late to begin another iteration.
    pub fn should_rest(&self) -> bool {
        self.must_stop()
            || self.watches_the_clock
                && self.clock.seconds() >= f64::from_bits(self.signals.soft.load(Ordering::Relaxed))
    }
}

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
