//! Computes static exchanges: the material that a capture wins when both sides go on capturing on that square, or stop.
//!
//! value(square, side) = max(0, victim - value(square, other side)) over captures by the side's least valuable piece
//! that may legally capture there. Pins and checks are respected, since every capture must leave the own king safe. Of
//! equal pieces the one nearest to its own back rank captures, on one rank the one nearest to the a-file, so that both
//! colours choose alike.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Role, Square, attacks};

use super::moves::{board_after, stepped};

/// What the pieces are worth in centipawns. A king is never captured, so it has no price.
pub const fn worth(role: Role) -> i16 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// What the pieces are worth in pawns: 1, 3, 3, 5 and 9.
pub const fn worth_in_pawns(role: Role) -> i32 {
    worth(role) as i32 / 100
}

/// What a move gains at once, by what it captures and by what the pawn becomes.
#[inline(always)]
pub fn gain_at_once(m: Move) -> i16 {
    m.capture().map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn))
}

/// The value of a piece for the side that risks or attacks it: a king is worth more than everything else.
pub fn price(role: Role) -> i32 {
    if role == Role::King { 20_000 } else { i32::from(worth(role)) }
}

/// What a piece is on the square it goes to: a pawn on the last rank a queen.
#[inline(always)]
pub fn becomes(role: Role, to: Square) -> Role {
    if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) { Role::Queen } else { role }
}

/// What a legal move wins (or, below zero, loses) once the captures on its target square are done.
pub fn exchange_value(position: &Chess, m: Move) -> i16 {
    if m.is_castle() {
        // No piece can capture a king that has just castled.
        return 0;
    }
    gain_at_once(m) - best_capture(&board_after(position, m), m.to(), !position.turn())
}

/// What a side wins by capturing the piece on a square, or 0 when it should leave it alone.
pub fn best_capture(board: &Board, square: Square, side: Color) -> i16 {
    let Some(victim) = board.role_at(square) else { return 0 };
    let attackers = board.attacks_to(square, side, board.occupied());
    if attackers.is_empty() || victim == Role::King {
        return 0;
    }
    for role in Role::ALL {
        for from in own_side_first(attackers & board.by_role(role), side) {
            let becomes = becomes(role, square);
            let after = stepped(board, from, square, Piece { color: side, role: becomes });
            if is_king_safe(&after, side) {
                let won = worth(victim) + worth(becomes) - worth(role);
                return (won - best_capture(&after, square, !side)).max(0);
            }
        }
    }
    0
}

/// What going to a square wins a piece's side once the captures there are done; nothing when its king would be in
/// check.
#[inline(always)]
pub fn gain_of_step(board: &Board, from: Square, to: Square, piece: Piece) -> Option<i16> {
    let role = becomes(piece.role, to);
    let won = board.role_at(to).map_or(0, worth) + worth(role) - worth(piece.role);
    let after = stepped(board, from, to, Piece { color: piece.color, role });
    is_king_safe(&after, piece.color).then(|| won - best_capture(&after, to, !piece.color))
}

/// Squares as a side counts them: from its own back rank on, each rank from the a-file.
pub fn own_side_first(squares: Bitboard, side: Color) -> impl Iterator<Item = Square> {
    let seen = side.fold_wb(squares, squares.flip_vertical());
    seen.into_iter().map(move |square| side.fold_wb(square, square.flip_vertical()))
}

/// Whether the king of a side is not attacked.
// Inlined: with a call the facts of a board took an eighth longer.
#[inline(always)]
pub fn is_king_safe(board: &Board, side: Color) -> bool {
    board.king_of(side).is_none_or(|king| board.attacks_to(king, !side, board.occupied()).is_empty())
}

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
    use crate::chess::{moves::MoveCode, positions::parse_fen};
    use shakmaty::uci::UciMove;

    fn value(fen: &str, uci: &str) -> i16 {
        let position = parse_fen(fen).unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        assert_eq!(MoveCode::of(m).to_string(), uci);
        exchange_value(&position, m)
    }

    #[test]
    fn a_free_pawn_is_worth_a_pawn() {
        assert_eq!(value("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5"), 100);
    }

    #[test]
    fn a_defended_pawn_costs_the_rook() {
        assert_eq!(value("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5"), 100 - 500);
    }

    #[test]
    fn a_pinned_defender_defends_nothing() {
        // The pawn on d6 would recapture, were it not pinned to its king by the rook on d1.
        assert_eq!(value("3k4/8/3p4/4p3/8/8/8/3RRK2 w - - 0 1", "e1e5"), 100);
    }

    #[test]
    fn rooks_behind_rooks_join_in() {
        assert_eq!(value("4k3/4r3/8/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5"), 100);
        assert_eq!(value("4k3/4r3/8/4p3/8/8/4R3/5K2 w - - 0 1", "e2e5"), 100 - 500);
    }

    #[test]
    fn promotion_counts_and_so_does_losing_the_new_queen() {
        assert_eq!(value("8/P7/8/8/8/8/8/k3K3 w - - 0 1", "a7a8q"), 800);
        assert_eq!(value("7r/P7/8/8/8/8/8/k3K3 w - - 0 1", "a7a8q"), 800 - 900);
    }

    #[test]
    fn en_passant_wins_the_neighbouring_pawn() {
        assert_eq!(value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), 100);
    }

    #[test]
    fn both_colours_choose_alike_between_equal_pieces() {
        let rooks = |text: &str| parse_fen(text).unwrap().board().rooks();
        let order = |text: &str, side| own_side_first(rooks(text), side).collect::<Vec<_>>();
        assert_eq!(order("4k3/8/R7/8/8/8/R6R/4K3 w - - 0 1", Color::White), [Square::A2, Square::H2, Square::A6]);
        assert_eq!(order("4k3/r6r/8/8/8/r7/8/4K3 b - - 0 1", Color::Black), [Square::A7, Square::H7, Square::A3]);
    }

    #[test]
    fn castling_wins_and_loses_nothing() {
        assert_eq!(value("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);
    }
}

#[cfg(test)]
mod swap_tests {
    use super::*;
    use crate::chess::{exchange::exchange_value, positions::parse_fen};

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
