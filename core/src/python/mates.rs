//! Mates and composition: positions as texts, on boards of any size.

use numpy::PyArray1;
use pyo3::{prelude::*, types::PyList};
use rayon::prelude::*;
use shakmaty::{Bitboard, Chess, Move, Role};

use super::{arrays::ask, chess_types::move_from};
use crate::{
    compose::{self, Beginning, Criteria, Placement},
    errors::CoreError,
    mates::{self, AnyPosition, OutOfNodes, Rules, Search, Stipulation},
    moves::MoveCode,
    on_any_board,
    positions::parse_fen,
    random::Random,
    small_boards::{Size, SmallBoard, parse_men},
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
#[derive(PartialEq)]
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
#[derive(PartialEq)]
pub struct Try {
    line: Line,
    refutations: Vec<Line>,
}

#[pymethods]
impl Try {
    fn __repr__(&self) -> String {
        format!("<Try: {}>", self.line.0.san)
    }
}

/// A verdict in words, and the only key.
type Judged<'py> = (&'static str, Option<Bound<'py, PyAny>>);

/// All that full-width search finds out about a position and its stipulation.
#[pyclass(frozen, eq, module = "motif._core.puzzles")]
#[derive(PartialEq)]
pub struct Solution(mates::Solution);

#[pymethods]
impl Solution {
    #[getter]
    fn position(&self) -> &str {
        &self.0.position
    }

    #[getter]
    fn stipulation(&self) -> String {
        self.0.stipulation.to_string()
    }

    #[getter]
    fn keys(&self) -> Vec<Key> {
        self.0.keys.iter().map(Key::from).collect()
    }

    #[getter]
    fn length(&self) -> Option<u8> {
        self.0.length
    }

    #[getter]
    fn set_play(&self) -> Vec<Line> {
        lines(&self.0.set_play)
    }

    #[getter]
    fn tries(&self) -> Vec<Try> {
        let found = |found: &mates::Try| Try { line: Line(found.line.clone()), refutations: lines(&found.refutations) };
        self.0.tries.iter().map(found).collect()
    }

    #[getter]
    fn is_sound(&self) -> bool {
        self.0.is_sound()
    }

    #[getter]
    fn has_duals(&self) -> bool {
        self.0.has_duals()
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        let keys: Vec<&str> = self.0.keys.iter().map(|key| key.line.san.as_str()).collect();
        format!("<Solution: {} of {} by {}>", self.0.stipulation, self.0.position, keys.join(", "))
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
    Ok(solved.ok().map(Solution))
}

#[pyfunction]
#[pyo3(signature = (position, key, moves, /))]
pub fn line_after(py: Python<'_>, position: &str, key: &Bound<'_, PyAny>, moves: u8) -> PyResult<Option<Line>> {
    let position = AnyPosition::parse(position)?;
    let code = MoveCode(super::chess_types::encode_move(key)?);
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

#[pyfunction]
#[pyo3(signature = (positions, criteria, /))]
pub fn judge<'py>(py: Python<'py>, positions: Vec<String>, criteria: &Bound<'py, PyAny>) -> PyResult<Vec<Judged<'py>>> {
    let criteria = criteria_of(criteria)?;
    // A composer's position may well be illegal; that is a verdict, not an error.
    let verdicts: Vec<_> = ask(py, &positions, |text| match AnyPosition::parse(text) {
        Ok(position) => on_any_board!(&position, board => compose::judge(board, &criteria)),
        Err(_) => (compose::Verdict::Illegal, None),
    });
    let in_python = |(verdict, key): (compose::Verdict, Option<Move>)| {
        let key = key.map(|m| move_from(py, MoveCode::of(m))).transpose()?;
        Ok((verdict.words(), key))
    };
    verdicts.into_iter().map(in_python).collect()
}

#[pyfunction]
#[pyo3(signature = (positions, criteria, /, seed = 0))]
pub fn minimise(
    py: Python<'_>,
    positions: Vec<String>,
    criteria: &Bound<'_, PyAny>,
    seed: u64,
) -> PyResult<Vec<Option<String>>> {
    let criteria = criteria_of(criteria)?;
    let numbered = numbered(parsed(py, &positions)?);
    Ok(ask(py, &numbered, |(task, position)| {
        let random = &mut Random::new(seed, *task);
        on_any_board!(position, board => compose::minimise(board, &criteria, random).map(|least| least.text()))
    }))
}

#[pyfunction]
#[pyo3(signature = (positions, keys, criteria, /, men = 2, seed = 0))]
pub fn repair(
    py: Python<'_>,
    positions: Vec<String>,
    keys: Vec<Bound<'_, PyAny>>,
    criteria: &Bound<'_, PyAny>,
    men: usize,
    seed: u64,
) -> PyResult<Vec<Option<String>>> {
    if positions.len() != keys.len() {
        let why = format!("{} positions but {} keys", positions.len(), keys.len());
        return Err(CoreError::BadArgument { why }.into());
    }
    let criteria = criteria_of(criteria)?;
    let codes = keys.iter().map(super::chess_types::encode_move).collect::<PyResult<Vec<u16>>>()?;
    let rows: Vec<_> = numbered(parsed(py, &positions)?).into_iter().zip(codes).collect();
    Ok(ask(py, &rows, |((task, position), code)| {
        let random = &mut Random::new(seed, *task);
        let key = MoveCode(*code);
        on_any_board!(position, board => {
            compose::repair(board, key, &criteria, men, random).map(|mended| mended.text())
        })
    }))
}

#[pyfunction]
#[pyo3(signature = (positions, lines, criteria, /, most = (16, 16), promoted = true, same_mate = false, changes = 2000, seed = 0))]
#[allow(clippy::too_many_arguments)]
pub fn rework(
    py: Python<'_>,
    positions: Vec<String>,
    lines: Vec<Vec<Bound<'_, PyAny>>>,
    criteria: &Bound<'_, PyAny>,
    most: (usize, usize),
    promoted: bool,
    same_mate: bool,
    changes: u32,
    seed: u64,
) -> PyResult<Vec<Option<String>>> {
    if positions.len() != lines.len() {
        let why = format!("{} positions but {} lines", positions.len(), lines.len());
        return Err(CoreError::BadArgument { why }.into());
    }
    let criteria = criteria_of(criteria)?;
    let encoded = |line: &Vec<Bound<'_, PyAny>>| -> PyResult<Vec<MoveCode>> {
        line.iter().map(|m| super::chess_types::encode_move(m).map(MoveCode)).collect()
    };
    let lines = lines.iter().map(encoded).collect::<PyResult<Vec<_>>>()?;
    if lines.iter().any(Vec::is_empty) {
        return Err(CoreError::BadArgument { why: "a line without moves".to_owned() }.into());
    }
    let rows: Vec<_> = numbered(parsed(py, &positions)?).into_iter().zip(lines).collect();
    Ok(ask(py, &rows, |((task, position), line)| {
        let random = &mut Random::new(seed, *task);
        let plan = compose::Plan { line: line.clone(), most, promoted, same_mate, changes };
        on_any_board!(position, board => {
            compose::rework(board, &plan, &criteria, random).map(|sound| sound.text())
        })
    }))
}

/// A position as text, and moves that belong to it.
type Told<'py> = (String, Vec<Bound<'py, PyAny>>);

fn told<'py>(py: Python<'py>, text: String, codes: &[MoveCode]) -> PyResult<Told<'py>> {
    Ok((text, codes.iter().map(|&code| move_from(py, code)).collect::<PyResult<_>>()?))
}

