//! Tests rules on rows: for every (position, legal move) whether some pieces on the board make a rule true.
//!
//! [`vocabulary`] names the relations of rules, [`crate::facts`] computes them for one board, [`rows`] lays the answers
//! out in blocks of rows, [`parts`] breaks rules into parts that many of them share, [`columns`] tests one condition on
//! all rows of a block, [`memory`] keeps its answers, [`cover`] tests all parts of a block at once, [`counting`] counts
//! what they have in common and [`solve`] finds the pieces of a rule on a single row. [`learning`] has the paper's
//! vocabulary.

mod bits;
mod columns;
pub mod counting;
pub mod cover;
pub mod learning;
mod memory;
pub mod parts;
mod pieces;
pub mod rows;
pub mod solve;
pub mod vocabulary;
