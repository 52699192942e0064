//! `RuleTester`: rows (position, legal move), and what rules cover of them.

use std::sync::OnceLock;

use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use shakmaty::Square;

use super::{
    arrays::{enough, on_threads, table},
    positions::Positions,
};
use crate::{
    chess::{moves::MoveCode, positions::Packed},
    errors::{CoreError, refuse},
    tactics::{
        counting::Tally,
        cover,
        learning::paper::{Condition, World},
        parts::{Literal, Program},
        rows::{Block, Item, facts_table, lay_out, references_of},
        solve,
        vocabulary::{self, Relation},
    },
};

type TextRule = Vec<(String, Vec<u8>)>;
type Tallies<'py> = (Bound<'py, PyArray2<i64>>, Bound<'py, PyArray1<u64>>);
type RowLists<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// The names of the relations and how many squares each takes.
#[pyfunction]
pub fn rule_relations() -> Vec<(String, usize)> {
    vocabulary::all().into_iter().map(|(name, relation)| (name, relation.squares())).collect()
}

/// Rows on which rules are tested.
#[pyclass(frozen, module = "motif._core.tactics")]
pub struct RuleTester {
    positions: Py<Positions>,
    blocks: Vec<Block>,
    /// The rows of reference moves alone, made when a caller first needs them.
    references: OnceLock<Vec<Block>>,
}

#[pymethods]
impl RuleTester {
    #[new]
    #[pyo3(signature = (positions, references = None, captured_on = None, /))]
    fn new(
        py: Python<'_>,
        positions: Py<Positions>,
        references: Option<PyReadonlyArray1<'_, u16>>,
        captured_on: Option<PyReadonlyArray1<'_, i8>>,
    ) -> PyResult<RuleTester> {
        let rows: &Vec<Packed> = &positions.get().rows;
        let references: Option<Vec<u16>> = references.map(|array| array.as_array().to_vec());
        let captured_on: Option<Vec<i8>> = captured_on.map(|array| array.as_array().to_vec());
        enough(references.as_ref().map_or(rows.len(), Vec::len), rows.len(), "reference moves", "positions")?;
        enough(captured_on.as_ref().map_or(rows.len(), Vec::len), rows.len(), "squares of captures", "positions")?;
        let items: Vec<Item> = rows
            .iter()
            .enumerate()
            .map(|(index, &position)| Item {
                position,
                reference: references.as_ref().map(|codes| MoveCode(codes[index])),
                captured_on: captured_on.as_ref().and_then(|squares| Square::try_from(squares[index]).ok()),
            })
            .collect();
        let blocks = on_threads(py, None, |interrupted| Ok(lay_out(&items, interrupted)))?;
        Ok(RuleTester { positions, blocks, references: OnceLock::new() })
    }

