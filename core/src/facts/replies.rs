//! What the opponent may answer to a move: whether a reply mates, and whether a reply forks.

use shakmaty::{Board, Chess, Color, Position, Role, Square};

use super::board::wins;
use crate::{
    exchange::best_capture,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::parse_fen;

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
