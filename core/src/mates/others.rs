//! Solves selfmates and helpmates by full-width search, and selects the search for a stipulation.
//!
//! selfmate(p, n) = some move m leaves the other side moves, and each of them mates, or n > 1 and leads to
//! selfmate(·, n - 1). A helpmate is any line of n moves by both sides that ends in mate of the side that began.

use std::collections::HashSet;

use shakmaty::Move;

use super::{
    any_position::{Checks, Rules},
    search::OutOfNodes,
    stipulation::{Goal, Stipulation, san},
    tree::{Key, Line, Solution, direct_solution, in_order},
};
use crate::chess::moves::MoveCode;

/// Solve a selfmate completely: every key, every reply.
pub fn selfmates<P: Rules>(position: &P, moves: u8, budget: u64) -> Result<Solution, OutOfNodes> {
    let mut nodes = Nodes { seen: 0, budget };
    let mut length = None;
    for shorter in 1..=moves {
        if length.is_none() && selfmate(position, shorter, &mut nodes)? {
            length = Some(shorter);
        }
    }
    let mut keys = Vec::new();
    for m in in_order(position) {
        if compels(position, m, moves, &mut nodes)? {
            let line = compelling(position, m, moves, &mut nodes)?;
            keys.push(Key { line, threats: Vec::new(), is_zugzwang: false });
        }
    }
    keys.sort_by_key(|key| key.line.length);
    Ok(finished(position, Stipulation { goal: Goal::SelfMate, moves }, keys, length, nodes))
}

/// Solve a helpmate completely: every line of exactly this many moves.
pub fn helpmates<P: Rules>(position: &P, moves: u8, budget: u64) -> Result<Solution, OutOfNodes> {
    let mut nodes = Nodes { seen: 0, budget };
    let mut length = None;
    let mut lines = Vec::new();
    for shorter in 1..=moves {
        lines = Help { nodes: &mut nodes, hopeless: HashSet::new() }.lines(position, 2 * shorter)?;
        if length.is_none() && !lines.is_empty() {
            length = Some(shorter);
        }
    }
    let keys = lines.into_iter().map(|line| Key { line, threats: Vec::new(), is_zugzwang: false }).collect();
    Ok(finished(position, Stipulation { goal: Goal::HelpMate, moves }, keys, length, nodes))
}

fn finished<P: Rules>(
    position: &P,
    stipulation: Stipulation,
    keys: Vec<Key>,
    length: Option<u8>,
    nodes: Nodes,
) -> Solution {
    let (set_play, tries) = (Vec::new(), Vec::new());
    Solution { position: position.text(), stipulation, keys, length, set_play, tries, nodes: nodes.seen }
}

struct Nodes {
    seen: u64,
    budget: u64,
}

impl Nodes {
    fn count(&mut self) -> Result<(), OutOfNodes> {
        self.seen += 1;
        if self.seen > self.budget { Err(OutOfNodes) } else { Ok(()) }
    }
}

fn selfmate<P: Rules>(position: &P, moves: u8, nodes: &mut Nodes) -> Result<bool, OutOfNodes> {
    for m in position.moves() {
        if compels(position, m, moves, nodes)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether every reply to a move mates the mover now or later.
fn compels<P: Rules>(position: &P, m: Move, moves: u8, nodes: &mut Nodes) -> Result<bool, OutOfNodes> {
    nodes.count()?;
    let after = position.after(m);
    let replies = after.moves();
    if replies.is_empty() {
        return Ok(false);
    }
    for reply in replies {
        let next = after.after(reply);
        if !next.is_mate() && (moves == 1 || !selfmate(&next, moves - 1, nodes)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn compelling<P: Rules>(position: &P, m: Move, moves: u8, nodes: &mut Nodes) -> Result<Line, OutOfNodes> {
    let after = position.after(m);
    let mut replies = Vec::new();
    for reply in in_order(&after) {
        let next = after.after(reply);
        let (is_mate, mut continuations) = (next.is_mate(), Vec::new());
        // As in direct mates, only the shortest way on is given.
        for shorter in 1..moves {
            if is_mate || !continuations.is_empty() {
                break;
            }
            for again in in_order(&next) {
                if compels(&next, again, shorter, nodes)? {
                    continuations.push(compelling(&next, again, shorter, nodes)?);
                }
            }
        }
        let length = continuations.first().map_or(0, |line: &Line| line.length);
        let code = MoveCode::of(reply);
        replies.push(Line { code, san: san(&after, reply), replies: continuations, is_mate, length });
    }
    let length = 1 + replies.iter().map(|line| line.length).max().unwrap_or(0);
    Ok(Line { code: MoveCode::of(m), san: san(position, m), replies, is_mate: false, length })
}

struct Help<'a, P> {
    nodes: &'a mut Nodes,
    /// Positions from which no line of that many plies leads to mate.
    hopeless: HashSet<(P, u8)>,
}

impl<P: Rules> Help<'_, P> {
    fn lines(&mut self, position: &P, plies: u8) -> Result<Vec<Line>, OutOfNodes> {
        self.nodes.count()?;
        if plies == 1 {
            return Ok(mating_moves(position));
        }
        let key = (position.clone(), plies);
        // Small trees are searched again sooner than they are found in the set.
        if plies > 2 && self.hopeless.contains(&key) {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for m in in_order(position) {
            let replies = self.lines(&position.after(m), plies - 1)?;
            if !replies.is_empty() {
                let code = MoveCode::of(m);
                found.push(Line { code, san: san(position, m), replies, is_mate: false, length: plies.div_ceil(2) });
            }
        }
        if plies > 2 && found.is_empty() {
            self.hopeless.insert(key);
        }
        Ok(found)
    }
}

fn mating_moves<P: Rules>(position: &P) -> Vec<Line> {
    let checks = Checks::of(position);
    let mates = |&m: &Move| checks.may_check(m) && position.after(m).is_mate();
    in_order(position)
        .into_iter()
        .filter(mates)
        .map(|m| Line { code: MoveCode::of(m), san: san(position, m), replies: Vec::new(), is_mate: true, length: 1 })
        .collect()
}

/// Solve a position completely, looking at no more than `budget` positions.
pub fn solve<P: Rules>(position: &P, stipulation: Stipulation, budget: u64) -> Result<Solution, OutOfNodes> {
    match stipulation.goal {
        Goal::Direct => direct_solution(position, stipulation.moves, budget),
        Goal::SelfMate => selfmates(position, stipulation.moves, budget),
        Goal::HelpMate => helpmates(position, stipulation.moves, budget),
    }
}
