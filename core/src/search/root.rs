//! Runs a full search from its root: iterative deepening, aspiration windows, several lines.

use std::ops::RangeInclusive;

use shakmaty::{Chess, Move, Position};

use super::{
    control::SharedProgress,
    filter::{Pruned, Verdict},
    full::{Full, NODES_BETWEEN_LOOKS},
    ordering::Ordering,
    table::{Bound, Table},
    task::{FARTHEST, Info, Line, MATE, NEARLY_MATE, Question, Task, key_of, play, sided},
};
use crate::{
    chess::moves::MoveCode,
    tables::{SMALLEST, smallest},
};

/// With three pieces the search has to find the mate itself; with more pieces than this no ending of three is near.
const FEW: RangeInclusive<usize> = SMALLEST + 1..=12;
const SALT_FOR_BLACK: u64 = 0x9e37_79b9_7f4a_7c15;

/// Deepens until a limit is met, the depth is reached or a mate is proved, starting `ahead` plies deeper than depth 1.
pub fn search(
    question: &Question<'_>,
    table: &Table,
    ordering: &mut Ordering,
    (shared, ahead): (Option<&SharedProgress>, u32),
    report: &mut dyn FnMut(&Info),
) -> Info {
    let &Question { evaluation, filter, options, position, ref moves, task, control } = question;
    ordering.age();
    if options.continuation_history {
        ordering.replies.begin();
    }
    let player = position.turn();
    let one_sided = !evaluation.is_antisymmetric() || filter.is_some();
    let key = key_of(position);
    let mut path = task.history.clone();
    path.push(key);
    let mut full = Full {
        evaluation,
        filter,
        options,
        table,
        ordering,
        control,
        shared,
        player,
        salt: if one_sided && player.is_black() { SALT_FOR_BLACK } else { 0 },
        pawn: evaluation.pawn(),
        path,
        static_values: vec![None; FARTHEST + 1],
        lines: vec![Vec::new(); FARTHEST + 1],
        nodes: 0,
        most_nodes: task.nodes.unwrap_or(u64::MAX),
        hits: 0,
        selective_depth: 0,
        pruned: Pruned::by(filter),
        stopped: false,
        excluded: vec![None; FARTHEST + 1],
        exact: (options.endgame_tables && FEW.contains(&position.board().occupied().count())).then(smallest),
    };
    full.deepen(position, key, moves, task, ahead, report)
}

/// A root move with its value and line from the last iteration that searched it.
struct RootMove {
    m: Move,
    value: i32,
    line: Vec<MoveCode>,
    verdict: Verdict,
}

