//! Computes the relations between the pieces of a board that several modules share: attacks, defends, pins, hangs.
//!
//! Each is computed from the board alone, for both sides at once, so "after the move" is the same question
//! asked of the next position.

use shakmaty::{Bitboard, Board, Color, Square, attacks};

use crate::{
    exchange::best_capture,
    pawns::pawn_attacks,
    safety::{pinned, pins_to},
};

/// For every square the squares its piece attacks, empty or not; pins are ignored.
pub fn controls(board: &Board) -> [Bitboard; 64] {
    Square::ALL.map(|square| board.attacks_from(square))
}

/// For every square the enemy pieces that its piece attacks; a pinned piece attacks only along its pin.
pub fn attacks(board: &Board) -> [Bitboard; 64] {
    let free = pin_aware(board);
    Square::ALL.map(|square| match board.color_at(square) {
        Some(color) => free[square.to_usize()] & board.by_color(!color),
        None => Bitboard::EMPTY,
    })
}

/// For every square the pieces of the same side that its piece defends; a pinned piece defends only along its pin.
pub fn defends(board: &Board) -> [Bitboard; 64] {
    let free = pin_aware(board);
    Square::ALL.map(|square| match board.color_at(square) {
        Some(color) => free[square.to_usize()] & board.by_color(color),
        None => Bitboard::EMPTY,
    })
}

/// For every slider the enemy piece that it pins to the enemy king.
pub fn pins(board: &Board) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    for king in board.kings() {
        pins_to(board, king).for_each(|(pinner, piece)| table[pinner.to_usize()].add(piece));
    }
    table
}

/// Every (slider, first piece on a line of it, second piece behind that one).
pub fn behind(board: &Board) -> Vec<(Square, Square, Square)> {
    let mut found = Vec::new();
    for slider in board.sliders() {
        let direct = board.attacks_from(slider) & board.occupied();
        for front in direct {
            let piece = board.piece_at(slider).expect("a slider is a piece");
            let through = attacks::attacks(slider, piece, board.occupied().without(front));
            let back = (through & board.occupied() & attacks::ray(slider, front))
                .without(front)
                .into_iter()
                .find(|&square| attacks::between(slider, square).contains(front));
            if let Some(back) = back {
                found.push((slider, front, back));
            }
        }
    }
    found
}

/// For every square what the enemy of its piece wins by capturing it, in centipawns; 0 when nothing.
pub fn exchange(board: &Board) -> [i16; 64] {
    Square::ALL.map(|square| board.color_at(square).map_or(0, |color| best_capture(board, square, !color)))
}

/// The pieces that the enemy can win by capturing them.
pub fn hanging(board: &Board) -> Bitboard {
    board
        .occupied()
        .into_iter()
        .filter(|&square| board.color_at(square).is_some_and(|color| best_capture(board, square, !color) > 0))
        .collect()
}

/// Every square that some piece of a side attacks, empty or not.
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

fn pin_aware(board: &Board) -> [Bitboard; 64] {
    let mut reach = controls(board);
    for color in Color::ALL {
        let Some(king) = board.king_of(color) else { continue };
        for piece in pinned(board, color) {
            reach[piece.to_usize()] &= attacks::ray(king, piece);
        }
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::parse_fen;
    use shakmaty::Position;

    fn board(fen: &str) -> Board {
        parse_fen(fen).unwrap().board().clone()
    }

    #[test]
    fn a_pinned_knight_attacks_nothing() {
        let free = board("4k3/8/8/3p4/5N2/8/8/4K3 w - - 0 1");
        assert!(attacks(&free)[Square::F4.to_usize()].contains(Square::D5));
        let pinned = board("5k2/5r2/8/3p4/5N2/8/8/5K2 w - - 0 1");
        assert!(attacks(&pinned)[Square::F4.to_usize()].is_empty());
        assert!(pins(&pinned)[Square::F7.to_usize()].contains(Square::F4));
    }

    #[test]
    fn the_queen_is_behind_the_bishop() {
        let found = behind(&board("3qk3/8/8/3b4/8/8/8/3RK3 w - - 0 1"));
        assert!(found.contains(&(Square::D1, Square::D5, Square::D8)));
        assert!(found.contains(&(Square::D8, Square::D5, Square::D1)));
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn a_defended_piece_hangs_only_to_something_cheaper() {
        assert!(hanging(&board("4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1")).is_empty());
        assert!(hanging(&board("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1")).contains(Square::D6));
        assert!(hanging(&board("4k3/2p5/3n4/4P3/8/8/8/4K3 w - - 0 1")).contains(Square::D6));
    }

    #[test]
    fn attacked_squares_are_those_that_some_piece_attacks() {
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
