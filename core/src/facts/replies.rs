//! What the opponent may answer to a move: whether a reply mates, and whether a reply forks.

use shakmaty::{Board, Chess, Color, Position, Role, Square};

use super::board::wins;
use crate::chess::{
    exchange::{best_capture, gain_at_once, worth},
    moves::{MoveCode, after},
};

/// What some reply of the side to move does.
#[derive(Clone, Copy, Default)]
pub struct Replies {
    /// It mates.
    pub mate: bool,
    /// It forks, as [`forks`] says.
    pub fork: bool,
}

impl Replies {
    /// Try every legal move.
    pub fn of(position: &Chess) -> Replies {
        let mut found = Replies::default();
        for m in position.legal_moves() {
            let after = after(position, m);
            found.mate |= after.is_checkmate();
            found.fork = found.fork || forks(after.board(), MoveCode::of(m).to(), position.turn());
        }
        found
    }
}

/// Whether the piece that has come to a square cannot be won there and attacks two pieces, pawns not counted: each the
/// king, or one that it wins by capturing it.
fn forks(board: &Board, by: Square, side: Color) -> bool {
    let attacked = board.attacks_from(by) & board.by_color(!side) & !board.pawns();
    let is_won = |victim: Square| board.role_at(victim) == Some(Role::King) || wins(board, by.into(), victim.into());
    attacked.more_than_one()
        && best_capture(board, by, !side) == 0
        && attacked.into_iter().filter(|&victim| is_won(victim)).count() >= 2
}

/// How many half-moves after the move are looked at.
const HALF_MOVES: u32 = 4;
/// Being mated costs more than all pieces.
const MATED: i16 = -3_000;
/// More than anything can be worth here.
const BEYOND: i16 = 20_000;

/// What the side to move wins at best, in centipawns.
pub fn best_continuation(position: &Chess) -> i16 {
    search(position, -BEYOND, BEYOND, HALF_MOVES)
}

fn search(position: &Chess, mut least: i16, most: i16, half_moves: u32) -> i16 {
    if half_moves == 0 {
        return 0;
    }
    let in_check = position.is_check();
    let mut best = if in_check { MATED } else { 0 };
    if best >= most {
        return best;
    }
    least = least.max(best);
    let mut moves = if in_check { position.legal_moves() } else { position.capture_moves() };
    if !in_check {
        moves.extend(position.promotion_moves().into_iter().filter(|m| !m.is_capture()));
    }
    moves.retain(|m| m.promotion().is_none_or(|role| role == Role::Queen));
    moves.sort_by_key(|&m| (-gain_at_once(m), worth(m.role())));
    for m in moves {
        let won = gain_at_once(m);
        best = best.max(won - search(&after(position, m), won - most, won - least, half_moves - 1));
        least = least.max(best);
        if best >= most {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    fn replies(fen: &str) -> (bool, bool) {
        let found = Replies::of(&parse_fen(fen).unwrap());
        (found.mate, found.fork)
    }

    #[test]
    fn a_knight_forks_king_and_rook_unless_a_pawn_guards_the_square() {
        assert_eq!(replies("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1"), (false, true));
        assert_eq!(replies("r3k3/1p6/8/3N4/8/8/8/4K3 w - - 0 1"), (false, true));
        assert_eq!(replies("r2bk3/8/8/3N4/8/8/8/4K3 w - - 0 1"), (false, false));
    }

    #[test]
    fn two_guarded_pieces_worth_no_more_are_no_fork() {
        // From c5 the queen attacks two knights, each guarded by a pawn.
        assert_eq!(replies("6k1/1p4p1/n6n/8/8/8/8/2Q3K1 w - - 0 1"), (false, false));
    }

    #[test]
    fn a_mate_is_found_next_to_a_fork() {
        assert_eq!(replies("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), (true, false));
    }
}

#[cfg(test)]
mod settle_tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    fn value(fen: &str) -> i16 {
        best_continuation(&parse_fen(fen).unwrap())
    }

    #[test]
    fn a_free_pawn_is_taken_and_a_guarded_one_left() {
        assert_eq!(value("k7/8/8/4p3/8/8/8/4RK2 w - - 0 1"), 100);
        assert_eq!(value("k7/8/3p4/4p3/8/8/8/4RK2 w - - 0 1"), 0);
    }

    #[test]
    fn the_side_that_captures_may_lose_something_elsewhere() {
        // The rook would win a pawn, but then the bishop takes the knight for nothing.
        assert_eq!(value("7k/8/8/p7/8/8/1b6/R1N2K2 w - - 0 1"), 0);
        assert_eq!(value("7k/8/8/p7/8/8/8/R1N2K2 w - - 0 1"), 100);
        // With check the bishop has no time.
        assert_eq!(value("k7/8/8/p7/8/8/1b6/R1N2K2 w - - 0 1"), 100);
    }
}
