//! Composes mates: positions as texts, tested, repaired, and made at random or from pictures.

use numpy::PyArray1;
use pyo3::prelude::*;
use shakmaty::{Bitboard, Chess, Move, Role};

use super::{
    arrays::ask,
    chess_types::{encode_move, move_from},
    mates::parsed,
};
use crate::{
    chess::{
        moves::MoveCode,
        positions::parse_fen,
        small_boards::{Size, SmallBoard, parse_pieces},
    },
    compose::{self, Beginning, Criteria, Placement},
    errors::{CoreError, refuse},
    mates::{AnyPosition, Rules},
    on_any_board,
    random::Random,
};

/// A verdict as text, and the only key.
type Checked<'py> = (&'static str, Option<Bound<'py, PyAny>>);

#[pyfunction]
#[pyo3(signature = (positions, criteria, /))]
pub fn check_criteria<'py>(
    py: Python<'py>,
    positions: Vec<String>,
    criteria: &Bound<'py, PyAny>,
) -> PyResult<Vec<Checked<'py>>> {
    let criteria = criteria_of(criteria)?;
    // A composer's position may well be illegal; that is a verdict, not an error.
    let verdicts: Vec<_> = ask(py, &positions, |text| match AnyPosition::parse(text) {
        Ok(position) => on_any_board!(&position, board => compose::assess(board, &criteria)),
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
#[pyo3(signature = (positions, keys, criteria, /, pieces = 2, seed = 0))]
pub fn repair(
    py: Python<'_>,
    positions: Vec<String>,
    keys: Vec<Bound<'_, PyAny>>,
    criteria: &Bound<'_, PyAny>,
    pieces: usize,
    seed: u64,
) -> PyResult<Vec<Option<String>>> {
    if positions.len() != keys.len() {
        return refuse(format!("{} positions but {} keys", positions.len(), keys.len()));
    }
    let criteria = criteria_of(criteria)?;
    let keys = keys.iter().map(coded).collect::<PyResult<Vec<_>>>()?;
    let rows: Vec<_> = numbered(parsed(py, &positions)?).into_iter().zip(keys).collect();
    Ok(ask(py, &rows, |((task, position), key)| {
        let random = &mut Random::new(seed, *task);
        on_any_board!(position, board => {
            compose::repair(board, *key, &criteria, pieces, random).map(|mended| mended.text())
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
        return refuse(format!("{} positions but {} lines", positions.len(), lines.len()));
    }
    let criteria = criteria_of(criteria)?;
    let line = |line: &Vec<Bound<'_, PyAny>>| line.iter().map(coded).collect::<PyResult<Vec<_>>>();
    let lines = lines.iter().map(line).collect::<PyResult<Vec<_>>>()?;
    if lines.iter().any(Vec::is_empty) {
        return refuse("a line without moves");
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
type TextAndMoves<'py> = (String, Vec<Bound<'py, PyAny>>);

fn text_and_moves<'py>(py: Python<'py>, text: String, codes: &[MoveCode]) -> PyResult<TextAndMoves<'py>> {
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
) -> PyResult<Vec<TextAndMoves<'py>>> {
    let criteria = criteria_of(criteria)?;
    let position = AnyPosition::parse(position)?;
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
    found.into_iter().map(|(text, codes)| text_and_moves(py, text, &codes)).collect()
}

#[pyfunction]
#[pyo3(signature = (criteria, /, attempts, seed, pieces = (6, 12), board = (8, 8)))]
pub fn compose_at_random(
    py: Python<'_>,
    criteria: &Bound<'_, PyAny>,
    attempts: u64,
    seed: u64,
    pieces: (usize, usize),
    board: (usize, usize),
) -> PyResult<Vec<String>> {
    let criteria = criteria_of(criteria)?;
    let size = Size::new(board.0, board.1)?;
    let squares = board.0 * board.1;
    let (fewest, most) = pieces;
    if fewest < 3 || fewest > most || most > squares {
        return refuse(format!(
            "between {} and {} pieces on {squares} squares; 3 or more must fit, the fewer first",
            fewest, most
        ));
    }
    let placement = Placement { size, pieces };
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
        Some(sign) => match Role::from_char(sign) {
            None => return refuse(format!("{sign:?} is no kind of piece")),
            kind => kind,
        },
        None => None,
    };
    let keys = match keys {
        Some(keys) if keys.len() == positions.len() => {
            keys.iter().map(|key| coded(key).map(Some)).collect::<PyResult<Vec<_>>>()?
        }
        Some(keys) => {
            return refuse(format!("{} positions but {} keys", positions.len(), keys.len()));
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
    let read = |(picture, free): &(String, u64)| match parse_pieces(picture) {
        Ok((pieces, Size::FULL)) => Ok(compose::Picture { pieces, free: Bitboard(*free) }),
        Ok(_) => refuse(format!("{picture} is no picture on the full board")),
        Err(why) => refuse(why),
    };
    let pictures = pictures.iter().map(read).collect::<Result<Vec<_>, CoreError>>()?;
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

fn numbered(positions: Vec<AnyPosition>) -> Vec<(u64, AnyPosition)> {
    (0..).zip(positions).collect()
}

/// The code of a move that Python gives.
fn coded(m: &Bound<'_, PyAny>) -> PyResult<MoveCode> {
    encode_move(m).map(MoveCode)
}

fn criteria_of(value: &Bound<'_, PyAny>) -> PyResult<Criteria> {
    let flag = |name| -> PyResult<bool> { value.getattr(name)?.extract() };
    let criteria = Criteria {
        moves: value.getattr("moves")?.extract()?,
        key_may_check: flag("key_may_check")?,
        key_may_capture: flag("key_may_capture")?,
        key_may_promote: flag("key_may_promote")?,
        may_start_in_check: flag("may_start_in_check")?,
        every_piece_needed: flag("every_piece_needed")?,
        last_move_exists: flag("last_move_exists")?,
    };
    Ok(criteria.checked()?)
}
