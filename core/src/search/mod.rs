//! Searches positions by alpha-beta with a plug-in evaluation and a plug-in move filter, in two modes.
//!
//! [`evaluation`] and [`filter`] define the plug-ins; [`heuristic`] and [`tapered`] are evaluations, [`pruning`],
//! [`pruning_cases`] and [`hierarchy`] choose moves for a filter. [`paper`] searches to a fixed depth only; [`root`]
//! deepens step by step with quiescence. Both are deterministic for a fixed depth or number of nodes on one thread;
//! [`lazy_smp`] searches on more threads. [`contests`] plays whole games. Scores at a node are for the side to move
//! there.

mod attack_map;
pub mod contests;
pub mod control;
mod costly_terms;
mod drawish;
pub mod evaluation;
pub mod filter;
mod full;
pub mod heuristic;
pub mod hierarchy;
mod lazy_smp;
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
mod shared;
mod singular;
mod steps;
mod swap;
mod table;
pub mod tapered;
mod task;

pub use searcher::{MOST_THREADS, Searcher};
pub use steps::key_of;
pub use task::{Info, Line, MATE, Options, Task, mate_in};
