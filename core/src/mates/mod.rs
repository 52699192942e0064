//! Full-width mate search: every attack against every defence, on the full board and on smaller ones.
//!
//! mate(p, n) = some move m of p has: p·m is mate, or n > 1, the defender can move, and mate(p·m·d, n - 1) for every
//! defence d. Nothing is pruned, so what is found is proved.

mod any_position;
mod others;
mod search;
mod stipulation;
mod tree;

pub use any_position::{AnyPosition, Checks, Rules};
pub use others::solve;
pub use search::{OutOfNodes, Search};
pub use stipulation::{LONGEST, Stipulation};
pub use tree::{Key, Line, Solution, Try, line_after};

#[cfg(test)]
mod tests;
