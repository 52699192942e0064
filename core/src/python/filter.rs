//! `Filter`: opaque to Python, built from its data, used by the search.

use std::sync::Arc;

use pyo3::{prelude::*, types::PyType};
use shakmaty::Position;

use super::{
    chess_types::{move_from, position_of},
    recipe::{Recipe, Reduced},
};
use crate::{
    errors::refuse,
    moves::MoveCode,
    search::{
        filter::{self, Node, Unchosen, Verdict},
        hierarchy::{Hierarchy, SITUATIONS},
        pruning::{PruningRules, RULES},
        pruning_cases::{self, PruningCases},
    },
};

/// Which moves a search looks at.
#[pyclass(frozen, module = "motif._core.search")]
pub struct Filter {
    pub inner: filter::Filter,
    pub recipe: Recipe,
}

#[pymethods]
impl Filter {
    #[classmethod]
    #[pyo3(signature = (own, other, mode, reduction = 1))]
    fn rules(
        class: &Bound<'_, PyType>,
        own: Vec<String>,
        other: Vec<String>,
        mode: String,
        reduction: u8,
    ) -> PyResult<Filter> {
        let chooser = Arc::new(PruningRules::new(&own, &other)?);
        let inner = filter::Filter::new(chooser, Unchosen::by_mode(&mode, reduction)?);
        Ok(Filter { inner, recipe: Recipe::new(class, "rules", (own, other, mode, reduction))? })
    }

    #[classmethod]
    #[pyo3(signature = (names, mode, reduction = 1))]
    fn cases(class: &Bound<'_, PyType>, names: Vec<String>, mode: String, reduction: u8) -> PyResult<Filter> {
        let chooser = Arc::new(PruningCases::new(&names)?);
        let inner = filter::Filter::new(chooser, Unchosen::by_mode(&mode, reduction)?);
        Ok(Filter { inner, recipe: Recipe::new(class, "cases", (names, mode, reduction))? })
    }

    #[classmethod]
    #[pyo3(signature = (situations, mode, reduction = 1))]
    fn hierarchy(class: &Bound<'_, PyType>, situations: Vec<String>, mode: String, reduction: u8) -> PyResult<Filter> {
        let chooser = Arc::new(Hierarchy::new(&situations)?);
        let inner = filter::Filter::new(chooser, Unchosen::by_mode(&mode, reduction)?);
        Ok(Filter { inner, recipe: Recipe::new(class, "hierarchy", (situations, mode, reduction))? })
    }

    #[pyo3(signature = (plies, /))]
    fn within(slf: &Bound<'_, Filter>, plies: usize) -> PyResult<Filter> {
        if plies == 0 {
            return refuse("a filter for the first 0 plies filters nothing; write 1 or more");
        }
        Ok(Filter { inner: slf.get().inner.within(plies), recipe: Recipe::new(slf, "within", (plies,))? })
    }

    #[staticmethod]
    fn rule_names() -> Vec<&'static str> {
        RULES.to_vec()
    }

    #[staticmethod]
    fn case_names() -> Vec<&'static str> {
        pruning_cases::NAMES.to_vec()
    }

    #[staticmethod]
    fn situation_names() -> Vec<&'static str> {
        SITUATIONS.to_vec()
    }

    #[pyo3(signature = (board, own, depth, /))]
    #[allow(clippy::type_complexity, reason = "a move, its verdict and the reasons")]
    fn verdicts<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        own: bool,
        depth: i32,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, &'static str, Vec<&'static str>)>> {
        let position = position_of(board)?;
        let mut moves = position.legal_moves();
        moves.sort_unstable_by_key(|&m| MoveCode::of(m));
        let node = Node { position: &position, own, depth, ply: 0, in_check: position.is_check() };
        let decisions = self.inner.decide(&node, &moves);
        moves
            .iter()
            .zip(decisions)
            .map(|(&m, decision)| {
                let verdict = match decision.verdict {
                    Verdict::Keep => "keep",
                    Verdict::Reduce(_) => "reduce",
                    Verdict::Drop => "drop",
                };
                let names = self.inner.reasons().iter().enumerate();
                let reasons = names.filter(|(bit, _)| decision.reasons >> bit & 1 != 0).map(|(_, name)| *name);
                Ok((move_from(board.py(), MoveCode::of(m))?, verdict, reasons.collect()))
            })
            .collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        self.recipe.reduced(py)
    }
}
