//! Rows of answers as NumPy arrays.

use std::sync::atomic::Ordering;

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::threads::on_threads;
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
