//! What Motif computes millions of times, on [`shakmaty`]: Rust computes, Python decides.
//!
//! One concept a file; only [`python`] knows Python.

pub mod cases;
pub mod compose;
pub mod contests;
pub mod errors;
pub mod evaluation;
pub mod exchange;
pub mod filter;
pub mod games;
pub mod heuristic;
pub mod mates;
pub mod moves;
pub mod patterns;
pub mod perft;
pub mod positions;
pub mod programs;
pub mod relations;
pub mod rules;
pub mod search;
pub mod small_boards;
pub mod tables;
pub mod tactics;
pub mod tapered;

#[cfg(feature = "python")]
mod python;
