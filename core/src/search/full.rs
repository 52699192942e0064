//! Searches the nodes below the root of a full search (principal variation search).
//!
//! The first move is searched with the whole window, the others with a null window until one of them proves to be
//! better. Null moves, late-move reductions, futility pruning, check extensions and multi-cut can each be switched off.

use shakmaty::{Bitboard, Chess, Color, Move, Position};

use super::{
    control::{Control, SharedProgress},
    evaluation::Evaluate,
    filter::{Decision, Filter, Node, Pruned, Verdict},
    ordering::{Ordering, Ranked, is_bad_capture, pick},
    table::{Bound, Table, from_table},
    task::{FARTHEST, MATE, NEARLY_MATE, Options, is_drawn_by_material, key_of, play, sided},
};
use crate::{
    chess::{exchange::wins_at_least, moves::MoveCode},
    tables::{Outcome, SMALLEST, Tables},
};

pub const NODES_BETWEEN_LOOKS: u64 = 1024;
/// Subtracted from the rank of a move that the filter reduces: larger than every rank that ordering gives.
const REDUCED_RANK_PENALTY: i32 = 1 << 26;
/// The value of an ending that the tables know to be won, less one for every ply to the mate.
const TABLEBASE_WIN_CP: i32 = 2000;
/// With at most this many pieces, pawns among them, zugzwang is likely and a quiet move may mate: we prune nothing.
const MOST_PIECES_FOR_ZUGZWANG: usize = 8;

/// The state of one full search.
pub struct Full<'a> {
    pub evaluation: &'a dyn Evaluate,
    pub filter: Option<&'a Filter>,
    pub options: Options,
    pub table: &'a Table,
    pub ordering: &'a mut Ordering,
    pub control: &'a Control<'a>,
    /// The other threads of the same search (lazy SMP), if there are any.
    pub shared: Option<&'a SharedProgress>,
    pub player: Color,
    /// Changes the keys when Black is the player, where the evaluation gives the two players different values.
    pub salt: u64,
    pub pawn: f64,
    pub path: Vec<u64>,
    /// The static value of the position at each ply; None in check.
    pub static_values: Vec<Option<i32>>,
    pub lines: Vec<Vec<MoveCode>>,
    pub nodes: u64,
    pub most_nodes: u64,
    pub hits: u64,
    pub selective_depth: usize,
    pub pruned: Pruned,
    pub stopped: bool,
    /// The move that the singular-extension search excludes at each ply.
    pub excluded: Vec<Option<MoveCode>>,
    /// The tables of endings with three pieces, where the search may reach one.
    pub exact: Option<&'static Tables>,
}

