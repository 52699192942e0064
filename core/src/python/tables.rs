//! `Tables`: exact small endgames, solved on demand and kept as bytes by Python.

use std::sync::{Arc, RwLock};

use numpy::{PyArray2, PyReadonlyArray1};
use pyo3::{prelude::*, types::PyBytes};
use rayon::prelude::*;

use super::{
    arrays::{ask_each, table},
    positions::Positions,
};
use crate::{
    errors::{CoreError, refuse},
    positions::Packed,
    tables::{self, Material, Outcome, Table},
};

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
