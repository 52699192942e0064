//! Recognises symmetric twins, the same problem seen in a mirror: the alphabetically first twin represents all of them.

use shakmaty::{Board, File, Rank, Square};

use crate::{
    chess::small_boards::{Size, write_pieces},
    mates::Rules,
};

/// The text of the first of a position's twins: files mirrored, and without pawns ranks mirrored and the board turned.
/// A position with castling rights or an en passant square has no twin but itself.
pub fn canonical<P: Rules>(position: &P) -> String {
    let (board, size) = (position.board(), position.size());
    let text = position.text();
    let (pieces, rest) = text.split_once(' ').expect("a position names the side to move");
    if position.castling_rooks().any() || position.en_passant().is_some() {
        return text;
    }
    let pawns = board.pawns().any();
    let twins = (1..8_u8).filter(|twin| {
        let (mirrors_ranks, turns) = (twin & 2 != 0, twin & 4 != 0);
        !(pawns && (mirrors_ranks || turns)) && !(turns && size.files != size.ranks)
    });
    let first = twins.map(|twin| write_pieces(&mapped(board, size, twin), size)).chain([pieces.into()]).min();
    format!("{} {rest}", first.expect("a position is its own twin"))
}

fn mapped(board: &Board, size: Size, twin: u8) -> Board {
    let mut mapped = Board::empty();
    for (square, piece) in board.clone() {
        let (mut file, mut rank) = (u32::from(square.file()), u32::from(square.rank()));
        if twin & 1 != 0 {
            file = u32::from(size.files) - 1 - file;
        }
        if twin & 2 != 0 {
            rank = u32::from(size.ranks) - 1 - rank;
        }
        if twin & 4 != 0 {
            (file, rank) = (rank, file);
        }
        mapped.set_piece_at(Square::from_coords(File::new(file), Rank::new(rank)), piece);
    }
    mapped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{mates::AnyPosition, on_any_board};

    fn first(text: &str) -> String {
        on_any_board!(AnyPosition::parse(text).unwrap(), position => canonical(&position))
    }

    #[test]
    fn a_mirrored_problem_is_the_same_problem() {
        assert_eq!(first("7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1"), first("K7/8/k7/4b1Q1/2R1r3/1R6/8/8 w - - 0 1"));
        assert_eq!(first("k3/4/4/KR2 w"), first("K2k/R3/4/4 w"));
    }

    #[test]
    fn with_pawns_up_is_not_down() {
        assert_ne!(first("k3/4/P3/1K2 w"), first("1K2/P3/4/k3 w"));
        assert_eq!(first("k3/4/P3/1K2 w"), first("3k/4/3P/2K1 w"));
    }
}
