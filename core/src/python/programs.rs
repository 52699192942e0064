//! `CompiledProgram`, `ProgramGames` and `Tables`: endgame programs, their games, and exact small endgames.

use std::sync::{Arc, RwLock};

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyBytes, PyDict, PyString, PyTuple},
};
use rayon::prelude::*;
use shakmaty::Chess;

use super::{
    arrays::{ask_each, enough, on_threads, table},
    chess_types::{move_from, position_of},
    evaluation::{Evaluation, Recipe, Reduced},
    positions::Positions,
};
use crate::{
    chess::positions::Packed,
    errors::{CoreError, refuse},
    programs::{
        self, Board, Case, ENDINGS, EXTRA_FUNCTIONS, EXTRA_TERMINALS, Encounter, FUNCTIONS, Played, Player, Program,
        ProgramEvaluation, TERMINALS, Token, Turn, View, Workspace, all_answers,
    },
    random::Random,
    tables::{self, Material, Outcome, Table},
};

/// Three trees made into code, and how far the player looks ahead.
#[pyclass(frozen, module = "motif._core.endgames")]
pub struct CompiledProgram {
    inner: Player,
    trees: [Vec<Token>; 3],
}

#[pymethods]
impl CompiledProgram {
    #[new]
    #[pyo3(signature = (advantage, even, disadvantage, *, plies = 1, material = 0.0))]
    fn new(
        advantage: &Bound<'_, PyAny>,
        even: &Bound<'_, PyAny>,
        disadvantage: &Bound<'_, PyAny>,
        plies: u32,
        material: f64,
    ) -> PyResult<CompiledProgram> {
        if ![1, 3, 5].contains(&plies) {
            return refuse(format!("a program looks 1, 3 or 5 plies ahead, not {plies}"));
        }
        if !material.is_finite() {
            return refuse(format!("a pawn cannot be worth {material}"));
        }
        let trees = [tokens(advantage)?, tokens(even)?, tokens(disadvantage)?];
        let program = Program::new([&trees[0], &trees[1], &trees[2]])?;
        Ok(CompiledProgram { inner: Player { program, plies, material }, trees })
    }

    #[getter]
    fn plies(&self) -> u32 {
        self.inner.plies
    }

    #[getter]
    fn material(&self) -> f64 {
        self.inner.material
    }

    #[pyo3(signature = (positions, before, /))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        before: PyReadonlyArray1<'_, i32>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let program = &self.inner.program;
        let values = for_each_board(py, positions, before, |view, board, before| {
            program.prepare(view);
            program.value(board, before, view)
        })?;
        Ok(PyArray1::from_vec(py, values))
    }

    #[pyo3(signature = (board, /))]
    fn values<'py>(&self, board: &Bound<'py, PyAny>) -> PyResult<Vec<(Bound<'py, PyAny>, f64)>> {
        let values = self.inner.values(&Board::of(&position_of(board)?));
        values.into_iter().map(|(code, value)| Ok((move_from(board.py(), code)?, value))).collect()
    }

    #[pyo3(signature = (positions, seeds, /))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        seeds: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let seeds = seeds.as_array().to_vec();
        enough(seeds.len(), positions.rows.len(), "seeds", "positions")?;
        let choice = |workspace: &mut Workspace, (row, seed): (&Packed, &i64)| {
            let mut random = Random::new(*seed as u64, 0);
            self.inner.choose(&Board::of(&row.unpack()), workspace, &mut random).map_or(0, |code| code.0)
        };
        let codes = py.detach(|| {
            positions.rows.par_iter().zip(seeds.par_iter()).map_init(Workspace::default, choice).collect::<Vec<u16>>()
        });
        Ok(PyArray1::from_vec(py, codes))
    }

    #[pyo3(signature = (material, /))]
    fn evaluation(slf: &Bound<'_, CompiledProgram>, material: f64) -> PyResult<Evaluation> {
        if !(material.is_finite() && material > 0.0) {
            return refuse(format!("the search needs a pawn that is worth more than 0, not {material}"));
        }
        let evaluation = ProgramEvaluation { program: slf.get().inner.program.clone(), material };
        Ok(Evaluation { inner: Arc::new(evaluation), recipe: Recipe::new(slf, "evaluation", (material,))? })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let options = PyDict::new(py);
        options.set_item("plies", self.inner.plies)?;
        options.set_item("material", self.inner.material)?;
        let partial = py.import("functools")?.getattr("partial")?;
        let class = py.get_type::<CompiledProgram>();
        Ok((partial.call((class,), Some(&options))?, trees_as_tuple(py, &self.trees)?))
    }
}

