//! Rules tested on rows: for every (position, legal move) whether some men on the board make a rule true.
//!
//! [`vocabulary`] names what a rule may ask, [`crate::facts`] answers it for one board, [`rows`] lays the answers out in
//! blocks of rows, [`parts`] breaks rules into parts that many of them share, [`condition`] asks one condition of one row
//! and [`columns`] of all rows of a block, [`memory`] keeps its answers, [`cover`] tests all parts of a block at once,
//! [`counting`] counts what they have in common and [`solve`] finds the men of a single row. [`paper`] asks the paper's
//! own vocabulary.

mod bits;
mod columns;
mod condition;
pub mod counting;
pub mod cover;
mod memory;
mod men;
pub mod paper;
pub mod parts;
pub mod rows;
pub mod solve;
pub mod vocabulary;
mod widest;
