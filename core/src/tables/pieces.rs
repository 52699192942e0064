//! Numbers the positions of a few pieces, and generates the moves between such numbers.
//!
//! The white king is mirrored into one quarter of the board (one half when there are pawns). No mirroring leaves
//! a square where it is, so different positions of a class never fall together, and moves can be counted exactly.
//! Positions in which a pawn may be captured en passant have separate numbers after all others.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::material::{MOST_PIECES, Material};
use crate::chess::pawns::{forward, pushes};

/// The kinds and colours of the pieces of an endgame: both kings first, then White's pieces, then Black's.
#[derive(Debug, Clone)]
pub struct Pieces {
    pub kinds: Vec<(Color, Role)>,
    pawns: bool,
    /// Whether a pawn may pass another: king and pawn against king and pawn, no other four pieces.
    passing: bool,
}

/// The ways in which two pawns can be side by side: seven pairs of files, and White's pawn is the left one or the right
/// one.
const PAIRS: usize = 14;
/// The places of the pawns among the pieces when both sides have one.
const PAWNS: [usize; 2] = [2, 3];

/// The square of each piece, the side to move, and whether the last move was a double step that may be captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    pub turn: Color,
    pub squares: [Square; MOST_PIECES],
    pub en_passant: bool,
}

/// What a move leads to.
pub enum Step {
    /// The same pieces.
    Quiet,
    /// A piece fewer, or a pawn promoted: another endgame.
    Conversion { placement: Placement, captured: Option<usize>, promoted: Option<(usize, Role)> },
}

impl Pieces {
    pub fn new(material: &Material) -> Pieces {
        let side = |color, roles: &[Role]| roles.iter().map(|&role| (color, role)).collect::<Vec<_>>();
        let kings = [(Color::White, Role::King), (Color::Black, Role::King)];
        let pieces = [kings.to_vec(), side(Color::White, &material.white), side(Color::Black, &material.black)];
        let passing = material.white.contains(&Role::Pawn) && material.black.contains(&Role::Pawn);
        Pieces { kinds: pieces.concat(), pawns: material.has_pawns(), passing }
    }

    /// How many numbers there are, legal or not.
    pub fn count(&self) -> usize {
        self.plain_count() + if self.passing { 2 * self.king_squares() * 64 * PAIRS } else { 0 }
    }

    /// How many numbers there are without en passant.
    fn plain_count(&self) -> usize {
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
        if placement.en_passant {
            index = index << 6 | (usize::from(placement.squares[1]) ^ mirror);
            let [white, black] = PAWNS.map(|pawn| (usize::from(placement.squares[pawn]) ^ mirror) & 7);
            return self.plain_count() + index * PAIRS + 2 * white.min(black) + usize::from(white > black);
        }
        for square in &placement.squares[1..self.kinds.len()] {
            index = index << 6 | (usize::from(*square) ^ mirror);
        }
        index
    }

    /// The placement of a number.
    pub fn placement(&self, index: usize) -> Placement {
        let mut squares = [Square::A1; MOST_PIECES];
        let en_passant = index >= self.plain_count();
        let (mut rest, pair) = if en_passant {
            ((index - self.plain_count()) / PAIRS, (index - self.plain_count()) % PAIRS)
        } else {
            (index, 0)
        };
        let spelled = if en_passant { 1..2 } else { 1..self.kinds.len() };
        for square in squares[spelled].iter_mut().rev() {
            *square = Square::new(rest as u32 & 63);
            rest >>= 6;
        }
        let king = rest % self.king_squares();
        squares[0] = Square::new(((king >> 2) * 8 + (king & 3)) as u32);
        let turn = Color::from_black(rest >= self.king_squares());
        if en_passant {
            let left = 8 * passing_rank(turn) + pair as u32 / 2;
            let (white, black) = if pair % 2 == 0 { (left, left + 1) } else { (left + 1, left) };
            squares[PAWNS[0]] = Square::new(white);
            squares[PAWNS[1]] = Square::new(black);
        }
        Placement { turn, squares, en_passant }
    }

    fn occupied(&self, placement: &Placement) -> Bitboard {
        placement.squares[..self.kinds.len()].iter().copied().collect()
    }

