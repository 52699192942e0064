//! Reworks positions: adds, removes, moves and exchanges pieces at random until the wanted key is the only one, while
//! the given line still ends in mate.
//!
//! faults(p) = how many defences the key leaves unanswered, how many other first moves mate in time, how many other
//! moves of White's do so later on the line, and one more if the key mates too soon. A change is kept when the line
//! still ends in mate and faults(p) does not rise; at 0 the position is sound. Where a theme depends on it, the mate
//! must look as it did: the same kinds of pieces make the moves, the check comes from where it came, and the same
//! pieces hem the king in. Where a skeleton is as costly as some thousand changes, this makes puzzles of most that
//! `repair` has to give up, and of mates that a single line promises.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use super::{
    criteria::{Criteria, UNLIMITED, key_fault},
    retro::{begins_a_game, has_last_move},
};
use crate::{
    chess::moves::MoveCode,
    mates::{Rules, Search},
    random::Random,
};

/// What stays, and how far a rework may go.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The moves from the key to the mate.
    pub line: Vec<MoveCode>,
    /// The most pieces of White and of Black, kings included.
    pub most: (usize, usize),
    /// Whether there may be pieces that must have been promoted.
    pub promoted: bool,
    /// Whether the mate must look as it did.
    pub same_mate: bool,
    /// How many changes are tried.
    pub changes: u32,
}

/// The share of the changes that may pass without progress: a position that stagnates so long seldom improves again.
const STANDSTILL: u32 = 3;

/// A sound position that is reached by such changes and fulfils the criteria, unneeded pieces excepted; None when the
/// line does not hold to begin with, or the changes run out.
pub fn rework<P: Rules>(position: &P, plan: &Plan, criteria: &Criteria, random: &mut Random) -> Option<P> {
    let mut best = position.clone();
    let mut faults = faults_of(&best, &plan.line, criteria.moves, usize::MAX)?;
    let look = plan.same_mate.then(|| Look::of(position, &plan.line)).flatten();
    let mut since = 0;
    for _ in 0..plan.changes {
        since += 1;
        if since > plan.changes / STANDSTILL {
            return None;
        }
        if faults == 0 && fulfils(&best, plan, criteria) {
            return Some(best);
        }
        let Some(changed) = change(&best, plan.most, random) else { continue };
        if (!criteria.may_start_in_check && changed.is_check()) || !(plan.promoted || begins_a_game(changed.board())) {
            continue;
        }
        if look.is_some() && Look::of(&changed, &plan.line) != look {
            continue;
        }
        if let Some(fewer) = faults_of(&changed, &plan.line, criteria.moves, faults) {
            if fewer < faults {
                since = 0;
            }
            (best, faults) = (changed, fewer);
        }
    }
    None
}

/// How many faults there are, if the line ends in mate and they are no more than `limit`.
pub(super) fn faults_of<P: Rules>(position: &P, line: &[MoveCode], moves: u8, limit: usize) -> Option<usize> {
    if !ends_in_mate(position, line) {
        return None;
    }
    let mut search = Search::new(u64::MAX);
    let all = position.moves();
    let key = *all.iter().find(|&&m| MoveCode::of(m) == line[0])?;
    let after = position.after(key);
    let mut faults = 0;
    for defence in after.moves() {
        faults += usize::from(moves == 1 || !search.mates(&after.after(defence), moves - 1).expect(UNLIMITED));
        if faults > limit {
            return None;
        }
    }
    faults += duals(&mut search, position, line, moves);
    if faults > limit {
        return None;
    }
    for m in all {
        let within = if m == key { moves - 1 } else { moves };
        faults += usize::from(within > 0 && search.forces(position, m, within).expect(UNLIMITED));
        if faults > limit {
            return None;
        }
    }
    Some(faults)
}

/// How many other moves of White's mate in time after the replies of the line.
fn duals<P: Rules>(search: &mut Search<P>, position: &P, line: &[MoveCode], moves: u8) -> usize {
    let (Some(white), Some(black)) = (played(position, line, 0), line.get(1)) else { return 0 };
    let (Some(later), Some(&next)) = (played(&white, &[*black], 0), line.get(2)) else { return 0 };
    let left = moves - 1;
    let others = later.moves().into_iter().filter(|&m| MoveCode::of(m) != next);
    let found = others.filter(|&m| search.forces(&later, m, left).expect(UNLIMITED)).count();
    found + duals(search, &later, &line[2..], left)
}

fn played<P: Rules>(position: &P, line: &[MoveCode], place: usize) -> Option<P> {
    let m = position.moves().into_iter().find(|&m| MoveCode::of(m) == line[place])?;
    Some(position.after(m))
}

