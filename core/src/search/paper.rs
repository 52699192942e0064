//! The paper's search: alpha-beta to a fixed depth with a table of visited states, and nothing else.
//!
//! value(state) = max over moves of -value(successor); at depth 0 the evaluation, for the player at the root.
//! The table keeps kinds of bound and matches only the same remaining depth, so that the value is that of plain
//! minimax; the paper's own table kept bounds as values. Moves: captures first, dear victims, cheap takers, then by code.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, attacks};

use super::{
    Info, Line, MATE, Searcher, Task,
    control::Control,
    count_pruned, key_of, play, sided,
    table::{Bound, from_table, to_table},
};
use crate::{
    errors::CoreError,
    evaluation::Evaluate,
    exchange::worth,
    filter::{MoveFilter, Node, Verdict, judged},
    moves::MoveCode,
};

const NODES_BETWEEN_LOOKS: u64 = 1024;

/// How deep to search when nothing says so: as deep as the paper did.
const USUAL_DEPTH: u32 = 4;

/// Keys are already random, so their own bits are the hash.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(17) ^ word;
    }

    fn write_i32(&mut self, word: i32) {
        self.write_u64(word as u64);
    }
}

type Visited = HashMap<(u64, i32), (i32, Bound), BuildHasherDefault<KeyHasher>>;

struct Paper<'a> {
    evaluation: &'a dyn Evaluate,
    filter: Option<&'a dyn MoveFilter>,
    control: &'a Control<'a>,
    player: Color,
    visited: Visited,
    nodes: u64,
    most_nodes: u64,
    hits: u64,
    pruned: Vec<u64>,
    stopped: bool,
}

/// Search to the depth of the task.
pub fn search(
    searcher: &mut Searcher,
    position: &Chess,
    moves: Vec<Move>,
    task: &Task,
    control: &Control<'_>,
    report: &mut dyn FnMut(&Info),
) -> Result<Info, CoreError> {
    let depth = task.depth.unwrap_or(USUAL_DEPTH);
    let mut paper = Paper {
        evaluation: &*searcher.evaluation,
        filter: searcher.filter.as_deref(),
        control,
        player: position.turn(),
        visited: Visited::default(),
        nodes: 0,
        most_nodes: task.nodes.unwrap_or(u64::MAX),
        hits: 0,
        pruned: vec![0; searcher.filter.as_ref().map_or(0, |filter| filter.reasons().len()) + 1],
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
        pruned: paper.pruned,
    };
    report(&info);
    Ok(info)
}