impl Full<'_> {
    fn deepen(
        &mut self,
        position: &Chess,
        key: u64,
        moves: &[Move],
        task: &Task,
        ahead: u32,
        report: &mut dyn FnMut(&Info),
    ) -> Info {
        let deepest = task.depth.map_or(FARTHEST as u32 / 2, |depth| depth.min(FARTHEST as u32 / 2));
        let guess = self.table.get(key ^ self.salt).map(|entry| entry.best);
        let decisions = self.decide(position, moves, deepest as i32, 0, position.is_check());
        let mut ranked = self.ordering.rank(position, moves, guess, 0, self.options.learned_ordering);
        // The table's move comes first, then advised moves, then the usual order.
        let place_of = |code: MoveCode| task.advised.iter().position(|&each| each == code);
        ranked.sort_by_key(|next| {
            let place = if guess == Some(next.code) { 0 } else { place_of(next.code).map_or(usize::MAX, |n| n + 1) };
            (place, -next.rank)
        });
        let static_value = sided(self.evaluation.value(position, self.player), position.turn(), self.player);
        self.static_values[0] = (!position.is_check()).then_some(static_value);
        let mut roots: Vec<RootMove> = ranked
            .into_iter()
            .map(|next| {
                let advised = place_of(next.code).is_some();
                let decided = decisions.as_ref().filter(|_| !advised);
                let verdict = decided.map_or(Verdict::Keep, |all| all[next.index].verdict);
                RootMove { m: next.m, value: static_value, line: vec![next.code], verdict }
            })
            .filter(|root| root.verdict != Verdict::Drop)
            .collect();
        let wanted = task.lines.max(1).min(roots.len());
        let mut info = Info { lines: best_lines(&roots, wanted), ..Info::default() };
        for depth in (1 + ahead).min(deepest)..=deepest {
            let finished = self.shared.is_some_and(SharedProgress::is_finished);
            if depth > 1 && (finished || self.control.should_rest()) {
                self.stopped = true;
            }
            if self.stopped {
                break;
            }
            for place in 0..wanted {
                self.aspire(position, key, &mut roots, place, depth as i32);
                if self.stopped {
                    break;
                }
            }
            roots[..wanted].sort_by_key(|root| -root.value);
            if !self.stopped {
                info.depth = depth;
            }
            info.lines = best_lines(&roots, wanted);
            self.fill(&mut info);
            info.nodes = self.shared.map_or(self.nodes, |shared| shared.count(0) + self.nodes % NODES_BETWEEN_LOOKS);
            report(&info);
            // Pruning may hide a shorter mate for a while, so a mate must survive some more iterations.
            let proved = wanted == 1 && info.lines[0].value.abs() >= MATE - depth as i32 / 2;
            if proved {
                break;
            }
        }
        self.fill(&mut info);
        info
    }

    fn fill(&self, info: &mut Info) {
        info.selective_depth = self.selective_depth as u32;
        info.nodes = self.nodes;
        info.hits = self.hits;
        info.seconds = self.control.elapsed();
        info.stopped = self.stopped;
        info.pruned.clone_from(&self.pruned.counts);
    }

    /// Aspiration window: searches around the last value, and widens the window while the value falls outside.
    fn aspire(&mut self, position: &Chess, key: u64, roots: &mut [RootMove], place: usize, depth: i32) {
        let last = roots[place].value;
        let mut width = self.pawns(35).max(1);
        let narrow = depth >= 5 && last.abs() < NEARLY_MATE;
        let (mut alpha, mut beta) = if narrow { (last - width, last + width) } else { (-MATE, MATE) };
        loop {
            let value = self.root(position, key, roots, place, depth, alpha, beta);
            if self.stopped {
                return;
            }
            width = width.saturating_mul(3);
            let wide = |value: i64| value.clamp(-i64::from(MATE), i64::from(MATE)) as i32;
            if value <= alpha && alpha > -MATE {
                alpha = wide(i64::from(value) - i64::from(width));
            } else if value >= beta && beta < MATE {
                beta = wide(i64::from(value) + i64::from(width));
            } else {
                return;
            }
        }
    }

    /// Searches the root moves from `place` on (the better lines are already settled) and moves the best to `place`.
    #[allow(clippy::too_many_arguments, reason = "the root is a node with its own list of moves")]
    fn root(
        &mut self,
        position: &Chess,
        key: u64,
        roots: &mut [RootMove],
        place: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.visit(0);
        let mut best = -MATE;
        for index in place..roots.len() {
            let m = roots[index].m;
            let (after, after_key) = play(position, key, m);
            self.path.push(after_key);
            self.ordering.replies.push(position.turn(), Some(m));
            self.lines[1].clear();
            let mut value = 0;
            let mut full_depth = index == place;
            if !full_depth {
                let reduction = match roots[index].verdict {
                    Verdict::Reduce(plies) => i32::from(plies),
                    _ => i32::from(
                        self.options.late_move_reductions && depth >= 3 && index >= place + 4 && !m.is_capture(),
                    ),
                };
                value = -self.node(&after, after_key, depth - 1 - reduction, 1, -alpha - 1, -alpha, true);
                if value > alpha && reduction > 0 && !self.stopped {
                    value = -self.node(&after, after_key, depth - 1, 1, -alpha - 1, -alpha, true);
                }
                full_depth = value > alpha && value < beta;
            }
            if full_depth && !self.stopped {
                value = -self.node(&after, after_key, depth - 1, 1, -beta, -alpha, true);
            }
            self.path.pop();
            self.ordering.replies.pop();
            if self.stopped {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha || index == place {
                    let root = &mut roots[index];
                    root.value = value;
                    root.line.truncate(1);
                    root.line.extend_from_slice(&self.lines[1]);
                    // Move it to the front, so that it counts even if the search ends here.
                    roots[place..=index].rotate_right(1);
                }
                if value > alpha {
                    alpha = value;
                }
                if value >= beta {
                    break;
                }
            }
        }
        if place == 0 {
            let bound = if best >= beta { Bound::Lower } else { Bound::Exact };
            self.table.put(key ^ self.salt, depth, best, bound, Some(MoveCode::of(roots[place].m)), 0);
        }
        best
    }
}

fn best_lines(roots: &[RootMove], wanted: usize) -> Vec<Line> {
    roots[..wanted].iter().map(|root| Line { value: root.value, moves: root.line.clone() }).collect()
}
