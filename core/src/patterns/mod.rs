//! Matches move patterns: describes a board as a graph of relations between its pieces, and finds the learned patterns
//! that a move fits.
//!
//! After Finkelstein and Markovitch, "Learning to play chess selectively by acquiring move patterns".

pub mod chooser;
pub mod design;
pub mod edge;
pub mod graph;
mod hits;
pub mod index;
mod layout;
pub mod literal_matches;
mod literals;
mod marks;
mod move_marks;
pub mod pattern;
pub mod proposals;
pub mod rays;
pub mod relation;
pub mod scene;
pub mod scorer;
pub mod text;
