//! Any stipulation, solved by the search that it needs.

use super::{
    any_position::Rules,
    others::{helpmates, selfmates},
    search::OutOfNodes,
    stipulation::{Goal, Stipulation},
    tree::{Solution, direct_solution},
};

/// Solve a position completely, looking at no more than `budget` positions.
pub fn solve<P: Rules>(position: &P, stipulation: Stipulation, budget: u64) -> Result<Solution, OutOfNodes> {
    match stipulation.goal {
        Goal::Direct => direct_solution(position, stipulation.moves, budget),
        Goal::SelfMate => selfmates(position, stipulation.moves, budget),
        Goal::HelpMate => helpmates(position, stipulation.moves, budget),
    }
}
