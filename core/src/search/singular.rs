//! In an ending a move that alone holds the position is looked at a ply deeper.

use shakmaty::{Chess, Position};

use super::{
    full::{Asked, Full},
    table::{Bound, from_table},
    task::NEARLY_MATE,
};
use crate::moves::MoveCode;

/// Below this depth the question would cost more than it saves.
const SHALLOWEST: i32 = 7;
/// With more pieces on the board there are so many moves that what is found does not pay for the question.
const MOST_PIECES: usize = 6;
/// The others are clearly worse when they stay so many hundredths of a pawn below for each ply of the depth.
const CLEARLY: i32 = 2;

impl Full<'_> {
    /// Whether every move but the table's is clearly worse than it, by a search to half the depth that leaves it out.
    pub fn ask_for_others(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        ply: usize,
        (best, beta): (MoveCode, i32),
    ) -> Asked {
        let board = position.board();
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        let may_pay = depth >= SHALLOWEST && pieces.count() <= MOST_PIECES;
        if !self.options.singular || !may_pay || self.left_out[ply].is_some() {
            return Asked::Nothing;
        }
        let entry = self.table.get(key ^ self.salt);
        let known = entry
            .filter(|entry| entry.best == best && i32::from(entry.depth) >= depth - 3 && entry.bound != Bound::Upper);
        let Some(value) = known.map(|entry| from_table(entry.value, ply)).filter(|value| value.abs() < NEARLY_MATE)
        else {
            return Asked::Nothing;
        };
        let below = value - self.pawns(CLEARLY * depth);
        self.left_out[ply] = Some(best);
        let others = self.node(position, key, (depth - 1) / 2, ply, below - 1, below, false);
        self.left_out[ply] = None;
        self.lines[ply].clear();
        match others {
            _ if self.stopped => Asked::Nothing,
            others if others < below => Asked::Single,
            others if others >= beta => Asked::Enough(others),
            _ => Asked::Nothing,
        }
    }
}
