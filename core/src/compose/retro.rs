//! Tests whether a position can have had a last move: the honest minimum of retro-legality.
//!
//! Pieces are counted (a piece beyond the first set must be a promoted pawn), and one move of the side not to move is
//! taken back so that the other king is not left in check. Whether a whole game leads there is never claimed.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use crate::{
    chess::{pawns::forward, small_boards::Size},
    mates::Rules,
};

/// Whether the pieces can come from a first set, and some last move leads to the position.
pub fn has_last_move<P: Rules>(position: &P) -> bool {
    let retro = Retro {
        board: position.board(),
        mover: !position.turn(),
        size: position.size(),
        unmoved: position.castling_rooks(),
    };
    retro.is_countable(retro.board)
        && match position.en_passant() {
            Some(square) => retro.stepped_twice_over(square),
            None => retro.some_move_can_be_taken_back(),
        }
}

struct Retro<'a> {
    board: &'a Board,
    /// Who made the last move.
    mover: Color,
    size: Size,
    /// Rooks that may still castle, and so have never moved, nor has their king.
    unmoved: Bitboard,
}

impl Retro<'_> {
    fn some_move_can_be_taken_back(&self) -> bool {
        let pieces = self.board.by_color(self.mover) & !self.unmoved;
        pieces.into_iter().any(|to| {
            let role = self.board.role_at(to).expect("pieces have roles");
            match role {
                Role::Pawn => self.pawn_came(to),
                Role::King if self.has_unmoved_king() => false,
                Role::King => self.piece_came(to, role) || self.castled(to),
                _ => self.piece_came(to, role) || self.promoted(to),
            }
        })
    }

    fn has_unmoved_king(&self) -> bool {
        (self.unmoved & self.board.by_color(self.mover)).any()
    }

    fn piece_came(&self, to: Square, role: Role) -> bool {
        let occupied = self.board.occupied() | !self.size.squares();
        let origins = attacks::attacks(to, role.of(self.mover), occupied) & !occupied;
        origins.into_iter().any(|from| self.came(from, to, role, true, true))
    }

    fn pawn_came(&self, to: Square) -> bool {
        let back = self.mover.fold_wb(-8, 8);
        let Some(behind) = to.offset(back).filter(|square| self.may_hold_pawn(*square)) else { return false };
        if self.is_empty(behind) {
            if self.came(behind, to, Role::Pawn, true, false) {
                return true;
            }
            let home = self.mover.fold_wb(Rank::Second, Rank::Seventh);
            let twice = behind.offset(back).filter(|&square| self.size.ranks == 8 && square.rank() == home);
            if twice.is_some_and(|from| self.is_empty(from) && self.came(from, to, Role::Pawn, true, false)) {
                return true;
            }
        }
        self.origins_of_captures(to)
            .any(|from| self.came(from, to, Role::Pawn, false, true) || self.took_in_passing(from, to, behind))
    }

    fn promoted(&self, to: Square) -> bool {
        if to.rank() != self.size.last_rank(self.mover) {
            return false;
        }
        let behind = to.offset(self.mover.fold_wb(-8, 8)).filter(|&square| self.may_hold_pawn(square));
        behind.is_some_and(|from| self.is_empty(from) && self.came(from, to, Role::Pawn, true, false))
            || self.origins_of_captures(to).any(|from| self.came(from, to, Role::Pawn, false, true))
    }

    fn origins_of_captures(&self, to: Square) -> impl Iterator<Item = Square> {
        let origins = attacks::pawn_attacks(!self.mover, to) & self.size.squares();
        origins.into_iter().filter(|&from| self.is_empty(from) && self.may_hold_pawn(from))
    }

    fn took_in_passing(&self, from: Square, to: Square, victim: Square) -> bool {
        let sixth = self.mover.fold_wb(Rank::Sixth, Rank::Third);
        let home = to.offset(forward(self.mover));
        if self.size.ranks != 8
            || to.rank() != sixth
            || !self.is_empty(victim)
            || !home.is_some_and(|h| self.is_empty(h))
        {
            return false;
        }
        let mut before = self.board.clone();
        before.discard_piece_at(to);
        before.set_piece_at(from, self.mover.pawn());
        before.set_piece_at(victim, (!self.mover).pawn());
        self.is_possible(&before)
    }

    fn castled(&self, to: Square) -> bool {
        if self.size != Size::FULL {
            return false;
        }
        let rank = self.mover.fold_wb(Rank::First, Rank::Eighth);
        [(File::G, File::F, File::H), (File::C, File::D, File::A)].into_iter().any(|(king, rook, corner)| {
            let [king, rook, corner, home] = [king, rook, corner, File::E].map(|file| Square::from_coords(file, rank));
            let passed_over = attacks::between(home, corner) & self.board.occupied();
            if to != king
                || self.board.piece_at(rook) != Some(self.mover.rook())
                || !self.is_empty(corner)
                || !self.is_empty(home)
                || !passed_over.without(king).without(rook).is_empty()
            {
                return false;
            }
            let mut before = self.board.clone();
            before.discard_piece_at(king);
            before.discard_piece_at(rook);
            before.set_piece_at(home, self.mover.king());
            before.set_piece_at(corner, self.mover.rook());
            let never_in_check = [home, rook]
                .into_iter()
                .all(|square| before.attacks_to(square, !self.mover, before.occupied()).is_empty());
            never_in_check && self.is_possible(&before)
        })
    }

    fn stepped_twice_over(&self, square: Square) -> bool {
        let forward = forward(self.mover);
        match (square.offset(-forward), square.offset(forward)) {
            (Some(from), Some(to)) => self.came(from, to, Role::Pawn, true, false),
            _ => false,
        }
    }

    /// Whether a piece of this role can have come from one square to another, with or without a capture there.
    fn came(&self, from: Square, to: Square, role: Role, quietly: bool, capturing: bool) -> bool {
        let mut before = self.board.clone();
        before.discard_piece_at(to);
        before.set_piece_at(from, role.of(self.mover));
        if quietly && self.is_possible(&before) {
            return true;
        }
        capturing
            && [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Pawn].into_iter().any(|victim| {
                if victim == Role::Pawn && !self.may_hold_pawn(to) {
                    return false;
                }
                before.set_piece_at(to, victim.of(!self.mover));
                self.is_possible(&before)
            })
    }

    /// Whether the mover could stand before this move: the other king is not in check, and the pieces can be counted.
    fn is_possible(&self, before: &Board) -> bool {
        let occupied = before.occupied() | !self.size.squares();
        let safe =
            before.king_of(!self.mover).is_none_or(|king| before.attacks_to(king, self.mover, occupied).is_empty());
        safe && self.is_countable(before)
    }

    /// Whether each side's pieces can come from one set of sixteen. Small boards have no set to count against.
    fn is_countable(&self, board: &Board) -> bool {
        self.size != Size::FULL || Color::ALL.into_iter().all(|color| is_countable(board, color))
    }

    fn is_empty(&self, square: Square) -> bool {
        self.board.piece_at(square).is_none()
    }

    fn may_hold_pawn(&self, square: Square) -> bool {
        Color::ALL.into_iter().all(|color| square.rank() != self.size.last_rank(color))
    }
}

