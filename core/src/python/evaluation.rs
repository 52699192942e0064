//! `Evaluation`: opaque to Python, built from its data, run by the search.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::{prelude::*, types::PyType};
use rayon::prelude::*;
use shakmaty::{Color, Position};

use super::{
    arrays::{ask, enough, table},
    chess_types::position_of,
    positions::Positions,
    recipe::{Recipe, Reduced},
};
use crate::{
    errors::{CoreError, refuse},
    search::{
        evaluation,
        heuristic::Heuristic,
        tapered::{self, FEATURES, FULL_PHASE, Tapered},
    },
};

/// How good a position is for one side.
#[pyclass(frozen, module = "motif._core.search")]
pub struct Evaluation {
    pub inner: evaluation::Evaluation,
    pub recipe: Recipe,
}

#[pymethods]
impl Evaluation {
    #[classmethod]
    #[pyo3(signature = (weights, tables, /))]
    fn heuristic(class: &Bound<'_, PyType>, weights: (f64, f64, f64), tables: Vec<Vec<i32>>) -> PyResult<Evaluation> {
        let shape = || {
            let why = "the heuristic needs six tables of 64 numbers".into();
            CoreError::BadArgument { why }
        };
        let rows: Vec<[i32; 64]> =
            tables.iter().map(|row| row.as_slice().try_into().map_err(|_| shape())).collect::<Result<_, _>>()?;
        let rows: [[i32; 64]; 6] = rows.try_into().map_err(|_| shape())?;
        let inner = Arc::new(Heuristic::new([weights.0, weights.1, weights.2], rows)?);
        Ok(Evaluation { inner, recipe: Recipe::new(class, "heuristic", (weights, tables))? })
    }

    #[classmethod]
    #[pyo3(signature = (weights, /))]
    fn tapered(class: &Bound<'_, PyType>, weights: PyReadonlyArray2<'_, i32>) -> PyResult<Evaluation> {
        let flat: Vec<i32> = weights.as_array().iter().copied().collect();
        if weights.as_array().ncols() != 2 {
            return refuse(format!("a tapered evaluation needs {FEATURES} pairs of weights"));
        }
        let pairs = flat.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let inner = Arc::new(Tapered::new(pairs)?);
        // A copy, since the array may be written to later.
        let kept = table(class.py(), flat, 2)?;
        Ok(Evaluation { inner, recipe: Recipe::new(class, "tapered", (kept,))? })
    }

    #[staticmethod]
    fn features() -> Vec<String> {
        tapered::feature_names()
    }

    #[getter]
    fn pawn(&self) -> f64 {
        self.inner.pawn()
    }

    #[getter]
    fn is_antisymmetric(&self) -> bool {
        self.inner.is_antisymmetric()
    }

    #[pyo3(signature = (positions, white, /))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        white: PyReadonlyArray1<'_, bool>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let sides = white.as_array().to_vec();
        enough(sides.len(), positions.rows.len(), "sides", "positions")?;
        let value = |(row, white): (&crate::positions::Packed, &bool)| {
            self.inner.value(&row.unpack(), Color::from_white(*white))
        };
        let values = py.detach(|| positions.rows.par_iter().zip(sides.par_iter()).map(value).collect());
        Ok(PyArray1::from_vec(py, values))
    }

    #[pyo3(signature = (board, white, /))]
    fn explain(&self, board: &Bound<'_, PyAny>, white: bool) -> PyResult<Vec<(String, f64)>> {
        Ok(self.inner.explain(&position_of(board)?, Color::from_white(white)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        self.recipe.reduced(py)
    }
}

/// The features of the tapered evaluation for many positions.
#[pyfunction]
#[pyo3(signature = (positions, /))]
#[allow(clippy::type_complexity, reason = "two arrays side by side")]
pub fn tapered_features<'py>(
    py: Python<'py>,
    positions: &Positions,
) -> PyResult<(Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<f32>>)> {
    let rows = ask(py, &positions.rows, |row| {
        let position = row.unpack();
        (tapered::features(&position), tapered::phase(position.board()) as f32 / FULL_PHASE as f32)
    });
    let phases: Vec<f32> = rows.iter().map(|(_, phase)| *phase).collect();
    let counts: Vec<i8> = rows.into_iter().flat_map(|(counts, _)| counts).collect();
    Ok((table(py, counts, FEATURES)?, PyArray1::from_vec(py, phases)))
}
