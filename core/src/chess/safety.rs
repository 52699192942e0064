//! Finds pieces that are pinned, defended, hanging or trapped. Each word has one meaning in the whole core:
//!
//! | word | true of a piece when | used by |
//! |---|---|---|
//! | pinned | it is the only piece between its king and an enemy slider | all |
//! | guarded | a piece of the same side attacks it ([`crate::chess::safety::attacked_by`]) | evaluation, patterns, programs |
//! | defended | so does one that no pin holds back ([`crate::chess::safety::defends`]) | tactics |
//! | covered | it is guarded, or would be once a slider that attacks it has left its place | motifs |
//! | hanging | captures there win the enemy something ([`crate::chess::exchange::best_capture`]) | tactics, patterns |
//! | en prise | a cheaper piece attacks it, or any piece does and it is not covered | motifs |
//! | trapped | it hangs, and every step it has loses something | tactics |
//! | cornered | it is en prise, and has no legal move after which it is not | motifs |
//!
//! A glance shows a player which pieces are guarded or en prise; which are defended or hang takes a full count of
//! captures. Passed pawns are in [`crate::chess::pawns`].

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use super::{
    exchange::{best_capture, gain_of_step, price},
    moves::{MoveCode, board_after},
    pawns::pawn_attacks,
};

/// The sliders, rook lines and bishop lines separately, that would attack a square if nothing were in between.
#[inline(always)]
fn snipers(square: Square, straight: Bitboard, diagonal: Bitboard) -> Bitboard {
    attacks::rook_attacks(square, Bitboard::EMPTY) & straight
        | attacks::bishop_attacks(square, Bitboard::EMPTY) & diagonal
}

/// The pieces of both sides that are the only one between a square and one of these sliders.
#[inline(always)]
pub fn screens(square: Square, straight: Bitboard, diagonal: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for sniper in snipers(square, straight, diagonal) {
        let between = attacks::between(square, sniper) & occupied;
        if !between.more_than_one() {
            found |= between;
        }
    }
    found
}

/// The pieces of a side that may not leave the line to their own king.
pub fn pinned(board: &Board, side: Color) -> Bitboard {
    let Some(king) = board.king_of(side) else { return Bitboard::EMPTY };
    let enemies = board.by_color(!side);
    let (straight, diagonal) = (board.rooks_and_queens() & enemies, board.bishops_and_queens() & enemies);
    screens(king, straight, diagonal, board.occupied()) & board.by_color(side)
}

/// Each enemy slider, and the one piece between it and the piece on a square, where both are of one side.
pub fn pins_to(board: &Board, behind: Square) -> impl Iterator<Item = (Square, Square)> {
    let own = board.color_at(behind).map_or(Bitboard::EMPTY, |side| board.by_color(side));
    let snipers = snipers(behind, board.rooks_and_queens(), board.bishops_and_queens()) & !own;
    snipers.into_iter().filter_map(move |sniper| {
        let piece = (attacks::between(behind, sniper) & board.occupied()).single_square()?;
        own.contains(piece).then_some((sniper, piece))
    })
}

/// Whether a piece is covered, see above; an empty square is not.
pub fn is_covered(board: &Board, square: Square) -> bool {
    let Some(side) = board.color_at(square) else { return false };
    let guards = |occupied: Bitboard| board.attacks_to(square, side, occupied).any();
    let occupied = board.occupied();
    let through = || board.attacks_to(square, !side, occupied) & board.sliders();
    guards(occupied) || through().into_iter().any(|slider| guards(occupied.without(slider)))
}

/// Whether a piece is en prise, see above; an empty square is not.
pub fn is_en_prise(board: &Board, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else { return false };
    let attackers = board.attacks_to(square, !piece.color, board.occupied());
    let is_cheaper = |&role: &Role| price(role) < price(piece.role) && (attackers & board.by_role(role)).any();
    attackers.any() && (Role::ALL.iter().any(is_cheaper) || !is_covered(board, square))
}

/// The legal moves by which a piece takes its own worth, or comes where it is not en prise.
pub fn flights(position: &Chess, square: Square) -> impl Iterator<Item = MoveCode> {
    let board = position.board();
    let price_at = |square: Square| board.role_at(square).map_or(0, price);
    let moves = position.legal_moves().into_iter().filter(move |m| m.from() == Some(square));
    let is_way_out = move |m: &Move| {
        let to = MoveCode::of(*m).to();
        price_at(to) >= price_at(square) || !is_en_prise(&board_after(position, *m), to)
    };
    moves.filter(is_way_out).map(MoveCode::of)
}

