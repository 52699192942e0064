//! Defines the errors of the core. Each kind becomes a separate subclass of `MotifError` in Python.

use std::{fmt, io};

/// An error with everything its message needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoreError {
    /// A FEN or board that is no legal position.
    BadPosition { what: String, why: String },
    /// A move that cannot be played.
    IllegalMove { uci: String, fen: String },
    /// A game file that cannot be opened or decompressed.
    BadGameFile { path: String, why: String },
    /// Arguments that do not fit each other.
    BadArgument { why: String },
    /// Packed bytes that do not hold positions.
    BadBytes { why: String },
    /// A file that cannot be written; the number is that of the operating system.
    CannotWrite { number: i32, why: String },
}

impl fmt::Display for CoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoreError::BadPosition { what, why } => write!(f, "bad position {what:?}: {why}"),
            CoreError::IllegalMove { uci, fen } => write!(f, "illegal move {uci} in {fen}"),
            CoreError::BadGameFile { path, why } => write!(f, "cannot read {path}: {why}"),
            CoreError::BadArgument { why } => write!(f, "{why}"),
            CoreError::BadBytes { why } => write!(f, "not packed positions: {why}"),
            CoreError::CannotWrite { why, .. } => write!(f, "{why}"),
        }
    }
}

impl From<io::Error> for CoreError {
    fn from(error: io::Error) -> CoreError {
        CoreError::CannotWrite { number: error.raw_os_error().unwrap_or(0), why: error.to_string() }
    }
}

impl std::error::Error for CoreError {}

/// Refuse arguments, and say why.
pub fn refuse<T, E: From<CoreError>>(why: impl Into<String>) -> Result<T, E> {
    Err(CoreError::BadArgument { why: why.into() }.into())
}
