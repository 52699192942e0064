//! Which of many patterns fit each legal move of a position, without asking every pattern.
//!
//! An edge seen from a move is a literal: its relation, and for each place `source`, `target` or what stands there. A
//! pattern needs all its literals, so it is kept under the one that fewest patterns need; only the literals that a move
//! has are looked up, and what survives is verified exactly where literals alone do not decide.

use shakmaty::Position;

use super::{
    graph::{Edge, Label, Relation},
    pattern::{MOST_VERTICES, Mask, Pattern, SOURCE, Special, TARGET, special},
    scene::Scene,
};
use crate::moves::MoveCode;

/// A literal with everything spelled out: the relation and a nibble for each place.
type Code = u32;

const AT_SOURCE: u32 = 13;
const AT_TARGET: u32 = 14;

/// Where a pattern waits for the literal it is kept under.
#[derive(Clone, Copy)]
struct Entry {
    /// The literal that is asked for next, or the one it is kept under.
    next: u32,
    pattern: u32,
    target: Mask,
    special: Special,
    proof: Proof,
}

/// What shows that a move which has two literals of a pattern fits it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// Nothing more is needed.
    Literals,
    /// Two edges that share no square but source and target.
    Apart,
    /// An embedding of all edges.
    Embedding,
}

/// An edge of a pattern by its literal.
struct Need {
    literal: u32,
    vertices: Vec<u8>,
}

/// The patterns, and where to look for each.
pub struct Index {
    patterns: Vec<Pattern>,
    needs: Vec<Vec<Need>>,
    codes: CodeTable,
    entries: Vec<Entry>,
    /// The entries under each literal and kind of mover, as starts into `entries`; after all literals come the patterns
    /// without any edge.
    starts: Vec<u32>,
    literals: usize,
}

/// How many kinds of men there are to move.
const KINDS: usize = 6;

const UNBOUND: u8 = 64;
const END: u32 = u32::MAX;

/// What matching needs besides the index; kept between positions, so that nothing is allocated anew.
#[derive(Default)]
pub struct Scratch {
    pub scene: Scene,
    seen: Vec<u32>,
    stamp: u32,
    present: Vec<u32>,
    /// The edges that make each present literal true, as chains through `links`.
    heads: Vec<u32>,
    links: Vec<ChainLink>,
    /// The edges of the scene that some pattern needs away from the move.
    distant: Vec<u32>,
}

impl Index {
    /// Lay out patterns for matching.
    pub fn new(patterns: Vec<Pattern>) -> Index {
        let patterns: Vec<Pattern> = patterns.into_iter().map(Pattern::in_order).collect();
        let mut names = LiteralNames::default();
        let needs: Vec<Vec<Need>> = patterns.iter().map(|pattern| needed(pattern, &mut names)).collect();
        let literals = names.keys.len();
        let mut demand = vec![0u32; literals];
        needs.iter().flatten().for_each(|need| demand[need.literal as usize] += 1);
        let mut waiting: Vec<(usize, Entry)> = Vec::new();
        for (number, (pattern, need)) in patterns.iter().zip(&needs).enumerate() {
            let mut own: Vec<u32> = need.iter().map(|need| need.literal).collect();
            own.sort_unstable_by_key(|&literal| (demand[literal as usize], literal));
            own.dedup();
            let under = own.first().map_or(literals, |&literal| literal as usize);
            let entry = Entry {
                next: own.get(1).map_or(under as u32, |&literal| literal),
                pattern: number as u32,
                target: pattern.masks[usize::from(TARGET)],
                special: pattern.special,
                proof: proof(pattern, own.len()),
            };
            let movers = (0..KINDS).filter(|kind| pattern.masks[usize::from(SOURCE)] >> (kind + 1) & 1 != 0);
            waiting.extend(movers.map(|kind| (under * KINDS + kind, entry)));
        }
        waiting.sort_by_key(|(place, entry)| (*place, entry.pattern));
        let mut starts = vec![0; (literals + 1) * KINDS + 1];
        waiting.iter().for_each(|(place, _)| starts[place + 1] += 1);
        for place in 0..starts.len() - 1 {
            starts[place + 1] += starts[place];
        }
        let entries = waiting.into_iter().map(|(_, entry)| entry).collect();
        Index { codes: CodeTable::new(&names), patterns, needs, entries, starts, literals }
    }

