//! The nodes of a full search, below its root.
//!
//! Principal variation search: the first move gets the whole window, the others must prove with a null window that
//! they are better. Null moves, late-move reductions, futility and check extensions can each be switched off.

use shakmaty::{Bitboard, Chess, Color, Move, Position};

use super::{
    control::Control,
    crew::Crew,
    evaluation::Evaluate,
    filter::{Filter, Judgement, Node, Pruned, Verdict},
    ordering::{Ordering, Ranked, is_bad_capture, pick},
    steps::{is_drawn_by_material, key_of, play, sided},
    swap::wins_at_least,
    table::{Bound, Table},
    task::{FARTHEST, MATE, NEARLY_MATE, Options},
};
use crate::{
    moves::MoveCode,
    tables::{Outcome, SMALLEST, Tables},
};

pub const NODES_BETWEEN_LOOKS: u64 = 1024;
/// Behind every rank that ordering gives.
const REDUCED: i32 = 1 << 26;
/// An ending that the tables know to be won, in hundredths of a pawn, less one for every ply to the mate.
const WON: i32 = 2000;
/// With so few men and pawns among them having to move may be the problem, and a quiet move may mate: nothing is left
/// out unseen.
const FEW_MEN: usize = 8;

/// The state of one full search.
pub struct Full<'a> {
    pub evaluation: &'a dyn Evaluate,
    pub filter: Option<&'a Filter>,
    pub options: Options,
    pub table: &'a Table,
    pub ordering: &'a mut Ordering,
    pub control: &'a Control<'a>,
    /// Who else is at work on the same position.
    pub crew: Option<&'a Crew>,
    pub player: Color,
    /// Keeps what was found for one player apart from what was found for the other, where the two differ.
    pub salt: u64,
    pub pawn: f64,
    pub path: Vec<u64>,
    /// What the position was worth as it stood at each ply; None in check.
    pub heres: Vec<Option<i32>>,
    pub lines: Vec<Vec<MoveCode>>,
    pub nodes: u64,
    pub most_nodes: u64,
    pub hits: u64,
    pub selective_depth: usize,
    pub pruned: Pruned,
    pub stopped: bool,
    /// The move that a ply is searched without, while the others are asked for.
    pub left_out: Vec<Option<MoveCode>>,
    /// Endings of three men, where one may come.
    pub exact: Option<&'static Tables>,
}