/// Whether a piece of the side to move is cornered, see above; no pawn or king is, nor one that a pin or a check holds.
pub fn is_cornered(position: &Chess, square: Square) -> bool {
    let board = position.board();
    let is_piece = board.role_at(square).is_some_and(|role| !matches!(role, Role::Pawn | Role::King));
    is_piece
        && !position.is_check()
        && !pinned(board, position.turn()).contains(square)
        && is_en_prise(board, square)
        && flights(position, square).next().is_none()
}

/// Of pieces that hang, the pieces that are trapped, see above.
pub fn trapped(board: &Board, hanging: Bitboard) -> Bitboard {
    let loses = |from: Square, to: Square| {
        let piece = board.piece_at(from).expect("a piece hangs there");
        gain_of_step(board, from, to, piece).is_none_or(|won| won < 0)
    };
    let ways = |from: Square| {
        let own = board.color_at(from).map_or(Bitboard::EMPTY, |side| board.by_color(side));
        board.attacks_from(from) & !own & !board.kings()
    };
    let pieces = hanging & !board.pawns() & !board.kings();
    pieces.into_iter().filter(|&from| ways(from).into_iter().all(|to| loses(from, to))).collect()
}

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

/// The squares that each side attacks.
pub struct AttackCounts {
    pub by: [Bitboard; 2],
    /// The squares that at least two pieces of a side attack.
    pub twice: [Bitboard; 2],
}

impl AttackCounts {
    pub fn of(board: &Board) -> AttackCounts {
        let mut hits = AttackCounts { by: [Bitboard::EMPTY; 2], twice: [Bitboard::EMPTY; 2] };
        for (square, piece) in board.clone() {
            let hit = attacks::attacks(square, piece, board.occupied());
            let side = piece.color as usize;
            hits.twice[side] |= hits.by[side] & hit;
            hits.by[side] |= hit;
        }
        hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    fn position(fen: &str) -> Chess {
        parse_fen(fen).unwrap()
    }

    #[test]
    fn a_slider_pins_the_one_piece_before_the_king_and_the_queen_and_not_two() {
        let king = position("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1");
        assert_eq!(pinned(king.board(), Color::White), Bitboard::from_square(Square::E2));
        let two = position("4k3/8/8/4r3/4B3/8/4N3/4K3 w - - 0 1");
        assert!(pinned(two.board(), Color::White).is_empty());
        let queen = position("3rk3/8/8/8/3N4/8/3Q4/4K3 w - - 0 1");
        assert!(pinned(queen.board(), Color::White).is_empty());
        assert_eq!(pins_to(queen.board(), Square::D2).collect::<Vec<_>>(), [(Square::D8, Square::D4)]);
    }

    #[test]
    fn a_rook_covers_through_the_rook_that_would_take_and_not_through_a_knight() {
        let through = position("3rk3/8/3R4/3n4/8/8/8/4K3 w - - 0 1");
        assert!(is_covered(through.board(), Square::D5) && !is_en_prise(through.board(), Square::D5));
        let blocked = position("3r3k/8/3N4/3n4/8/3R4/8/4K3 w - - 0 1");
        assert!(!is_covered(blocked.board(), Square::D5) && is_en_prise(blocked.board(), Square::D5));
    }

    #[test]
    fn a_queen_that_a_pawn_attacks_is_en_prise_however_well_guarded() {
        let attacked = position("4k3/8/8/2p5/3Q4/4P3/8/4K3 w - - 0 1");
        assert!(is_en_prise(attacked.board(), Square::D4));
        let adjacent = position("4k3/8/2p5/8/3Q4/4P3/8/4K3 w - - 0 1");
        assert!(!is_en_prise(adjacent.board(), Square::D4));
    }

    #[test]
    fn a_bishop_that_took_the_rook_pawn_is_cornered_until_its_way_back_is_open() {
        let shut = position("8/Bkp5/1p6/8/8/8/8/4K3 w - - 0 1");
        assert!(is_cornered(&shut, Square::A7));
        assert!(trapped(shut.board(), Bitboard::from_square(Square::A7)).any());
        let open = position("8/Bkp5/8/8/8/8/8/4K3 w - - 0 1");
        assert!(!is_cornered(&open, Square::A7));
        assert!(trapped(open.board(), Bitboard::from_square(Square::A7)).is_empty());
    }

    #[test]
    fn a_piece_that_a_rook_attacks_is_trapped_and_not_cornered_if_a_pin_holds_it() {
        let pinned = position("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1");
        assert!(!is_cornered(&pinned, Square::E2));
        assert!(trapped(pinned.board(), Bitboard::from_square(Square::E2)).any());
    }
}

#[cfg(test)]
mod relations_tests {
    use super::*;
    use crate::chess::positions::parse_fen;
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
