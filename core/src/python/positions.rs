//! `Positions` and `LegalMoves`: a packed column of positions, and the legal moves of each.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::{
    exceptions::PyIndexError,
    prelude::*,
    types::{PyBytes, PyList, PySlice, PyType},
};
use rayon::prelude::*;
use shakmaty::{Bitboard, Board, Chess, Color, Position, Square};

use super::{
    arrays::{ask, ask_each, enough, table},
    chess_types::{board_from, board_of, move_from, position_of, square_of},
};
use crate::{
    chess::{
        exchange,
        moves::{MoveCode, after, legal_codes},
        pawns,
        perft::perft,
        positions::{self, PACKED_BYTES, Packed, parse_fen},
        safety,
    },
    errors::CoreError,
};

/// A packed column of legal positions, forty bytes each.
#[pyclass(frozen, eq, sequence, module = "motif._core.board")]
#[derive(PartialEq)]
pub struct Positions {
    pub rows: Vec<Packed>,
}

impl Positions {
    fn ask<T: Send>(&self, py: Python<'_>, question: impl Fn(&Chess) -> T + Sync + Send) -> Vec<T> {
        ask(py, &self.rows, |row| question(&row.unpack()))
    }

    fn sets<'py>(&self, py: Python<'py>, of: impl Fn(&Board) -> Bitboard + Sync + Send) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.ask(py, |position| u64::from(of(position.board()))))
    }

    fn masks<'py, const N: usize>(
        &self,
        py: Python<'py>,
        question: impl Fn(&Chess) -> [Bitboard; N] + Sync + Send,
    ) -> PyResult<Bound<'py, PyArray2<u64>>> {
        table(py, ask_each(py, &self.rows, |row| question(&row.unpack()).map(u64::from)), N)
    }
}

#[pymethods]
impl Positions {
    #[new]
    #[pyo3(signature = (fens = None, /))]
    fn new(py: Python<'_>, fens: Option<&Bound<'_, PyAny>>) -> PyResult<Positions> {
        let texts: Vec<String> = match fens {
            Some(fens) => fens.try_iter()?.map(|fen| fen?.extract()).collect::<PyResult<_>>()?,
            None => Vec::new(),
        };
        let rows = py.detach(|| {
            texts.par_iter().map(|fen| Ok(Packed::pack(&parse_fen(fen)?))).collect::<Result<_, CoreError>>()
        })?;
        Ok(Positions { rows })
    }

    #[classmethod]
    #[pyo3(signature = (boards, /))]
    fn from_boards(_class: &Bound<'_, PyType>, boards: &Bound<'_, PyAny>) -> PyResult<Positions> {
        let rows = boards.try_iter()?.map(|board| Ok(Packed::pack(&position_of(&board?)?)));
        Ok(Positions { rows: rows.collect::<PyResult<_>>()? })
    }

    #[classmethod]
    #[pyo3(signature = (columns, /))]
    fn concatenate(_class: &Bound<'_, PyType>, columns: &Bound<'_, PyAny>) -> PyResult<Positions> {
        let mut rows = Vec::new();
        for column in columns.try_iter()? {
            rows.extend_from_slice(&column?.cast::<Positions>()?.get().rows);
        }
        Ok(Positions { rows })
    }

