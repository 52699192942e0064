//! A position of a few men as a number, and the moves between such numbers.
//!
//! The white king is mirrored into one quarter of the board (one half when there are pawns). No mirroring leaves
//! a square where it is, so different positions of a class never fall together, and moves can be counted exactly.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::material::{MOST_MEN, Material};

/// The kinds and colours of the men of an endgame: both kings first, then White's men, then Black's.
#[derive(Debug, Clone)]
pub struct Men {
    pub kinds: Vec<(Color, Role)>,
    pawns: bool,
}

/// Where each man stands, and who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    pub turn: Color,
    pub squares: [Square; MOST_MEN],
}

/// What a move leads to.
pub enum Step {
    /// The same men.
    Quiet,
    /// A man fewer, or a pawn promoted: another endgame.
    Conversion { placement: Placement, captured: Option<usize>, promoted: Option<(usize, Role)> },
}

impl Men {
    pub fn new(material: &Material) -> Men {
        let side = |color, roles: &[Role]| roles.iter().map(|&role| (color, role)).collect::<Vec<_>>();
        let kings = [(Color::White, Role::King), (Color::Black, Role::King)];
        let men = [kings.to_vec(), side(Color::White, &material.white), side(Color::Black, &material.black)];
        Men { kinds: men.concat(), pawns: material.has_pawns() }
    }

    /// How many numbers there are, legal or not.
    pub fn count(&self) -> usize {
        (2 * self.king_squares()) << (6 * (self.kinds.len() - 1))
    }

    fn king_squares(&self) -> usize {
        if self.pawns { 32 } else { 16 }
    }

    /// The number of a placement.
    pub fn index(&self, placement: &Placement) -> usize {
        let king = placement.squares[0];
        let mut mirror = 0;
        if king.file() as u32 > 3 {
            mirror ^= 7;
        }
        if !self.pawns && king.rank() as u32 > 3 {
            mirror ^= 56;
        }
        let folded = usize::from(king) ^ mirror;
        let mut index = usize::from(placement.turn.is_black()) * self.king_squares() + (folded >> 3) * 4 + (folded & 3);
        for square in &placement.squares[1..self.kinds.len()] {
            index = index << 6 | (usize::from(*square) ^ mirror);
        }
        index
    }

    /// The placement of a number.
    pub fn placement(&self, index: usize) -> Placement {
        let mut squares = [Square::A1; MOST_MEN];
        let mut rest = index;
        for square in squares[1..self.kinds.len()].iter_mut().rev() {
            *square = Square::new(rest as u32 & 63);
            rest >>= 6;
        }
        let king = rest % self.king_squares();
        squares[0] = Square::new(((king >> 2) * 8 + (king & 3)) as u32);
        Placement { turn: Color::from_black(rest >= self.king_squares()), squares }
    }

    fn occupied(&self, placement: &Placement) -> Bitboard {
        placement.squares[..self.kinds.len()].iter().copied().collect()
    }

    /// Whether men stand on different squares, pawns where pawns can, and nobody could capture a king.
    pub fn is_legal(&self, placement: &Placement) -> bool {
        let occupied = self.occupied(placement);
        let pawns_stand = self
            .kinds
            .iter()
            .zip(placement.squares)
            .all(|(&(_, role), square)| role != Role::Pawn || !Bitboard::BACKRANKS.contains(square));
        occupied.count() == self.kinds.len()
            && pawns_stand
            && !self.in_check(placement, !placement.turn, occupied, None)
    }

    /// Whether the king of a side is attacked, with one man already captured perhaps.
    fn in_check(&self, placement: &Placement, side: Color, occupied: Bitboard, captured: Option<usize>) -> bool {
        let king = placement.squares[usize::from(side.is_black())];
        self.kinds.iter().enumerate().any(|(man, &(color, role))| {
            color != side
                && captured != Some(man)
                && attacks::attacks(placement.squares[man], role.of(color), occupied).contains(king)
        })
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self, placement: &Placement) -> bool {
        self.in_check(placement, placement.turn, self.occupied(placement), None)
    }

