//! Pruning by situations: each one that a position is in names its answers, and what answers to none is left out.
//!
//! considered = the answers to all situations that hold; the catch-all speaks only where no other one does. Han,
//! Lavelle and Wilkerson, "2nd Attempt: Hierarchy of Rules"; the first situation is theirs, and so is the catch-all.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Rank, Role, Square, attacks};

use crate::{
    chess::{
        exchange::{best_capture, exchange_value},
        moves::board_after,
    },
    errors::CoreError,
    facts::is_endgame,
    search::{
        filter::{Choice, ChooseMoves, Node, bits_of},
        pruning::activity,
    },
};

/// The situations by name, in the order of their bits.
pub const SITUATIONS: [&str; 7] =
    ["man in danger", "man to win", "men at home", "pawn to promote", "king in reach", "endgame", "catch-all"];

const DANGER: u32 = 1;
const WIN: u32 = 2;
const HOME: u32 = 4;
const PROMOTE: u32 = 8;
const KING: u32 = 16;
const ENDGAME: u32 = 32;
const CATCH_ALL: u32 = 64;

/// Fewer minor pieces at home are no opening any more.
const LEAST_AT_HOME: usize = 2;
/// This many pieces that attack squares around the enemy king make an attack.
const LEAST_IN_REACH: usize = 2;

/// Which situations are looked for; for the side that searches alone.
pub struct Hierarchy {
    active: u32,
}

impl Hierarchy {
    /// Situations by name.
    pub fn new(names: &[String]) -> Result<Hierarchy, CoreError> {
        Ok(Hierarchy { active: bits_of(names, &SITUATIONS, "situation")? })
    }
}

/// What a position gives rise to.
struct Situation<'a> {
    position: &'a Chess,
    side: Color,
    holds: u32,
    in_danger: Bitboard,
    attackers: Bitboard,
    home: Bitboard,
    king_ring: Bitboard,
    activity: u32,
}