#[pyfunction]
#[pyo3(signature = (position, line, criteria, /, most = 16, key = None, tries = 1000, wanted = 10, seed = 0))]
#[allow(clippy::too_many_arguments)]
pub fn prolonged<'py>(
    py: Python<'py>,
    position: &str,
    line: Vec<Bound<'py, PyAny>>,
    criteria: &Bound<'py, PyAny>,
    most: usize,
    key: Option<Bound<'py, PyAny>>,
    tries: u32,
    wanted: usize,
    seed: u64,
) -> PyResult<Vec<Told<'py>>> {
    let criteria = criteria_of(criteria)?;
    let position = AnyPosition::parse(position)?;
    let coded = |m: &Bound<'py, PyAny>| super::chess_types::encode_move(m).map(MoveCode);
    let line = line.iter().map(coded).collect::<PyResult<_>>()?;
    let key = key.as_ref().map(coded).transpose()?;
    let beginning = Beginning { key, ..Beginning::default() };
    let patience = compose::Patience { line, most, beginning, tries, wanted };
    let found: Vec<(String, [MoveCode; 2])> = py.detach(|| {
        on_any_board!(&position, board => {
            let all = compose::prolonged(board, &criteria, &patience, &mut Random::new(seed, 0));
            all.into_iter().map(|earlier| (earlier.position.text(), [earlier.key, earlier.reply])).collect()
        })
    });
    found.into_iter().map(|(text, codes)| told(py, text, &codes)).collect()
}

#[pyfunction]
#[pyo3(signature = (criteria, /, attempts, seed, men = (6, 12), board = (8, 8)))]
pub fn compose_at_random(
    py: Python<'_>,
    criteria: &Bound<'_, PyAny>,
    attempts: u64,
    seed: u64,
    men: (usize, usize),
    board: (usize, usize),
) -> PyResult<Vec<String>> {
    let criteria = criteria_of(criteria)?;
    let size = Size::new(board.0, board.1)?;
    let squares = board.0 * board.1;
    if men.0 < 3 || men.0 > men.1 || men.1 > squares {
        let why =
            format!("between {} and {} men on {squares} squares; 3 or more must fit, the fewer first", men.0, men.1);
        return Err(CoreError::BadArgument { why }.into());
    }
    let placement = Placement { size, men };
    Ok(py.detach(|| {
        if size == Size::FULL {
            compose::compose_at_random::<Chess>(&criteria, placement, attempts, seed)
        } else {
            compose::compose_at_random::<SmallBoard>(&criteria, placement, attempts, seed)
        }
    }))
}