impl Full<'_> {
    /// The value of a node for the side to move, exact inside the window, a bound outside of it.
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
            // A mate on the board comes before fifty moves; repetition cannot be mate.
            return if position.halfmoves() >= 100 && position.is_checkmate() { ply as i32 - MATE } else { 0 };
        }
        if let Some(value) = self.exactly(position, ply) {
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
        let whole_list = self.left_out[ply].is_none();
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
        let here = if in_check { 0 } else { self.as_it_stands(position) };
        self.heres[ply] = (!in_check).then_some(here);
        let worse = self.options.trend && self.is_worse(ply);
        let board = position.board();
        let few = self.options.zugzwang && board.occupied().count() <= FEW_MEN && board.pawns().any();
        let quiet_window = !whole && !in_check && !few && beta.abs() < NEARLY_MATE && alpha.abs() < NEARLY_MATE;
        if quiet_window && self.options.futility {
            if depth <= 7 && here - self.pawns(80 * depth) >= beta {
                return here;
            }
            if depth <= 2 && here + self.pawns(250 * depth) <= alpha {
                let value = self.quiesce(position, key, ply, alpha, beta);
                if value <= alpha {
                    return value;
                }
            }
        }
        let may_pass = may_pass && whole_list && self.options.null_move && has_pieces(position);
        if quiet_window && may_pass && depth >= 3 && here >= beta {
            let value = self.pass(position, depth, ply, beta);
            if self.stopped {
                return 0;
            }
            if value >= beta && self.is_no_zugzwang(position, key, depth, ply, beta) {
                return if value >= NEARLY_MATE { beta } else { value };
            }
        }
        // Without a move from the table the order is a guess; a shallower search will find one for the next time.
        if guess.is_none() && depth >= 5 && self.options.late_move_reductions {
            depth -= 1;
        }
        self.moves(position, key, depth, ply, (alpha, beta), Outlook { here, in_check, whole, worse, guess })
    }

    fn moves(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        ply: usize,
        (mut alpha, beta): (i32, i32),
        outlook: Outlook,
    ) -> i32 {
        let Outlook { here, in_check, whole, worse, guess } = outlook;
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if in_check { ply as i32 - MATE } else { 0 };
        }
        let judgements = self.judge(position, &moves, depth, ply, in_check);
        let mut ranked = self.ordering.rank(position, &moves, guess, ply, self.options.ordering);
        if let Some(judgements) = &judgements {
            // What the filter would rather not see comes last, when the others have raised alpha.
            for next in &mut ranked {
                let reduced = matches!(judgements[next.index].verdict, Verdict::Reduce(_));
                if reduced && Some(next.code) != guess {
                    next.rank -= REDUCED;
                }
            }
        }
        let mut tried: Vec<Move> = Vec::new();
        let mut best = -MATE;
        let mut best_code = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        for index in 0..ranked.len() {
            let next = pick(&mut ranked, index);
            let verdict = judgements.as_ref().map_or(Verdict::Keep, |all| all[next.index].verdict);
            if verdict == Verdict::Drop || Some(next.code) == self.left_out[ply] {
                continue;
            }
            let quiet = !next.m.is_capture() && !next.m.is_promotion();
            // Asked before the move is on the trail, and only where a reduction may follow.
            let late = depth >= 3 && count >= 2;
            let history = if quiet && late { self.ordering.quiet_rank(position.turn(), next.m, next.code) } else { 0 };
            let losing = !quiet && is_bad_capture(next.rank);
            let (after, after_key) = play(position, key, next.m);
            let checks = after.is_check();
            if count > 0
                && !checks
                && !in_check
                && best > -NEARLY_MATE
                && (self.is_futile(&next, quiet, whole, depth, here, alpha, count << i32::from(worse))
                    || self.is_lost(position, next.m, quiet, depth))
            {
                continue;
            }
            let mut depth = depth;
            if Some(next.code) == guess {
                match self.ask_for_others(position, key, depth, ply, (next.code, beta)) {
                    Asked::Enough(value) if !whole => return value,
                    Asked::Single => depth += 1,
                    _ => (),
                }
                if self.stopped {
                    return best.max(-MATE + ply as i32);
                }
            }
            self.path.push(after_key);
            self.ordering.replies.push(position.turn(), Some(next.m));
            let mut value = 0;
            let mut whole_window = count == 0;
            if count > 0 {
                let mut reduction = match verdict {
                    Verdict::Reduce(plies) => i32::from(plies),
                    _ => 0,
                };
                if self.options.late_move_reductions && late && !in_check && !checks && (quiet || losing) {
                    reduction +=
                        late_reduction(depth, count) - i32::from(whole) + i32::from(worse && quiet && depth >= 4);
                    if quiet {
                        reduction -= history / 6000;
                    }
                }
                let reduction = reduction.clamp(0, (depth - 1).max(0));
                value = -self.node(&after, after_key, depth - 1 - reduction, ply + 1, -alpha - 1, -alpha, true);
                if value > alpha && reduction > 0 && !self.stopped {
                    value = -self.node(&after, after_key, depth - 1, ply + 1, -alpha - 1, -alpha, true);
                }
                whole_window = value > alpha && value < beta;
            } else if let Verdict::Reduce(plies) = verdict {
                // Even the first move is looked at shallowly first when the filter would rather not see it.
                value = -self.node(&after, after_key, depth - 1 - i32::from(plies), ply + 1, -alpha - 1, -alpha, true);
                whole_window = value > alpha;
            }
            if whole_window && !self.stopped {
                value = -self.node(&after, after_key, depth - 1, ply + 1, -beta, -alpha, true);
            }
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
        if self.left_out[ply].is_none() {
            self.table.put(key ^ self.salt, depth, best, bound, best_code, ply);
        }
        best
    }

    /// The value of a position as it stands, for the side to move.
    pub fn as_it_stands(&self, position: &Chess) -> i32 {
        sided(self.evaluation.value(position, self.player), position.turn(), self.player)
    }

    /// What an ending of few men is worth for the side to move, by the tables.
    pub fn exactly(&self, position: &Chess, ply: usize) -> Option<i32> {
        let tables = self.exact.filter(|_| position.board().occupied().count() <= SMALLEST)?;
        let won = |plies: u8| self.pawns(WON - ply as i32 - i32::from(plies));
        Some(match tables.probe(position)? {
            Outcome::Draw => 0,
            Outcome::Win(plies) => won(plies),
            Outcome::Loss(plies) => -won(plies),
        })
    }

    /// Whether passing proves something: with one piece left, having to move may be the problem, so it is looked at again.
    fn is_no_zugzwang(&mut self, position: &Chess, key: u64, depth: i32, ply: usize, beta: i32) -> bool {
        !self.options.zugzwang
            || pieces(position).more_than_one()
            || self.node(position, key, depth - 3, ply, beta - 1, beta, false) >= beta
    }

    /// Whether a late quiet move, or a capture that loses material, can be left out next to the leaves.
    #[allow(clippy::too_many_arguments, reason = "everything that speaks for or against a move")]
    fn is_futile(
        &self,
        next: &Ranked,
        quiet: bool,
        whole: bool,
        depth: i32,
        here: i32,
        alpha: i32,
        count: i32,
    ) -> bool {
        if !self.options.futility || depth > 6 {
            return false;
        }
        if quiet {
            let too_late = !whole && count > 4 + depth * depth;
            let too_weak = here + self.pawns(100 + 90 * depth) <= alpha;
            return too_late || too_weak;
        }
        !whole && depth <= 2 && is_bad_capture(next.rank)
    }

    /// Whether a late move loses so much material on its target square that it need not be seen near the leaves.
    fn is_lost(&self, position: &Chess, m: Move, quiet: bool, depth: i32) -> bool {
        let most = if quiet { 60 * depth } else { 100 * depth };
        self.options.exchanges && depth <= 6 && !wins_at_least(position, m, -most)
    }

    /// Whether the side to move stands worse than two plies ago.
    fn is_worse(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.heres[ply]);
        matches!((self.heres[ply], before), (Some(now), Some(then)) if now <= then)
    }

    /// Let the opponent move twice: whoever is still above beta then needs no closer look.
    fn pass(&mut self, position: &Chess, depth: i32, ply: usize, beta: i32) -> i32 {
        let Ok(after) = position.clone().swap_turn() else { return -MATE };
        let key = key_of(&after);
        self.path.push(key);
        self.ordering.replies.push(position.turn(), None);
        let value = -self.node(&after, key, depth - 1 - (2 + depth / 3), ply + 1, -beta, -beta + 1, false);
        self.path.pop();
        self.ordering.replies.pop();
        value
    }

    /// What the filter says about the moves of a node; None where no filter is asked.
    pub fn judge(
        &mut self,
        position: &Chess,
        moves: &[Move],
        depth: i32,
        ply: usize,
        in_check: bool,
    ) -> Option<Vec<Judgement>> {
        let filter = self.filter.filter(|filter| filter.is_asked_at(ply))?;
        let own = position.turn() == self.player;
        let judgements = filter.judge(&Node { position, own, depth, ply, in_check }, moves);
        self.pruned.count(&judgements);
        Some(judgements)
    }

    fn remember_line(&mut self, ply: usize, code: MoveCode) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(code);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// Count a node, and look at the limits.
    pub fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes > self.most_nodes || self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.must_stop() {
            self.stopped = true;
        }
    }

    fn must_stop(&self) -> bool {
        let enough = |crew: &Crew| crew.count(NODES_BETWEEN_LOOKS) > self.most_nodes || crew.is_finished();
        self.crew.is_some_and(enough) || self.control.must_stop()
    }

    /// So many hundredths of a pawn in the evaluation's units.
    pub fn pawns(&self, hundredths: i32) -> i32 {
        (f64::from(hundredths) * self.pawn / 100.0) as i32
    }

    /// Drawn whatever comes: fifty moves, or nobody can mate.
    pub fn is_drawn(&self, position: &Chess) -> bool {
        position.halfmoves() >= 100 || is_drawn_by_material(position)
    }

    /// Whether this position stood on the board before; who can come back once can come back again.
    fn is_repeated(&self, position: &Chess) -> bool {
        let Some((key, before)) = self.path.split_last() else { return false };
        let reversible = (position.halfmoves() as usize).min(before.len());
        before[before.len() - reversible..].iter().rev().skip(1).step_by(2).any(|past| past == key)
    }
}

/// What asking for the second-best move of a node brought.
pub enum Asked {
    /// Nothing that changes the search.
    Nothing,
    /// Every other move is clearly worse.
    Single,
    /// Without the best move, too, the value is too good to be allowed.
    Enough(i32),
}

/// What a node knows before it looks at its moves.
struct Outlook {
    here: i32,
    in_check: bool,
    whole: bool,
    /// Whether the side to move stands worse than two plies ago.
    worse: bool,
    guess: Option<MoveCode>,
}

fn late_reduction(depth: i32, count: i32) -> i32 {
    (0.4 + f64::from(depth).ln() * f64::from(count).ln() / 2.7) as i32
}

/// With king and pawns alone, having to move may be the problem, so passing proves nothing.
fn has_pieces(position: &Chess) -> bool {
    pieces(position).any()
}

fn pieces(position: &Chess) -> Bitboard {
    position.us() & !position.board().pawns() & !position.board().kings()
}
