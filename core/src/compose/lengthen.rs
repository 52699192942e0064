//! Lengthens mates in two ways.
//!
//! `lengthened` takes back pairs of moves by the hundred thousand, and keeps the sound longer mates.
//!
//! `prolong` keeps the positions with the fewest faults for a rework, which takes half a second each. Here the first
//! defence refutes nine tries in ten within some microseconds, so that finding a sound mate is faster than reworking
//! one.

use std::collections::HashSet;

use rayon::prelude::*;
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::{
    bulk::random_piece,
    criteria::{Criteria, UNLIMITED, is_sound_with, key_fault, without_unneeded_pieces},
    retro::{begins_a_game, has_last_move},
    rework::faults_of,
    symmetry::canonical,
};
use crate::{
    chess::{moves::MoveCode, small_boards::Size},
    mates::{Rules, Search},
    random::Random,
};

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

/// A position one move of each side earlier, and the two moves that lead back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prolonged<P> {
    pub position: P,
    pub key: MoveCode,
    pub reply: MoveCode,
}

/// Requirements on the two moves that are taken back.
#[derive(Debug, Clone, Copy, Default)]
pub struct Beginning {
    /// The key, if it must be a certain one.
    pub key: Option<MoveCode>,
    /// The kind of piece that makes the key.
    pub key_by: Option<Role>,
    /// Whether Black takes that piece at once.
    pub is_offer: bool,
}

/// How long to try.
#[derive(Debug, Clone)]
pub struct Patience {
    /// The moves from here to the mate.
    pub line: Vec<MoveCode>,
    /// The most pieces of White, king included.
    pub most: usize,
    pub beginning: Beginning,
    /// How many pairs of moves are taken back.
    pub tries: u32,
    /// How many positions are kept.
    pub wanted: usize,
}

/// Positions that lead here by a key that may be one, the fewest faults first.
pub fn prolonged<P: Rules>(
    position: &P,
    criteria: &Criteria,
    patience: &Patience,
    random: &mut Random,
) -> Vec<Prolonged<P>> {
    let mut found: Vec<(usize, Prolonged<P>)> = Vec::new();
    for _ in 0..patience.tries {
        let Some(earlier) = taken_back(position, patience.most, patience.beginning, random) else { continue };
        if !may_begin(&earlier, criteria) || found.iter().any(|(_, other)| *other == earlier) {
            continue;
        }
        let limit = match found.last() {
            Some((most, _)) if found.len() >= patience.wanted => *most,
            _ => usize::MAX,
        };
        let line: Vec<MoveCode> = [earlier.key, earlier.reply].into_iter().chain(patience.line.clone()).collect();
        if let Some(faults) = faults_of(&earlier.position, &line, criteria.moves, limit) {
            let place = found.partition_point(|(other, _)| *other <= faults);
            found.insert(place, (faults, earlier));
            found.truncate(patience.wanted);
        }
    }
    found.into_iter().map(|(_, earlier)| earlier).collect()
}

fn may_begin<P: Rules>(earlier: &Prolonged<P>, criteria: &Criteria) -> bool {
    let position = &earlier.position;
    if !criteria.may_start_in_check && position.is_check() {
        return false;
    }
    let key = position.moves().into_iter().find(|&m| MoveCode::of(m) == earlier.key);
    // Where the final mate works without the first moves, rework hardly ever helps.
    key.is_some_and(|key| key_fault(position, key, criteria).is_none())
        && !Search::new(u64::MAX).mates(position, criteria.moves - 1).expect(UNLIMITED)
}

const TAKEN: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The position before a random move of each side; White has at most `most` pieces, king included.
pub(super) fn taken_back<P: Rules>(
    position: &P,
    most: usize,
    beginning: Beginning,
    random: &mut Random,
) -> Option<Prolonged<P>> {
    let (attacker, size) = (position.turn(), position.size());
    let defender = !attacker;
    let mut board = position.board().clone();
    // The reply: a move of the defender's, which may have taken a piece.
    let to = pick(board.by_color(defender), random)?;
    let piece = board.role_at(to)?;
    let takes = board.by_color(attacker).count() < most && (beginning.is_offer || random.below(2) == 0);
    if beginning.is_offer && !takes {
        return None;
    }
    let from = pick(origins(&board, to, piece, defender, takes, size), random)?;
    board.discard_piece_at(to);
    board.set_piece_at(from, Piece { color: defender, role: piece });
    if takes {
        let role = beginning.key_by.filter(|_| beginning.is_offer).unwrap_or_else(|| *random.choose(&TAKEN));
        if role == Role::Pawn && is_at_an_end(to, size) {
            return None;
        }
        board.set_piece_at(to, Piece { color: attacker, role });
    }
    let reply = MoveCode::new(from, to, None);
    P::placed(board.clone(), defender, size)?;
    // The key: a quiet move of the attacker's, by the piece that was taken more often than not.
    let to = match beginning.key {
        Some(key) => key.to(),
        None if beginning.is_offer => to,
        None if beginning.key_by.is_none() && takes && random.below(4) != 0 => to,
        None => {
            let kind = beginning.key_by.map_or(Bitboard::FULL, |role| board.by_role(role));
            pick(board.by_color(attacker) & kind, random)?
        }
    };
    let piece = board.role_at(to).filter(|_| board.by_color(attacker).contains(to))?;
    let came_from = origins(&board, to, piece, attacker, false, size);
    let from = match beginning.key {
        Some(key) => Some(key.from()).filter(|&from| came_from.contains(from))?,
        None => pick(came_from, random)?,
    };
    board.discard_piece_at(to);
    board.set_piece_at(from, Piece { color: attacker, role: piece });
    let key = MoveCode::new(from, to, None);
    Some(Prolonged { position: P::placed(board, attacker, size)?, key, reply })
}

