//! One alpha-beta with a plug-in evaluation and a plug-in move filter, in two modes.
//!
//! [`evaluation`] and [`filter`] say what a search asks of a plug-in; [`heuristic`] and [`tapered`] are evaluations,
//! [`pruning`], [`pruning_cases`] and [`hierarchy`] choose moves for a filter. [`paper`] searches to a fixed depth and no
//! further; [`root`] deepens step by step and sees captures through. Both are deterministic for a fixed depth or number
//! of nodes on one thread; [`together`] searches on more. [`contests`] plays whole games. Scores at a node are for the
//! side to move there.

pub mod contests;
pub mod control;
mod crew;
mod drawish;
pub mod evaluation;
pub mod filter;
mod finer;
mod full;
pub mod heuristic;
pub mod hierarchy;
mod named;
mod ordering;
mod paper;
pub mod pruning;
pub mod pruning_cases;
mod quiescence;
mod reach;
mod replies;
mod root;
mod scores;
mod searcher;
mod singular;
mod steps;
mod survey;
mod swap;
mod table;
pub mod tapered;
mod task;
mod together;

pub use searcher::{MOST_THREADS, Searcher};
pub use steps::key_of;
pub use task::{Info, Line, MATE, Options, Task, mate_in};
