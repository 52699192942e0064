//! Quiescence: captures that do not lose material are seen through before a position is judged.

use shakmaty::{Chess, Position, Role};

use super::{
    full::Full,
    ordering::{is_bad_capture, pick},
    table::Bound,
    task::{FARTHEST, MATE, NEARLY_MATE, play},
};
use crate::chess::exchange::worth;

impl Full<'_> {
    /// The value once no capture pays any more; in check every reply counts.
    pub fn quiesce(&mut self, position: &Chess, key: u64, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        self.visit(ply);
        if self.stopped {
            return 0;
        }
        if self.is_drawn(position) {
            return 0;
        }
        if let Some(value) = self.tablebase_value(position, ply) {
            return value;
        }
        let in_check = position.is_check();
        let mut guess = None;
        if let Some(entry) = self.table.get(key ^ self.salt) {
            if let Some(value) = entry.settles(alpha, beta, ply) {
                self.hits += 1;
                return value;
            }
            guess = Some(entry.best);
        }
        let may_stand = !in_check && self.options.quiescence;
        let last = ply >= FARTHEST - 1 || !self.options.quiescence;
        // In check there is no stand-pat; the static value is needed only where the search must end.
        let static_value = if in_check && !last { 0 } else { self.static_value(position) };
        // Most positions are good enough as they stand, so this comes before their moves are even listed.
        if may_stand && static_value >= beta {
            return static_value;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if in_check { ply as i32 - MATE } else { 0 };
        }
        if last {
            return static_value;
        }
        let mut best = ply as i32 - MATE;
        if may_stand {
            best = static_value;
            alpha = alpha.max(best);
        }
        let noisy: Vec<_> =
            moves.into_iter().filter(|m| in_check || m.is_capture() || m.promotion() == Some(Role::Queen)).collect();
        let mut ranked = self.ordering.rank(position, &noisy, guess, ply, self.options.learned_ordering);
        let mut bound = Bound::Upper;
        let mut best_code = None;
        for index in 0..ranked.len() {
            let next = pick(&mut ranked, index);
            if !in_check {
                if is_bad_capture(next.rank) {
                    break;
                }
                // Even with the victim and two pawns on top this move would not reach alpha.
                let gain = next.m.capture().map_or(0, worth) + next.m.promotion().map_or(0, worth);
                if static_value + self.pawns(i32::from(gain) + 200) <= alpha && alpha.abs() < NEARLY_MATE {
                    continue;
                }
            } else if best > -NEARLY_MATE && is_bad_capture(next.rank) {
                break;
            }
            let (after, after_key) = play(position, key, next.m);
            let value = -self.quiesce(&after, after_key, ply + 1, -beta, -alpha);
            if self.stopped {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    bound = Bound::Exact;
                    best_code = Some(next.code);
                }
                if value >= beta {
                    bound = Bound::Lower;
                    break;
                }
            }
        }
        self.table.put(key ^ self.salt, 0, best, bound, best_code, ply);
        best
    }
}
