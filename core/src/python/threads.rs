//! Runs long work on a given number of threads, until Ctrl-C ends it.

use std::{
    panic,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use pyo3::prelude::*;

use crate::errors::CoreError;

/// How long Ctrl-C may wait.
pub const BETWEEN_SIGNALS: Duration = Duration::from_millis(100);

/// Runs work with the GIL released on `threads` threads; on the core's usual pool when `threads` is None.
///
/// Signals reach the calling thread alone, so it listens for them while another one works. Interrupted work should
/// return soon; its result is discarded.
pub fn on_threads<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&AtomicBool) -> Result<T, CoreError> + Send,
) -> PyResult<T> {
    let bad = |why: String| CoreError::BadArgument { why };
    let interrupted = AtomicBool::new(false);
    let work = || match threads {
        None => work(&interrupted),
        Some(0) => Err(bad("cannot work with 0 threads; at least 1 is needed".into())),
        Some(count) => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
            pool.map_err(|error| bad(error.to_string()))?.install(|| work(&interrupted))
        }
    };
    py.detach(|| {
        thread::scope(|scope| {
            let (finished, wait) = mpsc::channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work ends, in whatever way.
                let _finished = finished;
                work()
            });
            let mut signal = Ok(());
            while let Err(mpsc::RecvTimeoutError::Timeout) = wait.recv_timeout(BETWEEN_SIGNALS) {
                if signal.is_ok() {
                    signal = Python::attach(|py| py.check_signals());
                    interrupted.store(signal.is_err(), Ordering::Relaxed);
                }
            }
            let done = worker.join().unwrap_or_else(|cause| panic::resume_unwind(cause));
            signal?;
            Ok(done?)
        })
    })
}