impl Full<'_> {
    /// Returns the value of a node for the side to move: exact inside the window, a bound outside of it.
    #[allow(clippy::too_many_arguments, reason = "the classic signature of a node")]
    pub fn node(
        &mut self,
        position: &Chess,
        key: u64,
        mut depth: i32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        may_pass: bool,
    ) -> i32 {
        self.lines[ply].clear();
        if self.is_drawn(position) || self.is_repeated(position) {
            // Checkmate takes precedence over the fifty-move rule; a repeated position cannot be mate.
            return if position.halfmoves() >= 100 && position.is_checkmate() { ply as i32 - MATE } else { 0 };
        }
        if let Some(value) = self.tablebase_value(position, ply) {
            return value;
        }
        let in_check = position.is_check();
        if in_check && self.options.check_extensions {
            depth += 1;
        }
        if depth <= 0 || ply >= FARTHEST - 1 {
            return self.quiesce(position, key, ply, alpha, beta);
        }
        self.visit(ply);
        if self.stopped {
            return 0;
        }
        // No line from here can be better than mating now or worse than being mated now.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let whole = beta - alpha > 1;
        let entry = self.table.get(key ^ self.salt);
        let whole_list = self.excluded[ply].is_none();
        if let Some(entry) = entry
            && whole_list
            && i32::from(entry.depth) >= depth
            && !whole
            && let Some(value) = entry.settles(alpha, beta, ply)
        {
            self.hits += 1;
            return value;
        }
        let guess = entry.map(|entry| entry.best).filter(|code| code.0 != 0);
        let static_value = if in_check { 0 } else { self.static_value(position) };
        self.static_values[ply] = (!in_check).then_some(static_value);
        let worsening = self.options.trend_reductions && self.is_worsening(ply);
        let board = position.board();
        let zugzwang_risk = self.options.null_move_verification
            && board.occupied().count() <= MOST_PIECES_FOR_ZUGZWANG
            && board.pawns().any();
        let quiet_window =
            !whole && !in_check && !zugzwang_risk && beta.abs() < NEARLY_MATE && alpha.abs() < NEARLY_MATE;
        if quiet_window {
            let may_pass = may_pass && whole_list;
            if let Some(value) = self.prune(position, key, depth, ply, (alpha, beta), static_value, may_pass) {
                return value;
            }
        }
        // Without a move from the table the order is a guess: search one ply less and find a move for the next time.
        if guess.is_none() && depth >= 5 && self.options.late_move_reductions {
            depth -= 1;
        }
        let state = NodeState { depth, ply, static_value, in_check, whole, worsening, guess };
        self.moves(position, key, (alpha, beta), state)
    }

    /// Futility pruning and the null move: the value of a node that needs no search of its moves, if they show one.
    #[allow(clippy::too_many_arguments, reason = "a node and what is known of it")]
    #[inline]
    fn prune(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        static_value: i32,
        may_pass: bool,
    ) -> Option<i32> {
        if self.options.futility {
            if depth <= 7 && static_value - self.pawns(80 * depth) >= beta {
                return Some(static_value);
            }
            if depth <= 2 && static_value + self.pawns(250 * depth) <= alpha {
                let value = self.quiesce(position, key, ply, alpha, beta);
                if value <= alpha {
                    return Some(value);
                }
            }
        }
        let may_pass = may_pass && self.options.null_move && has_pieces(position);
        if may_pass && depth >= 3 && static_value >= beta {
            let value = self.null_move(position, depth, ply, beta);
            if self.stopped {
                return Some(0);
            }
            if value >= beta && self.is_verified_null_move(position, key, depth, ply, beta) {
                return Some(if value >= NEARLY_MATE { beta } else { value });
            }
        }
        None
    }

    /// Searches the moves of a node one by one; see [`Full::node`].
    fn moves(&mut self, position: &Chess, key: u64, (mut alpha, beta): (i32, i32), state: NodeState) -> i32 {
        let NodeState { depth, ply, in_check, whole, guess, .. } = state;
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if in_check { ply as i32 - MATE } else { 0 };
        }
        let decisions = self.decide(position, &moves, depth, ply, in_check);
        let mut ranked = self.ranked(position, &moves, decisions.as_deref(), guess, ply);
        let mut tried: Vec<Move> = Vec::new();
        let mut best = -MATE;
        let mut best_code = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        for index in 0..ranked.len() {
            let next = pick(&mut ranked, index);
            let verdict = decisions.as_ref().map_or(Verdict::Keep, |all| all[next.index].verdict);
            if verdict == Verdict::Drop || Some(next.code) == self.excluded[ply] {
                continue;
            }
            let quiet = !next.m.is_capture() && !next.m.is_promotion();
            // Read before the move joins the path, and only where a reduction may follow.
            let late = depth >= 3 && count >= 2;
            let history = if quiet && late { self.ordering.quiet_rank(position.turn(), next.m, next.code) } else { 0 };
            let losing = !quiet && is_bad_capture(next.rank);
            let (after, after_key) = play(position, key, next.m);
            let checks = after.is_check();
            let may_skip = count > 0 && !checks && !in_check && best > -NEARLY_MATE;
            if may_skip
                && (self.is_futile(&next, quiet, depth, &state, alpha, count)
                    || self.loses_exchange(position, next.m, quiet, depth))
            {
                continue;
            }
            let mut depth = depth;
            if Some(next.code) == guess {
                match self.singular_search(position, key, depth, ply, (next.code, beta)) {
                    Singular::MultiCut(value) if !whole => return value,
                    Singular::Extend => depth += 1,
                    _ => (),
                }
                if self.stopped {
                    return best.max(-MATE + ply as i32);
                }
            }
            let may_reduce = self.options.late_move_reductions && late && !in_check && !checks && (quiet || losing);
            let late = may_reduce.then(|| late_reduction(depth, count, quiet, &state) - history / 6000);
            self.path.push(after_key);
            self.ordering.replies.push(position.turn(), Some(next.m));
            let value = self.child((&after, after_key), depth, ply, (alpha, beta), count == 0, (verdict, late));
            self.path.pop();
            self.ordering.replies.pop();
            if self.stopped {
                return best.max(-MATE + ply as i32);
            }
            count += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    bound = Bound::Exact;
                    best_code = Some(next.code);
                    self.remember_line(ply, next.code);
                }
                if value >= beta {
                    bound = Bound::Lower;
                    if quiet {
                        self.ordering.reward(position.turn(), next.m, &tried, ply, depth);
                    }
                    break;
                }
            }
            if quiet {
                tried.push(next.m);
            }
        }
        if self.excluded[ply].is_none() {
            self.table.put(key ^ self.salt, depth, best, bound, best_code, ply);
        }
        best
    }

    /// The moves with their ranks; those that the filter reduces come last, when the others have raised alpha.
    fn ranked(
        &self,
        position: &Chess,
        moves: &[Move],
        decisions: Option<&[Decision]>,
        guess: Option<MoveCode>,
        ply: usize,
    ) -> Vec<Ranked> {
        let mut ranked = self.ordering.rank(position, moves, guess, ply, self.options.learned_ordering);
        for next in &mut ranked {
            let reduced = decisions.is_some_and(|all| matches!(all[next.index].verdict, Verdict::Reduce(_)));
            if reduced && Some(next.code) != guess {
                next.rank -= REDUCED_RANK_PENALTY;
            }
        }
        ranked
    }

    /// Returns the value of a move for the side that makes it. The first move gets the whole window. Later moves, and a
    /// first move that the filter reduces, get a null window and a reduced depth until they prove to be better.
    fn child(
        &mut self,
        (after, key): (&Chess, u64),
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        is_first: bool,
        (verdict, late): (Verdict, Option<i32>),
    ) -> i32 {
        let mut value = 0;
        let mut whole_window = is_first;
        if !is_first {
            let filtered = if let Verdict::Reduce(plies) = verdict { i32::from(plies) } else { 0 };
            let reduction = (filtered + late.unwrap_or(0)).clamp(0, (depth - 1).max(0));
            value = -self.node(after, key, depth - 1 - reduction, ply + 1, -alpha - 1, -alpha, true);
            if value > alpha && reduction > 0 && !self.stopped {
                value = -self.node(after, key, depth - 1, ply + 1, -alpha - 1, -alpha, true);
            }
            whole_window = value > alpha && value < beta;
        } else if let Verdict::Reduce(plies) = verdict {
            value = -self.node(after, key, depth - 1 - i32::from(plies), ply + 1, -alpha - 1, -alpha, true);
            whole_window = value > alpha;
        }
        if whole_window && !self.stopped {
            value = -self.node(after, key, depth - 1, ply + 1, -beta, -alpha, true);
        }
        value
    }

    /// Returns the static value of a position for the side to move.
    pub fn static_value(&self, position: &Chess) -> i32 {
        sided(self.evaluation.value(position, self.player), position.turn(), self.player)
    }

    /// Returns the value of a small ending for the side to move, from the tables.
    pub fn tablebase_value(&self, position: &Chess, ply: usize) -> Option<i32> {
        let tables = self.exact.filter(|_| position.board().occupied().count() <= SMALLEST)?;
        let won = |plies: u8| self.pawns(TABLEBASE_WIN_CP - ply as i32 - i32::from(plies));
        Some(match tables.probe(position)? {
            Outcome::Draw => 0,
            Outcome::Win(plies) => won(plies),
            Outcome::Loss(plies) => -won(plies),
        })
    }

    /// Confirms a null-move cutoff: with a single piece left, zugzwang is likely, so we search again without passing.
    fn is_verified_null_move(&mut self, position: &Chess, key: u64, depth: i32, ply: usize, beta: i32) -> bool {
        !self.options.null_move_verification
            || pieces(position).more_than_one()
            || self.node(position, key, depth - 3, ply, beta - 1, beta, false) >= beta
    }

    /// Whether futility pruning skips this late quiet move or losing capture near the leaves.
    fn is_futile(&self, next: &Ranked, quiet: bool, depth: i32, state: &NodeState, alpha: i32, count: i32) -> bool {
        if !self.options.futility || depth > 6 {
            return false;
        }
        if quiet {
            let too_late = !state.whole && count << i32::from(state.worsening) > 4 + depth * depth;
            let too_weak = state.static_value + self.pawns(100 + 90 * depth) <= alpha;
            return too_late || too_weak;
        }
        !state.whole && depth <= 2 && is_bad_capture(next.rank)
    }

    /// Whether a late move near the leaves loses too much material in the exchanges on its target square.
    fn loses_exchange(&self, position: &Chess, m: Move, quiet: bool, depth: i32) -> bool {
        let most = if quiet { 60 * depth } else { 100 * depth };
        self.options.exchange_pruning && depth <= 6 && !wins_at_least(position, m, -most)
    }

    /// Whether the static value of the side to move is falling: no better than two plies ago.
    fn is_worsening(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.static_values[ply]);
        matches!((self.static_values[ply], before), (Some(now), Some(then)) if now <= then)
    }

    /// Null move: pass, and search the opponent's reply to a reduced depth. If we are still above beta after passing,
    /// the position is good enough to cut off.
    fn null_move(&mut self, position: &Chess, depth: i32, ply: usize, beta: i32) -> i32 {
        let Ok(after) = position.clone().swap_turn() else { return -MATE };
        let key = key_of(&after);
        self.path.push(key);
        self.ordering.replies.push(position.turn(), None);
        let value = -self.node(&after, key, depth - 1 - (2 + depth / 3), ply + 1, -beta, -beta + 1, false);
        self.path.pop();
        self.ordering.replies.pop();
        value
    }

    /// Returns what the filter decides about the moves of a node; None where no filter applies.
    pub fn decide(
        &mut self,
        position: &Chess,
        moves: &[Move],
        depth: i32,
        ply: usize,
        in_check: bool,
    ) -> Option<Vec<Decision>> {
        let filter = self.filter.filter(|filter| filter.applies_at(ply))?;
        let own = position.turn() == self.player;
        let decisions = filter.decide(&Node { position, own, depth, ply, in_check }, moves);
        self.pruned.count(&decisions);
        Some(decisions)
    }

    fn remember_line(&mut self, ply: usize, code: MoveCode) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(code);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// Counts a node and checks the limits of nodes and time.
    pub fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes > self.most_nodes || self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.must_stop() {
            self.stopped = true;
        }
    }

    fn must_stop(&self) -> bool {
        let enough =
            |shared: &SharedProgress| shared.count(NODES_BETWEEN_LOOKS) > self.most_nodes || shared.is_finished();
        self.shared.is_some_and(enough) || self.control.must_stop()
    }

    /// Converts hundredths of a pawn to the evaluation's units.
    pub fn pawns(&self, hundredths: i32) -> i32 {
        (f64::from(hundredths) * self.pawn / 100.0) as i32
    }

    /// Whether the game is drawn: by the fifty-move rule, or because neither side can mate.
    pub fn is_drawn(&self, position: &Chess) -> bool {
        position.halfmoves() >= 100 || is_drawn_by_material(position)
    }

    /// Whether this position occurred before. One repetition counts as a draw: the side that can repeat once can repeat
    /// again.
    fn is_repeated(&self, position: &Chess) -> bool {
        let Some((key, before)) = self.path.split_last() else { return false };
        let reversible = (position.halfmoves() as usize).min(before.len());
        before[before.len() - reversible..].iter().rev().skip(1).step_by(2).any(|past| past == key)
    }
}

