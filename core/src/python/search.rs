//! `Searcher`, `SearchInfo` and `SearchLine`: one search at a time, with the GIL released, and whole games between
//! searchers.

use std::sync::{Mutex, TryLockError, atomic};

use pyo3::{intern, prelude::*, types::PyDict};
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use super::{
    arrays::{BETWEEN_SIGNALS, enough, on_threads},
    chess_types::{encode_move, move_from, position_of},
    evaluation::{Evaluation, Filter},
    positions::Positions,
};
use crate::{
    chess::moves::MoveCode,
    errors::refuse,
    search::{
        self, Info, MATE, MOST_THREADS, Options, Task,
        control::{Clock, Control, RealClock, Signals},
        evaluation::LARGEST_VALUE,
        key_of,
        learning::contests::{self, Contest, Contestant, Played},
        mate_in,
    },
};

/// A mate on the board, in centipawns, as `motif.board.oracles.MATE` has it.
const MATE_IN_CENTIPAWNS: i32 = 10_000;
const LARGEST_ADVANTAGE: f64 = 9_000.0;

/// One line of play.
#[pyclass(frozen, module = "motif._core.search")]
#[derive(Clone)]
pub struct SearchLine {
    moves: Vec<MoveCode>,
    #[pyo3(get)]
    value: i32,
    pawn: f64,
}

#[pymethods]
impl SearchLine {
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.moves.iter().map(|&code| move_from(py, code)).collect()
    }

    #[getter]
    fn centipawns(&self) -> i32 {
        match self.mate() {
            Some(moves) if self.value > 0 => MATE_IN_CENTIPAWNS - moves,
            Some(moves) => -MATE_IN_CENTIPAWNS - moves,
            None => {
                (f64::from(self.value) / self.pawn * 100.0).round().clamp(-LARGEST_ADVANTAGE, LARGEST_ADVANTAGE) as i32
            }
        }
    }

    #[getter]
    fn mate(&self) -> Option<i32> {
        mate_in(self.value)
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(MoveCode::to_string).collect();
        format!("<SearchLine {:+}: {}>", self.centipawns(), moves.join(" "))
    }
}

/// What a search knows.
#[pyclass(frozen, get_all, module = "motif._core.search")]
pub struct SearchInfo {
    lines: Vec<SearchLine>,
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    hits: u64,
    seconds: f64,
    stopped: bool,
    pruned: Py<PyDict>,
}

#[pymethods]
impl SearchInfo {
    fn __repr__(&self) -> String {
        format!("<SearchInfo depth {}: {}, {} nodes>", self.depth, self.lines[0].moves[0], self.nodes)
    }
}

/// One alpha-beta search with its table.
#[pyclass(frozen, module = "motif._core.search")]
pub struct Searcher {
    state: Mutex<search::Searcher>,
    signals: Signals,
    pawn: f64,
    reasons: Vec<&'static str>,
}

impl Searcher {
    fn state(&self) -> PyResult<std::sync::MutexGuard<'_, search::Searcher>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(broken)) => Ok(broken.into_inner()),
            Err(TryLockError::WouldBlock) => refuse("this searcher is busy with another search"),
        }
    }

    fn info(&self, py: Python<'_>, info: Info) -> PyResult<SearchInfo> {
        let pruned = PyDict::new(py);
        let names = self.reasons.iter().copied().chain(["not chosen"]);
        for (name, count) in names.zip(info.pruned).filter(|(_, count)| *count > 0) {
            pruned.set_item(name, count)?;
        }
        let line = |line: search::Line| SearchLine { moves: line.moves, value: line.value, pawn: self.pawn };
        Ok(SearchInfo {
            lines: info.lines.into_iter().map(line).collect(),
            depth: info.depth,
            selective_depth: info.selective_depth,
            nodes: info.nodes,
            hits: info.hits,
            seconds: info.seconds,
            stopped: info.stopped,
            pruned: pruned.unbind(),
        })
    }

    /// Returns a searcher with these settings and a separate table.
    fn contestant(&self, depth: u32) -> PyResult<Contestant> {
        let state = self.state()?;
        if state.options.threads > 1 {
            return refuse(format!(
                "many searches at once take a thread each, so that they always give the same answers; this searcher has {}",
                state.options.threads
            ));
        }
        Ok(Contestant {
            evaluation: state.evaluation.clone(),
            filter: state.filter.clone(),
            options: state.options,
            depth,
        })
    }
}

