//! `Game`, `GameBatch` and `GameReader`: games for Python, read in batches with the GIL released.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, BufReader, Read},
    sync::Arc,
};

use numpy::PyArray1;
use pyo3::{
    exceptions::PyIndexError,
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyFrozenSet, PyList, PyType},
};
use shakmaty::Color;

use super::{
    chess_types::{board_from, move_from},
    positions::Positions,
};
use crate::{
    chess::positions,
    errors::CoreError,
    games::{
        self, Notes,
        comments::Eval,
        filter::Filter,
        reader,
        sample::{Drawn, Sampler, Wanted},
        source::{Source, describe},
    },
};

#[pyclass(frozen, module = "motif._core.board")]
pub struct Game {
    #[pyo3(get)]
    number: u64,
    #[pyo3(get)]
    offset: u64,
    game: games::Game,
}

impl Game {
    /// The notes as a list with a place for every move.
    fn by_move<T, U: Clone>(&self, notes: &Notes<T>, empty: U, add: impl Fn(&mut U, &T)) -> Vec<U> {
        let mut places = vec![empty; self.game.moves.len()];
        for (ply, note) in notes.iter().filter(|(ply, _)| *ply > 0) {
            add(&mut places[*ply as usize - 1], note);
        }
        places
    }

    fn check_ply(&self, ply: usize) -> PyResult<usize> {
        let plies = self.game.moves.len();
        let outside = || PyIndexError::new_err(format!("ply {ply} is outside a game of {plies} plies"));
        (ply <= plies).then_some(ply).ok_or_else(outside)
    }
}

#[pymethods]
impl Game {
    #[classmethod]
    #[pyo3(signature = (text, number = 1, offset = 0))]
    fn parse(_class: &Bound<'_, PyType>, text: &str, number: u64, offset: u64) -> PyResult<Game> {
        Ok(Game { number, offset, game: text.parse()? })
    }

    fn __str__(&self) -> String {
        self.game.to_string()
    }

    fn __repr__(&self) -> String {
        let (white, black) = self.players();
        let (moves, result) = (self.game.moves.len(), self.game.result);
        format!("<Game {}: {white} - {black}, {result}, {moves} plies>", self.number)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, u64, u64))> {
        let parse = py.get_type::<Game>().getattr("parse")?;
        Ok((parse, (self.game.to_string(), self.number, self.offset)))
    }

    fn __len__(&self) -> usize {
        self.game.moves.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.game == other.game
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.moves.hash(&mut hasher);
        hasher.finish()
    }

    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.game.tags.iter() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    #[getter]
    fn players(&self) -> (&str, &str) {
        (self.game.player(Color::White), self.game.player(Color::Black))
    }

    #[getter]
    fn ratings(&self) -> (Option<u32>, Option<u32>) {
        (self.game.rating(Color::White), self.game.rating(Color::Black))
    }

    #[getter]
    fn result(&self) -> &'static str {
        self.game.result.as_str()
    }

    #[getter]
    fn start_fen(&self) -> String {
        positions::fen(&self.game.start)
    }

    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.game.moves.iter().map(|code| move_from(py, *code)).collect()
    }

    #[getter]
    fn move_codes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        PyArray1::from_iter(py, self.game.moves.iter().map(|code| code.0))
    }

    #[getter]
    fn evals<'py>(&self, py: Python<'py>) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
        let places = self.by_move(&self.game.evals, None, |place, eval| *place = Some(*eval));
        let score = |(index, eval): (usize, Option<Eval>)| {
            eval.map(|eval| score_from(py, eval, self.game.turn(index + 1))).transpose()
        };
        places.into_iter().enumerate().map(score).collect()
    }

    #[pyo3(signature = (mate = 10_000))]
    fn centipawns<'py>(&self, py: Python<'py>, mate: i32) -> Bound<'py, PyArray1<f64>> {
        let mut values = vec![f64::NAN; self.game.moves.len()];
        for (ply, eval) in self.game.evals.iter().filter(|(ply, _)| *ply > 0) {
            let ply = *ply as usize;
            values[ply - 1] = eval.centipawns(mate, self.game.turn(ply));
        }
        PyArray1::from_vec(py, values)
    }

    #[getter]
    fn clocks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let seconds = |place: &mut f64, clock: &u32| *place = f64::from(*clock) / 1000.0;
        PyArray1::from_vec(py, self.by_move(&self.game.clocks, f64::NAN, seconds))
    }

    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyFrozenSet>>> {
        let places = self.by_move(&self.game.nags, Vec::new(), |place, nag| place.push(*nag));
        places.into_iter().map(|nags| PyFrozenSet::new(py, nags)).collect()
    }

    #[getter]
    fn introduction(&self) -> &str {
        self.game.comments.first().filter(|(ply, _)| *ply == 0).map_or("", |(_, comment)| comment)
    }

    #[getter]
    fn comments(&self) -> Vec<&str> {
        let mut places = vec![""; self.game.moves.len()];
        for (ply, comment) in self.game.comments.iter().filter(|(ply, _)| *ply > 0) {
            places[*ply as usize - 1] = comment;
        }
        places
    }

    #[getter]
    fn arrows(&self) -> Vec<Vec<String>> {
        self.by_move(&self.game.arrows, Vec::new(), |place, arrow| place.push(arrow.clone()))
    }

    #[pyo3(signature = (ply = None))]
    fn board<'py>(&self, py: Python<'py>, ply: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let board = board_from(py, &self.start_fen())?;
        for code in &self.game.moves[..self.check_ply(ply.unwrap_or(self.game.moves.len()))?] {
            board.call_method1(intern!(py, "push"), (move_from(py, *code)?,))?;
        }
        Ok(board)
    }

    #[pyo3(signature = (plies = None))]
    fn positions(&self, plies: Option<Vec<usize>>) -> PyResult<Positions> {
        let Some(plies) = plies else {
            let mut rows = self.game.positions(self.game.moves.len());
            rows.pop();
            return Ok(Positions { rows });
        };
        let last = self.check_ply(plies.iter().copied().max().unwrap_or(0))?;
        let rows = self.game.positions(last);
        Ok(Positions { rows: plies.into_iter().map(|ply| rows[ply]).collect() })
    }

    fn first_ply_of_move(&self, number: u32) -> usize {
        self.game.first_ply_of_move(number)
    }
}

