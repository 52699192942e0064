//! What a search asks of a move filter: which of the moves to look at, and how deep.
//!
//! Filters of every room (rules of thumb, patterns) stand behind this one trait. Two promises are kept here for all
//! of them: in check nothing is dropped, and when everything would be dropped nothing is.

use std::sync::Arc;

use shakmaty::{Chess, Move};

/// What becomes of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Searched in full.
    Keep,
    /// Searched this many plies shallower; in full only when it turns out better than expected.
    Reduce(u8),
    /// Not searched.
    Drop,
}

/// A verdict, and the bits of the reasons that led to it; the filter knows their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    pub reasons: u32,
}

/// Where a filter is asked.
pub struct Node<'a> {
    pub position: &'a Chess,
    /// Whether the side to move is the one that searches.
    pub own: bool,
    /// The plies that are left, at least 1.
    pub depth: i32,
    pub in_check: bool,
}

/// Judges all legal moves of a position at once.
pub trait MoveFilter: Send + Sync {
    /// One judgement for each move, appended in their order.
    fn judge(&self, node: &Node<'_>, moves: &[Move], judgements: &mut Vec<Judgement>);

    /// What the bits of a judgement's reasons are called; a move with no bit was not chosen by anything.
    fn reasons(&self) -> &[&'static str];

    /// The bits that speak against a move; the others speak for it.
    fn refusing(&self) -> u32;
}

/// A filter that many searches may share.
pub type Filter = Arc<dyn MoveFilter>;

/// The judgements of a filter, with the two promises kept.
pub fn judged(filter: &dyn MoveFilter, node: &Node<'_>, moves: &[Move]) -> Vec<Judgement> {
    let mut judgements = Vec::with_capacity(moves.len());
    filter.judge(node, moves, &mut judgements);
    if node.in_check || judgements.iter().all(|judgement| judgement.verdict == Verdict::Drop) {
        for judgement in &mut judgements {
            judgement.verdict = Verdict::Keep;
        }
    }
    judgements
}
