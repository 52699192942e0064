//! What a search asks of an evaluation: how good a position is for one side, in whole units of its own.
//!
//! Evaluations of every room (piece-square tables, the three-term heuristic, evolved programs) stand behind this
//! one trait, so that the same search runs them all.

use std::sync::Arc;

use shakmaty::{Bitboard, Board, Chess, Color, File, attacks};

use crate::heuristic::Heuristic;

/// The largest value that is not a mate.
pub const LARGEST_VALUE: i32 = 900_000_000;

/// The squares of the a-file and of the h-file, over which nothing may be shifted.
pub const A_FILE: Bitboard = Bitboard::from_file(File::A);
pub const H_FILE: Bitboard = Bitboard::from_file(File::H);

/// Judges positions. Must give the same value for the same position, whatever was asked before.
pub trait Evaluate: Send + Sync {
    /// How good the position is for a side, within ±[`LARGEST_VALUE`]. Never called for a game that is over.
    fn value(&self, position: &Chess, side: Color) -> i32;

    /// How many units make a pawn; the search scales its margins by it.
    fn pawn(&self) -> f64;

    /// Whether what is good for one side is exactly as bad for the other, so that both may share a table.
    fn is_antisymmetric(&self) -> bool;

    /// The three-term heuristic, if that is what this is: its terms can be carried from move to move.
    fn as_heuristic(&self) -> Option<&Heuristic> {
        None
    }

    /// The terms and what each adds to the value for a side.
    fn explain(&self, position: &Chess, side: Color) -> Vec<(String, f64)>;
}

/// An evaluation that many searches may share.
pub type Evaluation = Arc<dyn Evaluate>;

/// Every square that some man of a side attacks, whatever stands there.
pub fn attacked_by(board: &Board, side: Color) -> Bitboard {
    let own = board.by_color(side);
    let occupied = board.occupied();
    let mut all = pawn_attacks(board.pawns() & own, side);
    for square in board.knights() & own {
        all |= attacks::knight_attacks(square);
    }
    for square in board.bishops_and_queens() & own {
        all |= attacks::bishop_attacks(square, occupied);
    }
    for square in board.rooks_and_queens() & own {
        all |= attacks::rook_attacks(square, occupied);
    }
    for square in board.kings() & own {
        all |= attacks::king_attacks(square);
    }
    all
}

/// The squares that these pawns attack.
pub fn pawn_attacks(pawns: Bitboard, side: Color) -> Bitboard {
    let west = pawns & !A_FILE;
    let east = pawns & !H_FILE;
    match side {
        Color::White => west.shift(7) | east.shift(9),
        Color::Black => west.shift(-9) | east.shift(-7),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::parse_fen;
    use shakmaty::{Position, Square};

    #[test]
    fn attacked_squares_are_those_that_somebody_attacks() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position = parse_fen(fen).unwrap();
            let board = position.board();
            for side in Color::ALL {
                let slow: Bitboard = Square::ALL
                    .into_iter()
                    .filter(|&square| board.attacks_to(square, side, board.occupied()).any())
                    .collect();
                assert_eq!(attacked_by(board, side), slow);
            }
        }
    }
}
