//! Scores programs on positions whose legal moves all have a known worth, instead of on whole games.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::{
    chess::moves::MoveCode,
    programs::{
        board::Board,
        player::{Player, Workspace},
    },
};

/// A position, and what each of its legal moves is worth, in ascending order of codes.
pub struct Case {
    pub board: Board,
    pub moves: Vec<(MoveCode, f64)>,
}

/// The worth of a player's best moves so far.
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

/// Returns for each case what every player earns: the mean worth of its equally good best moves. After an interruption
/// no player earns anything.
pub fn earned(players: &[&Player], cases: &[Case], interrupted: &AtomicBool) -> Vec<Vec<f64>> {
    let far: Vec<usize> = (0..players.len()).filter(|&place| players[place].plies > 1).collect();
    let earn = |workspace: &mut Workspace, case: &Case| {
        let mut best = vec![Best::NONE; players.len()];
        if !interrupted.load(Ordering::Relaxed) {
            look_near(players, case, workspace, &mut best);
            for &place in &far {
                best[place] = look_far(players[place], case, workspace);
            }
        }
        best.iter().map(|found| found.worth / found.count.max(1.0)).collect()
    };
    cases.par_iter().map_init(Workspace::default, earn).collect()
}

/// Evaluates each board once for all players that look one ply ahead.
fn look_near(players: &[&Player], case: &Case, workspace: &mut Workspace, best: &mut [Best]) {
    for player in players {
        player.program.prepare(&mut workspace.view);
    }
    let before = case.board.balance_for(case.board.turn);
    workspace.view.stand_before(&case.board);
    for &(m, worth) in &case.moves {
        workspace.view.look_after(m, before);
        for (player, best) in players.iter().zip(best.iter_mut()).filter(|(player, _)| player.plies == 1) {
            best.add(player.evaluate(before, &mut workspace.view), worth);
        }
    }
}

fn look_far(player: &Player, case: &Case, workspace: &mut Workspace) -> Best {
    workspace.moves.clear();
    workspace.moves.extend(case.moves.iter().map(|&(m, _)| m));
    player.find_best(&case.board, workspace);
    let mut best = Best::NONE;
    for &(_, worth) in case.moves.iter().filter(|(m, _)| workspace.best.contains(m)) {
        best.add(0.0, worth);
    }
    best
}
