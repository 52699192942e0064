//! Computes what Motif needs millions of times, on top of [`shakmaty`]: Rust computes, Python decides.
//!
//! Boards and moves: [`positions`], [`moves`], [`perft`], [`relations`], [`safety`], [`pawns`], [`exchange`], [`facts`]
//! and [`small_boards`]. PGN files: [`games`]. One module for each part of Motif: [`tables`], [`search`], [`cases`]
//! (openings), [`programs`] (endgames), [`tactics`], [`patterns`], [`mates`] and [`compose`] (puzzles). No two files
//! need each other (`tests/test_core_circles.py`), and only `python` depends on Python.

pub mod cases;
pub mod compose;
pub mod errors;
pub mod exchange;
pub mod facts;
pub mod games;
pub mod mates;
pub mod moves;
pub mod patterns;
pub mod pawns;
pub mod perft;
pub mod positions;
pub mod programs;
pub mod random;
pub mod relations;
pub mod safety;
pub mod search;
pub mod small_boards;
pub mod tables;
pub mod tactics;

#[cfg(feature = "python")]
mod python;