/// The outcome of a singular-extension search.
pub enum Singular {
    /// Other moves are about as good, or the test does not apply.
    No,
    /// Every other move is clearly worse: extend the table's move.
    Extend,
    /// Another move fails high as well: cut off (multi-cut).
    MultiCut(i32),
}

/// What a node computes before it searches its moves.
struct NodeState {
    depth: i32,
    ply: usize,
    static_value: i32,
    in_check: bool,
    whole: bool,
    /// Whether the static value of the side to move is falling: no better than two plies ago.
    worsening: bool,
    guess: Option<MoveCode>,
}

/// The plies by which late-move reductions search a move less deeply, before its history counts.
fn late_reduction(depth: i32, count: i32, quiet: bool, state: &NodeState) -> i32 {
    let reduction = (0.4 + f64::from(depth).ln() * f64::from(count).ln() / 2.7) as i32;
    reduction - i32::from(state.whole) + i32::from(state.worsening && quiet && depth >= 4)
}

/// With only king and pawns, zugzwang is likely, so passing proves nothing.
fn has_pieces(position: &Chess) -> bool {
    pieces(position).any()
}

fn pieces(position: &Chess) -> Bitboard {
    position.us() & !position.board().pawns() & !position.board().kings()
}

/// Below this depth the extra search costs more than it saves.
const LEAST_DEPTH_PLIES: i32 = 7;
/// With more pieces than this there are too many moves for the extra search to pay.
const MOST_PIECES: usize = 6;
/// The other moves are clearly worse when they stay below by this much for each ply of the depth.
const MARGIN_PER_PLY_CP: i32 = 2;

