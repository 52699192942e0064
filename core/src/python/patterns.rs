//! The graph of a board, the index of patterns, and what fitting their weights needs.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::{
    prelude::*,
    types::{PyTuple, PyType},
};
use shakmaty::Position;

use super::{
    arrays::{ask_each, ask_each_or_stop, enough, on_threads, table},
    chess_types::position_of,
    evaluation::{Filter, Recipe},
    positions::Positions,
};
use crate::{
    chess::moves::legal_codes,
    errors::{CoreError, refuse},
    patterns::{
        graph::{edges, edges_and_marks},
        index::Index,
        learning::{
            design::Design,
            proposals::{ProposalLimits, propose},
        },
        pattern::{Mask, Pattern, PatternEdge, Special, parse, relation},
        relation::{Edge, Relation, TYPES},
        scorer::{ByLot, ByPatterns, Scorer, Selection},
    },
    search::filter::{self, Unchosen},
};

type TextEdge = (String, Vec<u8>);
type TextPattern = (Vec<Mask>, Vec<TextEdge>, Special);

/// The names of the relations, and how many pieces and squares each relates.
#[pyfunction]
pub fn graph_relations() -> Vec<(&'static str, usize)> {
    Relation::all().map(|relation| (relation.name(), relation.arity())).collect()
}

/// The full graph of a board: the name of each relation and its squares.
#[pyfunction]
#[pyo3(signature = (board, /))]
pub fn board_graph<'py>(board: &Bound<'py, PyAny>) -> PyResult<Vec<(&'static str, Bound<'py, PyTuple>)>> {
    let mut found = Vec::new();
    edges(position_of(board)?.board(), &mut found);
    sorted_with_squares(board.py(), found)
}

/// The graph and the marks of a board, as the side to move sees them.
#[pyfunction]
#[pyo3(signature = (board, /))]
pub fn marked_graph<'py>(board: &Bound<'py, PyAny>) -> PyResult<Vec<(&'static str, Bound<'py, PyTuple>)>> {
    let mut found = Vec::new();
    let position = position_of(board)?;
    edges_and_marks(position.board(), position.turn(), &mut found);
    sorted_with_squares(board.py(), found)
}

fn sorted_with_squares(py: Python<'_>, mut found: Vec<Edge>) -> PyResult<Vec<(&'static str, Bound<'_, PyTuple>)>> {
    found.sort_unstable();
    found.iter().map(|edge| Ok((edge.relation.name(), PyTuple::new(py, edge.squares())?))).collect()
}

/// How often each relation of the graph holds in each position.
#[pyfunction]
#[pyo3(signature = (positions, /))]
pub fn relation_counts<'py>(py: Python<'py>, positions: &Positions) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let counts = ask_each(py, &positions.rows, |row| {
        let mut found = Vec::with_capacity(600);
        edges(row.unpack().board(), &mut found);
        let mut counts = [0; TYPES];
        found.iter().for_each(|edge| counts[edge.relation.place()] += 1);
        counts
    });
    table(py, counts, TYPES)
}

fn pattern_of((masks, edges, special): TextPattern) -> Result<Pattern, CoreError> {
    let bad = |why| CoreError::BadArgument { why };
    let edge = |(name, vertices): TextEdge| PatternEdge::new(relation(&name).map_err(bad)?, &vertices);
    Pattern { masks, edges: edges.into_iter().map(edge).collect::<Result<_, CoreError>>()?, special }.checked()
}

fn text_of(pattern: Pattern) -> TextPattern {
    let edges = pattern.edges.into_iter().map(|edge| (edge.relation.name().to_owned(), edge.vertices().to_vec()));
    (pattern.masks, edges.collect(), pattern.special)
}

fn selection(count: Option<usize>, share: Option<f64>) -> Result<Selection, CoreError> {
    match (count, share) {
        (Some(count), None) if count > 0 => Ok(Selection::Best(count)),
        (None, Some(share)) if share > 0.0 && share <= 1.0 => Ok(Selection::Share(share)),
        _ => refuse("say how many moves, 1 or more, or which share of them, up to 1"),
    }
}

/// A filter that chooses at random.
#[pyfunction]
#[pyo3(signature = (count, share, seed, mode, reduction))]
pub fn random_filter(
    py: Python<'_>,
    count: Option<usize>,
    share: Option<f64>,
    seed: u64,
    mode: String,
    reduction: u8,
) -> PyResult<Filter> {
    let chooser = Arc::new(ByLot { selection: selection(count, share)?, seed });
    let module = py.import("motif._core.patterns")?;
    Ok(Filter {
        inner: filter::Filter::new(chooser, Unchosen::by_mode(&mode, reduction)?),
        recipe: Recipe::new(&module, "random_filter", (count, share, seed, mode, reduction))?,
    })
}

/// Many patterns, laid out for matching.
#[pyclass(frozen, module = "motif._core.patterns")]
pub struct PatternIndex {
    pub inner: Arc<Index>,
}