    #[classmethod]
    #[pyo3(signature = (data, /))]
    fn from_bytes(_class: &Bound<'_, PyType>, py: Python<'_>, data: &[u8]) -> PyResult<Positions> {
        if !data.len().is_multiple_of(PACKED_BYTES) {
            let why = format!("{} bytes are no multiple of {PACKED_BYTES}", data.len());
            return Err(CoreError::BadBytes { why }.into());
        }
        let rows: Vec<Packed> = data.chunks_exact(PACKED_BYTES).map(packed_from_bytes).collect();
        py.detach(|| {
            rows.par_iter().enumerate().try_for_each(|(index, row)| {
                let why = |error| CoreError::BadBytes { why: format!("row {index}: {error}") };
                row.try_unpack().map(|_| ()).map_err(why)
            })
        })?;
        Ok(Positions { rows })
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self.rows.iter().flat_map(|row| row.0).flat_map(u64::to_le_bytes).collect();
        PyBytes::new(py, &bytes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Positions>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        let fens: Vec<String> =
            self.rows.iter().take(2).map(|row| format!("'{}'", positions::fen(&row.unpack()))).collect();
        match self.rows.len() {
            0..=2 => format!("Positions([{}])", fens.join(", ")),
            count => format!("<Positions: {count} from {} on>", fens[0]),
        }
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = key.cast::<PySlice>() {
            let part = slice.indices(self.rows.len() as isize)?;
            let rows = (0..part.slicelength).map(|i| self.rows[(part.start + i as isize * part.step) as usize]);
            return Ok(Bound::new(py, Positions { rows: rows.collect() })?.into_any());
        }
        let row = self.rows[row_index(key.extract()?, self.rows.len(), "positions")?];
        board_from(py, &positions::fen(&row.unpack()))
    }

    fn __iter__(this: Py<Positions>) -> Items {
        Items { next: 0, source: this.into_any() }
    }

    fn __add__(&self, other: &Positions) -> Positions {
        Positions { rows: [self.rows.as_slice(), other.rows.as_slice()].concat() }
    }

    #[pyo3(signature = (indices, /))]
    fn take(&self, indices: PyReadonlyArray1<'_, i64>) -> PyResult<Positions> {
        let count = self.rows.len();
        let row = |index: &i64| Ok(self.rows[row_index(*index as isize, count, "positions")?]);
        let rows = indices.as_array().iter().map(row).collect::<PyResult<_>>()?;
        Ok(Positions { rows })
    }

    fn fens(&self, py: Python<'_>) -> Vec<String> {
        self.ask(py, positions::fen)
    }

    fn epds(&self, py: Python<'_>) -> Vec<String> {
        self.ask(py, positions::epd)
    }

    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.ask(py, |position| position.turn().is_white()))
    }

    fn hashes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.ask(py, positions::hash))
    }

    fn material<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let counts = |row: &Packed| {
            let material = row.unpack().board().material();
            [material.white, material.black].into_iter().flat_map(|side| side.into_iter()).collect::<Vec<u8>>()
        };
        table(py, ask_each(py, &self.rows, counts), 12)
    }

    #[pyo3(signature = (depth, /))]
    fn perft<'py>(&self, py: Python<'py>, depth: u32) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.ask(py, |position| perft(position, depth)))
    }

    fn legal_moves(&self, py: Python<'_>) -> LegalMoves {
        let lists = self.ask(py, legal_codes);
        let mut offsets = vec![0];
        offsets.extend(lists.iter().scan(0, |end, list| {
            *end += list.len() as i64;
            Some(*end)
        }));
        LegalMoves {
            offsets: PyArray1::from_vec(py, offsets).unbind(),
            codes: PyArray1::from_vec(py, lists.into_iter().flatten().map(|code| code.0).collect()).unbind(),
        }
    }

    fn successors(&self, py: Python<'_>) -> Positions {
        let rows = ask_each(py, &self.rows, |row| {
            let position = row.unpack();
            let after = |code: MoveCode| Packed::pack(&played(&position, code).expect("the move is legal"));
            legal_codes(&position).into_iter().map(after).collect::<Vec<Packed>>()
        });
        Positions { rows }
    }

    #[pyo3(signature = (codes, /))]
    fn play(&self, py: Python<'_>, codes: PyReadonlyArray1<'_, u16>) -> PyResult<Positions> {
        let codes = codes.as_array();
        enough(codes.len(), self.rows.len(), "moves", "positions")?;
        let tasks: Vec<(Packed, MoveCode)> =
            self.rows.iter().copied().zip(codes.iter().map(|&code| MoveCode(code))).collect();
        let rows: Result<Vec<Packed>, CoreError> = ask(py, &tasks, |(row, code)| {
            let position = row.unpack();
            let illegal = || CoreError::IllegalMove { uci: code.to_string(), fen: positions::fen(&position) };
            played(&position, *code).map(|after| Packed::pack(&after)).ok_or_else(illegal)
        })
        .into_iter()
        .collect();
        Ok(Positions { rows: rows? })
    }

    fn exchange_values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        PyArray1::from_vec(py, each_move(py, &self.rows, exchange::exchange_value))
    }

    fn gives_check<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let check = |position: &Chess, m| after(position, m).is_check();
        PyArray1::from_vec(py, each_move(py, &self.rows, check))
    }

    fn checkers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.ask(py, |position| u64::from(position.checkers())))
    }

    #[pyo3(signature = (white, /))]
    fn attackers<'py>(&self, py: Python<'py>, white: bool) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.masks(py, |position| {
            let board = position.board();
            Square::ALL.map(|square| board.attacks_to(square, Color::from_white(white), board.occupied()))
        })
    }

    fn pinned<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.sets(py, |board| safety::pinned(board, Color::White) | safety::pinned(board, Color::Black))
    }

    fn attacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.masks(py, |position| safety::attacks(position.board()))
    }

    fn defends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.masks(py, |position| safety::defends(position.board()))
    }

    fn pins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.masks(py, |position| safety::pins(position.board()))
    }

    fn behind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let found = self.ask(py, |position| safety::behind(position.board()));
        let rows = found.into_iter().enumerate().flat_map(|(index, lines)| {
            lines.into_iter().flat_map(move |(slider, front, back)| {
                [index as i32, i32::from(slider), i32::from(front), i32::from(back)]
            })
        });
        table(py, rows.collect(), 4)
    }

    fn hanging<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.sets(py, safety::hanging)
    }

    fn passed<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.sets(py, pawns::passed_of_both)
    }

    fn exchange<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        table(py, ask_each(py, &self.rows, |row| safety::exchange(row.unpack().board())), 64)
    }
}