impl<'a> Situation<'a> {
    fn of(position: &'a Chess, active: u32) -> Situation<'a> {
        let (board, side) = (position.board(), position.turn());
        let own = board.by_color(side);
        let lost_on = |&square: &Square| best_capture(board, square, !side) > 0;
        let in_danger: Bitboard = own.into_iter().filter(lost_on).collect();
        let attackers = in_danger
            .into_iter()
            .fold(Bitboard::EMPTY, |all, square| all | board.attacks_to(square, !side, board.occupied()));
        let minor = (board.knights() | board.bishops()) & own;
        let home = minor & Bitboard::from_rank(side.fold_wb(Rank::First, Rank::Eighth));
        let king_ring = board.king_of(!side).map_or(Bitboard::EMPTY, attacks::king_attacks);
        let in_reach = own.into_iter().filter(|&square| (board.attacks_from(square) & king_ring).any()).count();
        let last = side.fold_wb([Rank::Sixth, Rank::Seventh], [Rank::Third, Rank::Second]);
        let promotes = last.iter().any(|&rank| (board.pawns() & own & Bitboard::from_rank(rank)).any());
        let can_win = (own.into_iter().fold(Bitboard::EMPTY, |all, square| all | board.attacks_from(square))
            & board.by_color(!side))
        .into_iter()
        .any(|square| best_capture(board, square, side) > 0);
        let found = [
            (DANGER, in_danger.any()),
            (WIN, can_win),
            (HOME, home.count() >= LEAST_AT_HOME && !is_endgame(board)),
            (PROMOTE, promotes),
            (KING, in_reach >= LEAST_IN_REACH),
            (ENDGAME, is_endgame(board)),
        ];
        let holds = found.iter().filter(|(_, holds)| *holds).fold(0, |bits, (bit, _)| bits | bit) & active;
        let holds = if holds == 0 { CATCH_ALL & active } else { holds };
        let activity = if holds & CATCH_ALL != 0 { activity(board, side) } else { 0 };
        Situation { position, side, holds, in_danger, attackers, home, king_ring, activity }
    }

    /// The situations that a move answers to.
    fn answered_by(&self, m: Move) -> u32 {
        let answers = [
            (DANGER, Situation::saves as fn(&Situation<'a>, Move) -> bool),
            (WIN, Situation::wins),
            (HOME, Situation::develops),
            (PROMOTE, Situation::promotes),
            (KING, Situation::attacks_the_king),
            (ENDGAME, Situation::suits_an_endgame),
            (CATCH_ALL, Situation::is_of_use),
        ];
        let held = answers.iter().filter(|(bit, _)| self.holds & bit != 0);
        held.filter(|(_, answers)| answers(self, m)).fold(0, |bits, (bit, _)| bits | bit)
    }

    /// Moves the piece away, takes who attacks it, or leaves a piece that is no longer lost: supported, or shut off.
    fn saves(&self, m: Move) -> bool {
        if m.from().is_some_and(|from| self.in_danger.contains(from)) || self.attackers.contains(m.to()) {
            return true;
        }
        let after = board_after(self.position, m);
        self.in_danger.into_iter().any(|square| best_capture(&after, square, !self.side) <= 0)
    }

    fn wins(&self, m: Move) -> bool {
        m.is_capture() && exchange_value(self.position, m) >= 0
    }

    /// Brings a minor piece out, castles, or takes a place in the centre with a pawn.
    fn develops(&self, m: Move) -> bool {
        let centre =
            m.role() == Role::Pawn && (Bitboard::CENTER.contains(m.to()) || around_the_centre().contains(m.to()));
        m.is_castle() || centre || m.from().is_some_and(|from| self.home.contains(from))
    }

    fn promotes(&self, m: Move) -> bool {
        let rank = self.side.fold_wb(m.to().rank(), m.to().rank().flip_vertical());
        m.role() == Role::Pawn && rank >= Rank::Seventh
    }

    /// Gives check, captures next to the king, or attacks a square next to it.
    fn attacks_the_king(&self, m: Move) -> bool {
        if m.is_capture() && self.king_ring.contains(m.to()) {
            return true;
        }
        let after = board_after(self.position, m);
        self.checks(&after) || m.role() != Role::King && (after.attacks_from(m.to()) & self.king_ring).any()
    }

    /// Kings and pawns come forward, and rooks may go anywhere.
    fn suits_an_endgame(&self, m: Move) -> bool {
        matches!(m.role(), Role::King | Role::Pawn | Role::Rook)
    }

    /// Takes something, gives check, or makes the own pieces more active.
    fn is_of_use(&self, m: Move) -> bool {
        let after = board_after(self.position, m);
        m.is_capture() || activity(&after, self.side) > self.activity || self.checks(&after)
    }

    fn checks(&self, after: &Board) -> bool {
        after.king_of(!self.side).is_some_and(|king| after.attacks_to(king, self.side, after.occupied()).any())
    }
}

/// Where pawns fight for the centre without standing in it.
fn around_the_centre() -> Bitboard {
    [Square::C4, Square::D3, Square::E3, Square::C5, Square::D6, Square::E6].into_iter().collect()
}

impl ChooseMoves for Hierarchy {
    fn choose(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Choice> {
        if !node.own {
            return vec![Choice { chosen: true, reasons: 0 }; moves.len()];
        }
        let situation = Situation::of(node.position, self.active);
        let choice = |&m: &Move| {
            let reasons = situation.answered_by(m);
            Choice { chosen: reasons != 0, reasons }
        };
        moves.iter().map(choice).collect()
    }

    fn reasons(&self) -> &[&'static str] {
        &SITUATIONS
    }

    fn refusing(&self) -> u32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_situation_is_named() {
        let error = Hierarchy::new(&["luck".to_string()]).err().unwrap();
        assert!(error.to_string().contains("there is no situation \"luck\""));
    }
}
