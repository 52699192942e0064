//! Finds the pieces that a sound position does not need.
//!
//! A piece is needed when the position without it is no longer sound with the same key.

use shakmaty::{Board, Move, Square};

use crate::{
    mates::{Rules, Search},
    moves::MoveCode,
    random::Random,
};

/// The reason why a search without a budget always returns.
pub const UNLIMITED: &str = "a search without a budget ends";

/// The position without its unneeded pieces, for a position that is known to be sound with this key.
pub fn without_unneeded_pieces<P: Rules>(position: &P, key: MoveCode, moves: u8, random: &mut Random) -> P {
    let mut least = position.clone();
    let mut squares = removable(least.board());
    random.shuffle(&mut squares);
    loop {
        let before = squares.len();
        squares.retain(|&square| match sound_without(&least, square, key, moves) {
            Some(fewer) => {
                least = fewer;
                false
            }
            None => true,
        });
        if squares.len() == before {
            return least;
        }
    }
}

/// A piece that a sound position does not need.
pub fn unneeded_piece<P: Rules>(position: &P, key: Move, moves: u8) -> Option<Square> {
    removable(position.board())
        .into_iter()
        .find(|&square| sound_without(position, square, MoveCode::of(key), moves).is_some())
}

fn removable(board: &Board) -> Vec<Square> {
    (board.occupied() & !board.kings()).into_iter().collect()
}

fn sound_without<P: Rules>(position: &P, square: Square, key: MoveCode, moves: u8) -> Option<P> {
    if key.from() == square {
        return None;
    }
    let mut board = position.board().clone();
    board.discard_piece_at(square);
    let fewer = position.with_pieces(board)?;
    is_sound_with(&fewer, key, moves).then_some(fewer)
}

/// Whether this is the only key of a mate in exactly `moves` moves. Most removals fail at the key itself, so it is
/// tried first.
pub fn is_sound_with<P: Rules>(position: &P, key: MoveCode, moves: u8) -> bool {
    let all = position.moves();
    let Some(&m) = all.iter().find(|&&m| MoveCode::of(m) == key) else { return false };
    let mut search = Search::new(u64::MAX);
    search.forces(position, m, moves).expect(UNLIMITED)
        && !search.mates(position, moves - 1).expect(UNLIMITED)
        && all.into_iter().all(|other| other == m || !search.forces(position, other, moves).expect(UNLIMITED))
}
