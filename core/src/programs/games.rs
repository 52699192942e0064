//! Plays whole games between programs, many at once, and draws random starting positions. A game depends only on its
//! players, its start and its seed.

use std::{
    num::NonZeroU32,
    sync::atomic::{AtomicBool, Ordering},
};

use rayon::prelude::*;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, FromSetup, Position, Role, Setup, Square};

use super::{
    board::Board,
    player::{Player, Workspace, draw},
};
use crate::{
    chess::{moves::MoveCode, safety::attacked_by},
    errors::{CoreError, refuse},
    random::Random,
};

/// How a game can end.
pub const ENDINGS: [&str; 6] =
    ["checkmate", "stalemate", "insufficient material", "repetition", "fifty moves", "move limit"];

/// A game to be played: players and start by their number, and the seed that decides between equal moves.
#[derive(Debug, Clone, Copy)]
pub struct Encounter {
    pub white: usize,
    pub black: usize,
    pub start: usize,
    pub seed: u64,
}

/// What came of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// A place in [`ENDINGS`].
    pub ending: u8,
    /// 1 when White mated, -1 when Black did.
    pub winner: i8,
    /// White's balance on the last board.
    pub balance: i32,
    pub plies: u32,
    pub evaluations: u64,
    /// Empty unless asked for.
    pub moves: Vec<MoveCode>,
}

/// Play all games, on the threads of the pool that this runs in; once interrupted, no other one begins.
pub fn play_all(
    players: &[&Player],
    encounters: &[Encounter],
    starts: &[Chess],
    moves: u32,
    record: bool,
    interrupted: &AtomicBool,
) -> Vec<Played> {
    encounters
        .par_iter()
        .map_init(Workspace::default, |workspace, encounter| {
            let pair = [players[encounter.white], players[encounter.black]];
            let most_plies = if interrupted.load(Ordering::Relaxed) { 0 } else { 2 * moves };
            play(pair, &starts[encounter.start], encounter.seed, most_plies, record, workspace)
        })
        .collect()
}

/// The moves that were found best in a position of this game.
struct Past {
    key: u64,
    best: std::ops::Range<usize>,
}

fn play(
    pair: [&Player; 2],
    start: &Chess,
    seed: u64,
    most_plies: u32,
    record: bool,
    workspace: &mut Workspace,
) -> Played {
    let mut random = Random::new(seed, 0);
    let mut board = Board::of(start);
    let mut quiet = start.halfmoves();
    let mut pasts: Vec<Past> = Vec::new();
    // Since the last capture or pawn move; nothing older can come again.
    let mut fresh = 0;
    let mut bests: Vec<MoveCode> = Vec::new();
    let mut played = Played { ending: 0, winner: 0, balance: 0, plies: 0, evaluations: 0, moves: Vec::new() };
    workspace.evaluations = 0;
    loop {
        let key = board.key();
        let before = pasts[fresh..].iter().filter(|past| past.key == key);
        let (count, twin) = before.fold((0, None), |(count, _), past| (count + 1, Some(past.best.clone())));
        if twin.is_none() {
            board.moves_into(&mut workspace.moves);
        }
        if let Some(ending) = ending(&board, workspace.moves.is_empty() && twin.is_none(), quiet, count) {
            played.ending = ending;
            if ending == 0 {
                played.winner = if board.turn == Color::White { -1 } else { 1 };
            }
            break;
        }
        if played.plies >= most_plies {
            played.ending = 5;
            break;
        }
        // A program evaluates the board alone, so the best moves of a position stay the same.
        let best = twin.unwrap_or_else(|| {
            pair[usize::from(board.turn.is_black())].find_best(&board, workspace);
            let begin = bests.len();
            bests.extend_from_slice(&workspace.best);
            begin..bests.len()
        });
        let choice = draw(&bests[best.clone()], &mut random);
        pasts.push(Past { key, best });
        played.plies += 1;
        if record {
            played.moves.push(choice);
        }
        quiet += 1;
        if board.pawns.contains(choice.from()) || board.occupied().contains(choice.to()) {
            quiet = 0;
            fresh = pasts.len();
        }
        board = board.play(choice);
    }
    played.balance = board.balance;
    played.evaluations = workspace.evaluations;
    played
}

fn ending(board: &Board, is_stuck: bool, quiet: u32, earlier: usize) -> Option<u8> {
    if is_stuck {
        return Some(if board.checkers(board.turn).any() { 0 } else { 1 });
    }
    if board.is_insufficient() {
        return Some(2);
    }
    if earlier >= 2 {
        return Some(3);
    }
    (quiet >= 100).then_some(4)
}

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
    let mut board = shakmaty::Board::empty();
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
