//! Searches positions by alpha-beta with a plug-in evaluation and a plug-in move filter, in two modes.
//!
//! [`evaluation`] and [`filter`] define the plug-ins; [`heuristic`] and [`tapered`] are evaluations, [`pruning`]
//! chooses moves for a filter. [`paper`] searches to a fixed depth only; [`root`] deepens step by
//! step with quiescence. Both are deterministic for a fixed depth or number of nodes on one thread; [`searcher`] also
//! searches on several. Scores at a node are for the side to move there.

mod attack_map;
pub mod control;
mod costly_terms;
pub mod evaluation;
pub mod filter;
mod full;
pub mod heuristic;
pub mod learning;
mod ordering;
mod paper;
pub mod pruning;
mod quiescence;
mod root;
mod searcher;
mod table;
pub mod tapered;
mod task;

pub use searcher::{MOST_THREADS, Searcher};

pub use task::{Info, Line, MATE, Options, Task, key_of, mate_in};
