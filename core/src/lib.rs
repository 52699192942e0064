//! What Motif computes millions of times, on [`shakmaty`]: Rust computes, Python decides.
//!
//! What is true on a board: [`positions`], [`moves`], [`perft`], [`relations`], [`safety`], [`pawns`], [`exchange`] and
//! [`facts`], with [`small_boards`] beside shakmaty's own. What is read: [`games`]. What rooms ask for: [`tables`], [`search`], [`cases`]
//! (openings), [`programs`] (endgames), [`tactics`], [`patterns`], [`mates`] and [`compose`] (puzzles). One concept a
//! file, no two files that need each other (`tests/test_core_circles.py`), and only `python` knows Python.

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
