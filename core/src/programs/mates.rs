//! Is it mate, and can the side to move mate at once?

use shakmaty::{Bitboard, Role, attacks};

use super::{
    board::Board,
    moves::{Guard, for_each_step},
};
use crate::moves::MoveCode;

impl Board {
    /// Whether the side to move is mated.
    pub fn is_mate(&self) -> bool {
        self.checkers(self.turn).any() && !self.can_move()
    }

    /// Whether the side to move has a move that mates. The other side must not be in check already.
    pub fn can_mate(&self) -> bool {
        let (side, king) = (self.turn, self.king(!self.turn));
        let occupied = self.occupied();
        let straight = attacks::rook_attacks(king, occupied);
        let diagonal = attacks::bishop_attacks(king, occupied);
        let discoverers = self.discoverers(side);
        let guard = Guard::of(self, side);
        let mut found = false;
        let mut examine = |m: MoveCode| found = found || self.play(m).is_mate();
        for from in self.men(side) {
            // No slider of this side sees the king yet, so leaving a square opens no line for the mover itself:
            // a direct check comes from a square that the king sees now.
            let checks = if discoverers.contains(from) {
                Bitboard::FULL
            } else {
                match self.role(from) {
                    Role::Rook => straight,
                    Role::Bishop => diagonal,
                    Role::Queen => straight | diagonal,
                    Role::Knight => attacks::knight_attacks(king),
                    Role::Pawn => attacks::pawn_attacks(!side, king) | Bitboard::BACKRANKS,
                    Role::King => Bitboard::EMPTY,
                }
            };
            if checks.any() {
                for_each_step(self, from, guard.targets(self, from) & checks, &mut examine);
            }
        }
        for from in self.passing_pawns() {
            examine(MoveCode::new(from, self.en_passant.expect("some pawn may capture there"), None));
        }
        found
    }
}
