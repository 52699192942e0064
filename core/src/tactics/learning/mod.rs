//! Tests clauses in the vocabulary of the paper, for learning only.

pub mod paper;