impl Full<'_> {
    /// Tests by a search to half the depth, without the table's move, whether every other move is clearly worse.
    pub fn singular_search(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        ply: usize,
        (best, beta): (MoveCode, i32),
    ) -> Singular {
        let board = position.board();
        let pieces = board.occupied() & !board.pawns() & !board.kings();
        let may_pay = depth >= LEAST_DEPTH_PLIES && pieces.count() <= MOST_PIECES;
        if !self.options.singular_extensions || !may_pay || self.excluded[ply].is_some() {
            return Singular::No;
        }
        let entry = self.table.get(key ^ self.salt);
        let known = entry
            .filter(|entry| entry.best == best && i32::from(entry.depth) >= depth - 3 && entry.bound != Bound::Upper);
        let Some(value) = known.map(|entry| from_table(entry.value, ply)).filter(|value| value.abs() < NEARLY_MATE)
        else {
            return Singular::No;
        };
        let below = value - self.pawns(MARGIN_PER_PLY_CP * depth);
        self.excluded[ply] = Some(best);
        let others = self.node(position, key, (depth - 1) / 2, ply, below - 1, below, false);
        self.excluded[ply] = None;
        self.lines[ply].clear();
        match others {
            _ if self.stopped => Singular::No,
            others if others < below => Singular::Extend,
            others if others >= beta => Singular::MultiCut(others),
            _ => Singular::No,
        }
    }
}
