//! The one place where errors cross: each kind becomes its own child of `MotifError`.

use pyo3::{prelude::*, types::PyType};

use crate::errors::CoreError;

impl From<CoreError> for PyErr {
    fn from(error: CoreError) -> PyErr {
        let name = match error {
            CoreError::BadPosition { .. } => "BadPosition",
            CoreError::IllegalMove { .. } => "IllegalMove",
            CoreError::BadGameFile { .. } => "BadGameFile",
            CoreError::BadArgument { .. } => "BadArgument",
            CoreError::BadBytes { .. } => "BadFile",
        };
        Python::attach(|py| {
            let class = py.import("motif.errors").and_then(|module| module.getattr(name));
            match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
                Ok(class) => PyErr::from_type(class, error.to_string()),
                Err(import_error) => import_error,
            }
        })
    }
}
