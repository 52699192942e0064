//! Estimates static exchanges quickly, for move ordering and quiescence: ignores pins and copies only two bitboards.
//!
//! [`crate::exchange`] is exact and respects pins. A search needs millions of estimates and tolerates rare errors.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square, attacks};

use crate::exchange::price;

const LEAST_FIRST: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Whether the captures on a move's target square leave the mover with at least this many centipawns.
pub fn wins_at_least(position: &Chess, m: Move, threshold: i32) -> bool {
    let (Some(from), to) = (m.from(), m.to()) else { return true };
    if m.is_castle() {
        return threshold <= 0;
    }
    let board = position.board();
    let becomes = m.promotion().unwrap_or(m.role());
    let mut balance = m.capture().map_or(0, price) - threshold;
    if let Some(promoted) = m.promotion() {
        balance += price(promoted) - price(Role::Pawn);
    }
    if balance < 0 {
        return false;
    }
    balance -= price(becomes);
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(from).with(to);
    if m.is_en_passant() {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let mut side = !position.turn();
    let mut attackers = attackers_of(position, to, occupied) & occupied;
    loop {
        let own = attackers & board.by_color(side);
        let Some(role) = LEAST_FIRST.into_iter().find(|&role| (own & board.by_role(role)).any()) else { break };
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            break;
        }
        let piece = (own & board.by_role(role)).first().expect("a capturing piece was found");
        occupied.discard(piece);
        // A slider behind the capturing piece joins in.
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & board.bishops_and_queens();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & board.rooks_and_queens();
        }
        attackers &= occupied;
        side = !side;
        balance = -balance - 1 - price(role);
        if balance >= 0 {
            break;
        }
    }
    side != position.turn()
}

fn attackers_of(position: &Chess, square: Square, occupied: Bitboard) -> Bitboard {
    let board = position.board();
    board.attacks_to(square, Color::White, occupied) | board.attacks_to(square, Color::Black, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exchange::exchange_value, positions::parse_fen};

    #[test]
    fn agrees_with_the_exact_exchange_where_nothing_is_pinned() {
        for fen in [
            "4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1",
            "4k3/4r3/8/4p3/8/8/4R3/4RK2 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "7r/P7/8/8/8/8/8/k3K3 w - - 0 1",
        ] {
            let position = parse_fen(fen).unwrap();
            for m in position.legal_moves() {
                let exact = i32::from(exchange_value(&position, m));
                assert!(wins_at_least(&position, m, exact), "{fen} {m:?} {exact}");
                assert!(!wins_at_least(&position, m, exact + 1), "{fen} {m:?} {exact}");
            }
        }
    }
}
