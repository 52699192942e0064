//! Plays moves in the tree, keeps their Zobrist keys, and turns values to the side to move.

use shakmaty::{Chess, Color, EnPassantMode, Move, Position, zobrist::Zobrist64};

use crate::moves::after;

/// The key of a position: equal for positions that count as repeated.
pub fn key_of(position: &Chess) -> u64 {
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
    key
}

/// The position after a move and its key.
pub fn play(position: &Chess, key: u64, m: Move) -> (Chess, u64) {
    let after = after(position, m);
    // Not every move can be hashed step by step, and a double step may open a capture in passing.
    let key = match position.update_zobrist_hash(Zobrist64(key), m, EnPassantMode::Legal) {
        Some(Zobrist64(key)) => key,
        None => key_of(&after),
    };
    (after, key)
}

/// A value as seen by the side to move: evaluations speak for the player at the root.
pub fn sided(value: i32, turn: Color, player: Color) -> i32 {
    if turn == player { value } else { -value }
}

/// Whether neither side can ever mate; the full test runs only when few pieces are left.
pub fn is_drawn_by_material(position: &Chess) -> bool {
    let board = position.board();
    let heavy = board.pawns() | board.rooks_and_queens();
    heavy.is_empty() && position.is_insufficient_material()
}
