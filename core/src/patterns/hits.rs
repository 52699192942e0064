//! Counts the attacks of each side: the squares attacked once and at least twice.

use shakmaty::{Bitboard, Board, attacks};

/// The squares that each side attacks.
pub struct Hits {
    pub by: [Bitboard; 2],
    /// The squares that at least two pieces of a side attack.
    pub twice: [Bitboard; 2],
}

impl Hits {
    pub fn of(board: &Board) -> Hits {
        let mut hits = Hits { by: [Bitboard::EMPTY; 2], twice: [Bitboard::EMPTY; 2] };
        for (square, piece) in board.clone() {
            let hit = attacks::attacks(square, piece, board.occupied());
            let side = piece.color as usize;
            hits.twice[side] |= hits.by[side] & hit;
            hits.by[side] |= hit;
        }
        hits
    }
}