    /// The patterns, in the order they were given.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Call `found` with the place of a move and the number of a pattern that fits it, for all of them.
    pub fn for_each(
        &self,
        position: &impl Position,
        moves: &[MoveCode],
        scratch: &mut Scratch,
        mut found: impl FnMut(usize, u32),
    ) {
        scratch.scene.set(position);
        self.prepare(scratch);
        for (place, &code) in moves.iter().enumerate() {
            let (from, to): (u8, u8) = (code.from().into(), code.to().into());
            let mover = scratch.scene.label(from);
            self.for_each_of_move(from, to, special(code, mover), scratch, &mut |pattern| found(place, pattern));
        }
    }

    /// Once a scene, before its moves.
    fn prepare(&self, scratch: &mut Scratch) {
        if scratch.seen.len() != self.literals + 1 {
            // One place more, always there, for the patterns without any edge.
            scratch.seen = vec![0; self.literals + 1];
            scratch.heads = vec![END; self.literals];
            scratch.stamp = 0;
        }
        scratch.distant.clear();
        let distant = self.codes.distant;
        for (number, edge) in scratch.scene.edges.iter().enumerate() {
            let wanted = distant[edge.relation as usize]
                && !self.codes.get(code_of(edge, UNBOUND, UNBOUND, &scratch.scene.labels.0)).is_empty();
            if wanted {
                scratch.distant.push(number as u32);
            }
        }
    }

    /// The patterns that fit one step in the scene.
    fn for_each_of_move(&self, from: u8, to: u8, special: Special, scratch: &mut Scratch, found: &mut impl FnMut(u32)) {
        self.gather(from, to, scratch);
        let (mover, goal) = (scratch.scene.label(from), 1 << scratch.scene.label(to));
        let Some(kind) = usize::from(mover).checked_sub(1).filter(|&kind| kind < KINDS) else { return };
        let mut squares = [UNBOUND; MOST_VERTICES];
        squares[usize::from(SOURCE)] = from;
        squares[usize::from(TARGET)] = to;
        for &literal in scratch.present.iter().chain([&(self.literals as u32)]) {
            let place = literal as usize * KINDS + kind;
            for entry in &self.entries[self.starts[place] as usize..self.starts[place + 1] as usize] {
                let possible = scratch.seen[entry.next as usize] == scratch.stamp
                    && entry.target & goal != 0
                    && entry.special == special;
                let fits = possible
                    && match entry.proof {
                        Proof::Literals => true,
                        Proof::Apart => apart(scratch, literal, entry.next),
                        Proof::Embedding => {
                            let ends = 1 << from | 1 << to;
                            embeds(&self.needs[entry.pattern as usize], scratch, &mut squares, ends)
                        }
                    };
                if fits {
                    found(entry.pattern);
                }
            }
        }
    }

    /// The literals that a step in the scene has.
    fn gather(&self, from: u8, to: u8, scratch: &mut Scratch) {
        scratch.stamp += 1;
        scratch.seen[self.literals] = scratch.stamp;
        scratch.present.clear();
        scratch.links.clear();
        let Scratch { scene, seen, stamp, present, heads, links, distant } = scratch;
        let ends = 1u64 << from | 1u64 << to;
        let mut add = |number: u32, edge: &Edge| {
            let others = edge.squares().iter().fold(0, |squares, &square| squares | 1u64 << square) & !ends;
            for &literal in self.codes.get(code_of(edge, from, to, &scene.labels.0)) {
                let place = literal as usize;
                if seen[place] != *stamp {
                    seen[place] = *stamp;
                    heads[place] = END;
                    present.push(literal);
                }
                links.push(ChainLink { squares: others, edge: number, next: heads[place] });
                heads[place] = links.len() as u32 - 1;
            }
        };
        for &number in scene.touching(from) {
            let edge = &scene.edges[number as usize];
            if self.codes.shapes[shape(edge, from, to)] {
                add(number, edge);
            }
        }
        for &number in scene.touching(to) {
            let edge = &scene.edges[number as usize];
            if !edge.squares().contains(&from) && self.codes.shapes[shape(edge, from, to)] {
                add(number, edge);
            }
        }
        for &number in distant.iter() {
            let edge = &scene.edges[number as usize];
            if !edge.squares().contains(&from) && !edge.squares().contains(&to) {
                add(number, edge);
            }
        }
    }
}

