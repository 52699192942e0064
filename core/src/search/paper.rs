//! The paper's search: alpha-beta to a fixed depth with a table of visited states, and nothing else.
//!
//! value(state) = max over moves of -value(successor); at depth 0 the evaluation, for the player at the root. The table
//! keeps kinds of bound and matches only the same remaining depth, so that the value is that of plain minimax; the
//! paper's own table kept bounds as values. Moves: captures first, dear victims, cheap takers, then by code.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, attacks};

use super::{
    attack_map::{AttackMap, QuietMoves, Threats},
    control::Control,
    evaluation::Evaluate,
    filter::{Filter, Node, Pruned, Verdict},
    heuristic::Heuristic,
    table::{Bound, from_table, to_table},
    task::{FARTHEST, Info, Line, MATE, Question, is_drawn_by_material, key_of, play, sided},
};
use crate::chess::{
    exchange::worth,
    moves::{MoveCode, after},
    pawns::forward,
};

const NODES_BETWEEN_LOOKS: u64 = 1024;

/// How deep to search when nothing says so: as deep as the paper did.
const USUAL_DEPTH: u32 = 4;

/// For how many states a search may leave its memory to the next one.
const MOST_KEPT: usize = 1 << 18;

/// The result for a position with `depth` plies left; only a search to the same depth may use it.
pub type Visited = FxHashMap<(u64, i32), (i32, Bound)>;

struct Paper<'a> {
    evaluation: &'a dyn Evaluate,
    heuristic: Option<&'a Heuristic>,
    surveys: bool,
    filter: Option<&'a Filter>,
    control: &'a Control<'a>,
    player: Color,
    visited: &'a mut Visited,
    nodes: u64,
    most_nodes: u64,
    hits: u64,
    pruned: Pruned,
    /// The best line found from each ply on.
    lines: Vec<Vec<MoveCode>>,
    queues: Vec<Queue>,
    stopped: bool,
}

/// A position in the search, with what is carried along from move to move.
struct Spot {
    position: Chess,
    key: u64,
    /// The heuristic's standing of the player at the root; nothing for other evaluations.
    standing: i64,
}

/// Search to the depth of the task.
pub fn search(question: Question<'_>, visited: &mut Visited, report: &mut dyn FnMut(&Info)) -> Info {
    let Question { evaluation, filter, position, moves, task, control, .. } = question;
    let depth = task.depth.unwrap_or(USUAL_DEPTH).min(FARTHEST as u32 - 1);
    // The memory of the last search serves again, unless it was a very long one.
    visited.clear();
    visited.shrink_to(MOST_KEPT);
    let mut paper = Paper {
        evaluation,
        heuristic: Heuristic::behind(evaluation),
        surveys: AttackMap::can_be_made(position),
        filter,
        control,
        player: position.turn(),
        visited,
        nodes: 0,
        most_nodes: task.nodes.unwrap_or(u64::MAX),
        hits: 0,
        pruned: Pruned::by(filter),
        lines: vec![Vec::new(); FARTHEST + 1],
        queues: vec![Vec::new(); FARTHEST + 1],
        stopped: false,
    };
    let lines = paper.root(position, moves, depth as i32, task.lines.max(1));
    let info = Info {
        lines,
        depth: if paper.stopped { 0 } else { depth },
        selective_depth: depth,
        nodes: paper.nodes,
        hits: paper.hits,
        seconds: control.elapsed(),
        stopped: paper.stopped,
        pruned: paper.pruned.counts,
    };
    report(&info);
    info
}