#[pymethods]
impl Searcher {
    #[new]
    #[pyo3(signature = (
        evaluation, filter = None, *, paper = false, hash_megabytes = 16, threads = 1, quiescence = true,
        ordering = true, null_move = true, late_move_reductions = true, check_extensions = true, futility = true,
        replies = false, exchanges = false, trend = false, singular = false, zugzwang = false, exact = false
    ))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments, one for each option")]
    fn new(
        evaluation: &Evaluation,
        filter: Option<&Filter>,
        paper: bool,
        hash_megabytes: usize,
        threads: usize,
        quiescence: bool,
        ordering: bool,
        null_move: bool,
        late_move_reductions: bool,
        check_extensions: bool,
        futility: bool,
        replies: bool,
        exchanges: bool,
        trend: bool,
        singular: bool,
        zugzwang: bool,
        exact: bool,
    ) -> PyResult<Searcher> {
        let options = Options {
            paper,
            hash_megabytes: checked_size(hash_megabytes)?,
            threads: checked_threads(threads, paper)?,
            quiescence,
            learned_ordering: ordering,
            null_move,
            late_move_reductions,
            check_extensions,
            futility,
            continuation_history: replies,
            exchange_pruning: exchanges,
            trend_reductions: trend,
            singular_extensions: singular,
            null_move_verification: zugzwang,
            endgame_tables: exact,
        };
        let filter = filter.map(|filter| filter.inner.clone());
        Ok(Searcher {
            pawn: evaluation.inner.pawn(),
            reasons: filter.as_ref().map_or(Vec::new(), |filter| filter.reasons().to_vec()),
            state: Mutex::new(search::Searcher::new(evaluation.inner.clone(), filter, options)),
            signals: Signals::default(),
        })
    }

    #[pyo3(signature = (
        board, *, depth = None, nodes = None, seconds = None, soft_seconds = None, multi_pv = 1, moves = None,
        advised = None, on_iteration = None, clock = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments, one for each limit")]
    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        soft_seconds: Option<f64>,
        multi_pv: usize,
        moves: Option<Vec<Bound<'_, PyAny>>>,
        advised: Option<Vec<Bound<'_, PyAny>>>,
        on_iteration: Option<Py<PyAny>>,
        clock: Option<Py<PyAny>>,
    ) -> PyResult<SearchInfo> {
        let (position, history) = with_history(board)?;
        let codes = |given: Option<Vec<Bound<'_, PyAny>>>| -> PyResult<Vec<MoveCode>> {
            given.unwrap_or_default().iter().map(|m| Ok(MoveCode(encode_move(m)?))).collect()
        };
        let task = Task { depth, nodes, lines: multi_pv, moves: codes(moves)?, advised: codes(advised)?, history };
        let mut guard = self.state()?;
        let state: &mut search::Searcher = &mut guard;
        let failure: Mutex<Option<PyErr>> = Mutex::new(None);
        let fail = |error: PyErr| {
            self.signals.stop();
            failure.lock().expect("the lock is never poisoned").get_or_insert(error);
        };
        let clock = PythonClock {
            real: RealClock::default(),
            asked: clock.as_ref(),
            looked: atomic::AtomicU64::default(),
            fail: &fail,
        };
        let info = py.detach(|| {
            let control = Control::begin(&clock, &self.signals);
            control.limit(seconds, soft_seconds);
            let mut report = |info: &Info| {
                if let Some(listener) = &on_iteration {
                    Python::attach(|py| {
                        let heard = self.info(py, info.clone()).and_then(|info| listener.call1(py, (info,)));
                        heard.map_or_else(fail, drop);
                    });
                }
            };
            state.search(&position, &task, &control, &mut report)
        });
        if let Some(error) = failure.lock().expect("the lock is never poisoned").take() {
            return Err(error);
        }
        self.info(py, info?)
    }

    #[pyo3(signature = (positions, *, depth = None, nodes = None, multi_pv = 1, threads = None))]
    fn search_all(
        &self,
        py: Python<'_>,
        positions: &Positions,
        depth: Option<u32>,
        nodes: Option<u64>,
        multi_pv: usize,
        threads: Option<usize>,
    ) -> PyResult<Vec<SearchInfo>> {
        let player = self.contestant(0)?;
        let task = Task { depth, nodes, lines: multi_pv, ..Task::default() };
        let infos: Vec<Info> = on_threads(py, threads, |interrupted| {
            let answer = |row: &crate::chess::positions::Packed| {
                let mut searcher =
                    search::Searcher::new(player.evaluation.clone(), player.filter.clone(), player.options);
                let (clock, signals) = (RealClock::default(), Signals::default());
                let control = Control::begin(&clock, &signals).unless(interrupted);
                searcher.search(&row.unpack(), &task, &control, &mut |_| ())
            };
            positions.rows.par_iter().map(answer).collect::<Result<_, _>>()
        })?;
        infos.into_iter().map(|info| self.info(py, info)).collect()
    }

    fn stop(&self) {
        self.signals.stop();
    }

    #[pyo3(signature = (seconds, soft_seconds = None))]
    fn limit_from_now(&self, seconds: f64, soft_seconds: Option<f64>) {
        self.signals.limit_from_now(seconds, soft_seconds.unwrap_or(f64::INFINITY));
    }

    fn new_game(&self) -> PyResult<()> {
        self.state()?.new_game();
        Ok(())
    }

    #[pyo3(signature = (hash_megabytes, /))]
    fn resize(&self, hash_megabytes: usize) -> PyResult<()> {
        self.state()?.resize(checked_size(hash_megabytes)?);
        Ok(())
    }

    #[staticmethod]
    fn most_threads() -> usize {
        MOST_THREADS
    }

    #[pyo3(signature = (threads, /))]
    fn engage(&self, threads: usize) -> PyResult<()> {
        let mut state = self.state()?;
        let threads = checked_threads(threads, state.options.paper)?;
        state.engage(threads);
        Ok(())
    }
}

