//! Lengthens mates: takes back pairs of moves by the hundred thousand, and keeps the sound longer mates.
//!
//! `prolong` keeps the positions with the fewest faults for a rework, which takes half a second each. Here the first
//! defence refutes nine tries in ten within some microseconds, so that finding a sound mate is faster than reworking
//! one.

use std::collections::HashSet;

use rayon::prelude::*;
use shakmaty::Color;

use super::{
    bulk::random_piece,
    criteria::{Criteria, key_fault},
    needed::{is_sound_with, without_unneeded_pieces},
    prolong::{Beginning, pick, taken_back},
    retro::{begins_a_game, has_last_move},
    symmetry::canonical,
};
use crate::{mates::Rules, moves::MoveCode, random::Random};

/// How mates are made longer at random.
#[derive(Debug, Clone, Copy)]
pub struct Lengthening {
    /// How many pairs of moves are taken back from each position.
    pub tries: u64,
    /// The most pieces that White and Black get besides.
    pub others: (usize, usize),
    /// The most pieces of White, king included, with one that is taken.
    pub most: usize,
    /// Whether there may be pieces that must have been promoted.
    pub promoted: bool,
}

/// A longer mate: which of the shorter ones it comes from, and its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Longer<P> {
    pub end: usize,
    pub position: P,
    pub key: MoveCode,
}

/// Returns sound and minimal mates one move of each side longer, from `tries` pairs of moves taken back at random, with
/// a few pieces added. No two are symmetric twins, and their order depends on the seed alone.
pub fn lengthened<P: Rules>(
    ends: &[(P, Beginning)],
    criteria: &Criteria,
    how: &Lengthening,
    seed: u64,
) -> Vec<Longer<P>> {
    let found: Vec<Longer<P>> = (0..how.tries * ends.len() as u64)
        .into_par_iter()
        .filter_map(|task| {
            let end = usize::try_from(task / how.tries).expect("there are no more ends than memory holds");
            let (position, key) = lengthen(&ends[end], criteria, how, &mut Random::new(seed, task))?;
            Some(Longer { end, position, key })
        })
        .collect();
    let mut seen = HashSet::new();
    found.into_iter().filter(|longer| seen.insert(canonical(&longer.position))).collect()
}

fn lengthen<P: Rules>(
    (end, beginning): &(P, Beginning),
    criteria: &Criteria,
    how: &Lengthening,
    random: &mut Random,
) -> Option<(P, MoveCode)> {
    let earlier = taken_back(end, how.most, *beginning, random)?;
    let position = with_others(&earlier.position, how, random)?;
    if (!criteria.may_start_in_check && position.is_check()) || !(how.promoted || begins_a_game(position.board())) {
        return None;
    }
    let key = position.moves().into_iter().find(|&m| MoveCode::of(m) == earlier.key)?;
    if key_fault(&position, key, criteria).is_some() || !is_sound_with(&position, earlier.key, criteria.moves) {
        return None;
    }
    let least = without_unneeded_pieces(&position, earlier.key, criteria.moves, random);
    (!criteria.last_move_exists || has_last_move(&least)).then_some((least, earlier.key))
}

fn with_others<P: Rules>(position: &P, how: &Lengthening, random: &mut Random) -> Option<P> {
    let mut board = position.board().clone();
    for color in Color::ALL {
        for _ in 0..random.below(color.fold_wb(how.others.0, how.others.1) + 1) {
            let square = pick(position.size().squares() & !board.occupied(), random)?;
            board.set_piece_at(square, random_piece(color, position.size(), square, random)?);
        }
    }
    position.with_pieces(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compose::{Verdict, assess},
        mates::Search,
        positions::parse_fen,
    };
    use shakmaty::{Chess, Role, Square};

    const HOW: Lengthening = Lengthening { tries: 20_000, others: (1, 2), most: 6, promoted: false };

    fn longer_than(end: &str, beginning: Beginning) -> Vec<Longer<Chess>> {
        let ends = [(parse_fen(end).unwrap(), beginning)];
        let found = lengthened(&ends, &Criteria::STRICT, &HOW, 1);
        assert!(!found.is_empty());
        assert_eq!(found, lengthened(&ends, &Criteria::STRICT, &HOW, 1), "the seed decides");
        found
    }

    #[test]
    fn a_mate_in_two_is_found_before_a_smothered_mate() {
        for longer in longer_than("2K5/8/8/7n/4N3/8/6pp/5Qbk w - - 0 1", Beginning::default()) {
            let (verdict, key) = assess(&longer.position, &Criteria::STRICT);
            assert_eq!((verdict, key.map(MoveCode::of)), (Verdict::Sound, Some(longer.key)));
        }
    }

    #[test]
    fn the_king_makes_the_key_where_the_plan_says_so() {
        let beginning = Beginning { key_by: Some(Role::King), ..Beginning::default() };
        for longer in longer_than("k7/8/1K6/8/8/8/8/7R w - - 0 1", beginning) {
            assert_eq!(longer.position.board().role_at(longer.key.from()), Some(Role::King));
        }
    }

    #[test]
    fn what_is_offered_is_there_to_be_taken() {
        let beginning = Beginning { key_by: Some(Role::Queen), is_offer: true, key: None };
        for longer in longer_than("6rk/6p1/6p1/8/8/8/2B1K3/2R5 w - - 0 1", beginning) {
            let Longer { position, key, .. } = longer;
            assert_eq!(position.board().role_at(key.from()), Some(Role::Queen));
            let after = position.after(key.find_in(&position).unwrap());
            let taken: Vec<_> = after.moves().into_iter().filter(|m| m.to() == key.to()).collect();
            assert!(taken.iter().all(|&m| Search::new(u64::MAX).mates(&after.after(m), 1).unwrap()));
            assert!(!taken.is_empty());
        }
    }

    #[test]
    fn a_piece_goes_where_it_came_from() {
        let key = MoveCode::new(Square::D4, Square::D3, None);
        let beginning = Beginning { key: Some(key), ..Beginning::default() };
        assert!(longer_than("7B/8/7K/8/7k/3R2pp/8/8 w - - 0 1", beginning).iter().all(|longer| longer.key == key));
    }
}