/// The trees as the arguments of `CompiledProgram`.
fn trees_as_tuple<'py>(py: Python<'py>, trees: &[Vec<Token>; 3]) -> PyResult<Bound<'py, PyTuple>> {
    let lists = trees.iter().map(|tokens| {
        let items = tokens.iter().map(|token| match token {
            Token::Name(name) => name.into_py_any(py),
            Token::Number(number) => number.into_py_any(py),
        });
        items.collect::<PyResult<Vec<_>>>()?.into_py_any(py)
    });
    PyTuple::new(py, lists.collect::<PyResult<Vec<_>>>()?)
}

fn tokens(tree: &Bound<'_, PyAny>) -> PyResult<Vec<Token>> {
    let token = |item: Bound<'_, PyAny>| match item.cast::<PyString>() {
        Ok(name) => Ok(Token::Name(name.to_string())),
        Err(_) => item.extract().map(Token::Number),
    };
    tree.try_iter()?.map(|item| token(item?)).collect()
}

/// Ask about every board after a move, given the mover's balance before it.
fn for_each_board<T: Send>(
    py: Python<'_>,
    positions: &Positions,
    before: PyReadonlyArray1<'_, i32>,
    question: impl Fn(&mut View, Board, i32) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    let before = before.as_array().to_vec();
    enough(before.len(), positions.rows.len(), "balances", "positions")?;
    let answer = |view: &mut View, (row, before): (&Packed, &i32)| question(view, Board::of(&row.unpack()), *before);
    Ok(py.detach(|| positions.rows.par_iter().zip(before.par_iter()).map_init(View::default, answer).collect()))
}

/// Every terminal of each board.
#[pyfunction]
#[pyo3(signature = (positions, before, /, *, extras = false))]
pub fn endgame_terminals<'py>(
    py: Python<'py>,
    positions: &Positions,
    before: PyReadonlyArray1<'_, i32>,
    extras: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rows = for_each_board(py, positions, before, all_answers)?;
    let columns = TERMINALS.len() + if extras { EXTRA_TERMINALS.len() } else { 0 };
    table(py, rows.iter().flat_map(|row| &row[..columns]).copied().collect(), columns)
}

/// What came of games between programs.
#[pyclass(frozen, module = "motif._core.endgames")]
pub struct ProgramGames {
    games: Vec<Played>,
}

impl ProgramGames {
    fn column<'py, T: numpy::Element>(&self, py: Python<'py>, of: impl Fn(&Played) -> T) -> Bound<'py, PyArray1<T>> {
        PyArray1::from_iter(py, self.games.iter().map(of))
    }
}

#[pymethods]
impl ProgramGames {
    fn __len__(&self) -> usize {
        self.games.len()
    }

    #[getter]
    fn endings<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.column(py, |game| game.ending)
    }

    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.column(py, |game| game.winner)
    }

    #[getter]
    fn balances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        self.column(py, |game| game.balance as i16)
    }

    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.column(py, |game| game.plies as i32)
    }

    #[getter]
    fn evaluations(&self) -> u64 {
        self.games.iter().map(|game| game.evaluations).sum()
    }

    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        PyArray1::from_vec(py, self.games.iter().flat_map(|game| &game.moves).map(|code| code.0).collect())
    }
}

