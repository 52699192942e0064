//! Rules tested on rows: for every (position, legal move) whether some men on the board make a rule true.
//!
//! [`relations`] names what a rule may ask, [`facts`] answers it for one board, [`rows`] lays the answers out in blocks
//! of rows, [`rules`] breaks rules into parts that many of them share, [`columns`] asks one condition of all rows of a
//! block, [`memory`] keeps its answers, [`cover`] tests all parts of a block at once, [`counting`] counts what they have
//! in common and [`solve`] finds the men of a single row. [`paper`] asks the paper's own vocabulary.

pub mod columns;
pub mod counting;
pub mod cover;
pub mod facts;
pub mod memory;
pub mod men;
pub mod paper;
pub mod quick;
pub mod relations;
pub mod rows;
pub mod rules;
pub mod settle;
pub mod solve;
pub mod widest;
