//! Singular extensions: in an ending, searches a move that is clearly better than all others one ply deeper.

use shakmaty::{Chess, Position};

use super::{
    full::{Full, Singular},
    table::{Bound, from_table},
    task::NEARLY_MATE,
};
use crate::moves::MoveCode;

/// Below this depth the extra search costs more than it saves.
const LEAST_DEPTH_PLIES: i32 = 7;
/// With more pieces than this there are too many moves for the extra search to pay.
const MOST_PIECES: usize = 6;
/// The other moves are clearly worse when they stay below by this much for each ply of the depth.
const MARGIN_PER_PLY_CP: i32 = 2;

impl Full<'_> {
    /// Tests by a search to half the depth, without the table's move, whether every other move is clearly worse.
    pub fn singular_search(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        ply: usize,
        (best, beta): (MoveCode, i32),
    ) -> Singular {
        let board = position.board();
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        let may_pay = depth >= LEAST_DEPTH_PLIES && pieces.count() <= MOST_PIECES;
        if !self.options.singular || !may_pay || self.excluded[ply].is_some() {
            return Singular::No;
        }
        let entry = self.table.get(key ^ self.salt);
        let known = entry
            .filter(|entry| entry.best == best && i32::from(entry.depth) >= depth - 3 && entry.bound != Bound::Upper);
        let Some(value) = known.map(|entry| from_table(entry.value, ply)).filter(|value| value.abs() < NEARLY_MATE)
        else {
            return Singular::No;
        };
        let below = value - self.pawns(MARGIN_PER_PLY_CP * depth);
        self.excluded[ply] = Some(best);
        let others = self.node(position, key, (depth - 1) / 2, ply, below - 1, below, false);
        self.excluded[ply] = None;
        self.lines[ply].clear();
        match others {
            _ if self.stopped => Singular::No,
            others if others < below => Singular::Extend,
            others if others >= beta => Singular::MultiCut(others),
            _ => Singular::No,
        }
    }
}
