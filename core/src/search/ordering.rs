//! Which move to try first: the table's, good captures, killers, quiet moves by history, bad captures.

use shakmaty::{Chess, Color, Move, Position, Role};

use super::{replies::Replies, scores::learn, swap::wins_at_least, task::FARTHEST};
use crate::{exchange::worth, moves::MoveCode};

const FROM_TABLE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;

/// What earlier cut-offs taught: two killers for each ply, and a score for each quiet move of either side.
pub struct Ordering {
    killers: Vec<[MoveCode; 2]>,
    history: Vec<[i32; 64 * 64]>,
    pub replies: Replies,
}

impl Default for Ordering {
    fn default() -> Ordering {
        let (killers, history) = (vec![[MoveCode(0); 2]; FARTHEST + 1], vec![[0; 64 * 64]; 2]);
        Ordering { killers, history, replies: Replies::default() }
    }
}

/// A move with its place in the queue.
#[derive(Clone, Copy)]
pub struct Ranked {
    pub m: Move,
    pub code: MoveCode,
    pub rank: i32,
    /// Its place in the list that the filter judged.
    pub index: usize,
}

impl Ordering {
    /// A new search begins: killers belong to their plies, history fades.
    pub fn age(&mut self) {
        self.killers.fill([MoveCode(0); 2]);
        self.replies.age();
        for side in &mut self.history {
            for value in side.iter_mut() {
                *value /= 4;
            }
        }
    }

    /// All moves with their ranks; without `learned` only captures are ranked.
    pub fn rank(
        &self,
        position: &Chess,
        moves: &[Move],
        best: Option<MoveCode>,
        ply: usize,
        learned: bool,
    ) -> Vec<Ranked> {
        let after = self.replies.after();
        let rank = |(index, &m): (usize, &Move)| {
            let code = MoveCode::of(m);
            let rank = if Some(code) == best {
                FROM_TABLE
            } else if m.is_capture() || m.promotion() == Some(Role::Queen) {
                capture_rank(position, m)
            } else if !learned {
                0
            } else if self.killers[ply][0] == code {
                KILLER + 1
            } else if self.killers[ply][1] == code {
                KILLER
            } else {
                self.history(position.turn(), code) + after.map_or(0, |after| self.replies.rank(after, m))
            };
            Ranked { m, code, rank, index }
        };
        moves.iter().enumerate().map(rank).collect()
    }

    /// What history and the last moves think of a quiet move.
    pub fn quiet_rank(&self, side: Color, m: Move, code: MoveCode) -> i32 {
        self.history(side, code) + self.replies.after().map_or(0, |after| self.replies.rank(after, m))
    }

    /// What history thinks of a quiet move, within ±16384.
    pub fn history(&self, side: Color, code: MoveCode) -> i32 {
        self.history[side as usize][usize::from(code.0 & 0xfff)]
    }

    /// A quiet move caused a cut-off where the others before it had not.
    pub fn reward(&mut self, side: Color, best: Move, tried: &[Move], ply: usize, depth: i32) {
        let code = MoveCode::of(best);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = (16 * depth * depth).min(1200);
        self.learn(side, best, bonus);
        for &m in tried {
            self.learn(side, m, -bonus);
        }
    }

    fn learn(&mut self, side: Color, m: Move, bonus: i32) {
        learn(&mut self.history[side as usize][usize::from(MoveCode::of(m).0 & 0xfff)], bonus);
        self.replies.learn(m, bonus);
    }
}

/// Dear victims first, cheap takers before dear ones; captures that lose material go last.
pub fn capture_rank(position: &Chess, m: Move) -> i32 {
    let victim = m.capture().map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    let order = 16 * i32::from(victim) - i32::from(worth(m.role()));
    let pays = victim >= worth(m.role()) && m.role() != Role::King && m.promotion().is_none();
    if pays || wins_at_least(position, m, 0) { GOOD_CAPTURE + order } else { order - GOOD_CAPTURE }
}

/// Whether a rank is that of a capture that loses material.
pub fn is_bad_capture(rank: i32) -> bool {
    rank < -GOOD_CAPTURE / 2
}

/// Bring the best of the moves from `index` on to the front.
pub fn pick(moves: &mut [Ranked], index: usize) -> Ranked {
    let mut best = index;
    for place in index + 1..moves.len() {
        let (next, first) = (&moves[place], &moves[best]);
        // Equals come in the order of the list, whatever was swapped before.
        if next.rank > first.rank || next.rank == first.rank && next.index < first.index {
            best = place;
        }
    }
    moves.swap(index, best);
    moves[index]
}