/// A `chess.engine.PovScore` from White's side.
fn score_from(py: Python<'_>, eval: Eval, turn: Color) -> PyResult<Bound<'_, PyAny>> {
    static CENTIPAWNS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static MATE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static SCORE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (score, side) = match eval {
        Eval::Centipawns(value) => (CENTIPAWNS.import(py, "chess.engine", "Cp")?.call1((value,))?, Color::White),
        // On the board it is the side to move that is mated.
        Eval::Mate(0) => (MATE.import(py, "chess.engine", "Mate")?.call1((0,))?, turn),
        Eval::Mate(moves) => (MATE.import(py, "chess.engine", "Mate")?.call1((moves,))?, Color::White),
    };
    SCORE.import(py, "chess.engine", "PovScore")?.call1((score, side.is_white()))
}

/// What `motif.board.games.GameFilter` looks like from here.
#[derive(FromPyObject)]
struct Where {
    ratings: Option<(u32, u32)>,
    results: Vec<String>,
    terminations: Vec<String>,
    exact_time_control: Option<String>,
    expected_seconds: Option<(u32, u32)>,
    player: Option<String>,
    minimum_plies: usize,
}

impl From<Where> for Filter {
    fn from(wanted: Where) -> Filter {
        Filter {
            ratings: wanted.ratings.map(|(low, high)| low..=high),
            results: wanted.results,
            terminations: wanted.terminations,
            time_control: wanted.exact_time_control,
            expected_seconds: wanted.expected_seconds.map(|(low, high)| low..=high),
            player: wanted.player,
            minimum_plies: wanted.minimum_plies,
        }
    }
}

#[pyclass(frozen, get_all, module = "motif._core.board")]
pub struct GameBatch {
    games: Py<PyList>,
    bad_games: Vec<(u64, u64, String)>,
    variants: BTreeMap<String, u64>,
    filtered_out: u64,
    /// How many games were read, whether they are in `games` or went elsewhere.
    count: usize,
}

impl GameBatch {
    /// What the core read, with these of its games for Python.
    pub fn new(py: Python<'_>, batch: reader::Batch, with_games: bool) -> PyResult<GameBatch> {
        let count = batch.games.len();
        let games = batch.games.into_iter().filter(|_| with_games).map(|placed| {
            let (number, offset, game) = (placed.number, placed.offset, placed.value);
            Bound::new(py, Game { number, offset, game })
        });
        Ok(GameBatch {
            games: PyList::new(py, games.collect::<PyResult<Vec<_>>>()?)?.unbind(),
            bad_games: batch.bad.into_iter().map(|bad| (bad.number, bad.offset, bad.value)).collect(),
            variants: batch.variants,
            filtered_out: batch.unwanted,
            count,
        })
    }
}

/// How much is read at once from a file of Python.
const FILE_BUFFER_BYTES: usize = 1 << 18;

/// An object of Python with `read(size) -> bytes`.
struct PythonFile(Py<PyAny>);

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let bytes = self.0.bind(py).call_method1(intern!(py, "read"), (buffer.len(),))?;
            let bytes: &[u8] = bytes.extract().map_err(PyErr::from)?;
            let place = buffer.get_mut(..bytes.len()).ok_or(io::ErrorKind::InvalidData)?;
            place.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

#[pyclass(module = "motif._core.board")]
pub struct GameReader(pub reader::GameReader);

#[pymethods]
impl GameReader {
    #[new]
    #[pyo3(signature = (path, r#where = None, file = None, /))]
    fn new(py: Python<'_>, path: &str, r#where: Option<Where>, file: Option<Py<PyAny>>) -> PyResult<GameReader> {
        let filter = r#where.map(Filter::from).unwrap_or_default();
        // Standard input may have nothing to say for a while.
        let reader = py.detach(|| match file {
            None => reader::GameReader::open(path, filter),
            Some(file) => {
                let source = Source::new(BufReader::with_capacity(FILE_BUFFER_BYTES, PythonFile(file)), None);
                let refuse = |error| CoreError::BadGameFile { path: path.into(), why: describe(&error) };
                Ok(reader::GameReader::new(path, source.map_err(refuse)?, filter))
            }
        });
        Ok(GameReader(reader?))
    }

    fn read_batch(&mut self, py: Python<'_>) -> PyResult<Option<GameBatch>> {
        let Some(batch) = py.detach(|| self.0.next_batch())? else { return Ok(None) };
        Ok(Some(GameBatch::new(py, batch, true)?))
    }

    #[getter]
    fn bytes_read(&self) -> u64 {
        self.0.source().raw_bytes()
    }

    #[getter]
    fn size(&self) -> Option<u64> {
        self.0.source().size
    }
}

/// Positions drawn from games, a row each, and what is known of their games.
#[pyclass(frozen, get_all, module = "motif._core.board")]
pub struct Sample {
    positions: Py<Positions>,
    moves: Py<PyArray1<u16>>,
    plies: Py<PyArray1<i32>>,
    games: Py<PyArray1<i64>>,
    captured_on: Py<PyArray1<i8>>,
    ratings: Py<PyArray1<i16>>,
    centipawns: Py<PyArray1<f64>>,
    hashes: Py<PyArray1<u64>>,
    players: Vec<(String, String)>,
    results: Vec<String>,
}

const UNKNOWN_SQUARE: i8 = -1;
const UNRATED: i16 = 0;

/// The columns of a sample, in the order in which Python gives them.
type Columns = (
    Py<Positions>,
    Py<PyArray1<u16>>,
    Py<PyArray1<i32>>,
    Py<PyArray1<i64>>,
    Py<PyArray1<i8>>,
    Py<PyArray1<i16>>,
    Py<PyArray1<f64>>,
    Py<PyArray1<u64>>,
    Vec<(String, String)>,
    Vec<String>,
);

#[pymethods]
impl Sample {
    #[new]
    #[pyo3(signature = (columns, /))]
    fn new(columns: Columns) -> Sample {
        let (positions, moves, plies, games, captured_on, ratings, centipawns, hashes, players, results) = columns;
        Sample { positions, moves, plies, games, captured_on, ratings, centipawns, hashes, players, results }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Columns,)) {
        let columns = (
            self.positions.clone_ref(py),
            self.moves.clone_ref(py),
            self.plies.clone_ref(py),
            self.games.clone_ref(py),
            self.captured_on.clone_ref(py),
            self.ratings.clone_ref(py),
            self.centipawns.clone_ref(py),
            self.hashes.clone_ref(py),
            self.players.clone(),
            self.results.clone(),
        );
        (py.get_type::<Sample>(), (columns,))
    }

    fn __len__(&self) -> usize {
        self.positions.get().rows.len()
    }
}

