//! python-chess's own types, in and out.

use std::num::NonZeroU32;

use pyo3::{
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyString, PyType},
};
use shakmaty::{Bitboard, Board, ByColor, ByRole, Chess, Color, Role, Setup, Square};

use crate::{
    chess::{moves::MoveCode, positions::legal},
    errors::{CoreError, refuse},
};

/// The position of a `chess.Board`.
pub fn position_of(board: &Bound<'_, PyAny>) -> PyResult<Chess> {
    let what = || board.call_method0("fen").and_then(|fen| fen.extract()).unwrap_or_else(|_| board.to_string());
    Ok(legal(setup_of(board)?, what)?)
}

/// The pieces of a `chess.Board`, which may be illegal.
pub fn board_of(board: &Bound<'_, PyAny>) -> PyResult<Board> {
    let py = board.py();
    let mask = |name| mask(board, name);
    let role = ByRole {
        pawn: mask(intern!(py, "pawns"))?,
        knight: mask(intern!(py, "knights"))?,
        bishop: mask(intern!(py, "bishops"))?,
        rook: mask(intern!(py, "rooks"))?,
        queen: mask(intern!(py, "queens"))?,
        king: mask(intern!(py, "kings"))?,
    };
    let [black, white]: [u64; 2] = board.getattr(intern!(py, "occupied_co"))?.extract()?;
    let color = ByColor { black: Bitboard(black), white: Bitboard(white) };
    Ok(Board::try_from_bitboards(role, color)
        .map_err(|error| CoreError::BadPosition { what: board.to_string(), why: error.to_string() })?)
}

fn mask(board: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> PyResult<Bitboard> {
    Ok(Bitboard(board.getattr(name)?.extract()?))
}

/// A square by its number.
pub fn square_of(number: u32) -> PyResult<Square> {
    Square::try_from(number).or_else(|_| refuse(format!("{number} is no square; there are 0 to 63")))
}

/// Python counts without end; what no number here holds is as much as can be.
fn counter(count: &Bound<'_, PyAny>) -> u32 {
    count.extract().unwrap_or(u32::MAX)
}

fn setup_of(board: &Bound<'_, PyAny>) -> PyResult<Setup> {
    let py = board.py();
    let mut setup = Setup::empty();
    setup.board = board_of(board)?;
    setup.turn = Color::from_white(board.getattr(intern!(py, "turn"))?.extract()?);
    setup.castling_rights = mask(board, intern!(py, "castling_rights"))?;
    setup.ep_square = board.getattr(intern!(py, "ep_square"))?.extract::<Option<u32>>()?.map(Square::new);
    setup.halfmoves = counter(&board.getattr(intern!(py, "halfmove_clock"))?);
    let fullmoves = counter(&board.getattr(intern!(py, "fullmove_number"))?);
    setup.fullmoves = NonZeroU32::new(fullmoves).unwrap_or(NonZeroU32::MIN);
    Ok(setup)
}

/// A `chess.Board` without history.
pub fn board_from<'py>(py: Python<'py>, fen: &str) -> PyResult<Bound<'py, PyAny>> {
    static BOARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    BOARD.import(py, "chess", "Board")?.call1((fen,))
}

/// A `chess.Move`.
pub fn move_from(py: Python<'_>, code: MoveCode) -> PyResult<Bound<'_, PyAny>> {
    static MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let promotion = code.promotion().map(u32::from);
    MOVE.import(py, "chess", "Move")?.call1((u32::from(code.from()), u32::from(code.to()), promotion))
}

/// The code of a `chess.Move`.
#[pyfunction]
#[pyo3(signature = (r#move, /))]
pub fn encode_move(r#move: &Bound<'_, PyAny>) -> PyResult<u16> {
    let square = |name| -> PyResult<Square> {
        let index: u32 = r#move.getattr(name)?.extract()?;
        Square::try_from(index)
            .map_err(|_| CoreError::IllegalMove { uci: r#move.to_string(), fen: "any position".into() }.into())
    };
    let promotion: Option<u32> = r#move.getattr("promotion")?.extract()?;
    let promotion = promotion.and_then(|role| Role::try_from(role).ok());
    Ok(MoveCode::new(square("from_square")?, square("to_square")?, promotion).0)
}

/// The `chess.Move` of a code.
#[pyfunction]
#[pyo3(signature = (code, /))]
pub fn decode_move(py: Python<'_>, code: u16) -> PyResult<Bound<'_, PyAny>> {
    move_from(py, MoveCode(code))
}
