//! Plays whole games between programs, many at once; a game depends only on its players, its start and its seed.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};

use super::{
    board::Board,
    player::{Player, Workspace, draw},
};
use crate::{moves::MoveCode, random::Random};

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