/// An edge that makes a literal true, its squares besides source and target, and where the next such edge is.
#[derive(Clone, Copy)]
struct ChainLink {
    squares: u64,
    edge: u32,
    next: u32,
}

/// Whether there are edges for two literals that have no square in common.
fn apart(scratch: &Scratch, one: u32, other: u32) -> bool {
    let mut first = scratch.heads[one as usize];
    while first != END {
        let link = scratch.links[first as usize];
        let mut second = scratch.heads[other as usize];
        while second != END {
            let there = scratch.links[second as usize];
            if link.squares & there.squares == 0 && first != second {
                return true;
            }
            second = there.next;
        }
        first = link.next;
    }
    false
}

/// Whether the edges that make literals true can be chosen so that vertices agree and stay apart.
fn embeds(needs: &[Need], scratch: &Scratch, squares: &mut [u8; MOST_VERTICES], used: u64) -> bool {
    let Some((need, rest)) = needs.split_first() else { return true };
    if scratch.seen[need.literal as usize] != scratch.stamp {
        return false;
    }
    let mut link = scratch.heads[need.literal as usize];
    while link != END {
        let ChainLink { edge, next, .. } = scratch.links[link as usize];
        link = next;
        let edge = &scratch.scene.edges[edge as usize];
        let (mut now, mut bound, mut agrees) = (used, 0u32, true);
        for (&vertex, &square) in need.vertices.iter().zip(edge.squares()) {
            let there = &mut squares[usize::from(vertex)];
            if *there == UNBOUND {
                if now >> square & 1 != 0 {
                    agrees = false;
                    break;
                }
                *there = square;
                now |= 1 << square;
                bound |= 1 << vertex;
            } else if *there != square {
                agrees = false;
                break;
            }
        }
        let stop = agrees && embeds(rest, scratch, squares, now);
        while bound != 0 {
            squares[bound.trailing_zeros() as usize] = UNBOUND;
            bound &= bound - 1;
        }
        if stop {
            return true;
        }
    }
    false
}

/// The literals of a pattern's edges.
fn needed(pattern: &Pattern, literals: &mut LiteralNames) -> Vec<Need> {
    let places = |edge: &super::pattern::PatternEdge| -> Vec<Mask> {
        edge.vertices
            .iter()
            .map(|&vertex| match vertex {
                SOURCE => 1 << AT_SOURCE,
                TARGET => 1 << AT_TARGET,
                other => pattern.masks[usize::from(other)],
            })
            .collect()
    };
    pattern
        .edges
        .iter()
        .map(|edge| Need { literal: literals.number(edge.relation, places(edge)), vertices: edge.vertices.clone() })
        .collect()
}

/// What has to be shown of a move that has the first two of so many literals.
fn proof(pattern: &Pattern, literals: usize) -> Proof {
    if literals <= 2 && decided_by_literals(pattern) {
        return Proof::Literals;
    }
    match pattern.edges.as_slice() {
        [one, other] if !one.vertices.iter().any(|vertex| *vertex > TARGET && other.vertices.contains(vertex)) => {
            Proof::Apart
        }
        _ => Proof::Embedding,
    }
}

/// Whether a move that has all literals of a pattern must fit it: no vertex in two edges, and no square for two vertices.
fn decided_by_literals(pattern: &Pattern) -> bool {
    let mut taken: Mask = 0;
    pattern.edges.iter().all(|edge| {
        let mut own: Mask = 0;
        for &vertex in edge.vertices.iter().filter(|&&vertex| vertex > TARGET) {
            own |= pattern.masks[usize::from(vertex)];
        }
        let apart = taken & own == 0;
        taken |= own;
        apart
    })
}

