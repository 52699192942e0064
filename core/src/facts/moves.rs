//! Computes every fact of one move: what it does, and the facts of the board after it.

use shakmaty::{Bitboard, Board, Chess, Color, EnPassantMode, Move, Position, Role, Square, attacks};

use super::{
    board::{BoardFacts, Pair},
    names::{BOARD_PAIRS, EXCHANGE, NETS, PAIRS, PAWNS, SETTLES, THREATENS, flag},
    replies::{Replies, best_continuation},
};
use crate::chess::{
    exchange::{exchange_value, gain_at_once, worth},
    moves::{MoveCode, after},
    positions::legal,
};

/// What is true of one move.
pub struct MoveFacts {
    /// A bit for each flag and threshold but those that compare the move with the others.
    pub flags: u64,
    /// What the move captures less the best exchange that it leaves, in centipawns.
    pub net: i16,
    /// What the move has won once both sides have captured as they like best.
    pub settled: i16,
    /// The board after it.
    pub next: BoardFacts,
    /// `new_attack` and `discovers`.
    pub news: [Vec<Pair>; PAIRS.len() - BOARD_PAIRS],
}

impl MoveFacts {
    /// Ask everything of a legal move; `captured_on` is where the opponent has just captured.
    pub fn of(position: &Chess, before: &BoardFacts, m: Move, captured_on: Option<Square>) -> MoveFacts {
        let us = position.turn();
        let after = after(position, m);
        let next = BoardFacts::of(after.board());
        let code = MoveCode::of(m);
        let (from, to) = (code.from(), code.to());
        let own_pieces = after.board().by_color(us);
        let worst = own_pieces.into_iter().map(|square| next.losses[square.to_usize()]).max().unwrap_or(0);
        let gain = gain_at_once(m);
        let net = gain - worst;
        let settled = gain - best_continuation(&after);
        let threats = after.board().by_color(!us).into_iter().map(|square| next.losses[square.to_usize()]);
        let threat = threats.max().unwrap_or(0);
        let exchange = exchange_value(position, m);
        let replies = Replies::of(&after);
        let forward = us.fold_wb(1, -1) * (to.rank() as i32 - from.rank() as i32);
        let named = [
            ("captures", m.is_capture()),
            ("recaptures", m.is_capture() && captured_on == Some(to)),
            ("castles", m.is_castle()),
            ("promotes", m.is_promotion()),
            ("gives_check", after.is_check()),
            ("gives_double_check", after.checkers().more_than_one()),
            ("gives_mate", after.is_checkmate()),
            ("threatens_mate", threatens_mate(&after)),
            ("allows_no_mate", !replies.mate),
            ("allows_no_fork", !replies.fork),
            ("safe", next.losses[to.to_usize()] == 0),
            ("leaves_nothing_hanging", worst == 0),
            ("advances", forward > 0),
            ("retreats", forward < 0),
            ("gains_scope", scope(after.board(), to) > scope(position.board(), from)),
            ("in_check", position.is_check()),
            ("ahead", material(position.board(), us) > material(position.board(), !us)),
        ];
        let mut flags = named.into_iter().filter(|(_, holds)| *holds).fold(0, |all, (name, _)| all | flag(name));
        for (bit, pawns) in PAWNS.into_iter().enumerate() {
            flags |= u64::from(exchange >= 100 * pawns) << (usize::from(EXCHANGE) + bit);
            flags |= u64::from(net >= 100 * pawns) << (usize::from(NETS) + bit);
            flags |= u64::from(settled >= 100 * pawns) << (usize::from(SETTLES) + bit);
            flags |= u64::from(threat >= 100 * pawns) << (usize::from(THREATENS) + bit);
        }
        let origin = |square: u8| origin_of(position, m, Square::new(u32::from(square)));
        let is_new = |&&(by, victim): &&Pair| !before.attacks[origin(by).to_usize()].contains(origin(victim));
        let new_attack: Vec<Pair> = next.pairs[0].iter().filter(is_new).copied().collect();
        let is_discovered = |&&(by, victim): &&Pair| {
            let (by, victim) = (Square::new(by.into()), Square::new(victim.into()));
            origin_of(position, m, by) == by
                && own_pieces.contains(by)
                && by != to
                && attacks::between(by, victim).contains(from)
        };
        let discovers = new_attack.iter().filter(is_discovered).copied().collect();
        MoveFacts { flags, net, settled, next, news: [new_attack, discovers] }
    }
}

/// The number of squares that a piece controls, pinned or not, without squares of friendly pieces.
fn scope(board: &Board, square: Square) -> usize {
    let own = board.color_at(square).map_or(Bitboard::EMPTY, |color| board.by_color(color));
    (board.attacks_from(square) & !own).count()
}

/// What the pieces of a side are worth together.
fn material(board: &Board, color: Color) -> i16 {
    Role::ALL.into_iter().map(|role| worth(role) * board.by_piece(role.of(color)).count() as i16).sum()
}

/// Whether the side to move has a mate.
fn can_mate(position: &Chess) -> bool {
    position.legal_moves().into_iter().any(|m| after(position, m).is_checkmate())
}

/// Whether the side that has just moved would mate if the other passed; a check cannot be passed over.
fn threatens_mate(position: &Chess) -> bool {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    legal(setup, String::new).is_ok_and(|passed| can_mate(&passed))
}

/// The square before a move of the piece that is on a square after it.
fn origin_of(position: &Chess, m: Move, square: Square) -> Square {
    let code = MoveCode::of(m);
    if square == code.to() {
        return code.from();
    }
    match (m, m.castling_side()) {
        (Move::Castle { rook, .. }, Some(wing)) if square == wing.rook_to(position.turn()) => rook,
        _ => square,
    }
}
