//! What captures bring when both sides go on capturing anywhere, or stop: the quiet end of a move.
//!
//! value(position) = max(0, gain of a capture - value(after it)) over all captures and promotions to a queen. A side in
//! check may not stop and may answer with any move. Four half-moves are looked at.

use shakmaty::{Chess, Move, Position, Role};

use crate::{exchange::worth, moves::after};

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
    moves.sort_by_key(|&m| (-gain(m), worth(m.role())));
    for m in moves {
        let won = gain(m);
        best = best.max(won - search(&after(position, m), won - most, won - least, half_moves - 1));
        least = least.max(best);
        if best >= most {
            break;
        }
    }
    best
}

fn gain(m: Move) -> i16 {
    m.capture().map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::parse_fen;

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