/// The literals that patterns need, numbered; a literal with classes of men stands for several codes.
#[derive(Default)]
struct LiteralNames {
    numbers: std::collections::HashMap<(Relation, Vec<Mask>), u32>,
    keys: Vec<(Relation, Vec<Mask>)>,
}

impl LiteralNames {
    fn number(&mut self, relation: Relation, places: Vec<Mask>) -> u32 {
        let key = (relation, places);
        *self.numbers.entry(key.clone()).or_insert_with(|| {
            self.keys.push(key);
            self.keys.len() as u32 - 1
        })
    }
}

/// From codes to the literals they make true: a hash table without pointers.
struct CodeTable {
    /// (code, begin, end) by open addressing; an empty slot has no literals.
    slots: Vec<(Code, u32, u32)>,
    literals: Vec<u32>,
    shapes: Vec<bool>,
    /// Which relations are needed away from the move.
    distant: [bool; Relation::ALL.len()],
}

impl CodeTable {
    fn new(names: &LiteralNames) -> CodeTable {
        let mut pairs: Vec<(Code, u32)> = Vec::new();
        let mut shapes = vec![false; Relation::ALL.len() * 36];
        let mut distant = [false; Relation::ALL.len()];
        for (number, (relation, places)) in names.keys.iter().enumerate() {
            spell_out(*relation, places, &mut |code| pairs.push((code, number as u32)));
            let place = |mark: u32| places.iter().position(|&mask| mask == 1 << mark).unwrap_or(5);
            let (source, target) = (place(AT_SOURCE), place(AT_TARGET));
            distant[*relation as usize] |= source == 5 && target == 5;
            shapes[(*relation as usize * 6 + source) * 6 + target] = true;
        }
        pairs.sort_unstable();
        let size = (pairs.len() * 2 + 1).next_power_of_two();
        let mut table =
            CodeTable { slots: vec![(0, 0, 0); size], literals: Vec::with_capacity(pairs.len()), shapes, distant };
        for group in pairs.chunk_by(|one, other| one.0 == other.0) {
            let begin = table.literals.len() as u32;
            table.literals.extend(group.iter().map(|&(_, literal)| literal));
            let mut slot = table.slot(group[0].0);
            while table.slots[slot].2 != 0 {
                slot = (slot + 1) & (size - 1);
            }
            table.slots[slot] = (group[0].0, begin, table.literals.len() as u32);
        }
        table
    }

    fn slot(&self, code: Code) -> usize {
        (u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.slots.len() - 1)
    }

    fn get(&self, code: Code) -> &[u32] {
        let mut slot = self.slot(code);
        loop {
            let (there, begin, end) = self.slots[slot];
            if end == 0 {
                return &[];
            }
            if there == code {
                return &self.literals[begin as usize..end as usize];
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// Every code that a literal with classes of men stands for.
fn spell_out(relation: Relation, places: &[Mask], each: &mut impl FnMut(Code)) {
    fn go(code: Code, places: &[Mask], shift: u32, each: &mut impl FnMut(Code)) {
        let Some((&mask, rest)) = places.split_first() else { return each(code) };
        for nibble in (0..15).filter(|nibble| mask >> nibble & 1 != 0) {
            go(code | nibble << shift, rest, shift + 4, each);
        }
    }
    go(relation as u32, places, 4, each);
}

/// The code of an edge, seen from a move.
fn code_of(edge: &Edge, from: u8, to: u8, labels: &[Label; 64]) -> Code {
    let mut code = edge.relation as u32;
    for (place, &square) in edge.squares().iter().enumerate() {
        let nibble = if square == from {
            AT_SOURCE
        } else if square == to {
            AT_TARGET
        } else {
            u32::from(labels[usize::from(square)])
        };
        code |= nibble << (4 + 4 * place);
    }
    code
}

/// The relation of an edge and the places of the move in it, as a number.
fn shape(edge: &Edge, from: u8, to: u8) -> usize {
    let place = |wanted: u8| edge.squares().iter().position(|&square| square == wanted).unwrap_or(5);
    (edge.relation as usize * 6 + place(from)) * 6 + place(to)
}