#[pyfunction]
#[pyo3(signature = (
    positions, criteria, /, tries, seed, others = (1, 2), most = 16, promoted = false,
    keys = None, key_by = None, is_offer = false
))]
#[allow(clippy::too_many_arguments)]
pub fn lengthened<'py>(
    py: Python<'py>,
    positions: Vec<String>,
    criteria: &Bound<'py, PyAny>,
    tries: u64,
    seed: u64,
    others: (usize, usize),
    most: usize,
    promoted: bool,
    keys: Option<Vec<Bound<'py, PyAny>>>,
    key_by: Option<char>,
    is_offer: bool,
) -> PyResult<Vec<(usize, String, Bound<'py, PyAny>)>> {
    let criteria = criteria_of(criteria)?;
    let key_by = match key_by {
        Some(sign) => Some(Role::from_char(sign).ok_or_else(|| {
            let why = format!("{sign:?} is no kind of man");
            CoreError::BadArgument { why }
        })?),
        None => None,
    };
    let coded = |m: &Bound<'py, PyAny>| super::chess_types::encode_move(m).map(|code| Some(MoveCode(code)));
    let keys = match keys {
        Some(keys) if keys.len() == positions.len() => keys.iter().map(coded).collect::<PyResult<Vec<_>>>()?,
        Some(keys) => {
            let why = format!("{} positions but {} keys", positions.len(), keys.len());
            return Err(CoreError::BadArgument { why }.into());
        }
        None => vec![None; positions.len()],
    };
    let positions = positions.iter().map(|text| parse_fen(text)).collect::<Result<Vec<Chess>, _>>()?;
    let beginnings = keys.into_iter().map(|key| Beginning { key, key_by, is_offer });
    let ends: Vec<_> = positions.into_iter().zip(beginnings).collect();
    let how = compose::Lengthening { tries, others, most, promoted };
    let found = py.detach(|| compose::lengthened(&ends, &criteria, &how, seed));
    found.into_iter().map(|each| Ok((each.end, each.position.text(), move_from(py, each.key)?))).collect()
}

#[pyfunction]
#[pyo3(signature = (pictures, criteria, /, attempts, seed, others = (3, 4), promoted = false))]
pub fn compose_around(
    py: Python<'_>,
    pictures: Vec<(String, u64)>,
    criteria: &Bound<'_, PyAny>,
    attempts: u64,
    seed: u64,
    others: (usize, usize),
    promoted: bool,
) -> PyResult<Vec<String>> {
    let criteria = criteria_of(criteria)?;
    let read = |(men, free): &(String, u64)| match parse_men(men) {
        Ok((men, Size::FULL)) => Ok(compose::Picture { men, free: Bitboard(*free) }),
        Ok(_) => Err(CoreError::BadArgument { why: format!("{men} is no picture on the full board") }),
        Err(why) => Err(CoreError::BadArgument { why }),
    };
    let pictures = pictures.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let surroundings = compose::Surroundings { others, promoted };
    Ok(py.detach(|| compose::compose_around::<Chess>(&criteria, &pictures, surroundings, attempts, seed)))
}

#[pyfunction]
#[pyo3(signature = (positions, /))]
pub fn canonical_positions(py: Python<'_>, positions: Vec<String>) -> PyResult<Vec<String>> {
    let positions = parsed(py, &positions)?;
    Ok(ask(py, &positions, |position| on_any_board!(position, board => compose::canonical(board))))
}

#[pyfunction]
#[pyo3(signature = (positions, /))]
pub fn has_last_move<'py>(py: Python<'py>, positions: Vec<String>) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let positions = parsed(py, &positions)?;
    let answers = ask(py, &positions, |position| on_any_board!(position, board => compose::has_last_move(board)));
    Ok(PyArray1::from_vec(py, answers))
}

fn parsed(py: Python<'_>, texts: &[String]) -> Result<Vec<AnyPosition>, CoreError> {
    py.detach(|| texts.par_iter().map(|text| AnyPosition::parse(text)).collect())
}

fn numbered(positions: Vec<AnyPosition>) -> Vec<(u64, AnyPosition)> {
    (0..).zip(positions).collect()
}

fn in_order(keys: &[Move]) -> Vec<MoveCode> {
    let mut codes: Vec<MoveCode> = keys.iter().map(|&m| MoveCode::of(m)).collect();
    codes.sort_unstable();
    codes
}

fn checked(moves: u8) -> Result<u8, CoreError> {
    Stipulation::parse(&format!("#{moves}")).map(|stipulation| stipulation.moves)
}

fn criteria_of(value: &Bound<'_, PyAny>) -> PyResult<Criteria> {
    let flag = |name| -> PyResult<bool> { value.getattr(name)?.extract() };
    let criteria = Criteria {
        moves: value.getattr("moves")?.extract()?,
        key_may_check: flag("key_may_check")?,
        key_may_capture: flag("key_may_capture")?,
        key_may_promote: flag("key_may_promote")?,
        may_start_in_check: flag("may_start_in_check")?,
        every_man_needed: flag("every_man_needed")?,
        last_move_exists: flag("last_move_exists")?,
    };
    Ok(criteria.checked()?)
}
