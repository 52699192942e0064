//! Tests for mate, mate in one, mate in two, and captures without retaliation.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::board::{Board, Guard, for_each_step, pawn_targets};
use crate::chess::moves::MoveCode;

impl Board {
    /// Whether the side to move is mated.
    pub fn is_mate(&self) -> bool {
        self.checkers(self.turn).any() && !self.can_move()
    }

    /// Whether the side to move has a move that mates. The other side must not be in check already.
    #[inline(never)] // Cheap terminals share a function with it, and need none of its stack.
    pub fn can_mate(&self) -> bool {
        let (side, king) = (self.turn, self.king(!self.turn));
        let occupied = self.occupied();
        let straight = attacks::rook_attacks(king, occupied);
        let diagonal = attacks::bishop_attacks(king, occupied);
        let discoverers = self.discoverers(side);
        let mut guard = None;
        for from in self.without_king(side) {
            let role = self.role(from);
            // No slider of this side sees the king yet, so leaving a square opens no line for the mover itself:
            // a direct check comes from a square that the king sees now.
            let checks = match role {
                _ if discoverers.contains(from) => Bitboard::FULL,
                Role::Rook => straight,
                Role::Bishop => diagonal,
                Role::Queen => straight | diagonal,
                Role::Knight => attacks::knight_attacks(king),
                _ => attacks::pawn_attacks(!side, king) | Bitboard::BACKRANKS,
            };
            let reachable = if role == Role::Pawn {
                pawn_targets(self, from, side)
            } else {
                self.attacks_from(from, side, occupied) & !self.pieces(side)
            };
            if (reachable & checks).any() && self.mates_from(from, role, reachable & checks, &mut guard) {
                return true;
            }
        }
        let own_king = self.king(side);
        let mates = |from, to| self.play(MoveCode::new(from, to, None)).is_mate();
        discoverers.contains(own_king) && self.king_targets(side).into_iter().any(|to| mates(own_king, to))
            || self
                .passing_pawns()
                .into_iter()
                .any(|from| mates(from, self.en_passant.expect("some pawn may capture there")))
    }

    /// Whether the side to move mates in two moves at most, whatever the other side does, which is not in check.
    #[inline(never)]
    pub fn can_mate_in_two(&self) -> bool {
        if self.can_mate() {
            return true;
        }
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves.iter().any(|&m| self.play(m).is_mated_next())
    }

    /// Whether the side to move has a move, and whatever it is, the other side mates at once.
    #[inline(never)]
    pub fn is_mated_next(&self) -> bool {
        let mut replies = Vec::new();
        self.moves_into(&mut replies);
        !replies.is_empty() && replies.iter().all(|&reply| self.play(reply).can_mate())
    }

    /// Whether the side to move is in check and loses a piece whatever it replies: no reply captures, and after each of
    /// them the other side captures freely. A mate is none of these.
    #[inline(never)]
    pub fn loses_to_check(&self) -> bool {
        if self.checkers(self.turn).is_empty() {
            return false;
        }
        let mut replies = Vec::new();
        self.moves_into(&mut replies);
        let captures = |m: MoveCode| {
            self.pieces(!self.turn).contains(m.to()) || self.pawns.contains(m.from()) && self.en_passant == Some(m.to())
        };
        !replies.is_empty() && replies.iter().all(|&m| !captures(m) && self.play(m).can_capture_freely())
    }

    /// Whether the side to move has a check that wins a piece, whatever the other side replies.
    #[inline(never)]
    pub fn has_winning_check(&self) -> bool {
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves.iter().any(|&m| self.play(m).loses_to_check())
    }

    /// Whether a piece other than the king mates by going to one of these squares, which it can reach.
    fn mates_from(&self, from: Square, role: Role, reachable: Bitboard, guard: &mut Option<Guard>) -> bool {
        let (side, king) = (self.turn, self.king(!self.turn));
        // At most what the others cover with the mover and the king gone, and what the mover covers from its new
        // square: where that leaves the king a flight, there is no mate, and the board need not be made.
        let open = self.occupied().without(from).without(king);
        let others = self.pieces(side).without(from);
        let covered =
            others.into_iter().fold(Bitboard::EMPTY, |all, square| all | self.attacks_from(square, side, open));
        let flights = attacks::king_attacks(king) & !covered;
        let own = self.pieces(!side);
        reachable.into_iter().any(|to| {
            if role != Role::Pawn {
                let covered = attacks::attacks(to, role.of(side), open);
                if (flights & !own.without(to) & !covered).any() {
                    return false;
                }
            }
            if !guard.get_or_insert_with(|| Guard::of(self, side)).allows(self, from, to) {
                return false;
            }
            let mut found = false;
            for_each_step(self, from, Bitboard::from(to), &mut |m| found = found || self.play(m).is_mate());
            found
        })
    }
}

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