/// The legal moves of many positions, one after another.
#[pyclass(frozen, sequence, module = "motif._core.board")]
pub struct LegalMoves {
    offsets: Py<PyArray1<i64>>,
    codes: Py<PyArray1<u16>>,
}

#[pymethods]
impl LegalMoves {
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.offsets.bind(py).clone()
    }

    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        self.codes.bind(py).clone()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.offsets.bind(py).len()? - 1)
    }

    fn __iter__(this: Py<LegalMoves>) -> Items {
        Items { next: 0, source: this.into_any() }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<LegalMoves: {} in {} positions>", self.codes.bind(py).len()?, self.__len__(py)?))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyList>> {
        let index = row_index(index, self.__len__(py)?, "lists of moves")?;
        let offsets = self.offsets.bind(py).try_readonly()?;
        let codes = self.codes.bind(py).try_readonly()?;
        let (offsets, codes) = (offsets.as_slice()?, codes.as_slice()?);
        let moves = codes[offsets[index] as usize..offsets[index + 1] as usize].iter();
        PyList::new(py, moves.map(|&code| move_from(py, MoveCode(code))).collect::<PyResult<Vec<_>>>()?)
    }
}

/// Yields the items of a column one by one, each when it is needed.
#[pyclass]
pub struct Items {
    next: usize,
    source: Py<PyAny>,
}

#[pymethods]
impl Items {
    fn __iter__(this: PyRef<'_, Items>) -> PyRef<'_, Items> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let source = self.source.bind(py);
        if self.next == source.len()? {
            return Ok(None);
        }
        self.next += 1;
        source.get_item(self.next - 1).map(Some)
    }
}

fn each_move<T: Send>(
    py: Python<'_>,
    rows: &[Packed],
    question: impl Fn(&Chess, shakmaty::Move) -> T + Sync + Send,
) -> Vec<T> {
    ask_each(py, rows, |row| {
        let position = row.unpack();
        let mut moves = position.legal_moves();
        moves.sort_unstable_by_key(|&m| MoveCode::of(m));
        moves.into_iter().map(|m| question(&position, m)).collect::<Vec<T>>()
    })
}

fn played(position: &Chess, code: MoveCode) -> Option<Chess> {
    Some(after(position, code.find_in(position)?))
}

fn packed_from_bytes(bytes: &[u8]) -> Packed {
    let word = |index: usize| bytes[8 * index..8 * index + 8].try_into().expect("eight bytes");
    Packed([0, 1, 2, 3, 4].map(|index| u64::from_le_bytes(word(index))))
}

fn row_index(index: isize, count: usize, what: &str) -> PyResult<usize> {
    let row = if index < 0 { index + count as isize } else { index };
    if (0..count as isize).contains(&row) {
        Ok(row as usize)
    } else {
        Err(PyIndexError::new_err(format!("index {index} is outside {count} {what}")))
    }
}

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
