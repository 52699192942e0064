//! Plays the contests of the paper's evolution and holds the filters that it evolves: cases and hierarchies.

pub mod contests;
pub mod hierarchy;
pub mod pruning_cases;
