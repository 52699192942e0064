//! Computes what Motif needs millions of times, on top of [`shakmaty`]: Rust computes, Python decides.
//!
//! [`chess`] has the boards and moves, [`facts`] what is true of a position or move, and [`games`] reads PGN files. Then
//! one module for each part of Motif: [`tables`], [`search`], [`books`] and [`cases`] (openings), [`programs`] (endgames),
//! [`tactics`], [`patterns`], [`mates`] and [`compose`] (puzzles). No two files need each other
//! (`tests/test_core_circles.py`), and only `python` depends on Python. A `learning` folder holds what only learning and
//! measuring use.

pub mod books;
pub mod cases;
pub mod chess;
pub mod compose;
pub mod errors;
pub mod facts;
pub mod games;
pub mod mates;
pub mod patterns;
pub mod programs;
pub mod random;
pub mod search;
pub mod tables;
pub mod tactics;

#[cfg(feature = "python")]
mod python;
