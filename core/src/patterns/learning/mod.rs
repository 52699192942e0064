//! Learns patterns: proposes candidates, and fits the weights of those that are kept.

pub mod design;
pub mod proposals;
