//! Plays the games from which weights and pruning are learned.

pub mod contests;
