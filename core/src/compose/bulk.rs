//! Composes mates from random placements and keeps those that are sound, quiet and minimal. This search finds mates by
//! the thousand, but hardly ever one with a given idea; answer sets do that.

use std::collections::HashSet;

use rayon::prelude::*;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::{
    criteria::{Criteria, Verdict, assess, key_fault, without_unneeded_pieces},
    retro::begins_a_game,
    symmetry::canonical,
};
use crate::{
    chess::{moves::MoveCode, small_boards::Size},
    mates::{Rules, Search},
    random::Random,
};

/// How a random position is placed.
#[derive(Debug, Clone, Copy)]
pub struct Placement {
    pub size: Size,
    /// The fewest and the most pieces, kings included, before minimisation.
    pub pieces: (usize, usize),
}

/// Returns the positions among `attempts` random placements that fulfil the criteria; no two are symmetric twins, and
/// their order depends on the seed alone.
pub fn compose_at_random<P: Rules>(criteria: &Criteria, placement: Placement, attempts: u64, seed: u64) -> Vec<String> {
    let found: Vec<String> = (0..attempts)
        .into_par_iter()
        .filter_map(|attempt| compose::<P>(criteria, placement, &mut Random::new(seed, attempt)))
        .map(|position| canonical(&position))
        .collect();
    let mut seen = HashSet::new();
    found.into_iter().filter(|text| seen.insert(text.clone())).collect()
}

fn compose<P: Rules>(criteria: &Criteria, placement: Placement, random: &mut Random) -> Option<P> {
    keep(criteria, place(placement, random)?, random)
}

/// The position without its unneeded pieces, if it fulfils the criteria.
fn keep<P: Rules>(criteria: &Criteria, position: P, random: &mut Random) -> Option<P> {
    if position.is_check() && !criteria.may_start_in_check {
        return None;
    }
    let key = Search::new(u64::MAX).sound_key(&position, criteria.moves).expect("no budget is set")?;
    if key_fault(&position, key, criteria).is_some() {
        return None;
    }
    if !criteria.every_piece_needed {
        return (assess(&position, criteria).0 == Verdict::Sound).then_some(position);
    }
    let least = without_unneeded_pieces(&position, MoveCode::of(key), criteria.moves, random);
    let fulfils = Criteria { every_piece_needed: false, ..*criteria };
    (assess(&least, &fulfils).0 == Verdict::Sound).then_some(least)
}

/// White needs enough pieces to give mate, and Black needs pieces that block its king's flights.
const WHITE: [Role; 8] =
    [Role::Queen, Role::Rook, Role::Rook, Role::Bishop, Role::Bishop, Role::Knight, Role::Knight, Role::Pawn];
const BLACK: [Role; 8] =
    [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Bishop, Role::Rook, Role::Queen];

fn place<P: Rules>(placement: Placement, random: &mut Random) -> Option<P> {
    let size = placement.size;
    let mut squares: Vec<Square> = size.squares().into_iter().collect();
    random.shuffle(&mut squares);
    let (fewest, most) = placement.pieces;
    let count = (fewest + random.below(most + 1 - fewest)).min(squares.len());
    let white_pieces = 2 + random.below(count.saturating_sub(2).max(1));
    let mut board = Board::empty();
    for (index, &square) in squares.iter().take(count).enumerate() {
        let piece = match index {
            0 => Color::White.king(),
            1 => Color::Black.king(),
            _ if index < white_pieces + 1 => random_piece(Color::White, size, square, random)?,
            _ => random_piece(Color::Black, size, square, random)?,
        };
        board.set_piece_at(square, piece);
    }
    P::placed(board, Color::White, size)
}

/// Pieces that are put on the board first, and squares that stay free.
#[derive(Debug, Clone)]
pub struct Picture {
    pub pieces: Board,
    pub free: Bitboard,
}

/// How the rest of the board is filled around a picture.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings {
    /// The most pieces that White and Black have besides those of the picture and their kings.
    pub others: (usize, usize),
    /// Whether there may be pieces that must have been promoted.
    pub promoted: bool,
}

/// Returns positions around pictures that fulfil the criteria, from `attempts` random placements of other pieces around
/// each; no two are symmetric twins, and their order depends on the seed alone.
pub fn compose_around<P: Rules>(
    criteria: &Criteria,
    pictures: &[Picture],
    surroundings: Surroundings,
    attempts: u64,
    seed: u64,
) -> Vec<String> {
    let found: Vec<P> = (0..attempts * pictures.len() as u64)
        .into_par_iter()
        .filter_map(|attempt| {
            let random = &mut Random::new(seed, attempt);
            let picture = &pictures[(attempt / attempts) as usize];
            keep(criteria, surround(picture, surroundings, random)?, random)
        })
        .collect();
    let mut seen = HashSet::new();
    found.iter().filter(|position| seen.insert(canonical(*position))).map(Rules::text).collect()
}

fn surround<P: Rules>(picture: &Picture, surroundings: Surroundings, random: &mut Random) -> Option<P> {
    let mut board = picture.pieces.clone();
    let mut squares: Vec<Square> = (!board.occupied() & !picture.free).into_iter().collect();
    random.shuffle(&mut squares);
    let mut squares = squares.into_iter();
    for color in Color::ALL {
        if board.king_of(color).is_none() {
            board.set_piece_at(squares.next()?, color.king());
        }
        for _ in 0..random.below(color.fold_wb(surroundings.others.0, surroundings.others.1) + 1) {
            let square = squares.next()?;
            board.set_piece_at(square, random_piece(color, Size::FULL, square, random)?);
        }
    }
    if !surroundings.promoted && !begins_a_game(&board) {
        return None;
    }
    P::placed(board, Color::White, Size::FULL)
}

pub(super) fn random_piece(color: Color, size: Size, square: Square, random: &mut Random) -> Option<Piece> {
    let role = *random.choose(color.fold_wb(&WHITE, &BLACK));
    let at_the_end = Color::ALL.into_iter().any(|color| square.rank() == size.last_rank(color));
    (role != Role::Pawn || !at_the_end).then_some(Piece { color, role })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::small_boards::SmallBoard,
        compose::{Verdict, assess},
    };
    use shakmaty::Chess;

    #[test]
    fn what_is_found_fulfils_the_criteria_and_follows_from_the_seed() {
        let placement = Placement { size: Size::FULL, pieces: (5, 9) };
        let found = compose_at_random::<Chess>(&Criteria::STRICT, placement, 2_000, 1);
        assert!(found.len() > 3);
        for text in &found {
            assert_eq!(
                assess(&crate::chess::positions::parse_fen(text).unwrap(), &Criteria::STRICT).0,
                Verdict::Sound,
                "{text}"
            );
        }
        assert_eq!(found, compose_at_random::<Chess>(&Criteria::STRICT, placement, 2_000, 1));
    }

    #[test]
    fn small_boards_are_filled_too() {
        let placement = Placement { size: Size::new(4, 4).unwrap(), pieces: (5, 8) };
        let found = compose_at_random::<SmallBoard>(&Criteria::STRICT, placement, 2_000, 1);
        assert!(!found.is_empty());
        for text in &found {
            assert_eq!(assess(&SmallBoard::parse(text).unwrap(), &Criteria::STRICT).0, Verdict::Sound, "{text}");
        }
    }
}
