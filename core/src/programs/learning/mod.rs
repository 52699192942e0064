//! Scores programs while they are evolved.

mod choices;

pub use choices::{Case, earned};
