//! `Cases`: opening lines, and the boards along them that are nearest to a position.

use numpy::{PyArray1, PyArray2};
use pyo3::{exceptions::PyIndexError, prelude::*, types::PyList};

use super::{
    arrays::{ask, table},
    chess_types::{move_from, position_of},
    positions::Positions,
};
use crate::{
    cases::{self, Order},
    chess::positions::Packed,
};

/// Opening lines, and the distinct boards along them.
#[pyclass(frozen, module = "motif._core.openings")]
pub struct Cases {
    cases: cases::Cases,
}

type Nearest<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>);

#[pymethods]
impl Cases {
    #[new]
    #[pyo3(signature = (lines, /))]
    fn new(py: Python<'_>, lines: Vec<Vec<String>>) -> PyResult<Cases> {
        Ok(Cases { cases: py.detach(|| cases::Cases::new(&lines))? })
    }

    fn __len__(&self) -> usize {
        self.cases.len()
    }

    fn __repr__(&self) -> String {
        format!("<Cases: {} lines, {} distinct boards>", self.cases.len(), self.distinct_boards())
    }

    #[getter]
    fn distinct_boards(&self) -> usize {
        self.cases.boards().len()
    }

    #[pyo3(signature = (line, /))]
    fn moves<'py>(&self, py: Python<'py>, line: usize) -> PyResult<Bound<'py, PyList>> {
        self.check(line)?;
        let moves = self.cases.codes(line).iter().map(|&code| move_from(py, code));
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    #[pyo3(signature = (line, /))]
    fn positions(&self, line: usize) -> PyResult<Positions> {
        self.check(line)?;
        Ok(Positions { rows: self.cases.positions(line).to_vec() })
    }

    #[pyo3(signature = (positions, /))]
    fn nearest<'py>(&self, py: Python<'py>, positions: &Positions) -> Nearest<'py> {
        let found = ask(py, &positions.rows, |row| self.cases.nearest(row));
        let least = found.iter().map(|found| found.iter().map(|found| found.distance).min().unwrap_or(64) as u8);
        let ends = found.iter().scan(0, |end, found| {
            *end += found.len() as i64;
            Some(*end)
        });
        (
            PyArray1::from_vec(py, least.collect()),
            PyArray1::from_vec(py, std::iter::once(0).chain(ends).collect()),
            PyArray1::from_vec(
                py,
                found.iter().flat_map(|found| found.iter()).map(|found| found.board as i32).collect(),
            ),
        )
    }

    #[pyo3(signature = (board, longest_first, /))]
    fn retrieve<'py>(&self, board: &Bound<'py, PyAny>, longest_first: bool) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let position = Packed::pack(&position_of(board)?);
        let retrieved = self.cases.retrieve(&position, order(longest_first));
        let rows = retrieved.iter().flat_map(|(place, distance)| [place.line, place.ply, *distance].map(|n| n as i32));
        table(board.py(), rows.collect(), 3)
    }
}

impl Cases {
    fn check(&self, line: usize) -> PyResult<()> {
        let count = self.cases.len();
        let outside = || PyIndexError::new_err(format!("line {line} is outside {count} lines"));
        (line < count).then_some(()).ok_or_else(outside)
    }
}

fn order(longest_first: bool) -> Order {
    if longest_first { Order::LongestFirst } else { Order::AsGiven }
}