    /// Every legal move of the side to move; en passant is none, since only one side has pawns.
    pub fn for_each_step(&self, placement: &Placement, mut visit: impl FnMut(Step)) {
        let occupied = self.occupied(placement);
        let side = placement.turn;
        let own: Bitboard = self
            .kinds
            .iter()
            .zip(placement.squares)
            .filter(|((color, _), _)| *color == side)
            .map(|(_, square)| square)
            .collect();
        for (man, &(color, role)) in self.kinds.iter().enumerate() {
            if color != side {
                continue;
            }
            let from = placement.squares[man];
            for to in targets(from, color, role, occupied) & !own {
                let captured = (0..self.kinds.len()).find(|&other| other != man && placement.squares[other] == to);
                let mut after = Placement { turn: !side, squares: placement.squares };
                after.squares[man] = to;
                if self.in_check(&after, side, occupied.without(from).with(to), captured) {
                    continue;
                }
                if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                    for promotion in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                        visit(Step::Conversion { placement: after, captured, promoted: Some((man, promotion)) });
                    }
                } else if captured.is_some() {
                    visit(Step::Conversion { placement: after, captured, promoted: None });
                } else {
                    visit(Step::Quiet);
                }
            }
        }
    }

    /// Every placement from which a quiet move of the other side leads here, legal or not.
    pub fn for_each_origin(&self, placement: &Placement, mut visit: impl FnMut(Placement)) {
        let occupied = self.occupied(placement);
        let mover = !placement.turn;
        for (man, &(color, role)) in self.kinds.iter().enumerate() {
            if color != mover {
                continue;
            }
            for from in origins(placement.squares[man], color, role, occupied) {
                let mut before = Placement { turn: mover, squares: placement.squares };
                before.squares[man] = from;
                visit(before);
            }
        }
    }
}

/// Where a man may go if its king does not mind; squares of its own side included.
fn targets(from: Square, color: Color, role: Role, occupied: Bitboard) -> Bitboard {
    if role != Role::Pawn {
        return attacks::attacks(from, role.of(color), occupied);
    }
    let captures = attacks::pawn_attacks(color, from) & occupied;
    let (forward, start) = if color.is_white() { (8, 1) } else { (-8, 6) };
    let single = Bitboard::from(from).shift(forward) & !occupied;
    let double = if from.rank() as i32 == start { single.shift(forward) & !occupied } else { Bitboard::EMPTY };
    captures | single | double
}

/// Where a man may have come from without capturing.
fn origins(to: Square, color: Color, role: Role, occupied: Bitboard) -> Bitboard {
    if role != Role::Pawn {
        return attacks::attacks(to, role.of(color), occupied) & !occupied;
    }
    let (back, fourth) = if color.is_white() { (-8, 3) } else { (8, 4) };
    let single = Bitboard::from(to).shift(back) & !occupied & !Bitboard::BACKRANKS;
    let double = if to.rank() as i32 == fourth { single.shift(back) & !occupied } else { Bitboard::EMPTY };
    single | double
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_placements_belong_together() {
        for signature in ["KRK", "KPK", "KQKR"] {
            let men = Men::new(&Material::parse(signature).unwrap());
            for index in (0..men.count()).step_by(997) {
                assert_eq!(men.index(&men.placement(index)), index);
            }
        }
    }

    #[test]
    fn every_quiet_move_can_be_taken_back() {
        let men = Men::new(&Material::parse("KPK").unwrap());
        let legal = |placement: &Placement| men.is_legal(placement);
        let mut forward = 0;
        let mut backward = 0;
        for index in 0..men.count() {
            let placement = men.placement(index);
            if legal(&placement) {
                men.for_each_step(&placement, |step| forward += usize::from(matches!(step, Step::Quiet)));
                men.for_each_origin(&placement, |before| backward += usize::from(legal(&before)));
            }
        }
        assert_eq!(forward, backward);
    }
}
