//! Move patterns: a board as a graph of what its men do to each other, and which learned patterns a move fits.
//!
//! After Finkelstein and Markovitch, "Learning to play chess selectively by acquiring move patterns".

pub mod chooser;
pub mod design;
pub mod edge;
pub mod graph;
mod hits;
pub mod index;
mod layout;
mod literals;
mod marks;
pub mod pattern;
pub mod proposals;
pub mod rays;
pub mod relation;
pub mod scene;
pub mod scorer;
pub mod text;
pub mod truths;
mod ventures;