/// Play games between programs.
#[pyfunction]
#[pyo3(signature = (programs, encounters, starts, *, moves = 50, record = false, threads = None))]
pub fn play_programs(
    py: Python<'_>,
    programs: Vec<PyRef<'_, CompiledProgram>>,
    encounters: PyReadonlyArray2<'_, i64>,
    starts: &Positions,
    moves: u32,
    record: bool,
    threads: Option<usize>,
) -> PyResult<ProgramGames> {
    let rows = encounters.as_array();
    if rows.ncols() != 4 {
        return refuse(format!("an encounter is white, black, start and seed; it has {} columns", rows.ncols()));
    }
    if moves > 10_000 {
        return refuse(format!("{moves} moves a side are more than the 10000 that a game may last"));
    }
    let mut wanted = Vec::with_capacity(rows.nrows());
    for row in rows.rows() {
        let find = |number: i64, count: usize, what: &str| -> PyResult<usize> {
            let place = usize::try_from(number).ok().filter(|&place| place < count);
            place.map_or_else(|| refuse(format!("there is no {what} {number} among {count}")), Ok)
        };
        wanted.push(Encounter {
            white: find(row[0], programs.len(), "program")?,
            black: find(row[1], programs.len(), "program")?,
            start: find(row[2], starts.rows.len(), "start")?,
            seed: row[3] as u64,
        });
    }
    let players: Vec<&Player> = programs.iter().map(|program| &program.inner).collect();
    let games = on_threads(py, threads, |interrupted| {
        let starts: Vec<Chess> = starts.rows.iter().map(Packed::unpack).collect();
        Ok(programs::play_all(&players, &wanted, &starts, moves, record, interrupted))
    })?;
    Ok(ProgramGames { games })
}

/// What programs earn where every legal move was judged beforehand.
#[pyfunction]
#[pyo3(signature = (programs, positions, worth, /, *, threads = None))]
pub fn earned_by_choices<'py>(
    py: Python<'py>,
    programs: Vec<PyRef<'_, CompiledProgram>>,
    positions: &Positions,
    worth: PyReadonlyArray1<'_, f64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let worth = worth.as_array();
    let mut cases = Vec::with_capacity(positions.rows.len());
    let mut begin = 0;
    for row in &positions.rows {
        let board = Board::of(&row.unpack());
        let mut moves = Vec::new();
        board.moves_into(&mut moves);
        moves.sort_unstable();
        let judged = moves.into_iter().enumerate().map(|(place, m)| Some((m, *worth.get(begin + place)?)));
        let Some(moves) = judged.collect::<Option<Vec<_>>>() else { break };
        begin += moves.len();
        cases.push(Case { board, moves });
    }
    if cases.len() < positions.rows.len() || begin != worth.len() {
        return refuse(format!("{} judgements are not one for every legal move of every position", worth.len()));
    }
    let players: Vec<&Player> = programs.iter().map(|program| &program.inner).collect();
    let rows = on_threads(py, threads, |interrupted| Ok(programs::earned(&players, &cases, interrupted)))?;
    table(py, rows.into_iter().flatten().collect(), players.len().max(1))
}

/// Random positions of an endgame in which nothing is attacked.
#[pyfunction]
#[pyo3(signature = (signature, count, seed, *, turn = "white"))]
pub fn endgame_starts(py: Python<'_>, signature: &str, count: usize, seed: i64, turn: &str) -> PyResult<Positions> {
    let turn = Turn::parse(turn)?;
    let found = py.detach(|| programs::starts(signature, count, seed as u64, turn))?;
    Ok(Positions { rows: found.iter().map(Packed::pack).collect() })
}

/// The vocabulary of programs, for the module.
pub fn add_vocabulary(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    for (name, terminals) in [("TERMINALS", &TERMINALS[..]), ("EXTRA_TERMINALS", &EXTRA_TERMINALS)] {
        let rows = terminals
            .iter()
            .map(|found| (found.name, if found.is_boolean { "Boolean" } else { "Query" }, found.reading));
        module.add(name, PyTuple::new(py, rows)?)?;
    }
    for (name, functions) in [("FUNCTIONS", &FUNCTIONS[..]), ("EXTRA_FUNCTIONS", &EXTRA_FUNCTIONS)] {
        let rows = functions
            .iter()
            .map(|found| {
                let arguments = PyTuple::new(py, found.arguments.iter().map(|kind| kind.name()))?;
                Ok((found.name, found.result.name(), arguments, found.reading))
            })
            .collect::<PyResult<Vec<_>>>()?;
        module.add(name, PyTuple::new(py, rows)?)?;
    }
    module.add("ENDINGS", PyTuple::new(py, ENDINGS)?)
}

