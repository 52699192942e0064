//! `Evaluation` and `Filter`: opaque to Python, built from its data, run by the search.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyTuple, PyType},
};
use rayon::prelude::*;
use shakmaty::{Color, Position};

use super::{
    arrays::{ask, table},
    chess_types::{move_from, position_of},
    positions::Positions,
    programs::{CompiledProgram, trees_as_tuple},
};
use crate::{
    errors::CoreError,
    evaluation,
    filter::{self, Node, Verdict, judged},
    heuristic::Heuristic,
    moves::MoveCode,
    programs::Token,
    rules::{RULES, Rules},
    tapered::{self, FEATURES, FULL_PHASE, Tapered},
};

/// How an evaluation was built, so that it can be built again in another process.
enum Recipe {
    Heuristic((f64, f64, f64), Vec<Vec<i32>>),
    Tapered(Vec<i32>),
    Program([Vec<Token>; 3], f64),
}

/// How good a position is for one side.
#[pyclass(frozen, module = "motif._core.search")]
pub struct Evaluation {
    pub inner: evaluation::Evaluation,
    recipe: Recipe,
}

impl Evaluation {
    /// The evaluation of an endgame program.
    pub fn of_program(inner: evaluation::Evaluation, trees: [Vec<Token>; 3], material: f64) -> Evaluation {
        Evaluation { inner, recipe: Recipe::Program(trees, material) }
    }
}

#[pymethods]
impl Evaluation {
    #[classmethod]
    #[pyo3(signature = (weights, tables, /))]
    fn heuristic(_class: &Bound<'_, PyType>, weights: (f64, f64, f64), tables: Vec<Vec<i32>>) -> PyResult<Evaluation> {
        let shape = || {
            let why = "the heuristic needs six tables of 64 numbers".into();
            CoreError::BadArgument { why }
        };
        let rows: Vec<[i32; 64]> =
            tables.iter().map(|row| row.as_slice().try_into().map_err(|_| shape())).collect::<Result<_, _>>()?;
        let rows: [[i32; 64]; 6] = rows.try_into().map_err(|_| shape())?;
        let inner = Arc::new(Heuristic::new([weights.0, weights.1, weights.2], rows)?);
        Ok(Evaluation { inner, recipe: Recipe::Heuristic(weights, tables) })
    }

    #[classmethod]
    #[pyo3(signature = (weights, /))]
    fn tapered(_class: &Bound<'_, PyType>, weights: PyReadonlyArray2<'_, i32>) -> PyResult<Evaluation> {
        let flat: Vec<i32> = weights.as_array().iter().copied().collect();
        if weights.as_array().ncols() != 2 {
            let why = format!("a tapered evaluation needs {FEATURES} pairs of weights");
            return Err(CoreError::BadArgument { why }.into());
        }
        let pairs = flat.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        Ok(Evaluation { inner: Arc::new(Tapered::new(pairs)?), recipe: Recipe::Tapered(flat) })
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
        if sides.len() != positions.rows.len() {
            let why = format!("{} sides for {} positions", sides.len(), positions.rows.len());
            return Err(CoreError::BadArgument { why }.into());
        }
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Evaluation>();
        match &self.recipe {
            Recipe::Heuristic(weights, tables) => {
                let arguments = (weights, tables).into_py_any(py)?.into_bound(py).cast_into::<PyTuple>()?;
                Ok((class.getattr("heuristic")?, arguments))
            }
            Recipe::Tapered(flat) => {
                let weights = PyArray1::from_slice(py, flat).reshape([flat.len() / 2, 2])?;
                Ok((class.getattr("tapered")?, PyTuple::new(py, [weights])?))
            }
            Recipe::Program(trees, material) => {
                let program = py.get_type::<CompiledProgram>().call1(trees_as_tuple(py, trees)?)?;
                let evaluation = program.getattr("evaluation")?;
                Ok((evaluation, PyTuple::new(py, [*material])?))
            }
        }
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

/// Which moves a search looks at.
#[pyclass(frozen, module = "motif._core.search")]
pub struct Filter {
    pub inner: filter::Filter,
    own: Vec<String>,
    other: Vec<String>,
    mode: String,
    reduction: u8,
}

#[pymethods]
impl Filter {
    #[classmethod]
    #[pyo3(signature = (own, other, mode, reduction = 1))]
    fn rules(
        _class: &Bound<'_, PyType>,
        own: Vec<String>,
        other: Vec<String>,
        mode: String,
        reduction: u8,
    ) -> PyResult<Filter> {
        let inner = Arc::new(Rules::new(&own, &other, &mode, reduction)?);
        Ok(Filter { inner, own, other, mode, reduction })
    }

    #[staticmethod]
    fn rule_names() -> Vec<&'static str> {
        RULES.to_vec()
    }

    #[pyo3(signature = (board, own, depth, /))]
    #[allow(clippy::type_complexity, reason = "a move, its verdict and the reasons")]
    fn verdicts<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        own: bool,
        depth: i32,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, &'static str, Vec<&'static str>)>> {
        let position = position_of(board)?;
        let mut moves = position.legal_moves();
        moves.sort_unstable_by_key(|&m| MoveCode::of(m));
        let node = Node { position: &position, own, depth, in_check: position.is_check() };
        let judgements = judged(&*self.inner, &node, &moves);
        moves
            .iter()
            .zip(judgements)
            .map(|(&m, judgement)| {
                let verdict = match judgement.verdict {
                    Verdict::Keep => "keep",
                    Verdict::Reduce(_) => "reduce",
                    Verdict::Drop => "drop",
                };
                let names = self.inner.reasons().iter().enumerate();
                let reasons = names.filter(|(bit, _)| judgement.reasons >> bit & 1 != 0).map(|(_, name)| *name);
                Ok((move_from(board.py(), MoveCode::of(m))?, verdict, reasons.collect()))
            })
            .collect()
    }

    #[allow(clippy::type_complexity, reason = "the arguments of `rules`")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<String>, Vec<String>, String, u8))> {
        let arguments = (self.own.clone(), self.other.clone(), self.mode.clone(), self.reduction);
        Ok((py.get_type::<Filter>().getattr("rules")?, arguments))
    }
}
