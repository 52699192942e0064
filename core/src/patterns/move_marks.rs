//! Marks what each move of the side to move would do: loses, wins, forks, threatens, leaves a piece hanging.
//!
//! | mark | true when |
//! |---|---|
//! | loses F S, wins F S | F can go to S, and the captures there then cost its side something, or bring it something |
//! | leaves F S V | F can go to S, and then its own piece V hangs, pins aside |
//! | threatens F S V | F can go to S, and then the enemy V hangs, pins aside |
//! | forks F S V | F can go to S, where no enemy can legally capture it, and attacks V and another piece there; each of the
//! two is the king, or threatened |
//! | freer F S, tighter F S | from S, F hits three squares more than it does now, or three fewer |
//!
//! What is lost and won counts pieces as `exchange` does; a pawn on the last rank is a queen.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use super::relation::{Edge, Relation};
use crate::chess::{
    exchange::{becomes, best_capture, is_king_safe, own_side_first, worth},
    moves::stepped,
    safety::AttackCounts,
};

/// How many squares make a piece freer.
const FREER: usize = 3;

/// Appends the marks of all moves of a side; `quiet` has M(F) of each piece.
pub fn move_marks(board: &Board, side: Color, quiet: &[Bitboard; 64], hits: &AttackCounts, edges: &mut Vec<Edge>) {
    let watched = hits.by[!side as usize];
    let prey: Vec<Prey> = board.occupied().into_iter().filter_map(|square| Prey::of(board, square)).collect();
    for from in board.by_color(side) {
        let Some(piece) = board.piece_at(from) else { continue };
        let now = attacks::attacks(from, piece, board.occupied());
        for to in quiet[usize::from(from)] | now & board.by_color(!side) {
            let then = Piece { color: side, role: becomes(piece.role, to) };
            let after = stepped(board, from, to, then);
            let taken = board.role_at(to).map_or(0, worth) + worth(then.role) - worth(piece.role);
            // No enemy piece attacks the square, so none recaptures, unless one attacked the moving piece along a line.
            let is_safe = !watched.contains(to) && !watched.contains(from);
            let lost = if is_safe { 0 } else { best_capture(&after, to, !side) };
            match taken - lost {
                ..0 => edges.push(Edge::new(Relation::LOSES, [from, to])),
                0 => {}
                1.. => edges.push(Edge::new(Relation::WINS, [from, to])),
            }
            let ends = Bitboard::from_square(from).with(to);
            let mut targets = board.by_color(!side) & board.kings();
            for victim in &prey {
                if !ends.contains(victim.square) && victim.hangs(&after, ends) {
                    let relation = if victim.color == side { Relation::LEAVES } else { Relation::THREATENS };
                    edges.push(Edge::new(relation, [from, to, victim.square]));
                    if victim.color != side {
                        targets.add(victim.square);
                    }
                }
            }
            let forked = attacks::attacks(to, then, after.occupied()) & targets;
            if forked.more_than_one() && (is_safe || !can_be_captured(&after, to, !side)) {
                edges.extend(forked.into_iter().map(|victim| Edge::new(Relation::FORKS, [from, to, victim])));
            }
            if !matches!(piece.role, Role::Pawn | Role::King) {
                let reach = attacks::attacks(to, piece, after.occupied()).count();
                if reach >= now.count() + FREER {
                    edges.push(Edge::new(Relation::FREER, [from, to]));
                } else if reach + FREER <= now.count() {
                    edges.push(Edge::new(Relation::TIGHTER, [from, to]));
                }
            }
        }
    }
}

/// Whether a side may capture the piece on a square without baring its own king.
fn can_be_captured(board: &Board, square: Square, side: Color) -> bool {
    board
        .attacks_to(square, side, board.occupied())
        .into_iter()
        .any(|from| board.piece_at(from).is_some_and(|piece| is_king_safe(&stepped(board, from, square, piece), side)))
}

/// A piece that may hang: whether it does now, and the squares on which a change may change that.
struct Prey {
    square: Square,
    color: Color,
    hangs: bool,
    concerns: Bitboard,
}

impl Prey {
    fn of(board: &Board, square: Square) -> Option<Prey> {
        let piece = board.piece_at(square).filter(|piece| piece.role != Role::King)?;
        // Who captures there opens the line for those behind it.
        let mut occupied = board.occupied();
        loop {
            let all =
                board.attacks_to(square, Color::White, occupied) | board.attacks_to(square, Color::Black, occupied);
            if (all & occupied).is_empty() {
                break;
            }
            occupied &= !all;
        }
        let concerns = attacks::queen_attacks(square, occupied) | attacks::knight_attacks(square);
        Some(Prey { square, color: piece.color, hangs: is_prey(board, square, piece), concerns })
    }

    /// Whether it hangs once something has changed on these squares.
    fn hangs(&self, after: &Board, changed: Bitboard) -> bool {
        if (self.concerns & changed).is_empty() {
            return self.hangs;
        }
        after.piece_at(self.square).is_some_and(|piece| is_prey(after, self.square, piece))
    }
}

/// Whether the other side wins something by capturing a piece, pins aside.
fn is_prey(board: &Board, square: Square, piece: Piece) -> bool {
    capture_gain(board, square, !piece.color, board.occupied(), worth(piece.role)) > 0
}

/// The gain of a side on a square that holds a piece of this worth: its least valuable piece captures, or none does.
fn capture_gain(board: &Board, square: Square, side: Color, occupied: Bitboard, standing: i16) -> i16 {
    let attackers = board.attacks_to(square, side, occupied) & occupied;
    let Some(role) = Role::ALL.into_iter().find(|&role| (attackers & board.by_role(role)).any()) else { return 0 };
    let Some(from) = own_side_first(attackers & board.by_role(role), side).next() else { return 0 };
    let occupied = occupied.without(from);
    if role == Role::King && (board.attacks_to(square, !side, occupied) & occupied).any() {
        return 0;
    }
    let becomes = becomes(role, square);
    let won = standing + worth(becomes) - worth(role);
    (won - capture_gain(board, square, !side, occupied, worth(becomes))).max(0)
}
