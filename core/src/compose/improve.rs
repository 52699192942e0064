//! Improves a composed mate: minimising takes off every unneeded piece, repairing adds a piece or two against cooks.
//!
//! A cook is a second key or a shorter mate; a piece kills it when the wanted key still forces mate and the cook no
//! longer does.

use shakmaty::{Color, Move, Piece, Role};

use super::{
    criteria::{Criteria, UNLIMITED, Verdict, assess, key_fault, without_unneeded_pieces},
    retro::has_last_move,
};
use crate::{
    chess::moves::MoveCode,
    mates::{Rules, Search},
    random::Random,
};

/// How many half-repaired positions are taken further: more of them find little that the first do not.
const MOST_TO_TAKE_FURTHER: usize = 6;

/// A sound position without its unneeded pieces, tried in random order; None when it is not sound to begin with, or
/// what is left breaks another criterion.
pub fn minimise<P: Rules>(position: &P, criteria: &Criteria, random: &mut Random) -> Option<P> {
    let key = MoveCode::of(sound_key(position, criteria.moves)?);
    let least = without_unneeded_pieces(position, key, criteria.moves, random);
    let fulfils = Criteria { every_piece_needed: false, ..*criteria };
    (assess(&least, &fulfils).0 == Verdict::Sound).then_some(least)
}

fn sound_key<P: Rules>(position: &P, moves: u8) -> Option<Move> {
    Search::new(u64::MAX).sound_key(position, moves).expect(UNLIMITED)
}

/// A position with at most `pieces` pieces added until `key` is its only key and its criteria hold, minimal pieces
/// excepted.
pub fn repair<P: Rules>(
    position: &P,
    key: MoveCode,
    criteria: &Criteria,
    pieces: usize,
    random: &mut Random,
) -> Option<P> {
    let Some(fault) = first_fault(position, key, criteria.moves) else {
        let m = position.moves().into_iter().find(|&m| MoveCode::of(m) == key)?;
        let fulfils = key_fault(position, m, criteria).is_none()
            && (criteria.may_start_in_check || !position.is_check())
            && (!criteria.last_move_exists || has_last_move(position));
        return fulfils.then(|| position.clone());
    };
    if pieces == 0 {
        return None;
    }
    let mut further = Vec::new();
    for added in additions(position, random) {
        if !mends(&added, key, fault, criteria.moves) {
            continue;
        }
        match repair(&added, key, criteria, 0, random) {
            Some(sound) => return Some(sound),
            None if further.len() < MOST_TO_TAKE_FURTHER => further.push(added),
            None => {}
        }
    }
    further.iter().find_map(|added| repair(added, key, criteria, pieces - 1, random))
}

/// What first keeps a position from being sound with the wanted key.
#[derive(Clone, Copy)]
enum Fault {
    KeyFails,
    /// This move mates as soon as the key or sooner, in this many moves.
    Cook(MoveCode, u8),
}

fn first_fault<P: Rules>(position: &P, key: MoveCode, moves: u8) -> Option<Fault> {
    if !forces(position, key, moves) {
        return Some(Fault::KeyFails);
    }
    let mut search = Search::new(u64::MAX);
    for m in position.moves() {
        let is_key = MoveCode::of(m) == key;
        let within = if is_key { moves - 1 } else { moves };
        if within > 0 && search.forces(position, m, within).expect(UNLIMITED) {
            return Some(Fault::Cook(MoveCode::of(m), within));
        }
    }
    None
}

fn mends<P: Rules>(position: &P, key: MoveCode, fault: Fault, moves: u8) -> bool {
    match fault {
        Fault::KeyFails => forces(position, key, moves),
        Fault::Cook(cook, within) => !forces(position, cook, within) && forces(position, key, moves),
    }
}

fn forces<P: Rules>(position: &P, code: MoveCode, moves: u8) -> bool {
    let m = position.moves().into_iter().find(|&m| MoveCode::of(m) == code);
    m.is_some_and(|m| Search::new(u64::MAX).forces(position, m, moves).expect(UNLIMITED))
}

/// The legal positions with one piece more, in random order.
fn additions<P: Rules>(position: &P, random: &mut Random) -> Vec<P> {
    let size = position.size();
    let ends = [size.last_rank(Color::White), size.last_rank(Color::Black)];
    let mut pieces = Vec::new();
    for square in size.squares() & !position.board().occupied() {
        for color in Color::ALL {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                if role != Role::Pawn || !ends.contains(&square.rank()) {
                    pieces.push((square, Piece { color, role }));
                }
            }
        }
    }
    random.shuffle(&mut pieces);
    pieces
        .into_iter()
        .filter_map(|(square, piece)| {
            let mut board = position.board().clone();
            board.set_piece_at(square, piece);
            position.with_pieces(board)
        })
        .collect()
}