/// Whether no piece need be a promoted pawn: no more of a kind than in the initial position, bishops on both colours.
pub fn begins_a_game(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| promoted(board, color) == 0)
}

fn is_countable(board: &Board, color: Color) -> bool {
    (board.pawns() & board.by_color(color)).count() + promoted(board, color) <= 8
}

/// How many pieces must have been promoted.
fn promoted(board: &Board, color: Color) -> usize {
    let pieces = board.by_color(color);
    let beyond = |role, first_set: usize| (board.by_role(role) & pieces).count().saturating_sub(first_set);
    let bishops = board.bishops() & pieces;
    // A second bishop of one colour of squares is a promoted pawn.
    beyond(Role::Knight, 2)
        + beyond(Role::Rook, 2)
        + beyond(Role::Queen, 1)
        + (bishops & Bitboard::LIGHT_SQUARES).count().saturating_sub(1)
        + (bishops & Bitboard::DARK_SQUARES).count().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{mates::AnyPosition, on_any_board};

    fn last_move(text: &str) -> bool {
        on_any_board!(AnyPosition::parse(text).unwrap(), position => has_last_move(&position))
    }

    #[test]
    fn a_king_in_the_open_came_from_somewhere() {
        assert!(last_move("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    }

    #[test]
    fn a_buried_king_did_not_move_last() {
        // On a7 or b7 it would have been next to the white king.
        assert!(!last_move("kN6/8/1K6/8/8/8/8/8 w - - 0 1"));
        assert!(last_move("k1N5/8/1K6/8/8/8/8/8 w - - 0 1"));
    }

    #[test]
    fn a_pawn_at_home_did_not_move_last() {
        assert!(!last_move("kN6/7p/1K6/8/8/8/8/8 w - - 0 1"));
        assert!(last_move("kN6/8/1K5p/8/8/8/8/8 w - - 0 1"));
    }

    #[test]
    fn nine_pawns_are_too_many() {
        assert!(!last_move("4k3/8/8/8/P7/P7/PPPPPPP1/4K3 w - - 0 1"));
        assert!(last_move("4k3/8/8/8/P7/8/PPPPPPP1/4K3 w - - 0 1"));
        assert!(!last_move("7k/8/8/8/QQ6/8/PPPPPPPP/4K3 w - - 0 1"));
    }

    #[test]
    fn two_bishops_of_one_colour_cost_a_pawn() {
        assert!(!last_move("7k/8/8/8/B1B5/8/PPPPPPPP/4K3 w - - 0 1"));
        assert!(last_move("7k/8/8/8/B1B5/8/PPPPPPP1/4K3 w - - 0 1"));
    }

    #[test]
    fn a_check_must_have_been_given_by_the_last_move() {
        assert!(last_move("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1"));
        // Two knights cannot both have just arrived.
        assert!(!last_move("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1"));
    }

    #[test]
    fn castling_can_be_the_last_move() {
        assert!(last_move("5rk1/5ppp/8/8/8/8/8/4K3 w - - 0 1"));
    }

    #[test]
    fn small_boards_are_not_counted() {
        assert!(last_move("1K2/1P2/kpp1/rqr1 w"));
        assert!(!last_move("kN/2/1K/2 w"));
    }
}