    fn __len__(&self) -> usize {
        self.blocks.iter().map(|block| block.rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<RuleTester: {} rows of {} positions>", self.__len__(), self.positions.get().rows.len())
    }

    #[getter]
    fn positions(&self, py: Python<'_>) -> Py<Positions> {
        self.positions.clone_ref(py)
    }

    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let counts = self.blocks.iter().flat_map(|block| {
            let mut counts = vec![0; block.positions()];
            block.position_of.iter().for_each(|&position| counts[usize::from(position)] += 1);
            counts
        });
        let ends = counts.scan(0, |end, count: i64| {
            *end += count;
            Some(*end)
        });
        PyArray1::from_vec(py, std::iter::once(0).chain(ends).collect())
    }

    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        PyArray1::from_vec(py, self.blocks.iter().flat_map(|block| &block.codes).map(|code| code.0).collect())
    }

    #[getter]
    fn positives<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let rows = self
            .blocks
            .iter()
            .flat_map(|block| (0..block.rows).map(|row| block.positives[row / 64] >> (row % 64) & 1 != 0));
        PyArray1::from_vec(py, rows.enumerate().filter(|(_, holds)| *holds).map(|(row, _)| row as i64).collect())
    }

    #[pyo3(signature = (rules, fewest = 0, /))]
    fn test<'py>(&self, py: Python<'py>, rules: &Bound<'py, PyAny>, fewest: u64) -> PyResult<Tallies<'py>> {
        let literals = read(rules)?;
        let tallies = on_threads(py, None, |interrupted| {
            if fewest == 0 {
                return Ok(cover::tally(&self.blocks, &Program::of(&literals), interrupted));
            }
            let references = self.references.get_or_init(|| references_of(&self.blocks));
            Ok(cover::tally_of_those_that_find(fewest, &self.blocks, references, literals, interrupted))
        })?;
        as_arrays(py, &tallies)
    }

    #[pyo3(signature = (rules, /))]
    fn covered<'py>(&self, py: Python<'py>, rules: &Bound<'py, PyAny>) -> PyResult<RowLists<'py>> {
        let literals = read(rules)?;
        let program = Program::of(&literals);
        let covered = on_threads(py, None, |interrupted| Ok(cover::rows_covered(&self.blocks, &program, interrupted)))?;
        Ok(joined(py, covered))
    }

    #[pyo3(signature = (rules, /))]
    fn covered_by_clauses<'py>(&self, py: Python<'py>, rules: Vec<TextRule>) -> PyResult<RowLists<'py>> {
        let clauses = read_clauses(&rules)?;
        let positions: &Vec<Packed> = &self.positions.get().rows;
        let found: Vec<Vec<Vec<bool>>> = py.detach(|| {
            let ask = |position: &Packed| {
                let mut world = World::of(position.unpack());
                let moves = world.moves().to_vec();
                clauses
                    .iter()
                    .map(|clause| moves.iter().map(|&(from, to)| world.binds(clause, from, to)).collect())
                    .collect()
            };
            positions.par_iter().map(ask).collect()
        });
        let rows = |rule: usize| {
            let bound = found.iter().flat_map(|position| &position[rule]);
            bound.enumerate().filter(|(_, binds)| **binds).map(|(row, _)| row as i64).collect()
        };
        Ok(joined(py, (0..clauses.len()).map(rows).collect()))
    }

    #[pyo3(signature = (rule, row, /))]
    fn witness(&self, rule: &Bound<'_, PyAny>, row: usize) -> PyResult<Option<Vec<u32>>> {
        let literals = Reader::default().rule(rule)?;
        let (block, row) = self.find(row)?;
        let squares = solve::witness(block, row, &literals);
        Ok(squares.map(|others| [block.from(row), block.to(row)].into_iter().chain(others).map(u32::from).collect()))
    }

    #[pyo3(signature = (relation, /))]
    fn facts<'py>(&self, py: Python<'py>, relation: &str) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let relation = Relation::find(relation)?;
        let facts = py.detach(|| facts_table(&self.blocks, relation));
        table(py, facts, 1 + relation.squares())
    }
}

impl RuleTester {
    fn find(&self, row: usize) -> Result<(&Block, usize), CoreError> {
        let mut left = row;
        for block in &self.blocks {
            if left < block.rows {
                return Ok((block, left));
            }
            left -= block.rows;
        }
        refuse(format!("row {row} is outside {} rows", self.__len__()))
    }
}

fn read(rules: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Literal>>> {
    let mut reader = Reader::default();
    rules.try_iter()?.map(|rule| reader.rule(&rule?)).collect()
}

/// Reads literals; one that many rules share as the same object is read once.
#[derive(Default)]
struct Reader {
    seen: FxHashMap<usize, Literal>,
    /// Keeps the objects alive, so that no other can take the place of one.
    kept: Vec<Py<PyAny>>,
}

impl Reader {
    fn rule(&mut self, rule: &Bound<'_, PyAny>) -> PyResult<Vec<Literal>> {
        rule.try_iter()?.map(|literal| self.literal(&literal?)).collect()
    }

    fn literal(&mut self, literal: &Bound<'_, PyAny>) -> PyResult<Literal> {
        let place = literal.as_ptr() as usize;
        if let Some(&known) = self.seen.get(&place) {
            return Ok(known);
        }
        let (name, squares): (String, Vec<u8>) = literal.extract()?;
        let read = Literal::new(&name, &squares)?;
        self.seen.insert(place, read);
        self.kept.push(literal.clone().unbind());
        Ok(read)
    }
}

fn read_clauses(rules: &[TextRule]) -> Result<Vec<Vec<Condition>>, CoreError> {
    let condition = |(name, variables): &(String, Vec<u8>)| Condition::new(name, variables);
    rules.iter().map(|rule| rule.iter().map(condition).collect()).collect()
}

fn as_arrays<'py>(py: Python<'py>, tallies: &[Tally]) -> PyResult<Tallies<'py>> {
    let counts = tallies.iter().flat_map(|tally| [tally.rows, tally.positions, tally.positives]);
    let fingerprints = tallies.iter().map(|tally| tally.fingerprint);
    Ok((table(py, counts.map(|count| count as i64).collect(), 3)?, PyArray1::from_vec(py, fingerprints.collect())))
}

fn joined(py: Python<'_>, lists: Vec<Vec<i64>>) -> RowLists<'_> {
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as i64;
        Some(*end)
    });
    let starts = PyArray1::from_vec(py, std::iter::once(0).chain(ends).collect());
    (PyArray1::from_vec(py, lists.into_iter().flatten().collect()), starts)
}