/// From where a piece may have come, with or without a capture; promotions are not taken back.
fn origins(board: &Board, to: Square, piece: Role, color: Color, takes: bool, size: Size) -> Bitboard {
    let occupied = board.occupied() | !size.squares();
    if piece != Role::Pawn {
        return attacks::attacks(to, piece.of(color), occupied) & !occupied;
    }
    let ends = |square: &Square| is_at_an_end(*square, size);
    if takes {
        let all = attacks::pawn_attacks(!color, to) & !occupied;
        return all.into_iter().filter(|square| !ends(square)).collect();
    }
    let back = color.fold_wb(-8, 8);
    let mut found = Bitboard::EMPTY;
    let Some(behind) = to.offset(back).filter(|square| !ends(square) && !occupied.contains(*square)) else {
        return found;
    };
    found.add(behind);
    let home = color.fold_wb(Rank::Second, Rank::Seventh);
    let twice = behind.offset(back).filter(|square| size.ranks == 8 && square.rank() == home);
    found.extend(twice.filter(|square| !occupied.contains(*square)));
    found
}

fn is_at_an_end(square: Square, size: Size) -> bool {
    Color::ALL.into_iter().any(|color| square.rank() == size.last_rank(color))
}

/// Any of the squares.
pub(super) fn pick(squares: Bitboard, random: &mut Random) -> Option<Square> {
    let count = squares.count();
    (count > 0).then(|| squares.into_iter().nth(random.below(count))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::positions::parse_fen,
        compose::{Verdict, assess},
        mates::Search,
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

#[cfg(test)]
mod prolong_tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    const LOUD: Criteria = Criteria { key_may_check: true, every_piece_needed: false, ..Criteria::STRICT };

    fn patience() -> Patience {
        Patience {
            line: vec![MoveCode::new(Square::H6, Square::F7, None)],
            most: 6,
            beginning: Beginning::default(),
            tries: 20_000,
            wanted: 12,
        }
    }

    #[test]
    fn philidors_legacy_is_found_by_taking_back_its_sacrifice() {
        let end = parse_fen("6rk/6pp/7N/8/8/8/8/K7 w - - 0 1").unwrap();
        let found = prolonged(&end, &LOUD, &patience(), &mut Random::new(1, 0));
        assert_eq!(found.len(), 12);
        for earlier in &found {
            let key = earlier.key.find_in(&earlier.position).unwrap();
            let after = earlier.position.after(key);
            let again = after.after(earlier.reply.find_in(&after).unwrap());
            assert_eq!(again.board(), end.board(), "the two moves lead back");
        }
        let first = &found[0];
        assert_eq!((first.key.to(), first.reply.to()), (Square::G8, Square::G8), "a piece is given up on g8");
        let key = first.key.find_in(&first.position).unwrap();
        assert!(Search::new(u64::MAX).forces(&first.position, key, 2).unwrap(), "the fewest faults come first");
        assert_eq!(found, prolonged(&end, &LOUD, &patience(), &mut Random::new(1, 0)), "the seed decides");
    }

    #[test]
    fn a_key_can_be_required() {
        let end = parse_fen("6rk/6pp/7N/8/8/8/8/K7 w - - 0 1").unwrap();
        let asked = MoveCode::new(Square::F5, Square::H6, None);
        let patience = Patience { beginning: Beginning { key: Some(asked), ..Beginning::default() }, ..patience() };
        let found = prolonged(&end, &LOUD, &patience, &mut Random::new(1, 0));
        assert!(!found.is_empty());
        assert!(found.iter().all(|earlier| earlier.key == asked));
    }
}