    /// Whether the pieces are on different squares, pawns on possible ranks, and no king can be captured; and whether a
    /// pawn can in fact be captured en passant where the placement says so.
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
            && (!placement.en_passant || self.capture_en_passant(placement).is_some())
    }

    /// The placement after a capture en passant, and the pawn that is captured; None when it is not legal.
    fn capture_en_passant(&self, placement: &Placement) -> Option<(Placement, usize)> {
        let side = placement.turn;
        let (own, pushed) = if side.is_white() { (PAWNS[0], PAWNS[1]) } else { (PAWNS[1], PAWNS[0]) };
        let (from, victim) = (placement.squares[own], placement.squares[pushed]);
        let forward = forward(side);
        let passed = victim.offset(forward)?;
        let occupied = self.occupied(placement);
        if occupied.contains(passed) || occupied.contains(passed.offset(forward)?) {
            return None;
        }
        let mut after = Placement { turn: !side, squares: placement.squares, en_passant: false };
        after.squares[own] = passed;
        let occupied = occupied.without(from).without(victim).with(passed);
        (!self.in_check(&after, side, occupied, Some(pushed))).then_some((after, pushed))
    }

    /// The square that a pawn has just passed over, when it may be captured there.
    pub fn passed_square(&self, placement: &Placement) -> Square {
        let after = self.capture_en_passant(placement).expect("en passant was checked to be legal").0;
        after.squares[PAWNS[usize::from(placement.turn.is_black())]]
    }

    /// The same pieces with the right to capture en passant, where the last move may have given it.
    fn with_en_passant(&self, placement: &Placement) -> Option<Placement> {
        if !self.passing {
            return None;
        }
        let [white, black] = PAWNS.map(|pawn| placement.squares[pawn]);
        let rank = passing_rank(placement.turn);
        let side_by_side = white.rank() as u32 == rank
            && black.rank() as u32 == rank
            && (white.file() as i32).abs_diff(black.file() as i32) == 1;
        let twin = Placement { en_passant: true, ..*placement };
        (side_by_side && self.is_legal(&twin)).then_some(twin)
    }

    /// Whether the king of a side is attacked, with one piece already captured perhaps.
    fn in_check(&self, placement: &Placement, side: Color, occupied: Bitboard, captured: Option<usize>) -> bool {
        let king = placement.squares[usize::from(side.is_black())];
        self.kinds.iter().enumerate().any(|(piece, &(color, role))| {
            color != side
                && captured != Some(piece)
                && attacks::attacks(placement.squares[piece], role.of(color), occupied).contains(king)
        })
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self, placement: &Placement) -> bool {
        self.in_check(placement, placement.turn, self.occupied(placement), None)
    }

    /// Every legal move of the side to move.
    pub fn for_each_step(&self, placement: &Placement, mut visit: impl FnMut(Step)) {
        if placement.en_passant
            && let Some((placement, pushed)) = self.capture_en_passant(placement)
        {
            visit(Step::Conversion { placement, captured: Some(pushed), promoted: None });
        }
        let occupied = self.occupied(placement);
        let side = placement.turn;
        let own: Bitboard = self
            .kinds
            .iter()
            .zip(placement.squares)
            .filter(|((color, _), _)| *color == side)
            .map(|(_, square)| square)
            .collect();
        for (piece, &(color, role)) in self.kinds.iter().enumerate() {
            if color != side {
                continue;
            }
            let from = placement.squares[piece];
            for to in targets(from, color, role, occupied) & !own {
                let captured = (0..self.kinds.len()).find(|&other| other != piece && placement.squares[other] == to);
                let mut after = Placement { turn: !side, squares: placement.squares, en_passant: false };
                after.squares[piece] = to;
                if self.in_check(&after, side, occupied.without(from).with(to), captured) {
                    continue;
                }
                if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                    for promotion in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                        visit(Step::Conversion { placement: after, captured, promoted: Some((piece, promotion)) });
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
        // A double step that may be captured leads to the number that says so, and to no other.
        let capturable = placement.en_passant || self.with_en_passant(placement).is_some();
        for (piece, &(color, role)) in self.kinds.iter().enumerate() {
            if color != mover {
                continue;
            }
            let to = placement.squares[piece];
            for from in origins(to, color, role, occupied) {
                let is_double_step = role == Role::Pawn && from.distance(to) == 2;
                if placement.en_passant && !is_double_step || capturable && !placement.en_passant && is_double_step {
                    continue;
                }
                let mut before = Placement { turn: mover, squares: placement.squares, en_passant: false };
                before.squares[piece] = from;
                visit(before);
                if let Some(twin) = self.with_en_passant(&before) {
                    visit(twin);
                }
            }
        }
    }
}

/// The rank of a pawn, counted from zero, that may capture another en passant.
fn passing_rank(capturer: Color) -> u32 {
    if capturer.is_white() { 4 } else { 3 }
}

/// The squares that a piece may go to if its king stays safe; squares of friendly pieces included.
fn targets(from: Square, color: Color, role: Role, occupied: Bitboard) -> Bitboard {
    if role != Role::Pawn {
        return attacks::attacks(from, role.of(color), occupied);
    }
    attacks::pawn_attacks(color, from) & occupied | pushes(from.into(), color, occupied)
}

/// Where a piece may have come from without capturing.
fn origins(to: Square, color: Color, role: Role, occupied: Bitboard) -> Bitboard {
    if role != Role::Pawn {
        return attacks::attacks(to, role.of(color), occupied) & !occupied;
    }
    let (back, fourth) = (-forward(color), if color.is_white() { 3 } else { 4 });
    let single = Bitboard::from(to).shift(back) & !occupied & !Bitboard::BACKRANKS;
    let double = if to.rank() as i32 == fourth { single.shift(back) & !occupied } else { Bitboard::EMPTY };
    single | double
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    #[test]
    fn numbers_and_placements_belong_together() {
        for signature in ["KRK", "KPK", "KQKR", "KPKP"] {
            let pieces = Pieces::new(&Material::parse(signature).unwrap());
            for index in (0..pieces.count()).step_by(97) {
                assert_eq!(pieces.index(&pieces.placement(index)), index);
            }
        }
    }

    #[test]
    fn every_quiet_move_can_be_taken_back() {
        for signature in ["KPK", "KPKP"] {
            let pieces = Pieces::new(&Material::parse(signature).unwrap());
            let legal = |placement: &Placement| pieces.is_legal(placement);
            let moves = |index| {
                let (mut forward, mut backward, placement) = (0, 0, pieces.placement(index));
                if legal(&placement) {
                    pieces.for_each_step(&placement, |step| forward += usize::from(matches!(step, Step::Quiet)));
                    pieces.for_each_origin(&placement, |before| backward += usize::from(legal(&before)));
                }
                (forward, backward)
            };
            let sum = |one: (usize, usize), other: (usize, usize)| (one.0 + other.0, one.1 + other.1);
            let (forward, backward) = (0..pieces.count()).into_par_iter().map(moves).reduce(|| (0, 0), sum);
            assert_eq!(forward, backward, "{signature}");
        }
    }

    fn placement(pieces: &Pieces, turn: Color, squares: [Square; 4]) -> Placement {
        let placement = Placement { turn, squares, en_passant: false };
        assert!(pieces.is_legal(&placement));
        placement
    }

    #[test]
    fn a_double_step_past_a_pawn_may_be_captured_and_a_single_step_may_not() {
        let pieces = Pieces::new(&Material::parse("KPKP").unwrap());
        let adjacent = placement(&pieces, Color::Black, [Square::A1, Square::H8, Square::E4, Square::D4]);
        let twin = pieces.with_en_passant(&adjacent).unwrap();
        let from = |placement: &Placement| {
            let mut squares = Vec::new();
            pieces.for_each_origin(placement, |before| squares.push(before.squares[2]));
            squares.retain(|&square| square != Square::E4);
            squares
        };
        assert_eq!(from(&twin), [Square::E2]);
        assert_eq!(from(&adjacent), [Square::E3]);
        let blocked = placement(&pieces, Color::Black, [Square::E2, Square::H8, Square::E4, Square::D4]);
        assert_eq!(pieces.with_en_passant(&blocked), None);
        let apart = placement(&pieces, Color::Black, [Square::A1, Square::H8, Square::E4, Square::C4]);
        assert_eq!(from(&apart), [Square::E2, Square::E3]);
    }
}