/// The exact outcome of every position of some small endgames.
#[pyclass(frozen, module = "motif._core.board")]
#[derive(Default)]
pub struct Tables {
    inner: RwLock<tables::Tables>,
}

impl Tables {
    fn snapshot(&self) -> tables::Tables {
        self.inner.read().expect("writers do not panic").clone()
    }

    fn insert(&self, table: Table) {
        self.inner.write().expect("writers do not panic").insert(Arc::new(table));
    }
}

#[pymethods]
impl Tables {
    #[new]
    fn new() -> Tables {
        Tables::default()
    }

    #[staticmethod]
    #[pyo3(signature = (signature, /))]
    fn canonical(signature: &str) -> PyResult<String> {
        Ok(Material::parse(signature)?.canonical().to_string())
    }

    #[staticmethod]
    #[pyo3(signature = (signature, /))]
    fn needs(signature: &str) -> PyResult<Vec<String>> {
        let needed = Material::parse(signature)?.conversions();
        Ok(needed.iter().map(Material::to_string).filter(|name| name != "KK").collect())
    }

    #[pyo3(signature = (signature, /))]
    fn holds(&self, signature: &str) -> PyResult<bool> {
        Ok(self.snapshot().holds(&Material::parse(signature)?))
    }

    #[pyo3(signature = (signature, /))]
    fn solve(&self, py: Python<'_>, signature: &str) -> PyResult<()> {
        let material = Material::parse(signature)?.canonical();
        let known = self.snapshot();
        self.insert(py.detach(|| Table::solve(material, &known))?);
        Ok(())
    }

    #[pyo3(signature = (signature, values, /))]
    fn load(&self, signature: &str, values: &[u8]) -> PyResult<()> {
        self.insert(Table::from_values(Material::parse(signature)?.canonical(), values.to_vec())?);
        Ok(())
    }

    #[pyo3(signature = (signature, /))]
    fn values<'py>(&self, py: Python<'py>, signature: &str) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.snapshot().find(&Material::parse(signature)?)?.values()))
    }

    #[pyo3(signature = (signature, places, mirror=0, /))]
    fn positions(
        &self,
        py: Python<'_>,
        signature: &str,
        places: PyReadonlyArray1<'_, i64>,
        mirror: u32,
    ) -> PyResult<Positions> {
        let known = self.snapshot();
        let table = known.find(&Material::parse(signature)?)?;
        if !table.mirrors().contains(&mirror) {
            return refuse(format!("{} has no mirror image {mirror}, only {:?}", table.material, table.mirrors()));
        }
        let position = |&place: &i64| {
            let found = usize::try_from(place).ok().and_then(|place| table.position(place, mirror));
            let why = || format!("place {place} of {} holds no legal position", table.material);
            found.map(|position| Packed::pack(&position)).ok_or_else(|| CoreError::BadArgument { why: why() })
        };
        let places: Vec<i64> = places.as_array().to_vec();
        let rows: Result<Vec<Packed>, CoreError> = py.detach(|| places.par_iter().map(position).collect());
        Ok(Positions { rows: rows? })
    }

    #[pyo3(signature = (positions, /))]
    fn probe<'py>(&self, py: Python<'py>, positions: &Positions) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let known = self.snapshot();
        let rows = ask_each(py, &positions.rows, |row| match known.probe(&row.unpack()) {
            Some(Outcome::Win(plies)) => [1, i16::from(plies)],
            Some(Outcome::Draw) => [0, 0],
            Some(Outcome::Loss(plies)) => [-1, i16::from(plies)],
            None => [0, -1],
        });
        table(py, rows, 2)
    }
}
