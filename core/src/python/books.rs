//! `BookBuilder`: counts the moves of games, and merges the counts of several builders into a book.

use std::path::PathBuf;

use pyo3::prelude::*;

use super::{
    arrays::on_threads,
    games::{GameBatch, GameReader},
};
use crate::books;

#[pyclass(module = "motif._core.openings")]
pub struct BookBuilder(books::BookBuilder);

#[pymethods]
impl BookBuilder {
    #[classattr]
    const HEADING_BYTES: usize = books::HEADING_BYTES;

    #[new]
    #[pyo3(signature = (folder, half_moves, /))]
    fn new(folder: PathBuf, half_moves: usize) -> BookBuilder {
        BookBuilder(books::BookBuilder::new(&folder, half_moves))
    }

    #[getter]
    fn games(&self) -> u64 {
        self.0.games()
    }

    #[pyo3(signature = (reader, /))]
    fn add(&mut self, py: Python<'_>, reader: &mut GameReader) -> PyResult<Option<GameBatch>> {
        let batch = py.detach(|| {
            let batch = reader.0.next_batch()?;
            batch.as_ref().map_or(Ok(()), |batch| self.0.add(batch))?;
            Ok::<_, crate::errors::CoreError>(batch)
        })?;
        batch.map(|batch| GameBatch::new(py, batch, false)).transpose()
    }

    fn finish(&mut self, py: Python<'_>) -> PyResult<Vec<PathBuf>> {
        Ok(py.detach(|| self.0.finish())?)
    }

    #[staticmethod]
    #[pyo3(signature = (runs, folder, path, at_least, /))]
    fn merge(
        py: Python<'_>,
        runs: Vec<PathBuf>,
        folder: PathBuf,
        path: PathBuf,
        at_least: u32,
    ) -> PyResult<(u64, u64)> {
        on_threads(py, None, |interrupted| books::write_book(&path, &folder, runs, at_least, interrupted))
    }
}
