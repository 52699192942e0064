//! Tests a composed mate against the hard criteria, names the first one that it fails, and finds unneeded pieces.
//!
//! A piece is needed when the position without it is no longer sound with the same key.

use shakmaty::{Board, Move, Square};

use super::retro::has_last_move;
use crate::{
    chess::moves::MoveCode,
    errors::{CoreError, refuse},
    mates::{LONGEST, Rules, Search},
    random::Random,
};

/// What a composed mate must fulfil.
#[derive(Debug, Clone, Copy)]
pub struct Criteria {
    pub moves: u8,
    pub key_may_check: bool,
    pub key_may_capture: bool,
    pub key_may_promote: bool,
    pub may_start_in_check: bool,
    pub every_piece_needed: bool,
    pub last_move_exists: bool,
}

impl Criteria {
    /// The criteria again, refused when their number of moves is out of reach.
    pub fn checked(self) -> Result<Criteria, CoreError> {
        if (1..=LONGEST).contains(&self.moves) {
            return Ok(self);
        }
        refuse(format!("a mate in {}; between 1 and {LONGEST} are possible", self.moves))
    }
}

#[cfg(test)]
impl Criteria {
    /// All criteria of a mate in two, for tests.
    pub const STRICT: Criteria = Criteria {
        moves: 2,
        key_may_check: false,
        key_may_capture: false,
        key_may_promote: false,
        may_start_in_check: false,
        every_piece_needed: true,
        last_move_exists: true,
    };
}

/// The result of the tests: sound, or the first criterion that the position fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Sound,
    Illegal,
    StartsInCheck,
    ShorterMate,
    NoMate,
    SecondKey,
    KeyChecks,
    KeyCaptures,
    KeyPromotes,
    NoLastMove,
    UnneededPiece,
}

impl Verdict {
    /// The verdict as text, for Python.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::Illegal => "illegal",
            Verdict::StartsInCheck => "starts in check",
            Verdict::ShorterMate => "shorter mate",
            Verdict::NoMate => "no mate",
            Verdict::SecondKey => "second key",
            Verdict::KeyChecks => "key checks",
            Verdict::KeyCaptures => "key captures",
            Verdict::KeyPromotes => "key promotes",
            Verdict::NoLastMove => "no last move",
            Verdict::UnneededPiece => "unneeded piece",
        }
    }
}

/// Test the criteria one after another, cheap ones first; the only key comes with the verdict as soon as it is known.
pub fn assess<P: Rules>(position: &P, criteria: &Criteria) -> (Verdict, Option<Move>) {
    if !criteria.may_start_in_check && position.is_check() {
        return (Verdict::StartsInCheck, None);
    }
    let key = match only_key(position, criteria.moves) {
        Ok(key) => key,
        Err(verdict) => return (verdict, None),
    };
    let verdict = key_fault(position, key, criteria)
        .or_else(|| (criteria.last_move_exists && !has_last_move(position)).then_some(Verdict::NoLastMove))
        .or_else(|| {
            let unneeded = criteria.every_piece_needed && unneeded_piece(position, key, criteria.moves).is_some();
            unneeded.then_some(Verdict::UnneededPiece)
        });
    (verdict.unwrap_or(Verdict::Sound), Some(key))
}

/// What is wrong with the key itself, if anything.
pub fn key_fault<P: Rules>(position: &P, key: Move, criteria: &Criteria) -> Option<Verdict> {
    if !criteria.key_may_capture && key.is_capture() {
        Some(Verdict::KeyCaptures)
    } else if !criteria.key_may_promote && key.is_promotion() {
        Some(Verdict::KeyPromotes)
    } else if !criteria.key_may_check && position.after(key).is_check() {
        Some(Verdict::KeyChecks)
    } else {
        None
    }
}

fn only_key<P: Rules>(position: &P, moves: u8) -> Result<Move, Verdict> {
    let mut search = Search::new(u64::MAX);
    if search.mates(position, moves - 1).expect(UNLIMITED) {
        return Err(Verdict::ShorterMate);
    }
    match search.keys(position, moves).expect(UNLIMITED)[..] {
        [] => Err(Verdict::NoMate),
        [key] => Ok(key),
        _ => Err(Verdict::SecondKey),
    }
}

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
