//! Matches move patterns: describes a board as a graph of relations between its pieces, and finds the learned patterns
//! that a move fits.
//!
//! After Finkelstein and Markovitch, "Learning to play chess selectively by acquiring move patterns".

pub mod graph;
pub mod index;
mod layout;
pub mod learning;
pub mod literal_matches;
mod literals;
mod marks;
mod move_marks;
pub mod pattern;
pub mod relation;
pub mod scene;
pub mod scorer;
