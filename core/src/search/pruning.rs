//! Four rules of thumb that choose which moves to consider, each a separate predicate.
//!
//! considered = (threatened piece or activity or capture) and not losing exchange. The opponent is allowed more:
//! for it only the last rule holds. Han, Lavelle and Wilkerson, "Combining High-Level Rules".

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, attacks};

use super::filter::{Choice, ChooseMoves, Node, bits_of};
use crate::{
    chess::{
        exchange::{exchange_value, worth},
        moves::board_after,
        safety::attacked_by,
    },
    errors::CoreError,
};

/// The rules by name, in the order of their bits.
pub const RULES: [&str; 4] = ["threatened piece", "activity", "capture", "losing exchange"];

const THREATENED: u32 = 1;
const ACTIVITY: u32 = 2;
const CAPTURE: u32 = 4;
const LOSING: u32 = 8;
const CHOOSING: u32 = THREATENED | ACTIVITY | CAPTURE;

/// Which rules hold for the side that searches and for its opponent.
pub struct PruningRules {
    own: u32,
    other: u32,
}

impl PruningRules {
    /// Rules by name.
    pub fn new(own: &[String], other: &[String]) -> Result<PruningRules, CoreError> {
        Ok(PruningRules { own: bits_of(own, &RULES, "rule")?, other: bits_of(other, &RULES, "rule")? })
    }
}

/// The piece that moves is attacked by the enemy.
pub fn moves_threatened_piece(m: Move, attacked: Bitboard) -> bool {
    m.from().is_some_and(|from| attacked.contains(from))
}

/// The mover's pieces together reach or threaten more squares after the move than before it.
pub fn improves_activity(position: &Chess, m: Move, before: u32) -> bool {
    activity(&board_after(position, m), position.turn()) > before
}

/// The move takes something.
pub fn captures(m: Move) -> bool {
    m.is_capture()
}

/// The captures on the target square end in a loss: the exchange value of the move is below zero.
pub fn loses_exchange(position: &Chess, m: Move) -> bool {
    let Move::Normal { role, from, to, capture, promotion } = m else { return exchange_value(position, m) < 0 };
    let attackers = position.board().attacks_to(to, !position.turn(), position.board().occupied().without(from));
    // No piece can recapture, or the captured piece pays for the capturer; but a recapturing pawn may promote.
    let promotes_back = (attackers & position.board().pawns()).any() && Bitboard::BACKRANKS.contains(to);
    let pays = capture.map_or(0, worth) >= worth(role) && role != Role::King && !promotes_back;
    if promotion.is_none() && (pays || attackers.is_empty()) {
        return false;
    }
    exchange_value(position, m) < 0
}

/// How many squares the pieces of a side reach or threaten, counted once for each piece: what each attacks, own pieces
/// left out, and where each pawn may step.
fn activity(board: &Board, side: Color) -> u32 {
    let (own, occupied) = (board.by_color(side), board.occupied());
    let mut sum = 0;
    for square in own & !board.pawns() {
        sum += (board.attacks_from(square) & !own).count() as u32;
    }
    let pawns = board.pawns() & own;
    for square in pawns {
        sum += (attacks::pawn_attacks(side, square) & !own).count() as u32;
    }
    let (step, third) = if side.is_white() { (8, Bitboard(0xff_0000)) } else { (-8, Bitboard(0xff00_0000_0000)) };
    let single = pawns.shift(step) & !occupied;
    let double = (single & third).shift(step) & !occupied;
    sum + single.count() as u32 + double.count() as u32
}

impl ChooseMoves for PruningRules {
    fn choose(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Choice> {
        let position = node.position;
        let active = if node.own { self.own } else { self.other };
        let attacked =
            if active & THREATENED != 0 { attacked_by(position.board(), !position.turn()) } else { Bitboard::EMPTY };
        let before = if active & ACTIVITY != 0 { activity(position.board(), position.turn()) } else { 0 };
        let choice = |&m: &Move| {
            let mut reasons = 0;
            if active & CAPTURE != 0 && captures(m) {
                reasons |= CAPTURE;
            }
            if active & THREATENED != 0 && moves_threatened_piece(m, attacked) {
                reasons |= THREATENED;
            }
            if active & ACTIVITY != 0 && reasons == 0 && improves_activity(position, m, before) {
                reasons |= ACTIVITY;
            }
            let chosen = active & CHOOSING == 0 || reasons != 0;
            if active & LOSING != 0 && chosen && loses_exchange(position, m) {
                reasons |= LOSING;
            }
            Choice { chosen: chosen && reasons & LOSING == 0, reasons }
        };
        moves.iter().map(choice).collect()
    }

    fn reasons(&self) -> &[&'static str] {
        &RULES
    }

    fn refusing(&self) -> u32 {
        LOSING
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;
    use shakmaty::uci::UciMove;

    fn find(fen: &str, uci: &str) -> (Chess, Move) {
        let position = parse_fen(fen).unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        (position, m)
    }

    #[test]
    fn the_first_move_of_the_kings_pawn_frees_bishop_and_queen() {
        let (position, m) = find("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4");
        assert!(improves_activity(&position, m, activity(position.board(), Color::White)));
        let (position, m) = find("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "h2h3");
        assert!(!improves_activity(&position, m, activity(position.board(), Color::White)));
    }

    #[test]
    fn the_short_cuts_of_losing_exchanges_change_no_answer() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/8/3q4/8/8/3R4/3K4/7k w - - 0 1",
            "4k3/1P6/8/8/8/8/6pP/4K2R b K - 0 1",
        ] {
            let position = parse_fen(fen).unwrap();
            for m in position.legal_moves() {
                assert_eq!(loses_exchange(&position, m), exchange_value(&position, m) < 0, "{fen} {m:?}");
            }
        }
    }

    #[test]
    fn an_unknown_rule_is_named() {
        let error = PruningRules::new(&["luck".to_string()], &[]).err().unwrap();
        assert!(error.to_string().contains("\"luck\""));
    }
}
