//! Random legal positions of an endgame in which no piece attacks an enemy.

use std::num::NonZeroU32;

use rayon::prelude::*;
use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Position, Role, Setup, Square};

use crate::{
    errors::{CoreError, refuse},
    random::Random,
    relations::attacked_by,
};

/// Who moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    White,
    Black,
    Random,
}

impl Turn {
    pub fn parse(text: &str) -> Result<Turn, CoreError> {
        match text {
            "white" => Ok(Turn::White),
            "black" => Ok(Turn::Black),
            "random" => Ok(Turn::Random),
            _ => refuse(format!("the side to move cannot be {text:?}; say white, black or random")),
        }
    }
}

/// The most pieces of an endgame, kings included: more hardly ever stand without attacking each other.
const MOST_PIECES: usize = 10;

/// How many placements are tried for one position.
const ATTEMPTS: usize = 2_000_000;

/// Random positions of an endgame such as KQRKQR, White's pieces first.
pub fn starts(signature: &str, count: usize, seed: u64, turn: Turn) -> Result<Vec<Chess>, CoreError> {
    let pieces = pieces_of(signature)?;
    (0..count)
        .into_par_iter()
        .map(|number| {
            let mut random = Random::new(seed, number as u64);
            (0..ATTEMPTS).find_map(|_| placed(&pieces, turn, &mut random)).ok_or_else(|| CoreError::BadArgument {
                why: format!("no position of {signature} was found in which nothing is attacked"),
            })
        })
        .collect()
}

fn pieces_of(signature: &str) -> Result<Vec<(Color, Role)>, CoreError> {
    let bad = |why: &str| CoreError::BadArgument { why: format!("no endgame is called {signature:?}: {why}") };
    let named = |letter: char| if letter.is_ascii_uppercase() { Role::from_char(letter) } else { None };
    let roles: Option<Vec<Role>> = signature.chars().map(named).collect();
    let roles =
        roles.ok_or_else(|| bad("write the pieces of White and then of Black, as in KQKR, with the letters KQRBNP"))?;
    let kings: Vec<usize> = (0..roles.len()).filter(|&place| roles[place] == Role::King).collect();
    let &[0, second] = kings.as_slice() else {
        return Err(bad("each side needs exactly one king, named first, as in KRKR"));
    };
    if roles.len() < 3 {
        return Err(bad("two bare kings have nothing to play for"));
    }
    if roles.len() > MOST_PIECES {
        return Err(bad("it has more than ten pieces"));
    }
    Ok(roles.iter().enumerate().map(|(place, &role)| (Color::from_white(place < second), role)).collect())
}

fn placed(pieces: &[(Color, Role)], turn: Turn, random: &mut Random) -> Option<Chess> {
    let mut board = Board::empty();
    for &(color, role) in pieces {
        let square = Square::new(random.below(64) as u32);
        let is_odd = role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
        if board.occupied().contains(square) || is_odd {
            return None;
        }
        board.set_piece_at(square, role.of(color));
    }
    let turn = match turn {
        Turn::White => Color::White,
        Turn::Black => Color::Black,
        Turn::Random => Color::from_white(random.below(2) == 0),
    };
    if Color::ALL.iter().any(|&side| (attacked_by(&board, side) & board.by_color(!side)).any()) {
        return None;
    }
    let mut setup = Setup::empty();
    setup.board = board;
    setup.turn = turn;
    setup.fullmoves = NonZeroU32::MIN;
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    (!position.legal_moves().is_empty()).then_some(position)
}
