//! Who is safe on a single `chess.Board`: what motifs ask thousands of times, a board at a time.

use pyo3::prelude::*;

use super::chess_types::{board_of, move_from, position_of, square_of};
use crate::safety;

#[pyfunction]
#[pyo3(signature = (board, square, /))]
pub fn is_covered(board: &Bound<'_, PyAny>, square: u32) -> PyResult<bool> {
    Ok(safety::is_covered(&board_of(board)?, square_of(square)?))
}

#[pyfunction]
#[pyo3(signature = (board, square, /))]
pub fn is_en_prise(board: &Bound<'_, PyAny>, square: u32) -> PyResult<bool> {
    Ok(safety::is_en_prise(&board_of(board)?, square_of(square)?))
}

#[pyfunction]
#[pyo3(signature = (board, square, /))]
pub fn is_cornered(board: &Bound<'_, PyAny>, square: u32) -> PyResult<bool> {
    Ok(safety::is_cornered(&position_of(board)?, square_of(square)?))
}

#[pyfunction]
#[pyo3(signature = (board, square, /))]
pub fn flights<'py>(board: &Bound<'py, PyAny>, square: u32) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let position = position_of(board)?;
    safety::flights(&position, square_of(square)?).map(|code| move_from(board.py(), code)).collect()
}

#[pyfunction]
#[pyo3(signature = (board, square, /))]
pub fn pins_to(board: &Bound<'_, PyAny>, square: u32) -> PyResult<Vec<(u32, u32)>> {
    let board = board_of(board)?;
    Ok(safety::pins_to(&board, square_of(square)?).map(|(pinner, pinned)| (pinner.into(), pinned.into())).collect())
}
