//! Defines what a search needs from an evaluation: the value of a position for one side, in whole units.
//!
//! Every evaluation (piece-square tables, the three-term heuristic, evolved programs) implements this trait, so that
//! one search runs them all.

use std::{any::Any, sync::Arc};

use shakmaty::{Chess, Color};

/// The largest value that is not a mate.
pub const LARGEST_VALUE: i32 = 900_000_000;

/// Evaluates positions. It must give the same value for the same position, whatever it evaluated before. A search may
/// downcast it to its type, hence [`Any`].
pub trait Evaluate: Any + Send + Sync {
    /// The value of the position for a side, within ±[`LARGEST_VALUE`]. Never called for a game that is over.
    fn value(&self, position: &Chess, side: Color) -> i32;

    /// How many units make a pawn; the search scales its margins by it.
    fn pawn(&self) -> f64;

    /// Whether the value for one side is minus the value for the other, so that both may share a table.
    fn is_antisymmetric(&self) -> bool;

    /// The terms and what each adds to the value for a side.
    fn explain(&self, position: &Chess, side: Color) -> Vec<(String, f64)>;
}

/// An evaluation that many searches may share.
pub type Evaluation = Arc<dyn Evaluate>;
