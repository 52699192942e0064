//! Computes pawn attacks, passed pawns, and the files and ranks ahead of a square.

use shakmaty::{Bitboard, Board, Color, File, Rank};

/// The squares of the a-file and of the h-file, over which nothing may be shifted.
const A_FILE: Bitboard = Bitboard::from_file(File::A);
pub const H_FILE: Bitboard = Bitboard::from_file(File::H);

/// The files next to one.
pub fn neighbours(file: File) -> Bitboard {
    adjacent(Bitboard::from_file(file))
}

/// The ranks that lie ahead of one, as a side looks at the board.
pub fn ranks_ahead(rank: Rank, side: Color) -> Bitboard {
    let index = rank as u32;
    match side {
        Color::White if index == 7 => Bitboard::EMPTY,
        Color::White => Bitboard(!0 << (8 * (index + 1))),
        Color::Black => Bitboard((1 << (8 * index)) - 1),
    }
}

/// The ranks more than two ahead, too far away to shelter a king.
pub fn beyond(rank: Rank, side: Color) -> Bitboard {
    let step = if side.is_white() { 2 } else { -2 };
    rank.offset(step).map_or(Bitboard::EMPTY, |rank| ranks_ahead(rank, side))
}

/// Everything ahead of some squares on their files, as a side looks at the board; not the squares themselves.
pub fn ahead_of(squares: Bitboard, side: Color) -> Bitboard {
    let Bitboard(mut found) = squares;
    if side.is_white() {
        found <<= 8;
        found |= found << 8;
        found |= found << 16;
        found |= found << 32;
    } else {
        found >>= 8;
        found |= found >> 8;
        found |= found >> 16;
        found |= found >> 32;
    }
    Bitboard(found)
}

/// The squares to the left and to the right of these.
pub fn adjacent(squares: Bitboard) -> Bitboard {
    (squares & !A_FILE).shift(-1) | (squares & !H_FILE).shift(1)
}

/// The step of a side's pawns from a square to the one ahead: 8 for White, -8 for Black.
#[inline(always)]
pub fn forward(side: Color) -> i32 {
    if side.is_white() { 8 } else { -8 }
}

/// The empty squares that these pawns may step to, two ranks ahead included.
#[inline(always)]
pub fn pushes(pawns: Bitboard, side: Color, occupied: Bitboard) -> Bitboard {
    let single = pawns.shift(forward(side)) & !occupied;
    let third = Bitboard::from_rank(side.fold_wb(Rank::Third, Rank::Sixth));
    single | (single & third).shift(forward(side)) & !occupied
}

/// The squares that these pawns attack.
pub fn pawn_attacks(pawns: Bitboard, side: Color) -> Bitboard {
    adjacent(pawns).shift(forward(side))
}

/// The passed pawns of a side: no enemy pawn is ahead of them, on their own file or an adjacent one.
pub fn passed(pawns: Bitboard, enemies: Bitboard, side: Color) -> Bitboard {
    let stopped = ahead_of(enemies, !side);
    pawns & !(stopped | adjacent(stopped))
}

/// The passed pawns of White and of Black.
pub fn passed_of_both(board: &Board) -> Bitboard {
    let [white, black] = [board.white(), board.black()].map(|pieces| board.pawns() & pieces);
    passed(white, black, Color::White) | passed(black, white, Color::Black)
}

/// Passed pawns without a pawn of their own ahead: of two on one file only the first will run, and the evaluation
/// counts only that one.
pub fn foremost_passed(pawns: Bitboard, enemies: Bitboard, side: Color) -> Bitboard {
    passed(pawns, enemies, side) & !ahead_of(pawns, !side)
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    #[test]
    fn a_pawn_is_passed_until_an_enemy_is_ahead_on_its_file_or_an_adjacent_one() {
        let pawn = Bitboard::from_square(Square::E4);
        let against = |enemy: Square| passed(pawn, Bitboard::from_square(enemy), Color::White).any();
        assert!(against(Square::E3) && against(Square::D4) && against(Square::G7));
        assert!(!against(Square::E7) && !against(Square::D5) && !against(Square::F7));
    }

    #[test]
    fn of_doubled_passed_pawns_both_are_passed_and_one_is_foremost() {
        let doubled = Bitboard::from_square(Square::C3).with(Square::C5);
        assert_eq!(passed(doubled, Bitboard::EMPTY, Color::White), doubled);
        assert_eq!(foremost_passed(doubled, Bitboard::EMPTY, Color::White), Bitboard::from_square(Square::C5));
        assert_eq!(foremost_passed(doubled, Bitboard::EMPTY, Color::Black), Bitboard::from_square(Square::C3));
    }
}
