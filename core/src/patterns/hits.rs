//! Which squares each side hits, and which it hits twice.

use shakmaty::{Bitboard, Board, attacks};

/// What the men of each side hit.
pub struct Hits {
    pub by: [Bitboard; 2],
    /// What at least two men of a side hit.
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