impl<'a> Paper<'a> {
    fn root(&mut self, position: &Chess, moves: Vec<Move>, depth: i32, wanted: usize) -> Vec<Line> {
        let mut queue: Queue = moves.into_iter().map(|m| (order(m), m, Verdict::Keep)).collect();
        self.arrange(position, &mut queue, depth, 0);
        self.nodes += 1;
        let standing = self.heuristic.map_or(0, |heuristic| heuristic.standing(position.board(), self.player));
        let spot = Spot { position: position.clone(), key: key_of(position), standing };
        let mut lines: Vec<Line> = Vec::new();
        let mut alpha = -MATE;
        for (_, m, verdict) in queue {
            if verdict == Verdict::Drop {
                continue;
            }
            // More lines than one need the true value of every move.
            let floor = if wanted == 1 { alpha } else { -MATE };
            let value = self.child(&spot, None, (m, verdict), depth, 0, (floor, MATE));
            if self.stopped && !lines.is_empty() {
                break;
            }
            let mut moves = vec![MoveCode::of(m)];
            moves.extend_from_slice(&self.lines[1]);
            if wanted > 1 || lines.is_empty() {
                lines.push(Line { value, moves });
            } else if value > alpha {
                lines[0] = Line { value, moves };
            }
            alpha = alpha.max(value);
            if self.stopped {
                break;
            }
        }
        lines.sort_by_key(|line| -line.value);
        lines.truncate(wanted);
        lines
    }

