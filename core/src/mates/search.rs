//! The search itself, and the question that composition asks millions of times: is this mate sound?

use rustc_hash::FxHashMap;
use shakmaty::{Move, MoveList};

use super::any_position::{Checks, Rules};

/// The node budget ran out before the answer was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfNodes;

/// What is remembered about a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// No mate within this many moves.
    not_within: u8,
    /// A mate within this many moves, 0 when none was found.
    within: u8,
}

/// A full-width mate search with its node count and its memory.
pub struct Search<P> {
    pub nodes: u64,
    budget: u64,
    known: FxHashMap<P, Known>,
    /// The defence that last refuted an attack, by moves to go: likely to refute the next one too.
    refutations: [Option<Move>; 256],
}

/// More positions than this are not remembered, so that memory stays within some hundred megabytes.
const MOST_REMEMBERED: usize = 1 << 20;

impl<P: Rules> Search<P> {
    /// A search that looks at no more than `budget` positions.
    pub fn new(budget: u64) -> Search<P> {
        Search { nodes: 0, budget, known: FxHashMap::default(), refutations: [None; 256] }
    }

    /// Whether the side to move can force mate within `moves` moves.
    pub fn mates(&mut self, position: &P, moves: u8) -> Result<bool, OutOfNodes> {
        match moves {
            0 => Ok(false),
            1 => self.mates_at_once(position),
            // Below three moves the search is quicker than its memory.
            2 => self.mates_by_search(position, 2),
            _ => {
                let known = self.known.get(position).copied().unwrap_or_default();
                if known.within != 0 && known.within <= moves {
                    return Ok(true);
                }
                if moves <= known.not_within {
                    return Ok(false);
                }
                let answer = self.mates_by_search(position, moves)?;
                if self.known.len() < MOST_REMEMBERED || self.known.contains_key(position) {
                    let entry = self.known.entry(position.clone()).or_default();
                    if answer {
                        entry.within = moves;
                    } else {
                        entry.not_within = moves;
                    }
                }
                Ok(answer)
            }
        }
    }

    /// The number of moves in which the side to move can force mate, if at most `most`.
    pub fn shortest(&mut self, position: &P, moves: u8) -> Result<Option<u8>, OutOfNodes> {
        for length in 1..=moves {
            if self.mates(position, length)? {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    /// Whether a first move forces mate within `moves` moves, itself included.
    pub fn forces(&mut self, position: &P, m: Move, moves: u8) -> Result<bool, OutOfNodes> {
        let after = position.after(m);
        self.is_lost(&after, moves - 1)
    }

    /// Every first move that forces mate within `moves` moves.
    pub fn keys(&mut self, position: &P, moves: u8) -> Result<Vec<Move>, OutOfNodes> {
        let mut keys = Vec::new();
        for m in position.moves() {
            if self.forces(position, m, moves)? {
                keys.push(m);
            }
        }
        Ok(keys)
    }

    /// Whether the defender, to move, is mated within `moves` more moves of the attacker.
    pub fn is_lost(&mut self, position: &P, moves: u8) -> Result<bool, OutOfNodes> {
        self.count()?;
        let mut defences = position.moves();
        if defences.is_empty() {
            return Ok(position.is_check());
        }
        if moves == 0 {
            return Ok(false);
        }
        self.refuter_first(&mut defences, moves);
        for defence in defences {
            if !self.mates(&position.after(defence), moves)? {
                self.refutations[usize::from(moves)] = Some(defence);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The only key of a mate in exactly `moves` moves; None when there is a shorter mate, no mate or a second key.
    pub fn sound_key(&mut self, position: &P, moves: u8) -> Result<Option<Move>, OutOfNodes> {
        if self.mates(position, moves - 1)? {
            return Ok(None);
        }
        let mut key = None;
        for m in position.moves() {
            if self.forces(position, m, moves)? && key.replace(m).is_some() {
                return Ok(None);
            }
        }
        Ok(key)
    }

    pub(super) fn count(&mut self) -> Result<(), OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.budget { Err(OutOfNodes) } else { Ok(()) }
    }

    fn mates_at_once(&mut self, position: &P) -> Result<bool, OutOfNodes> {
        self.count()?;
        let checks = Checks::of(position);
        for m in position.moves() {
            if checks.may_check(m) && position.after(m).is_mate() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn mates_by_search(&mut self, position: &P, moves: u8) -> Result<bool, OutOfNodes> {
        let checks = Checks::of(position);
        let all = position.moves();
        // Checks leave few defences, so they are quick to try and often right.
        for wanted in [true, false] {
            for &m in all.iter().filter(|&&m| checks.may_check(m) == wanted) {
                if self.forces(position, m, moves)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn refuter_first(&self, defences: &mut MoveList, moves: u8) {
        let refuter = self.refutations[usize::from(moves)];
        if let Some(place) = defences.iter().position(|&m| Some(m) == refuter) {
            defences.swap(0, place);
        }
    }
}
