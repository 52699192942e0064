//! Prolongs mates: takes back a move of each side, so that a mate in one or two becomes the end of a longer one.
//!
//! Black's piece goes back to where it may have come from, and may have taken a white one; then a white piece goes
//! back, preferably the captured one. The positions with the fewest faults are kept; a fault is a defence without an
//! answer or another move that mates. A rework makes sound puzzles of them.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::{
    criteria::{Criteria, key_fault},
    needed::UNLIMITED,
    rework::faults_of,
};
use crate::{
    mates::{Rules, Search},
    moves::MoveCode,
    random::Random,
    small_boards::Size,
};

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
    use crate::positions::parse_fen;

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
