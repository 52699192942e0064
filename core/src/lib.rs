//! What Motif computes millions of times, on [`shakmaty`]: Rust computes, Python decides.
//!
//! One concept a file; only [`python`] knows Python.

pub mod compose;
pub mod errors;
pub mod exchange;
pub mod games;
pub mod mates;
pub mod moves;
pub mod perft;
pub mod positions;
pub mod relations;
pub mod small_boards;
pub mod tables;

#[cfg(feature = "python")]
mod python;
