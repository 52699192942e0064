//! Rework: men come, go, change places and change kind at random until the wanted key is the only one, while the line
//! that was asked for stays on the board.
//!
//! cooks(p) = how many other first moves mate in time, and one more if the key mates too soon. A change is kept when the
//! line still ends in mate, the key still forces it, and cooks(p) does not rise; at 0 the position is sound. Where a
//! skeleton is as costly as some thousand changes, this makes puzzles of most that `repair` has to give up.

use shakmaty::{Board, Color, Piece, Role, Square};

use super::{
    criteria::{Criteria, key_fault},
    needed::UNLIMITED,
    retro::has_last_move,
};
use crate::{
    mates::{Rules, Search},
    moves::MoveCode,
    random::Random,
};

/// What stays, and how far a rework may go.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The moves from the key to the mate.
    pub line: Vec<MoveCode>,
    /// The most men of White and of Black, kings included.
    pub most: (usize, usize),
    /// How many changes are tried.
    pub changes: u32,
}

/// A sound position that is reached by such changes and fulfils the criteria, unneeded men excepted; None when the
/// line does not hold to begin with, or the changes run out.
pub fn rework<P: Rules>(position: &P, plan: &Plan, criteria: &Criteria, random: &mut Random) -> Option<P> {
    let mut best = position.clone();
    let mut cooks = held(&best, plan, criteria.moves, usize::MAX)?;
    for _ in 0..plan.changes {
        if cooks == 0 && fulfils(&best, plan, criteria) {
            return Some(best);
        }
        let Some(changed) = change(&best, plan.most, random) else { continue };
        if !criteria.may_start_in_check && changed.is_check() {
            continue;
        }
        if let Some(fewer) = held(&changed, plan, criteria.moves, cooks) {
            (best, cooks) = (changed, fewer);
        }
    }
    None
}

/// How many cooks there are, if the line ends in mate, the key forces it, and the cooks are no more than `limit`.
fn held<P: Rules>(position: &P, plan: &Plan, moves: u8, limit: usize) -> Option<usize> {
    if !ends_in_mate(position, &plan.line) {
        return None;
    }
    let mut search = Search::new(u64::MAX);
    let all = position.moves();
    let key = *all.iter().find(|&&m| MoveCode::of(m) == plan.line[0])?;
    if !search.forces(position, key, moves).expect(UNLIMITED) {
        return None;
    }
    let mut cooks = usize::from(moves > 1 && search.forces(position, key, moves - 1).expect(UNLIMITED));
    for m in all {
        cooks += usize::from(m != key && search.forces(position, m, moves).expect(UNLIMITED));
        if cooks > limit {
            return None;
        }
    }
    Some(cooks)
}

fn ends_in_mate<P: Rules>(position: &P, line: &[MoveCode]) -> bool {
    let Some((&first, rest)) = line.split_first() else { return position.is_mate() };
    let m = position.moves().into_iter().find(|&m| MoveCode::of(m) == first);
    m.is_some_and(|m| ends_in_mate(&position.after(m), rest))
}

fn fulfils<P: Rules>(position: &P, plan: &Plan, criteria: &Criteria) -> bool {
    let key = position.moves().into_iter().find(|&m| MoveCode::of(m) == plan.line[0]);
    key.is_some_and(|key| key_fault(position, key, criteria).is_none())
        && (!criteria.last_move_exists || has_last_move(position))
}

/// Black's men are what kills cooks, so they are offered more often than White's, which make new ones.
const NEW_MEN: [Color; 4] = [Color::Black, Color::Black, Color::Black, Color::White];
const KINDS: [Role; 6] = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The position with one man added, taken off, on another square or of another kind; None when that is not legal.
fn change<P: Rules>(position: &P, most: (usize, usize), random: &mut Random) -> Option<P> {
    let mut board = position.board().clone();
    let men: Vec<Square> = board.occupied().into_iter().collect();
    let free: Vec<Square> = (position.size().squares() & !board.occupied()).into_iter().collect();
    let square = *random.choose(&men);
    let piece = board.piece_at(square)?;
    let is_king = piece.role == Role::King;
    match random.below(8) {
        0..=2 => {
            let color = *random.choose(&NEW_MEN);
            if free.is_empty() || board.by_color(color).count() >= color.fold_wb(most.0, most.1) {
                return None;
            }
            board.set_piece_at(*random.choose(&free), Piece { color, role: *random.choose(&KINDS) });
        }
        3..=4 if !is_king => {
            board.discard_piece_at(square);
        }
        5 if !is_king => board.set_piece_at(square, Piece { color: piece.color, role: *random.choose(&KINDS) }),
        6..=7 if !free.is_empty() => {
            board.discard_piece_at(square);
            board.set_piece_at(*random.choose(&free), piece);
        }
        _ => return None,
    }
    if pawn_at_the_end(&board, position) { None } else { position.with_men(board) }
}

fn pawn_at_the_end<P: Rules>(board: &Board, position: &P) -> bool {
    let ends = Color::ALL.map(|color| position.size().last_rank(color));
    board.pawns().into_iter().any(|square| ends.contains(&square.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compose::{Verdict, judge},
        positions::parse_fen,
    };

    const QUIET: Criteria = Criteria { every_man_needed: false, ..Criteria::STRICT };

    fn code(text: &str) -> MoveCode {
        let square = |part: &str| part.parse::<Square>().unwrap();
        MoveCode::new(square(&text[..2]), square(&text[2..4]), None)
    }

    #[test]
    fn a_cooked_ladder_mate_keeps_its_line_and_loses_its_cooks() {
        let cooked = parse_fen("7k/8/5K2/8/8/8/8/QR6 w - - 0 1").unwrap();
        let plan = Plan { line: ["b1b7", "h8g8", "a1g1"].map(code).to_vec(), most: (6, 6), changes: 5_000 };
        let sound = rework(&cooked, &plan, &QUIET, &mut Random::new(1, 0));
        assert!(sound.is_none(), "1.Rb7 Kg8 2.Qg1+ is no mate");
        let plan = Plan { line: ["b1b7", "h8g8", "a1a8"].map(code).to_vec(), ..plan };
        let sound = rework(&cooked, &plan, &QUIET, &mut Random::new(1, 0)).unwrap();
        let (verdict, key) = judge(&sound, &QUIET);
        assert_eq!((verdict, key.map(MoveCode::of)), (Verdict::Sound, Some(code("b1b7"))));
        assert!(ends_in_mate(&sound, &plan.line));
        assert_eq!(Some(sound), rework(&cooked, &plan, &QUIET, &mut Random::new(1, 0)), "the seed decides");
    }

    #[test]
    fn no_change_no_puzzle() {
        let cooked = parse_fen("7k/8/5K2/8/8/8/8/QR6 w - - 0 1").unwrap();
        let plan = Plan { line: ["b1b7", "h8g8", "a1a8"].map(code).to_vec(), most: (6, 6), changes: 0 };
        assert!(rework(&cooked, &plan, &QUIET, &mut Random::new(1, 0)).is_none());
    }
}