impl Paper<'_> {
    fn root(&mut self, position: &Chess, mut moves: Vec<Move>, depth: i32, wanted: usize) -> Vec<Line> {
        moves.sort_by_key(|&m| order(m));
        let judged = self.verdicts(position, moves, depth);
        self.nodes += 1;
        let key = key_of(position);
        let mut lines: Vec<Line> = Vec::new();
        let mut alpha = -MATE;
        for (m, verdict) in judged {
            if verdict == Verdict::Drop {
                continue;
            }
            // More lines than one need the true value of every move.
            let floor = if wanted == 1 { alpha } else { -MATE };
            let mut moves = vec![MoveCode::of(m)];
            let value = self.child(position, key, m, depth, 0, (floor, MATE), verdict, &mut moves);
            if self.stopped && !lines.is_empty() {
                break;
            }
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

    fn node(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        ply: usize,
        window: (i32, i32),
        line: &mut Vec<MoveCode>,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.control.must_stop() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if is_drawn_by_material(position) {
            return 0;
        }
        if depth == 0 {
            return match has_legal_move(position) {
                true => sided(self.evaluation.value(position, self.player), position.turn(), self.player),
                false => without_moves(position, ply),
            };
        }
        let (mut alpha, beta) = window;
        if let Some(&(value, bound)) = self.visited.get(&(key, depth)) {
            let value = from_table(value, ply);
            let settles = match bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if settles {
                self.hits += 1;
                return value;
            }
        }
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if moves.is_empty() {
            return without_moves(position, ply);
        }
        moves.sort_by_cached_key(|&m| order(m));
        let judged = self.verdicts(position, moves, depth);
        let mut best = -MATE;
        let mut bound = Bound::Upper;
        for (m, verdict) in judged {
            if verdict == Verdict::Drop {
                continue;
            }
            let mut rest = vec![MoveCode::of(m)];
            let value = self.child(position, key, m, depth, ply, (alpha, beta), verdict, &mut rest);
            if self.stopped {
                return best;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                bound = Bound::Exact;
                line.truncate(1);
                line.extend(rest);
            }
            if value >= beta {
                bound = Bound::Lower;
                break;
            }
        }
        self.visited.insert((key, depth), (to_table(best, ply), bound));
        best
    }

    /// The value of a move for the one who makes it; a reduced one is searched in full when it beats alpha.
    #[allow(clippy::too_many_arguments, reason = "a window and a line travel together with the node")]
    fn child(
        &mut self,
        position: &Chess,
        key: u64,
        m: Move,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        verdict: Verdict,
        line: &mut Vec<MoveCode>,
    ) -> i32 {
        let (after, key) = play(position, key, m);
        if let Verdict::Reduce(plies) = verdict {
            let shallow = (depth - 1 - i32::from(plies)).max(0);
            let value = -self.node(&after, key, shallow, ply + 1, (-alpha - 1, -alpha), line);
            line.truncate(1);
            if value <= alpha || self.stopped {
                return value;
            }
        }
        -self.node(&after, key, depth - 1, ply + 1, (-beta, -alpha), line)
    }

    /// The moves with the filter's verdicts, in the order to search them.
    fn verdicts(&mut self, position: &Chess, moves: Vec<Move>, depth: i32) -> Vec<(Move, Verdict)> {
        let Some(filter) = self.filter else { return moves.into_iter().map(|m| (m, Verdict::Keep)).collect() };
        let own = position.turn() == self.player;
        let judgements = judged(filter, &Node { position, own, depth, in_check: position.is_check() }, &moves);
        for judgement in judgements.iter().filter(|judgement| judgement.verdict != Verdict::Keep) {
            count_pruned(&mut self.pruned, *judgement, filter.refusing());
        }
        let mut judged: Vec<(Move, Verdict)> =
            moves.into_iter().zip(judgements.iter().map(|judgement| judgement.verdict)).collect();
        // What the filter would rather not see comes last, when the others have raised alpha.
        judged.sort_by_key(|(_, verdict)| matches!(verdict, Verdict::Reduce(_)));
        judged
    }
}

fn order(m: Move) -> (i16, i16, MoveCode) {
    match m.capture() {
        Some(victim) => (-worth(victim), worth(m.role()), MoveCode::of(m)),
        None => (0, 0, MoveCode::of(m)),
    }
}

fn without_moves(position: &Chess, ply: usize) -> i32 {
    if position.is_check() { ply as i32 - MATE } else { 0 }
}

/// Whether neither side can ever mate; asked in full only when few men are left.
pub fn is_drawn_by_material(position: &Chess) -> bool {
    let board = position.board();
    let heavy = board.pawns() | board.rooks_and_queens();
    heavy.is_empty() && position.is_insufficient_material()
}

/// Whether there is a legal move: usually a pawn that no line ties to its king may step ahead, which is seen at once.
pub fn has_legal_move(position: &Chess) -> bool {
    if !position.is_check()
        && let Some(king) = position.board().king_of(position.turn())
    {
        let free = position.our(Role::Pawn) & !attacks::queen_attacks(king, Bitboard::EMPTY);
        let step = if position.turn().is_white() { 8 } else { -8 };
        if (free.shift(step) & !position.board().occupied()).any() {
            return true;
        }
    }
    !position.legal_moves().is_empty()
}
