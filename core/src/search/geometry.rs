//! Files and ranks as a side looks at the board.

use shakmaty::{Bitboard, Color, File, Rank};

use crate::relations::{A_FILE, H_FILE};

/// The files beside one.
pub fn neighbours(file: File) -> Bitboard {
    let column = Bitboard::from_file(file);
    (column & !A_FILE).shift(-1) | (column & !H_FILE).shift(1)
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

/// The squares to the left and to the right of some.
pub fn beside(squares: Bitboard) -> Bitboard {
    (squares & !A_FILE).shift(-1) | (squares & !H_FILE).shift(1)
}

/// Pawns that no pawn of their own stands before, and none of the enemy can stop or take.
pub fn passed(pawns: Bitboard, enemies: Bitboard, side: Color) -> Bitboard {
    let stopped = ahead_of(enemies, !side);
    pawns & !(stopped | beside(stopped)) & !ahead_of(pawns, !side)
}
