//! A move in sixteen bits: from | to << 6 | promotion << 12, castling as the king's step, as UCI writes it.

use std::fmt;

use shakmaty::{Board, CastlingSide, Chess, Move, Piece, Position, Role, Square};

/// A move without its position, small enough to keep by the million.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveCode(pub u16);

impl MoveCode {
    /// The code of a standard chess move.
    pub fn of(m: Move) -> MoveCode {
        let from = m.from().expect("standard chess has no drops");
        let to = match m.castling_side() {
            Some(CastlingSide::KingSide) => Square::from_coords(shakmaty::File::G, from.rank()),
            Some(CastlingSide::QueenSide) => Square::from_coords(shakmaty::File::C, from.rank()),
            None => m.to(),
        };
        MoveCode::new(from, to, m.promotion())
    }

    /// The code of a step from one square to another.
    pub fn new(from: Square, to: Square, promotion: Option<Role>) -> MoveCode {
        let promotion = promotion.map_or(0, u16::from);
        MoveCode(u16::from(from) | u16::from(to) << 6 | promotion << 12)
    }

    /// Where the piece comes from.
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    /// Where the piece goes.
    pub fn to(self) -> Square {
        Square::new(u32::from(self.0 >> 6 & 63))
    }

    /// What a pawn becomes.
    pub fn promotion(self) -> Option<Role> {
        Role::try_from(self.0 >> 12).ok()
    }

    /// The legal move that this code means in a position, if there is one.
    pub fn find_in(self, position: &Chess) -> Option<Move> {
        position.legal_moves().into_iter().find(|&m| MoveCode::of(m) == self)
    }
}

impl fmt::Display for MoveCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

/// The position after a legal move.
#[inline(always)]
pub fn after(position: &Chess, m: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}

/// The board after a legal move; quicker than the position.
pub fn board_after(position: &Chess, m: Move) -> Board {
    let color = position.turn();
    match m {
        Move::Normal { role, from, to, promotion, .. } => {
            stepped(position.board(), from, to, Piece { color, role: promotion.unwrap_or(role) })
        }
        Move::EnPassant { from, to } => {
            let mut board = stepped(position.board(), from, to, Piece { color, role: Role::Pawn });
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            board
        }
        _ => after(position, m).board().clone(),
    }
}

/// The board after a piece has gone from one square to another, legally or not, and become what it may.
#[inline(always)]
pub fn stepped(board: &Board, from: Square, to: Square, becomes: Piece) -> Board {
    let mut board = board.clone();
    board.discard_piece_at(from);
    board.set_piece_at(to, becomes);
    board
}

/// The codes of all legal moves, in ascending order, so that their order never depends on a generator.
pub fn legal_codes(position: &Chess) -> Vec<MoveCode> {
    let mut codes: Vec<MoveCode> = position.legal_moves().into_iter().map(MoveCode::of).collect();
    codes.sort_unstable();
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    #[test]
    fn castling_is_the_kings_step() {
        let position = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let texts: Vec<String> = legal_codes(&position).iter().map(MoveCode::to_string).collect();
        assert!(texts.contains(&"e1g1".into()) && texts.contains(&"e1c1".into()));
    }

    #[test]
    fn a_code_reads_as_uci_and_finds_its_move() {
        let start = Chess::default();
        let development = "Nf3".parse::<shakmaty::san::San>().unwrap().to_move(&start).unwrap();
        let code = MoveCode::of(development);
        assert_eq!(code.to_string(), "g1f3");
        assert_eq!(code.find_in(&start), Some(development));
    }

    #[test]
    fn every_code_finds_its_own_move() {
        let position = parse_fen("r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        for m in position.legal_moves() {
            assert_eq!(MoveCode::of(m).find_in(&position), Some(m));
        }
    }

    #[test]
    fn an_illegal_code_finds_nothing() {
        assert_eq!(MoveCode::new(Square::E2, Square::E5, None).find_in(&Chess::default()), None);
    }
}
