//! Mates: positions as texts, on boards of any size, solved by full-width search.

use numpy::PyArray1;
use pyo3::{prelude::*, types::PyList};
use rayon::prelude::*;
use shakmaty::Move;

use super::{
    arrays::ask,
    chess_types::{encode_move, move_from},
};
use crate::{
    chess::moves::MoveCode,
    errors::CoreError,
    mates::{self, AnyPosition, OutOfNodes, Search, Stipulation},
    on_any_board,
};

/// A move of a solution and what follows.
#[pyclass(frozen, eq, module = "motif._core.puzzles")]
#[derive(PartialEq, Clone)]
pub struct Line(mates::Line);

#[pymethods]
impl Line {
    #[getter(r#move)]
    fn get_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        move_from(py, self.0.code)
    }

    #[getter]
    fn san(&self) -> &str {
        &self.0.san
    }

    #[getter]
    fn replies(&self) -> Vec<Line> {
        lines(&self.0.replies)
    }

    #[getter]
    fn is_mate(&self) -> bool {
        self.0.is_mate
    }

    #[getter]
    fn length(&self) -> u8 {
        self.0.length
    }

    fn __repr__(&self) -> String {
        format!("<Line: {} and {} replies>", self.0.san, self.0.replies.len())
    }
}

/// A first move that fulfils the stipulation.
#[pyclass(frozen, eq, get_all, module = "motif._core.puzzles")]
#[derive(PartialEq, Clone)]
pub struct Key {
    line: Line,
    threats: Vec<Line>,
    is_zugzwang: bool,
}

impl From<&mates::Key> for Key {
    fn from(key: &mates::Key) -> Key {
        Key { line: Line(key.line.clone()), threats: lines(&key.threats), is_zugzwang: key.is_zugzwang }
    }
}

#[pymethods]
impl Key {
    fn __repr__(&self) -> String {
        format!("<Key: {}>", self.line.0.san)
    }
}

/// A first move that all but a few defences lose to.
#[pyclass(frozen, eq, get_all, module = "motif._core.puzzles")]
#[derive(PartialEq, Clone)]
pub struct Try {
    line: Line,
    refutations: Vec<Line>,
}

impl From<&mates::Try> for Try {
    fn from(found: &mates::Try) -> Try {
        Try { line: Line(found.line.clone()), refutations: lines(&found.refutations) }
    }
}

#[pymethods]
impl Try {
    fn __repr__(&self) -> String {
        format!("<Try: {}>", self.line.0.san)
    }
}

/// All that full-width search finds out about a position and its stipulation.
#[pyclass(frozen, eq, get_all, module = "motif._core.puzzles")]
#[derive(PartialEq)]
pub struct Solution {
    position: String,
    stipulation: String,
    keys: Vec<Key>,
    length: Option<u8>,
    set_play: Vec<Line>,
    tries: Vec<Try>,
    is_sound: bool,
    nodes: u64,
}

impl From<mates::Solution> for Solution {
    fn from(found: mates::Solution) -> Solution {
        Solution {
            stipulation: found.stipulation.to_string(),
            keys: found.keys.iter().map(Key::from).collect(),
            length: found.length,
            set_play: lines(&found.set_play),
            tries: found.tries.iter().map(Try::from).collect(),
            is_sound: found.is_sound(),
            nodes: found.nodes,
            position: found.position,
        }
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let keys: Vec<&str> = self.keys.iter().map(|key| key.line.0.san.as_str()).collect();
        format!("<Solution: {} of {} by {}>", self.stipulation, self.position, keys.join(", "))
    }
}

fn lines(lines: &[mates::Line]) -> Vec<Line> {
    lines.iter().cloned().map(Line).collect()
}

#[pyfunction]
#[pyo3(signature = (position, stipulation, /, nodes = None))]
pub fn solve(py: Python<'_>, position: &str, stipulation: &str, nodes: Option<u64>) -> PyResult<Option<Solution>> {
    let position = AnyPosition::parse(position)?;
    let stipulation = Stipulation::parse(stipulation)?;
    let budget = nodes.unwrap_or(u64::MAX);
    let solved = py.detach(|| on_any_board!(&position, board => mates::solve(board, stipulation, budget)));
    Ok(solved.ok().map(Solution::from))
}

#[pyfunction]
#[pyo3(signature = (position, key, moves, /))]
pub fn line_after(py: Python<'_>, position: &str, key: &Bound<'_, PyAny>, moves: u8) -> PyResult<Option<Line>> {
    let position = AnyPosition::parse(position)?;
    let code = MoveCode(encode_move(key)?);
    let moves = checked(moves)?;
    Ok(py.detach(|| on_any_board!(&position, board => mates::line_after(board, code, moves))).map(Line))
}

#[pyfunction]
#[pyo3(signature = (positions, moves, /, nodes = None))]
pub fn mate_lengths<'py>(
    py: Python<'py>,
    positions: Vec<String>,
    moves: u8,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let positions = parsed(py, &positions)?;
    let moves = checked(moves)?;
    let budget = nodes.unwrap_or(u64::MAX);
    let lengths =
        ask(
            py,
            &positions,
            |position| match on_any_board!(position, board => Search::new(budget).shortest(board, moves)) {
                Ok(length) => length.unwrap_or(0).into(),
                Err(OutOfNodes) => -1,
            },
        );
    Ok(PyArray1::from_vec(py, lengths))
}

#[pyfunction]
#[pyo3(signature = (positions, moves, /, nodes = None))]
pub fn mate_keys<'py>(
    py: Python<'py>,
    positions: Vec<String>,
    moves: u8,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyList>> {
    let positions = parsed(py, &positions)?;
    let moves = checked(moves)?;
    let budget = nodes.unwrap_or(u64::MAX);
    let keys: Vec<Vec<MoveCode>> = ask(py, &positions, |position| {
        let keys = on_any_board!(position, board => Search::new(budget).keys(board, moves)).unwrap_or_default();
        in_order(&keys)
    });
    let moves_of = |codes: Vec<MoveCode>| -> PyResult<Vec<_>> {
        codes.into_iter().map(|code| move_from(py, code)).collect::<PyResult<Vec<_>>>()
    };
    PyList::new(py, keys.into_iter().map(moves_of).collect::<PyResult<Vec<_>>>()?)
}

#[pyfunction]
#[pyo3(signature = (positions, moves, /))]
pub fn sound_keys<'py>(py: Python<'py>, positions: Vec<String>, moves: u8) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let positions = parsed(py, &positions)?;
    let moves = checked(moves)?;
    let keys = ask(py, &positions, |position| {
        let key = on_any_board!(position, board => Search::new(u64::MAX).sound_key(board, moves));
        key.ok().flatten().map_or(0, |m| MoveCode::of(m).0)
    });
    Ok(PyArray1::from_vec(py, keys))
}

/// Read positions, on boards of any size.
pub fn parsed(py: Python<'_>, texts: &[String]) -> Result<Vec<AnyPosition>, CoreError> {
    py.detach(|| texts.par_iter().map(|text| AnyPosition::parse(text)).collect())
}

fn in_order(keys: &[Move]) -> Vec<MoveCode> {
    let mut codes: Vec<MoveCode> = keys.iter().map(|&m| MoveCode::of(m)).collect();
    codes.sort_unstable();
    codes
}

fn checked(moves: u8) -> Result<u8, CoreError> {
    Stipulation::parse(&format!("#{moves}")).map(|stipulation| stipulation.moves)
}
