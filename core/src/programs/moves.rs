//! The legal moves of a small board.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::board::Board;
use crate::moves::MoveCode;

/// What keeps the pieces of a side from moving as they like: the king in check, and pins.
pub struct Guard {
    side: Color,
    pinned: Bitboard,
    /// Where a piece other than the king must go: anywhere, or to capture or block the one checker.
    allowed: Bitboard,
}

impl Guard {
    /// The restrictions on a side's moves, also when it is not to move.
    pub fn of(board: &Board, side: Color) -> Guard {
        let checkers = board.checkers(side);
        let allowed = match checkers.single_square() {
            Some(checker) => attacks::between(board.king(side), checker).with(checker),
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        Guard { side, pinned: board.pinned(side), allowed }
    }

    /// Whether a piece other than the king may go to a square it can reach.
    pub fn allows(&self, board: &Board, from: Square, to: Square) -> bool {
        self.allowed.contains(to) && (!self.pinned.contains(from) || attacks::aligned(board.king(self.side), from, to))
    }

    fn filter(&self, board: &Board, from: Square, targets: Bitboard) -> Bitboard {
        let targets = targets & self.allowed;
        if self.pinned.contains(from) { targets & attacks::ray(board.king(self.side), from) } else { targets }
    }

    /// Where a piece may go, captures in passing left out.
    pub fn targets(&self, board: &Board, from: Square) -> Bitboard {
        match board.role(from) {
            Role::King => board.king_targets(self.side),
            Role::Pawn => self.filter(board, from, pawn_targets(board, from, self.side)),
            _ => self.filter(
                board,
                from,
                board.attacks_from(from, self.side, board.occupied()) & !board.pieces(self.side),
            ),
        }
    }
}

/// Where a pawn may go if its king does not mind, captures in passing left out.
pub fn pawn_targets(board: &Board, from: Square, side: Color) -> Bitboard {
    let occupied = board.occupied();
    let (forward, start) = if side.is_white() { (8, 1) } else { (-8, 6) };
    let single = Bitboard::from(from).shift(forward) & !occupied;
    let double = if u32::from(from.rank()) == start { single.shift(forward) & !occupied } else { Bitboard::EMPTY };
    attacks::pawn_attacks(side, from) & board.pieces(!side) | single | double
}

impl Board {
    /// Where the king of a side may go.
    pub fn king_targets(&self, side: Color) -> Bitboard {
        let king = self.king(side);
        let open = attacks::king_attacks(king) & !self.pieces(side);
        // The king must not hide behind itself.
        open & !self.attacked_by(!side, self.occupied().without(king))
    }

    /// The pawns of the side to move that may capture in passing.
    pub fn passing_pawns(&self) -> Bitboard {
        let Some(target) = self.en_passant else { return Bitboard::EMPTY };
        let pawns = attacks::pawn_attacks(!self.turn, target) & self.pawns & self.pieces(self.turn);
        pawns.into_iter().filter(|&from| self.may_capture_in_passing(from, target)).collect()
    }

    /// Show every legal move, in no particular order.
    pub fn for_each_move(&self, mut visit: impl FnMut(MoveCode)) {
        let guard = Guard::of(self, self.turn);
        for from in self.pieces(self.turn) {
            for_each_step(self, from, guard.targets(self, from), &mut visit);
        }
        for from in self.passing_pawns() {
            visit(MoveCode::new(from, self.en_passant.expect("some pawn may capture there"), None));
        }
    }

    /// All legal moves in a list that can be used again.
    pub fn moves_into(&self, list: &mut Vec<MoveCode>) {
        list.clear();
        self.for_each_move(|m| list.push(m));
    }

    /// Whether the side to move has a legal move.
    pub fn can_move(&self) -> bool {
        self.king_targets(self.turn).any() || self.can_move_another()
    }

    /// Whether a piece other than the king has a legal move.
    pub fn can_move_another(&self) -> bool {
        let guard = Guard::of(self, self.turn);
        self.without_king(self.turn).into_iter().any(|from| guard.targets(self, from).any())
            || self.passing_pawns().any()
    }
}

/// Show the moves of one piece to these squares, every promotion by itself.
pub fn for_each_step(board: &Board, from: Square, targets: Bitboard, visit: &mut impl FnMut(MoveCode)) {
    let promotes = board.pawns.contains(from);
    for to in targets {
        if promotes && Bitboard::BACKRANKS.contains(to) {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                visit(MoveCode::new(from, to, Some(role)));
            }
        } else {
            visit(MoveCode::new(from, to, None));
        }
    }
}
