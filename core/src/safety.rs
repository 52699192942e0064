//! Finds pieces that are pinned, defended, hanging or trapped. Each word has one meaning in the whole core:
//!
//! | word | true of a piece when | used by |
//! |---|---|---|
//! | pinned | it is the only piece between its king and an enemy slider | all |
//! | guarded | a piece of the same side attacks it ([`crate::relations::attacked_by`]) | evaluation, patterns, programs |
//! | defended | so does one that no pin holds back ([`crate::relations::defends`]) | tactics |
//! | covered | it is guarded, or would be once a slider that attacks it has left its place | motifs |
//! | hanging | captures there win the enemy something ([`crate::exchange::best_capture`]) | tactics, patterns |
//! | en prise | a cheaper piece attacks it, or any piece does and it is not covered | motifs |
//! | trapped | it hangs, and every step it has loses something | tactics |
//! | cornered | it is en prise, and has no legal move after which it is not | motifs |
//!
//! A glance shows a player which pieces are guarded or en prise; which are defended or hang takes a full count of
//! captures. Passed pawns are in [`crate::pawns`].

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Role, Square, attacks};

use crate::{
    exchange::{becomes, best_capture, is_king_safe, price, worth},
    moves::{MoveCode, board_after, stepped},
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

/// What going to a square wins a piece's side once the captures there are done; nothing when its king would be in
/// check.
#[inline(always)]
pub fn gain_of_step(board: &Board, from: Square, to: Square, piece: Piece) -> Option<i16> {
    let role = becomes(piece.role, to);
    let won = board.role_at(to).map_or(0, worth) + worth(role) - worth(piece.role);
    let after = stepped(board, from, to, Piece { color: piece.color, role });
    is_king_safe(&after, piece.color).then(|| won - best_capture(&after, to, !piece.color))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::parse_fen;

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
