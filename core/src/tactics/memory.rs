//! Keeps the answers of a block for the next rules, as long as there is room.
//!
//! A search tests rules level by level on the same rows, and the conditions are the same each time.

use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use super::{
    bits::{BLOCK_ROWS, Bits},
    parts::Literal,
};

/// The bytes that the columns of all blocks may take together.
const ROOM: usize = 96 << 20;

/// A column: for each row of a block the squares that fit the piece of a condition.
pub type Column = Arc<Vec<u64>>;

/// The answers of one block.
#[derive(Default)]
pub struct Memory {
    /// How many columns may be kept, and as many answers about the move.
    room: usize,
    columns: RwLock<FxHashMap<Literal, Column>>,
    moves: RwLock<FxHashMap<Literal, Bits>>,
}

impl Memory {
    /// Makes the memory of one of `blocks` blocks.
    pub fn of_one_in(blocks: usize) -> Memory {
        Memory { room: ROOM / (blocks.max(1) * size_of::<u64>() * BLOCK_ROWS), ..Memory::default() }
    }

    /// Put the column of a condition in its place: the kept one, or else one that is filled now.
    pub fn column(&self, literal: &Literal, place: &mut Column, fill: impl FnOnce(&mut Vec<u64>)) {
        if let Some(kept) = self.columns.read().unwrap_or_else(PoisonError::into_inner).get(literal) {
            *place = Arc::clone(kept);
            return;
        }
        // A column that no one else holds is reused.
        if Arc::get_mut(place).is_none() {
            *place = Arc::default();
        }
        fill(Arc::get_mut(place).expect("a column of one's own"));
        let mut columns = self.columns.write().unwrap_or_else(PoisonError::into_inner);
        if columns.len() < self.room {
            columns.insert(*literal, Arc::clone(place));
        }
    }

    /// The rows on which a condition on the move holds: as they were kept, or computed now.
    pub fn rows_of_move(&self, literal: &Literal, ask: impl FnOnce() -> Bits) -> Bits {
        if let Some(kept) = self.moves.read().unwrap_or_else(PoisonError::into_inner).get(literal) {
            return *kept;
        }
        let bits = ask();
        let mut moves = self.moves.write().unwrap_or_else(PoisonError::into_inner);
        if moves.len() < self.room {
            moves.insert(*literal, bits);
        }
        bits
    }
}
