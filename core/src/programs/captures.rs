//! Finds captures without retaliation: a piece is captured, and no legal move recaptures.

use shakmaty::{Color, Square, attacks};

use super::{board::Board, moves::Guard};
use crate::moves::MoveCode;

impl Board {
    /// Whether the side to move has a legal capture after which no legal move captures on that square.
    #[inline(never)] // As in `can_mate`.
    pub fn can_capture_freely(&self) -> bool {
        let side = self.turn;
        let prey = self.without_king(!side);
        let occupied = self.occupied();
        let mut guard = None;
        for from in self.without_king(side) {
            for to in self.attacks_from(from, side, occupied) & prey {
                let guard = guard.get_or_insert_with(|| Guard::of(self, side));
                if guard.allows(self, from, to) && !self.is_answered(from, to) {
                    return true;
                }
            }
        }
        let king = self.king(side);
        let near = attacks::king_attacks(king) & prey;
        // A piece that a king may capture is not guarded.
        near.any() && (near & self.king_targets(side)).any()
            || self.passing_pawns().into_iter().any(|from| {
                let to = self.en_passant.expect("some pawn may capture there");
                !self.is_answered(from, to)
            })
    }

    /// Whether a capture by the side to move can be answered by a legal capture on the same square.
    fn is_answered(&self, from: Square, to: Square) -> bool {
        let answering = !self.turn;
        if self.attackers(to, answering, self.occupied().without(from)).is_empty() {
            return false;
        }
        self.play(MoveCode::new(from, to, None)).can_capture_on(to, answering)
    }

    fn can_capture_on(&self, square: Square, side: Color) -> bool {
        let attackers = self.attackers(square, side, self.occupied());
        let king = self.king(side);
        if attackers.contains(king) && self.king_targets(side).contains(square) {
            return true;
        }
        let guard = Guard::of(self, side);
        attackers.without(king).into_iter().any(|from| guard.allows(self, from, square))
    }
}
