//! How an opaque value was built, so that it can be built again in another process.

use pyo3::{prelude::*, types::PyTuple};

/// What was called, and with what: every room may build evaluations and filters in its own way.
pub struct Recipe {
    call: Py<PyAny>,
    arguments: Py<PyTuple>,
}

/// What `pickle` asks for.
pub type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

impl Recipe {
    /// The method of this name, of a class or of an object, with these arguments.
    pub fn new<'py>(
        owner: &Bound<'py, PyAny>,
        name: &str,
        arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
    ) -> PyResult<Recipe> {
        let arguments = arguments.into_pyobject(owner.py())?;
        Ok(Recipe { call: owner.getattr(name)?.unbind(), arguments: arguments.unbind() })
    }

    /// The recipe as `pickle` wants it.
    pub fn reduced<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        (self.call.bind(py).clone(), self.arguments.bind(py).clone())
    }
}