fn checked_size(megabytes: usize) -> PyResult<usize> {
    if (1..=65_536).contains(&megabytes) {
        return Ok(megabytes);
    }
    refuse(format!("a table of {megabytes} megabytes cannot be made; 1 to 65536 can"))
}

fn checked_threads(threads: usize, paper: bool) -> PyResult<usize> {
    let why = match threads {
        1 => return Ok(1),
        2..=MOST_THREADS if !paper => return Ok(threads),
        2..=MOST_THREADS => format!("the paper's search works on one thread, not on {threads}; the full one on more"),
        _ => format!("a search cannot work on {threads} threads; 1 to {MOST_THREADS} it can"),
    };
    refuse(why)
}

/// Play games between searchers, each pairing from its own start.
#[pyfunction]
#[pyo3(signature = (players, games, depths, *, most_plies = 400, threads = None))]
#[allow(clippy::type_complexity, reason = "a game as a tuple")]
pub fn play_games<'py>(
    py: Python<'py>,
    players: Vec<PyRef<'py, Searcher>>,
    games: Vec<(usize, usize, Bound<'py, PyAny>)>,
    depths: Vec<u32>,
    most_plies: usize,
    threads: Option<usize>,
) -> PyResult<Vec<(&'static str, &'static str, Vec<Bound<'py, PyAny>>, [u64; 2], [u64; 2])>> {
    enough(depths.len(), players.len(), "depths", "players")?;
    let contestants: Vec<Contestant> =
        players.iter().zip(&depths).map(|(player, &depth)| player.contestant(depth)).collect::<PyResult<_>>()?;
    let contests = games
        .iter()
        .map(|(white, black, board)| {
            if *white.max(black) >= players.len() {
                return refuse(format!("player {} of {} does not exist", white.max(black), players.len()));
            }
            let (start, history) = with_history(board)?;
            Ok(Contest { white: *white, black: *black, start, history })
        })
        .collect::<PyResult<Vec<Contest>>>()?;
    let played: Vec<Played> =
        on_threads(py, threads, |interrupted| contests::play_all(&contestants, &contests, most_plies, interrupted))?;
    played
        .into_iter()
        .map(|game| {
            let moves = game.moves.iter().map(|&code| move_from(py, code)).collect::<PyResult<_>>()?;
            Ok((game.result, game.ending, moves, game.nodes, game.hits))
        })
        .collect()
}

/// The position of a board, and the keys of those that its moves passed through; none when the moves do not lead to it.
fn with_history(board: &Bound<'_, PyAny>) -> PyResult<(Chess, Vec<u64>)> {
    let py = board.py();
    let position = position_of(board)?;
    let stack: Vec<Bound<'_, PyAny>> = board.getattr(intern!(py, "move_stack"))?.extract()?;
    // What a capture or a pawn move left behind can never come back.
    if stack.is_empty() || position.halfmoves() == 0 {
        return Ok((position, Vec::new()));
    }
    let mut past = position_of(&board.call_method0(intern!(py, "root"))?)?;
    let mut history = Vec::with_capacity(stack.len());
    for played in &stack {
        let found = encode_move(played).ok().and_then(|code| MoveCode(code).find_in(&past));
        let Some(m) = found else { return Ok((position, Vec::new())) };
        history.push(key_of(&past));
        past.play_unchecked(m);
    }
    let recent = history.len().saturating_sub(position.halfmoves() as usize);
    Ok((position, history.split_off(recent)))
}

/// The machine's clock, or one that Python gives; looks for Ctrl-C now and then.
struct PythonClock<'a> {
    real: RealClock,
    asked: Option<&'a Py<PyAny>>,
    looked: atomic::AtomicU64,
    fail: &'a (dyn Fn(PyErr) + Sync),
}

impl Clock for PythonClock<'_> {
    fn seconds(&self) -> f64 {
        let now = self.real.seconds();
        let looked = f64::from_bits(self.looked.load(atomic::Ordering::Relaxed));
        if now - looked > BETWEEN_SIGNALS.as_secs_f64() {
            self.looked.store(now.to_bits(), atomic::Ordering::Relaxed);
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                (self.fail)(error);
            }
        }
        let Some(asked) = self.asked else { return now };
        Python::attach(|py| match asked.call0(py).and_then(|time| time.extract(py)) {
            Ok(time) => time,
            Err(error) => {
                (self.fail)(error);
                f64::INFINITY
            }
        })
    }
}

const _: () = assert!(MATE > LARGEST_VALUE);
