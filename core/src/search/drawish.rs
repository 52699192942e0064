//! Scales down the advantage in endings that are hard to win despite extra material.

use shakmaty::{Bitboard, Board, Color, File, Role};

use crate::exchange::worth;

/// An advantage counts in full.
pub const WHOLE: i32 = 16;

/// What the advantage of a side counts.
pub fn share(board: &Board, stronger: Color) -> i32 {
    let (own, enemy) = (board.by_color(stronger), board.by_color(!stronger));
    let pawns = board.pawns() & own;
    if pawns.is_empty() {
        let (ours, theirs) = (pieces_worth(board, own), pieces_worth(board, enemy));
        let only_knights = (own & !board.kings() & !board.knights()).is_empty();
        return match ours - theirs {
            // One minor piece cannot mate, nor can two knights.
            _ if ours <= 3 || (only_knights && ours <= 6 && (board.pawns() & enemy).is_empty()) => 0,
            // A minor piece or the exchange ahead, without pawns: mostly a draw.
            0..=3 => 3,
            _ => WHOLE,
        };
    }
    let (bishops, others) = (board.bishops() & own, board.bishops() & enemy);
    let officers = !(board.pawns() | board.kings());
    if (own & officers) == bishops && (enemy & officers).is_empty() && is_wrong_corner(board, stronger, bishops, pawns)
    {
        return 0;
    }
    let opposed = bishops.count() == 1
        && others.count() == 1
        && (bishops & Bitboard::LIGHT_SQUARES).is_empty() != (others & Bitboard::LIGHT_SQUARES).is_empty();
    match opposed {
        true if (own & officers) == bishops && (enemy & officers) == others => 8,
        true => 13,
        false => WHOLE,
    }
}

fn pieces_worth(board: &Board, squares: Bitboard) -> i32 {
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    roles.iter().map(|&role| i32::from(worth(role)) / 100 * (board.by_role(role) & squares).count() as i32).sum()
}

/// Pawns on one edge alone, no bishop that commands the corner they run to, and the enemy king at that corner.
fn is_wrong_corner(board: &Board, stronger: Color, bishops: Bitboard, pawns: Bitboard) -> bool {
    let last = if stronger.is_white() { 7 } else { 0 };
    [File::A, File::H].into_iter().any(|file| {
        let Some(corner) = Bitboard::from_file(file).into_iter().find(|square| square.rank() as u32 == last) else {
            return false;
        };
        let colour = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        (pawns & !Bitboard::from_file(file)).is_empty()
            && (bishops & colour).is_empty()
            && board.king_of(!stronger).is_some_and(|king| king.distance(corner) <= 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::parse_fen;
    use shakmaty::Position;

    fn of_white(fen: &str) -> i32 {
        share(parse_fen(fen).unwrap().board(), Color::White)
    }

    #[test]
    fn a_piece_more_without_pawns_is_mostly_a_draw_and_with_a_pawn_it_is_not() {
        assert_eq!(of_white("4k3/8/8/8/8/8/8/3NK3 w - - 0 1"), 0);
        assert_eq!(of_white("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1"), 0);
        assert_eq!(of_white("4k1r1/8/8/8/8/8/8/R1B1K3 w - - 0 1"), 3);
        assert_eq!(of_white("4k1r1/8/8/8/8/8/4P3/R1B1K3 w - - 0 1"), WHOLE);
        assert_eq!(of_white("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), WHOLE);
    }

    #[test]
    fn bishops_of_opposite_colours_draw_and_those_of_one_colour_do_not() {
        assert_eq!(of_white("4kb2/8/8/8/8/8/3PP3/4KB2 w - - 0 1"), 8);
        assert_eq!(of_white("4kb2/8/8/8/8/8/3PP3/2B1K3 w - - 0 1"), WHOLE);
        assert_eq!(of_white("r3kb2/8/8/8/8/8/3PP3/R3KB2 w - - 0 1"), 13);
    }

    #[test]
    fn the_wrong_bishop_cannot_help_a_rook_pawn_past_a_king_in_the_corner() {
        assert_eq!(of_white("1k6/8/8/8/P7/8/8/2B1K3 w - - 0 1"), 0);
        assert_eq!(of_white("1k6/8/8/8/P7/8/8/4KB2 w - - 0 1"), WHOLE);
        assert_eq!(of_white("6k1/8/8/8/P7/8/8/2B1K3 w - - 0 1"), WHOLE);
    }
}
