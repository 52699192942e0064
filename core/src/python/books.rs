//! `BookBuilder`: counts the moves of games and writes them as a book.

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

    #[pyo3(signature = (path, at_least, /))]
    fn finish(&mut self, py: Python<'_>, path: PathBuf, at_least: u32) -> PyResult<(u64, u64)> {
        on_threads(py, None, |interrupted| self.0.finish(&path, at_least, interrupted))
    }
}
