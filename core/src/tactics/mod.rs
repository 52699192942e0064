//! Tests rules on rows: for every (position, legal move) whether some pieces on the board make a rule true.
//!
//! [`vocabulary`] names the relations of rules, [`crate::facts`] computes them for one board, [`rows`] lays the answers
//! out in blocks of rows, [`parts`] breaks rules into parts that many of them share, [`condition`] tests one condition
//! on one row and [`columns`] on all rows of a block, [`memory`] keeps its answers, [`cover`] tests all parts of a
//! block at once, [`counting`] counts what they have in common and [`solve`] finds the pieces of a single row.
//! [`paper`] has the paper's vocabulary.

mod bits;
mod columns;
mod condition;
pub mod counting;
pub mod cover;
mod memory;
pub mod paper;
pub mod parts;
mod pieces;
pub mod rows;
mod simd;
pub mod solve;
pub mod vocabulary;