#[pymethods]
impl PatternIndex {
    #[new]
    #[pyo3(signature = (patterns, /))]
    fn new(patterns: Vec<TextPattern>) -> PyResult<PatternIndex> {
        let patterns = patterns.into_iter().map(pattern_of).collect::<Result<_, CoreError>>()?;
        Ok(PatternIndex { inner: Arc::new(Index::new(patterns)) })
    }

    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse<'py>(py: Python<'py>, text: &str) -> PyResult<(PatternIndex, Bound<'py, PyArray1<f64>>)> {
        let (patterns, weights) = py.detach(|| parse(text))?;
        Ok((PatternIndex { inner: Arc::new(Index::new(patterns)) }, PyArray1::from_vec(py, weights)))
    }

    fn __len__(&self) -> usize {
        self.inner.patterns().len()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Vec<TextPattern>,)) {
        let patterns = self.inner.patterns().iter().cloned().map(text_of).collect();
        (py.get_type::<PatternIndex>(), (patterns,))
    }

    #[pyo3(signature = (weights, count, share, mode, reduction))]
    fn filter(
        slf: &Bound<'_, PatternIndex>,
        weights: PyReadonlyArray1<'_, f64>,
        count: Option<usize>,
        share: Option<f64>,
        mode: String,
        reduction: u8,
    ) -> PyResult<Filter> {
        let again = PyArray1::from_vec(slf.py(), weights.as_array().to_vec());
        let scorer = slf.get().weighed(&weights)?;
        let chooser = Arc::new(ByPatterns { scorer, selection: selection(count, share)? });
        Ok(Filter {
            inner: filter::Filter::new(chooser, Unchosen::by_mode(&mode, reduction)?),
            recipe: Recipe::new(slf, "filter", (again, count, share, mode, reduction))?,
        })
    }

    #[pyo3(signature = (positions, wanted = None, /))]
    fn design(
        &self,
        py: Python<'_>,
        positions: &Positions,
        wanted: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<PatternRows> {
        let wanted = wanted.map(|rows| rows.as_array().to_vec());
        if let Some(wanted) = &wanted {
            let rows = positions.rows.iter().map(|row| legal_codes(&row.unpack()).len()).sum();
            enough(wanted.len(), rows, "words", "rows")?;
        }
        let rows = &positions.rows;
        let design = |interrupted: &_| Ok(Design::new(&self.inner, rows, wanted.as_deref(), interrupted));
        Ok(PatternRows { inner: on_threads(py, None, design)? })
    }

    #[pyo3(signature = (weights, /))]
    fn scorer(&self, weights: PyReadonlyArray1<'_, f64>) -> PyResult<PatternScorer> {
        Ok(PatternScorer { inner: self.weighed(&weights)? })
    }
}

impl PatternIndex {
    fn weighed(&self, weights: &PyReadonlyArray1<'_, f64>) -> Result<Arc<Scorer>, CoreError> {
        let weights = weights.as_array().to_vec();
        enough(weights.len(), self.inner.patterns().len(), "weights", "patterns")?;
        Ok(Arc::new(Scorer::new(self.inner.clone(), &weights)))
    }
}

/// An index with weights.
#[pyclass(frozen, module = "motif._core.patterns")]
pub struct PatternScorer {
    inner: Arc<Scorer>,
}

#[pymethods]
impl PatternScorer {
    #[pyo3(signature = (positions, /))]
    fn scores<'py>(&self, py: Python<'py>, positions: &Positions) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let scores = ask_each_or_stop(py, &positions.rows, |row| {
            let position = row.unpack();
            self.inner.scores(&position, &legal_codes(&position))
        })?;
        Ok(PyArray1::from_vec(py, scores))
    }
}

/// Which patterns fit which rows.
#[pyclass(frozen, module = "motif._core.patterns")]
pub struct PatternRows {
    inner: Design,
}

#[pymethods]
impl PatternRows {
    fn __len__(&self) -> usize {
        self.inner.rows()
    }

    fn matches<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>) {
        let (starts, patterns) = py.detach(|| self.inner.matches());
        (PyArray1::from_vec(py, starts), PyArray1::from_vec(py, patterns))
    }

    fn support<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, py.detach(|| self.inner.support()))
    }

    #[pyo3(signature = (weights, /))]
    fn scores<'py>(&self, py: Python<'py>, weights: PyReadonlyArray1<'py, f64>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let weights = weights.as_array().to_vec();
        enough(weights.len(), self.inner.patterns(), "weights", "patterns")?;
        Ok(PyArray1::from_vec(py, py.detach(|| self.inner.scores(&weights))))
    }

    #[pyo3(signature = (weights, /))]
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let weights = weights.as_array().to_vec();
        enough(weights.len(), self.inner.patterns(), "weights", "patterns")?;
        Ok(PyArray1::from_vec(py, py.detach(|| self.inner.probabilities(&weights))))
    }

    #[pyo3(signature = (weights, chosen, /))]
    #[allow(clippy::type_complexity, reason = "a number and two arrays")]
    fn slope<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray1<'py, f64>,
        chosen: PyReadonlyArray1<'py, u32>,
    ) -> PyResult<(f64, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>)> {
        let (weights, chosen) = (weights.as_array().to_vec(), chosen.as_array().to_vec());
        enough(weights.len(), self.inner.patterns(), "weights", "patterns")?;
        enough(chosen.len(), self.inner.positions(), "chosen moves", "positions")?;
        let (loss, gradient, curvature) = py.detach(|| self.inner.slope(&weights, &chosen));
        Ok((loss, PyArray1::from_vec(py, gradient), PyArray1::from_vec(py, curvature)))
    }
}

/// The candidates that would explain most of what the weights so far do not.
#[pyfunction]
#[pyo3(signature = (positions, residuals, edges, support, most, least_residual))]
#[allow(clippy::type_complexity, reason = "a pattern and three numbers")]
pub fn propose_patterns(
    py: Python<'_>,
    positions: &Positions,
    residuals: PyReadonlyArray1<'_, f32>,
    edges: usize,
    support: u32,
    most: usize,
    least_residual: f32,
) -> PyResult<Vec<(TextPattern, u32, f64, f64)>> {
    let residuals = residuals.as_array().to_vec();
    let limits = ProposalLimits { edges, support, most, least_residual };
    let rows = &positions.rows;
    let found = on_threads(py, None, |interrupted| Ok(propose(rows, &residuals, &limits, interrupted)))?;
    Ok(found.into_iter().map(|one| (text_of(one.pattern), one.support, one.gradient, one.merit)).collect())
}
