//! The complete solution of a direct mate: keys, threats, every defence and its continuations, set play, tries.
//!
//! After a defence the continuations are all moves that mate as soon as possible; more than one of them is a dual.

use shakmaty::Move;

use super::{
    any_position::Rules,
    search::{OutOfNodes, Search},
    stipulation::{Goal, Stipulation, san},
};
use crate::chess::moves::MoveCode;

/// A move of a solution and what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub code: MoveCode,
    pub san: String,
    pub replies: Vec<Line>,
    pub is_mate: bool,
    /// How many moves of the side that began the solution the longest line from here takes, this one included.
    pub length: u8,
}

/// A first move that fulfils the stipulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub line: Line,
    /// What would follow if the defender could pass.
    pub threats: Vec<Line>,
    /// Whether only the duty to move loses.
    pub is_zugzwang: bool,
}

/// A first move that fails to few defences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Try {
    pub line: Line,
    pub refutations: Vec<Line>,
}

/// All that there is to know about a position and its stipulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    pub position: String,
    pub stipulation: Stipulation,
    pub keys: Vec<Key>,
    /// How many moves the shortest solution takes.
    pub length: Option<u8>,
    pub set_play: Vec<Line>,
    pub tries: Vec<Try>,
    pub nodes: u64,
}

impl Solution {
    /// Whether exactly one key fulfils the stipulation, and none does so sooner. A helpmate has one line only.
    pub fn is_sound(&self) -> bool {
        let single = self.keys.len() == 1 && self.length == Some(self.stipulation.moves);
        single && (self.stipulation.goal != Goal::HelpMate || is_single_line(&self.keys[0].line))
    }
}

fn is_single_line(line: &Line) -> bool {
    line.replies.len() <= 1 && line.replies.iter().all(is_single_line)
}

/// Solve a direct mate completely.
pub fn direct_solution<P: Rules>(position: &P, moves: u8, budget: u64) -> Result<Solution, OutOfNodes> {
    let mut search = Search::new(budget);
    let length = search.shortest(position, moves)?;
    let mut keys = Vec::new();
    if length.is_some() {
        for m in in_order(position) {
            if search.forces(position, m, moves)? {
                keys.push(key(&mut search, position, m, moves)?);
            }
        }
    }
    keys.sort_by_key(|key| key.line.length);
    let set_play = set_play(&mut search, position, moves)?;
    let tries = if moves > 1 { tries(&mut search, position, moves)? } else { Vec::new() };
    let stipulation = Stipulation { goal: Goal::Direct, moves };
    Ok(Solution { position: position.text(), stipulation, keys, length, set_play, tries, nodes: search.nodes })
}

/// A first move with everything that follows; None when it is not legal, or does not force mate in `moves` moves.
pub fn line_after<P: Rules>(position: &P, code: MoveCode, moves: u8) -> Option<Line> {
    const UNLIMITED: &str = "a search without a budget ends";
    let mut search = Search::new(u64::MAX);
    let m = position.moves().into_iter().find(|&m| MoveCode::of(m) == code)?;
    let forces = search.forces(position, m, moves).expect(UNLIMITED);
    forces.then(|| attack(&mut search, position, m, moves).expect(UNLIMITED))
}

fn key<P: Rules>(search: &mut Search<P>, position: &P, m: Move, moves: u8) -> Result<Key, OutOfNodes> {
    let line = attack(search, position, m, moves)?;
    let after = position.after(m);
    let waits = !line.is_mate && !after.is_check();
    let threats = match after.passed() {
        Some(again) if waits => shortest_attacks(search, &again, moves - 1)?,
        _ => Vec::new(),
    };
    let is_zugzwang = waits && threats.is_empty();
    Ok(Key { line, threats, is_zugzwang })
}

/// An attacker's move that mates within `moves` moves, with every defence.
fn attack<P: Rules>(search: &mut Search<P>, position: &P, m: Move, moves: u8) -> Result<Line, OutOfNodes> {
    let after = position.after(m);
    let mut replies = Vec::new();
    for d in in_order(&after) {
        replies.push(defence(search, &after, d, moves - 1)?.expect("every defence loses"));
    }
    let length = 1 + replies.iter().map(|line| line.length).max().unwrap_or(0);
    Ok(Line { code: MoveCode::of(m), san: san(position, m), is_mate: replies.is_empty(), replies, length })
}

/// A defence with all shortest continuations; None when it holds out for longer.
fn defence<P: Rules>(search: &mut Search<P>, position: &P, d: Move, moves: u8) -> Result<Option<Line>, OutOfNodes> {
    let replies = shortest_attacks(search, &position.after(d), moves)?;
    let Some(first) = replies.first() else { return Ok(None) };
    let length = first.length;
    Ok(Some(Line { code: MoveCode::of(d), san: san(position, d), replies, is_mate: false, length }))
}

fn shortest_attacks<P: Rules>(search: &mut Search<P>, position: &P, moves: u8) -> Result<Vec<Line>, OutOfNodes> {
    let Some(length) = search.shortest(position, moves)? else { return Ok(Vec::new()) };
    let mut lines = Vec::new();
    for m in in_order(position) {
        if search.forces(position, m, length)? {
            lines.push(attack(search, position, m, length)?);
        }
    }
    Ok(lines)
}

fn set_play<P: Rules>(search: &mut Search<P>, position: &P, moves: u8) -> Result<Vec<Line>, OutOfNodes> {
    let Some(waiting) = position.passed() else { return Ok(Vec::new()) };
    let mut lines = Vec::new();
    for d in in_order(&waiting) {
        lines.extend(defence(search, &waiting, d, moves - 1)?);
    }
    Ok(lines)
}

fn tries<P: Rules>(search: &mut Search<P>, position: &P, moves: u8) -> Result<Vec<Try>, OutOfNodes> {
    let mut found = Vec::new();
    for m in in_order(position) {
        let after = position.after(m);
        let Some(refuter) = only_refutation(search, &after, moves - 1)? else { continue };
        let mut replies = Vec::new();
        for d in in_order(&after).into_iter().filter(|&d| d != refuter) {
            replies.extend(defence(search, &after, d, moves - 1)?);
        }
        // A move that loses to the only reply it leaves has tried nothing.
        let Some(longest) = replies.iter().map(|line| line.length).max() else { continue };
        let line = Line { code: MoveCode::of(m), san: san(position, m), replies, is_mate: false, length: 1 + longest };
        let refutation = Line {
            code: MoveCode::of(refuter),
            san: san(&after, refuter),
            replies: Vec::new(),
            is_mate: false,
            length: 0,
        };
        found.push(Try { line, refutations: vec![refutation] });
    }
    Ok(found)
}

fn only_refutation<P: Rules>(search: &mut Search<P>, after: &P, moves: u8) -> Result<Option<Move>, OutOfNodes> {
    let mut refuter = None;
    for d in in_order(after) {
        if !search.mates(&after.after(d), moves)? && refuter.replace(d).is_some() {
            return Ok(None);
        }
    }
    Ok(refuter)
}

/// The legal moves in an order that no generator decides.
pub(super) fn in_order<P: Rules>(position: &P) -> Vec<Move> {
    let mut moves: Vec<Move> = position.moves().into_iter().collect();
    moves.sort_unstable_by_key(|&m| MoveCode::of(m));
    moves
}