#[pyfunction]
pub fn draw_positions(
    py: Python<'_>,
    games: &Bound<'_, PyAny>,
    per_game: usize,
    from_move: u32,
    seed: i64,
    most: Option<usize>,
    players: Vec<String>,
) -> PyResult<Sample> {
    let (most, seed) = (most.unwrap_or(usize::MAX), seed as u64);
    let mut sampler = Sampler::new(Wanted { per_game, from_move, most, players, seed });
    for game in games.try_iter()? {
        sampler.add(&game?.cast::<Game>()?.get().game);
    }
    let drawn = sampler.finish();
    let (mut numbers, mut players, mut results) = (Vec::new(), Vec::new(), Vec::new());
    for games in drawn.chunk_by(|one, two| Arc::ptr_eq(&one.origin, &two.origin)) {
        numbers.extend(games.iter().map(|_| players.len() as i64));
        let [white, black] = &games[0].origin.players;
        players.push((white.clone(), black.clone()));
        results.push(games[0].origin.result.to_string());
    }
    let rating = |each: &Drawn| each.rating.map_or(UNRATED, |rating| rating.try_into().unwrap_or(i16::MAX));
    Ok(Sample {
        moves: PyArray1::from_iter(py, drawn.iter().map(|each| each.code.0)).unbind(),
        plies: PyArray1::from_iter(py, drawn.iter().map(|each| each.ply as i32)).unbind(),
        games: PyArray1::from_vec(py, numbers).unbind(),
        captured_on: PyArray1::from_iter(py, drawn.iter().map(|each| each.captured_on.unwrap_or(UNKNOWN_SQUARE)))
            .unbind(),
        ratings: PyArray1::from_iter(py, drawn.iter().map(rating)).unbind(),
        centipawns: PyArray1::from_iter(py, drawn.iter().map(|each| each.centipawns.unwrap_or(f64::NAN))).unbind(),
        hashes: PyArray1::from_iter(py, drawn.iter().map(|each| each.hash)).unbind(),
        players,
        results,
        positions: Py::new(py, Positions { rows: drawn.into_iter().map(|each| each.position).collect() })?,
    })
}
