//! Counts legal move paths (perft). Moves of the last ply are counted from sets of squares and never generated.

use rayon::prelude::*;
use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, File, Position, Rank, Role, Square,
    attacks::{between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks},
};

use super::{moves::after, safety::pinned};

/// How many legal move paths of this length there are; the first plies are shared among the cores.
pub fn perft(position: &Chess, depth: u32) -> u64 {
    if depth < 3 {
        return perft_here(position, depth);
    }
    let moves = position.legal_moves();
    moves.par_iter().map(|&m| perft_here(&after(position, m), depth - 1)).sum()
}

fn perft_here(position: &Chess, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_legal_moves(position),
        _ => position.legal_moves().iter().map(|&m| perft_here(&after(position, m), depth - 1)).sum(),
    }
}

/// How many legal moves there are, by counting the squares that each piece may go to.
pub fn count_legal_moves(position: &Chess) -> u64 {
    let board = position.board();
    let side = position.turn();
    let king = board.king_of(side).expect("standard chess has kings");
    let occupied = board.occupied();
    let checkers = position.checkers();
    // The king does not hide from a slider by stepping back along its line.
    let without_king = occupied.without(king);
    let steps = (king_attacks(king) & !position.us()).into_iter();
    let mut count = steps.filter(|&to| board.attacks_to(to, !side, without_king).is_empty()).count();
    if checkers.more_than_one() {
        return count as u64;
    }
    // Where any other piece may go: anywhere, or onto the one checker and the squares before it.
    let target = match checkers.single_square() {
        Some(checker) => between(king, checker).with(checker),
        None => {
            // Most often a piece blocks castling; only otherwise test the attacked squares.
            let open = |wing: &CastlingSide| {
                position.castles().has(side, *wing) && (position.castles().path(side, *wing) & occupied).is_empty()
            };
            count += CastlingSide::ALL
                .iter()
                .filter(|wing| open(wing))
                .map(|&wing| position.castling_moves(wing).len())
                .sum::<usize>();
            !position.us()
        }
    };
    let pawns = position.our(Role::Pawn);
    if position.maybe_ep_square().is_some_and(|passed| (pawn_attacks(!side, passed) & pawns).any()) {
        count += position.en_passant_moves().len();
    }
    let held = pinned(board, side);
    // A pinned knight never stays on its line.
    for from in position.our(Role::Knight) & !held {
        count += (knight_attacks(from) & target).count();
    }
    let on_line = |from: Square, reach: Bitboard| if held.contains(from) { reach & ray(king, from) } else { reach };
    for from in position.us() & board.bishops_and_queens() {
        count += (on_line(from, bishop_attacks(from, occupied)) & target).count();
    }
    for from in position.us() & board.rooks_and_queens() {
        count += (on_line(from, rook_attacks(from, occupied)) & target).count();
    }
    count += free_pawn_moves(pawns & !held, side, !occupied, position.them(), target);
    for from in pawns & held {
        let line = ray(king, from) & target;
        count += free_pawn_moves(from.into(), side, !occupied, position.them() & pawn_attacks(side, from), line);
    }
    count as u64
}

/// The pushes and captures of pawns that end in the target, a promotion counting as four.
fn free_pawn_moves(pawns: Bitboard, side: Color, empty: Bitboard, enemies: Bitboard, target: Bitboard) -> usize {
    let (forward, third, last) = match side {
        Color::White => (8, Rank::Third, Rank::Eighth),
        Color::Black => (-8, Rank::Sixth, Rank::First),
    };
    let ahead = pawns.shift(forward);
    let single = ahead & empty;
    let double = (single & Bitboard::from_rank(third)).shift(forward) & empty;
    // A step sideways off the board would come back on the other side.
    let diagonal =
        [(ahead & !Bitboard::from_file(File::A)).shift(-1), (ahead & !Bitboard::from_file(File::H)).shift(1)];
    let captures = diagonal.map(|to| to & enemies & target);
    let promoting = Bitboard::from_rank(last);
    let moves = [single & target, double & target, captures[0], captures[1]];
    moves.iter().map(|&to| (to & !promoting).count() + 4 * (to & promoting).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    #[test]
    fn counting_agrees_with_writing_the_moves_down() {
        let mut position = Chess::default();
        let mut seed = 1_u64;
        for _ in 0..200_000 {
            let moves = position.legal_moves();
            assert_eq!(count_legal_moves(&position), moves.len() as u64, "{}", crate::chess::positions::fen(&position));
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position = match moves.get((seed >> 33) as usize % moves.len().max(1)) {
                Some(&m) if position.halfmoves() < 80 => after(&position, m),
                _ => Chess::default(),
            };
        }
    }

    #[test]
    fn four_plies_from_the_start_have_the_published_number() {
        assert_eq!(perft(&Chess::default(), 4), 197_281);
    }

    /// The comparison in `benchmarks/perft.py`: prints the nodes and seconds of shakmaty's own perft.
    #[test]
    #[ignore = "a benchmark; BARE_PERFT is its repeats, depth and FEN"]
    fn bare_perft() {
        let task = std::env::var("BARE_PERFT").expect("repeats, depth and FEN");
        let words: Vec<&str> = task.splitn(3, ' ').collect();
        let (repeats, depth): (u32, u32) = (words[0].parse().unwrap(), words[1].parse().unwrap());
        let position = parse_fen(words[2]).unwrap();
        let begin = std::time::Instant::now();
        let nodes: u64 = (0..repeats).map(|_| shakmaty::perft(std::hint::black_box(&position), depth)).sum();
        println!("{nodes} {}", begin.elapsed().as_secs_f64());
    }

    #[test]
    fn a_pinned_pawn_may_take_its_pinner() {
        for fen in [
            "4k3/8/8/6b1/5P2/4K3/8/8 w - - 0 1",
            "4k3/8/8/4r3/4P3/4K3/8/8 w - - 0 1",
            "8/8/8/1k1pP1R1/8/8/8/4K3 b - - 0 1",
        ] {
            let position = parse_fen(fen).unwrap();
            assert_eq!(count_legal_moves(&position), position.legal_moves().len() as u64, "{fen}");
        }
    }
}
