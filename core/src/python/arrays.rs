//! Runs work on rows with the GIL released until Ctrl-C, returns it as NumPy arrays, and converts errors.

use std::{
    panic,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::{exceptions::PyOSError, prelude::*, types::PyType};
use rayon::prelude::*;

use crate::errors::{CoreError, refuse};

/// A flat vector as a table with `columns` columns.
pub fn table<T: Element>(py: Python<'_>, values: Vec<T>, columns: usize) -> PyResult<Bound<'_, PyArray2<T>>> {
    let rows = values.len() / columns;
    PyArray1::from_vec(py, values).reshape([rows, columns])
}

/// With fewer rows it does not pay to wake other threads. A caller that queries one game after another would wake them
/// and wait for them thousands of times, which on a busy machine seems to hang.
const FEW: usize = 256;

/// Ask one question of every row, on all cores unless there are few, with the GIL released.
pub fn ask<Row: Sync, T: Send>(py: Python<'_>, rows: &[Row], question: impl Fn(&Row) -> T + Sync + Send) -> Vec<T> {
    py.detach(|| match rows.len() {
        ..=FEW => rows.iter().map(question).collect(),
        _ => rows.par_iter().map(question).collect(),
    })
}

/// Ask a question whose answer is itself a short list; the lists are joined in row order.
pub fn ask_each<Row: Sync, T: Send, List: IntoIterator<Item = T> + Send>(
    py: Python<'_>,
    rows: &[Row],
    question: impl Fn(&Row) -> List + Sync + Send,
) -> Vec<T> {
    ask(py, rows, question).into_iter().flatten().collect()
}

/// As `ask_each`, for questions that take long: Ctrl-C ends it.
pub fn ask_each_or_stop<Row: Sync, T: Send, List: IntoIterator<Item = T> + Send>(
    py: Python<'_>,
    rows: &[Row],
    question: impl Fn(&Row) -> List + Sync + Send,
) -> PyResult<Vec<T>> {
    if rows.len() <= FEW {
        return Ok(ask_each(py, rows, question));
    }
    let lists: Vec<List> = on_threads(py, None, |interrupted| {
        let left = |_: &&Row| !interrupted.load(Ordering::Relaxed);
        Ok(rows.par_iter().filter(left).map(question).collect())
    })?;
    Ok(lists.into_iter().flatten().collect())
}

/// Refuse a list that does not have one item for each of another.
pub fn enough(count: usize, wanted: usize, what: &str, of: &str) -> Result<(), CoreError> {
    if count == wanted { Ok(()) } else { refuse(format!("{count} {what} for {wanted} {of}")) }
}

impl From<CoreError> for PyErr {
    fn from(error: CoreError) -> PyErr {
        let name = match error {
            CoreError::BadPosition { .. } => "BadPosition",
            CoreError::IllegalMove { .. } => "IllegalMove",
            CoreError::BadGameFile { .. } => "BadGameFile",
            CoreError::BadArgument { .. } => "BadArgument",
            CoreError::BadBytes { .. } => "BadFile",
            CoreError::CannotWrite { number, why } => return PyOSError::new_err((number, why)),
        };
        Python::attach(|py| {
            let class = py.import("motif.errors").and_then(|module| module.getattr(name));
            match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
                Ok(class) => PyErr::from_type(class, error.to_string()),
                Err(import_error) => import_error,
            }
        })
    }
}

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
