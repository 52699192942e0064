//! What programs earn where every legal move was judged beforehand: positions as cases, instead of whole games.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{
    board::Board,
    player::{Desk, Player},
};
use crate::moves::MoveCode;

/// A position, and what each of its legal moves is worth, in ascending order of codes.
pub struct Case {
    pub board: Board,
    pub moves: Vec<(MoveCode, f64)>,
}

/// What a player's moves of the highest value are worth so far.
#[derive(Clone, Copy)]
struct Best {
    value: f64,
    worth: f64,
    count: f64,
}

impl Best {
    const NONE: Best = Best { value: f64::NEG_INFINITY, worth: 0.0, count: 0.0 };

    fn add(&mut self, value: f64, worth: f64) {
        if value > self.value {
            *self = Best { value, worth: 0.0, count: 0.0 };
        }
        if value == self.value {
            self.worth += worth;
            self.count += 1.0;
        }
    }
}

/// For each case what every player earns: the mean worth of the moves between which it draws lots. Once interrupted,
/// nobody earns anything.
pub fn earned(players: &[&Player], cases: &[Case], interrupted: &AtomicBool) -> Vec<Vec<f64>> {
    let far: Vec<usize> = (0..players.len()).filter(|&place| players[place].plies > 1).collect();
    let earn = |desk: &mut Desk, case: &Case| {
        let mut best = vec![Best::NONE; players.len()];
        if !interrupted.load(Ordering::Relaxed) {
            look_near(players, case, desk, &mut best);
            for &place in &far {
                best[place] = look_far(players[place], case, desk);
            }
        }
        best.iter().map(|found| found.worth / found.count.max(1.0)).collect()
    };
    cases.par_iter().map_init(Desk::default, earn).collect()
}

/// Each board is looked at once, and everybody who looks no further shares the answers.
fn look_near(players: &[&Player], case: &Case, desk: &mut Desk, best: &mut [Best]) {
    for player in players {
        player.program.prepare(&mut desk.view);
    }
    let before = case.board.balance_for(case.board.turn);
    desk.view.stand_before(&case.board);
    for &(m, worth) in &case.moves {
        desk.view.look_after(m, before);
        for (player, best) in players.iter().zip(best.iter_mut()).filter(|(player, _)| player.plies == 1) {
            best.add(player.judge(before, &mut desk.view), worth);
        }
    }
}

fn look_far(player: &Player, case: &Case, desk: &mut Desk) -> Best {
    desk.moves.clear();
    desk.moves.extend(case.moves.iter().map(|&(m, _)| m));
    player.find_best(&case.board, desk);
    let mut best = Best::NONE;
    for &(_, worth) in case.moves.iter().filter(|(m, _)| desk.best.contains(m)) {
        best.add(0.0, worth);
    }
    best
}