    /// Count a node and look at the limits; whether the search goes on.
    fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.control.must_stop() {
            self.stopped = true;
        }
        !self.stopped
    }

    fn leaf(&mut self, position: &Chess, ply: usize) -> i32 {
        if !self.visit() || is_drawn_by_material(position) {
            return 0;
        }
        match has_legal_move(position) {
            true => sided(self.evaluation.value(position, self.player), position.turn(), self.player),
            false => without_moves(position, ply),
        }
    }

    /// The value of a move of the last ply for the one who makes it, if possible without making it.
    fn leaf_after(&mut self, spot: &Spot, attack_map: Option<&AttackMap<'_>>, m: Move, ply: usize) -> i32 {
        let mover = spot.position.turn();
        if let (Some(heuristic), Some(attack_map)) = (self.heuristic, attack_map)
            && let Some(Threats(threats)) = attack_map.threats_after(m)
            && let Some(change) = heuristic.change(m, mover, self.player)
        {
            let own = mover == self.player;
            let value = heuristic.value_of(spot.standing + change, if own { threats } else { -threats });
            return match self.visit() {
                true if own => value,
                true => -value,
                false => 0,
            };
        }
        -self.leaf(&after(&spot.position, m), ply)
    }

    /// The value of a visited position, if it settles a window.
    #[inline]
    fn known(&self, key: u64, depth: i32, ply: usize, (alpha, beta): (i32, i32)) -> Option<i32> {
        let &(value, bound) = self.visited.get(&(key, depth))?;
        let value = from_table(value, ply);
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settles.then_some(value)
    }

    fn node(&mut self, spot: &Spot, depth: i32, ply: usize, (mut alpha, beta): (i32, i32)) -> i32 {
        let position = &spot.position;
        if !self.visit() || is_drawn_by_material(position) {
            return 0;
        }
        if let Some(value) = self.known(spot.key, depth, ply, (alpha, beta)) {
            self.hits += 1;
            return value;
        }
        let surveyed;
        let unfiltered = self.filter_at(ply).is_none();
        let attack_map = if self.surveys && (unfiltered || depth == 1) {
            surveyed = AttackMap::of(position);
            Some(&surveyed)
        } else {
            None
        };
        // A filter needs all moves at once, so moves are generated one by one only without a filter.
        let lazily = attack_map.filter(|attack_map| unfiltered && attack_map.is_plain());
        // Each ply has its own queue, so that no node allocates memory.
        let mut queue = std::mem::take(&mut self.queues[ply]);
        queue.clear();
        match lazily {
            Some(attack_map) => {
                attack_map.captures(|m| queue.push((order(m), m, Verdict::Keep)));
                queue.sort_unstable_by_key(|(order, ..)| *order);
            }
            None => {
                queue.extend(position.legal_moves().into_iter().map(|m| (order(m), m, Verdict::Keep)));
                self.arrange(position, &mut queue, depth, ply);
            }
        }
        let mut quiet: Option<QuietMoves<'_>> = None;
        let mut place = 0;
        let mut best = -MATE;
        let mut bound = Bound::Upper;
        let mut moved = false;
        loop {
            let (m, verdict) = if let Some(&(_, m, verdict)) = queue.get(place) {
                place += 1;
                (m, verdict)
            } else if let Some(attack_map) = lazily
                && let Some(m) = quiet.get_or_insert_with(|| attack_map.quiet_moves()).next()
            {
                (m, Verdict::Keep)
            } else {
                break;
            };
            moved = true;
            if verdict == Verdict::Drop {
                continue;
            }
            let value = self.child(spot, attack_map, (m, verdict), depth, ply, (alpha, beta));
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                bound = Bound::Exact;
                let (head, tail) = self.lines.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(MoveCode::of(m));
                head[ply].extend_from_slice(&tail[0]);
            }
            if value >= beta {
                bound = Bound::Lower;
                break;
            }
        }
        self.queues[ply] = queue;
        if !moved {
            return without_moves(position, ply);
        }
        if !self.stopped {
            self.visited.insert((spot.key, depth), (to_table(best, ply), bound));
        }
        best
    }

    /// The value of a move for the one who makes it; a reduced one is searched in full when it beats alpha.
    fn child(
        &mut self,
        spot: &Spot,
        attack_map: Option<&AttackMap<'_>>,
        (m, verdict): (Move, Verdict),
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        self.lines[ply + 1].clear();
        if depth == 1 {
            return self.leaf_after(spot, attack_map, m, ply + 1);
        }
        let after = self.after(spot, m);
        if let Verdict::Reduce(plies) = verdict {
            let shallow = depth - 1 - i32::from(plies);
            let value = match shallow {
                ..1 => -self.leaf(&after.position, ply + 1),
                _ => -self.node(&after, shallow, ply + 1, (-alpha - 1, -alpha)),
            };
            if value <= alpha || self.stopped {
                return value;
            }
            self.lines[ply + 1].clear();
        }
        -self.node(&after, depth - 1, ply + 1, (-beta, -alpha))
    }

    fn after(&self, spot: &Spot, m: Move) -> Spot {
        let (position, key) = play(&spot.position, spot.key, m);
        let standing = self.heuristic.map_or(0, |heuristic| match heuristic.change(m, !position.turn(), self.player) {
            Some(change) => spot.standing + change,
            None => heuristic.standing(position.board(), self.player),
        });
        Spot { position, key, standing }
    }

    /// The filter at the plies where it applies.
    fn filter_at(&self, ply: usize) -> Option<&'a Filter> {
        self.filter.filter(|filter| filter.applies_at(ply))
    }

    /// Put the moves in order, with the filter's verdicts.
    fn arrange(&mut self, position: &Chess, queue: &mut Queue, depth: i32, ply: usize) {
        queue.sort_unstable_by_key(|(order, ..)| *order);
        let Some(filter) = self.filter_at(ply) else { return };
        let own = position.turn() == self.player;
        let moves: Vec<Move> = queue.iter().map(|(_, m, _)| *m).collect();
        let decisions = filter.decide(&Node { position, own, depth, ply, in_check: position.is_check() }, &moves);
        self.pruned.count(&decisions);
        for (place, decision) in queue.iter_mut().zip(decisions) {
            place.2 = decision.verdict;
        }
        // What the filter would rather not see comes last, when the others have raised alpha.
        queue.sort_by_key(|(.., verdict)| matches!(verdict, Verdict::Reduce(_)));
    }
}

/// Moves with their place in the order and the filter's verdict.
type Queue = Vec<(u64, Move, Verdict)>;

/// Captures first, dear victims before cheap ones, cheap takers before dear ones; then by code.
pub fn order(m: Move) -> u64 {
    let code = u64::from(MoveCode::of(m).0);
    match m.capture() {
        Some(victim) => (1000 - worth(victim) as u64) << 32 | (worth(m.role()) as u64) << 16 | code,
        None => 1000 << 32 | code,
    }
}

fn without_moves(position: &Chess, ply: usize) -> i32 {
    if position.is_check() { ply as i32 - MATE } else { 0 }
}

/// Whether there is a legal move: usually a pawn that no line ties to its king may step ahead, which is seen at once.
pub fn has_legal_move(position: &Chess) -> bool {
    if !position.is_check()
        && let Some(king) = position.board().king_of(position.turn())
    {
        let free = position.our(Role::Pawn) & !attacks::queen_attacks(king, Bitboard::EMPTY);
        if (free.shift(forward(position.turn())) & !position.board().occupied()).any() {
            return true;
        }
    }
    !position.legal_moves().is_empty()
}