/// What a theme may depend on: who makes the moves, and how the king is mated.
#[derive(PartialEq, Eq)]
struct Look {
    movers: Vec<Option<Role>>,
    checkers: Bitboard,
    /// The king's own pieces next to it, and all of its pieces that are pinned.
    own: Bitboard,
    pinned: Bitboard,
    /// The pieces next to it that White could capture.
    watched: Bitboard,
}

impl Look {
    fn of<P: Rules>(position: &P, line: &[MoveCode]) -> Option<Look> {
        let mut end = position.clone();
        let mut movers = Vec::new();
        for &code in line {
            movers.push(end.board().role_at(code.from()));
            end = played(&end, &[code], 0)?;
        }
        let (board, mated) = (end.board(), end.turn());
        let king = board.king_of(mated)?;
        let adjacent = attacks::king_attacks(king) & end.size().squares();
        let (own, enemies) = (board.by_color(mated), board.by_color(!mated));
        let occupied = board.occupied() | !end.size().squares();
        let without_king = occupied.without(king);
        let sliders = (attacks::rook_attacks(king, enemies) & board.rooks_and_queens()
            | attacks::bishop_attacks(king, enemies) & board.bishops_and_queens())
            & enemies;
        let screens = sliders.into_iter().map(|slider| attacks::between(king, slider) & board.occupied());
        Some(Look {
            movers,
            checkers: board.attacks_to(king, !mated, occupied),
            own: own & adjacent,
            pinned: screens.filter(|screen| screen.count() == 1).fold(Bitboard::EMPTY, |all, one| all | one & own),
            watched: (own & adjacent)
                .into_iter()
                .filter(|&square| board.attacks_to(square, !mated, without_king).any())
                .collect(),
        })
    }
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

/// Black pieces remove cooks and white pieces make new ones, so black ones are tried more often.
const NEW_PIECES: [Color; 4] = [Color::Black, Color::Black, Color::Black, Color::White];
const KINDS: [Role; 6] = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The position with one piece added, taken off, on another square or of another kind; None when that is not legal.
fn change<P: Rules>(position: &P, most: (usize, usize), random: &mut Random) -> Option<P> {
    let mut board = position.board().clone();
    let pieces: Vec<Square> = board.occupied().into_iter().collect();
    let free: Vec<Square> = (position.size().squares() & !board.occupied()).into_iter().collect();
    let square = *random.choose(&pieces);
    let piece = board.piece_at(square)?;
    let is_king = piece.role == Role::King;
    match random.below(8) {
        0..=2 => {
            let color = *random.choose(&NEW_PIECES);
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
    if pawn_at_the_end(&board, position) { None } else { position.with_pieces(board) }
}

fn pawn_at_the_end<P: Rules>(board: &Board, position: &P) -> bool {
    let ends = Color::ALL.map(|color| position.size().last_rank(color));
    board.pawns().into_iter().any(|square| ends.contains(&square.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::positions::parse_fen,
        compose::{Verdict, assess},
    };

    const QUIET: Criteria = Criteria { every_piece_needed: false, ..Criteria::STRICT };

    fn code(text: &str) -> MoveCode {
        let square = |part: &str| part.parse::<Square>().unwrap();
        MoveCode::new(square(&text[..2]), square(&text[2..4]), None)
    }

    #[test]
    fn a_cooked_ladder_mate_keeps_its_line_and_loses_its_cooks() {
        let cooked = parse_fen("7k/8/5K2/8/8/8/8/QR6 w - - 0 1").unwrap();
        let plan = Plan {
            line: ["b1b7", "h8g8", "a1g1"].map(code).to_vec(),
            most: (6, 6),
            promoted: true,
            same_mate: false,
            changes: 5_000,
        };
        let sound = rework(&cooked, &plan, &QUIET, &mut Random::new(1, 0));
        assert!(sound.is_none(), "1.Rb7 Kg8 2.Qg1+ is no mate");
        let plan = Plan { line: ["b1b7", "h8g8", "a1a8"].map(code).to_vec(), ..plan };
        let sound = rework(&cooked, &plan, &QUIET, &mut Random::new(1, 0)).unwrap();
        let (verdict, key) = assess(&sound, &QUIET);
        assert_eq!((verdict, key.map(MoveCode::of)), (Verdict::Sound, Some(code("b1b7"))));
        assert!(ends_in_mate(&sound, &plan.line));
        assert_eq!(Some(sound), rework(&cooked, &plan, &QUIET, &mut Random::new(1, 0)), "the seed decides");
    }

    #[test]
    fn no_change_no_puzzle() {
        let cooked = parse_fen("7k/8/5K2/8/8/8/8/QR6 w - - 0 1").unwrap();
        let plan = Plan {
            line: ["b1b7", "h8g8", "a1a8"].map(code).to_vec(),
            most: (6, 6),
            promoted: true,
            same_mate: false,
            changes: 0,
        };
        assert!(rework(&cooked, &plan, &QUIET, &mut Random::new(1, 0)).is_none());
    }
}
