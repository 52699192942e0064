//! Plays whole games between searchers, any number at once, each from its own start.
//!
//! A game depends on its players and its start alone: every game builds new searchers, so that the results are
//! the same on one thread or many. The third repetition and fifty moves end a game without a claim.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};

use crate::{
    chess::moves::MoveCode,
    errors::CoreError,
    search::{
        control::{Control, RealClock, Signals},
        evaluation::Evaluation,
        filter::Filter,
        searcher::Searcher,
        task::{Options, Task, key_of},
    },
};

/// A player: its evaluation, its filter and its search depth.
#[derive(Clone)]
pub struct Contestant {
    pub evaluation: Evaluation,
    pub filter: Option<Filter>,
    pub options: Options,
    pub depth: u32,
}

/// A game to be played, the players by their number.
pub struct Contest {
    pub white: usize,
    pub black: usize,
    pub start: Chess,
    /// The keys of the positions before the start, oldest first.
    pub history: Vec<u64>,
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    pub result: &'static str,
    pub ending: &'static str,
    pub moves: Vec<MoveCode>,
    /// How many positions White and Black visited.
    pub nodes: [u64; 2],
    /// How many searches their tables saved.
    pub hits: [u64; 2],
}

/// Play all games, on the threads of the pool that this runs in; interrupted, they break off where they are.
pub fn play_all(
    players: &[Contestant],
    contests: &[Contest],
    most_plies: usize,
    interrupted: &AtomicBool,
) -> Result<Vec<Played>, CoreError> {
    contests.par_iter().map(|contest| play(players, contest, most_plies, interrupted)).collect()
}

fn play(
    players: &[Contestant],
    contest: &Contest,
    most_plies: usize,
    interrupted: &AtomicBool,
) -> Result<Played, CoreError> {
    let mut searchers = [contest.white, contest.black].map(|number| {
        let player = &players[number];
        Searcher::new(player.evaluation.clone(), player.filter.clone(), player.options)
    });
    let depths = [players[contest.white].depth, players[contest.black].depth];
    let (clock, signals) = (RealClock::default(), Signals::default());
    let mut position = contest.start.clone();
    let mut history = contest.history.clone();
    let mut played = Played { result: "1/2-1/2", ending: "", moves: Vec::new(), nodes: [0; 2], hits: [0; 2] };
    loop {
        let key = key_of(&position);
        if let Some((result, ending)) = ending(&position, key, &history) {
            return Ok(Played { result, ending, ..played });
        }
        if played.moves.len() >= most_plies || interrupted.load(Ordering::Relaxed) {
            return Ok(Played { ending: "move limit", ..played });
        }
        let side = usize::from(position.turn().is_black());
        let task = Task { depth: Some(depths[side]), history: history.clone(), ..Task::default() };
        let control = Control::begin(&clock, &signals).unless(interrupted);
        let info = searchers[side].search(&position, &task, &control, &mut |_| ())?;
        played.nodes[side] += info.nodes;
        played.hits[side] += info.hits;
        let code = info.lines[0].moves[0];
        played.moves.push(code);
        history.push(key);
        position.play_unchecked(code.find_in(&position).expect("a search answers with a legal move"));
    }
}

fn ending(position: &Chess, key: u64, history: &[u64]) -> Option<(&'static str, &'static str)> {
    if position.legal_moves().is_empty() {
        let lost = if position.turn() == Color::White { "0-1" } else { "1-0" };
        return Some(if position.is_check() { (lost, "checkmate") } else { ("1/2-1/2", "stalemate") });
    }
    if position.is_insufficient_material() {
        return Some(("1/2-1/2", "insufficient material"));
    }
    if position.halfmoves() >= 100 {
        return Some(("1/2-1/2", "fifty moves"));
    }
    let repeated = history.iter().filter(|&&past| past == key).count() >= 2;
    repeated.then_some(("1/2-1/2", "repetition"))
}
