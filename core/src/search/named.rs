//! Parts of a chooser by name, as the bits of a number.

use crate::errors::{CoreError, refuse};

/// The bits of these names among the known ones; an unknown one is refused, with `what` it should have been.
pub fn bits_of(names: &[String], known: &[&str], what: &str) -> Result<u32, CoreError> {
    names.iter().try_fold(0, |all, name| match known.iter().position(|each| each == name) {
        Some(bit) => Ok(all | 1 << bit),
        None => refuse(format!("there is no {what} {name:?}; there are {}", known.join(", "))),
    })
}
