//! Rows of answers as NumPy arrays.

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use rayon::prelude::*;

/// A flat vector as a table with `columns` columns.
pub fn table<T: Element>(py: Python<'_>, values: Vec<T>, columns: usize) -> PyResult<Bound<'_, PyArray2<T>>> {
    let rows = values.len() / columns;
    PyArray1::from_vec(py, values).reshape([rows, columns])
}

/// Ask one question of every row, on all cores, with the GIL released.
pub fn ask<Row: Sync, T: Send>(py: Python<'_>, rows: &[Row], question: impl Fn(&Row) -> T + Sync + Send) -> Vec<T> {
    py.detach(|| rows.par_iter().map(question).collect())
}

/// Ask a question whose answer is itself a short list; the lists are joined in row order.
pub fn ask_each<Row: Sync, T: Send, List: IntoIterator<Item = T> + Send>(
    py: Python<'_>,
    rows: &[Row],
    question: impl Fn(&Row) -> List + Sync + Send,
) -> Vec<T> {
    ask(py, rows, question).into_iter().flatten().collect()
}
