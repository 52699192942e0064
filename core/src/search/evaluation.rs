//! What a search asks of an evaluation: how good a position is for one side, in whole units of its own.
//!
//! Evaluations of every room (piece-square tables, the three-term heuristic, evolved programs) stand behind this
//! one trait, so that the same search runs them all.

use std::{any::Any, sync::Arc};

use shakmaty::{Chess, Color};

/// The largest value that is not a mate.
pub const LARGEST_VALUE: i32 = 900_000_000;

/// Judges positions. Must give the same value for the same position, whatever was asked before. A search may ask what
/// kind of evaluation it has been given, hence [`Any`].
pub trait Evaluate: Any + Send + Sync {
    /// How good the position is for a side, within ±[`LARGEST_VALUE`]. Never called for a game that is over.
    fn value(&self, position: &Chess, side: Color) -> i32;

    /// How many units make a pawn; the search scales its margins by it.
    fn pawn(&self) -> f64;

    /// Whether what is good for one side is exactly as bad for the other, so that both may share a table.
    fn is_antisymmetric(&self) -> bool;

    /// The terms and what each adds to the value for a side.
    fn explain(&self, position: &Chess, side: Color) -> Vec<(String, f64)>;
}

/// An evaluation that many searches may share.
pub type Evaluation = Arc<dyn Evaluate>;
