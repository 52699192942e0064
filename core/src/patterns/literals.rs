//! Describes edges as seen from a move. A literal is a relation and for each place `source`, `target` or a label;
//! patterns need literals, and an edge of a board makes the ones with its code true.

use rustc_hash::FxHashMap;

use super::{
    graph::Label,
    pattern::{Mask, Pattern, PatternEdge, SOURCE, TARGET},
    relation::{Edge, RELATIONS, Relation},
};

/// A literal with everything spelled out: the relation and a nibble for each place.
pub type Code = u32;

/// A literal by its number.
pub type Literal = u32;

const AT_SOURCE: u32 = 13;
const AT_TARGET: u32 = 14;

/// How many bits of a code hold the relation.
const RELATION_BITS: u32 = 7;

/// Where the move touches a literal: the place of its source and of its target, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub source: Option<u8>,
    pub target: Option<u8>,
}

/// The code of an edge that has nothing to do with the move.
#[inline]
pub fn distant_code(edge: &Edge, labels: &[Label; 64]) -> Code {
    let mut code = edge.relation.place() as u32;
    for (place, &square) in edge.squares().iter().enumerate() {
        code |= u32::from(labels[usize::from(square)]) << shift(place as u8);
    }
    code
}

#[inline]
fn shift(place: u8) -> u32 {
    RELATION_BITS + 4 * u32::from(place)
}

impl Shape {
    /// The code of the same edge where the move touches it like this.
    #[inline]
    pub fn code(self, distant: Code) -> Code {
        let at = |code: Code, place: Option<u8>, mark: u32| match place {
            Some(place) => code & !(15 << shift(place)) | mark << shift(place),
            None => code,
        };
        at(at(distant, self.source, AT_SOURCE), self.target, AT_TARGET)
    }
}

/// A relation and what may stand at each of its places, packed into a number.
type Key = u128;

/// The literals that patterns need, numbered in the order of their first need.
#[derive(Default)]
pub struct LiteralNames {
    numbers: FxHashMap<Key, Literal>,
    keys: Vec<Key>,
}

impl LiteralNames {
    /// The literal of an edge of a pattern.
    pub fn number(&mut self, pattern: &Pattern, edge: &PatternEdge) -> Literal {
        let mut key = edge.relation.place() as Key;
        for (place, &vertex) in edge.vertices().iter().enumerate() {
            let mask: Mask = match vertex {
                SOURCE => 1 << AT_SOURCE,
                TARGET => 1 << AT_TARGET,
                other => pattern.masks[usize::from(other)],
            };
            key |= Key::from(mask) << (8 + 16 * place);
        }
        let next = self.keys.len() as Literal;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.keys.push(key);
        }
        number
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }
}

/// From codes to the literals they make true: a hash table without pointers.
pub struct CodeTable {
    /// (code, begin, end) by open addressing; an empty slot has no literals.
    slots: Vec<(Code, u32, u32)>,
    literals: Vec<Literal>,
    count: usize,
    shapes: [Vec<Shape>; RELATIONS],
}

impl CodeTable {
    /// The codes of these literals; a literal with classes of pieces has several.
    pub fn new(names: &LiteralNames) -> CodeTable {
        let mut pairs: Vec<(Code, Literal)> = Vec::with_capacity(names.len());
        let mut shapes: [Vec<Shape>; RELATIONS] = std::array::from_fn(|_| Vec::new());
        for (number, &key) in names.keys.iter().enumerate() {
            let relation = Relation::at((key & 255) as usize);
            let masks: [Mask; 5] = std::array::from_fn(|place| (key >> (8 + 16 * place)) as Mask);
            let places = &masks[..relation.arity()];
            spell_out(relation, places, &mut |code| pairs.push((code, number as Literal)));
            let place = |mark: u32| places.iter().position(|&mask| mask == 1 << mark).map(|place| place as u8);
            let shape = Shape { source: place(AT_SOURCE), target: place(AT_TARGET) };
            let known = &mut shapes[relation.place()];
            if !known.contains(&shape) {
                known.push(shape);
            }
        }
        pairs.sort_unstable();
        let size = (pairs.len() * 2 + 1).next_power_of_two();
        let literals = pairs.iter().map(|&(_, literal)| literal).collect();
        let mut table = CodeTable { slots: vec![(0, 0, 0); size], literals, count: names.len(), shapes };
        let mut begin = 0;
        for group in pairs.chunk_by(|one, other| one.0 == other.0) {
            let mut slot = table.slot(group[0].0);
            while table.slots[slot].2 != 0 {
                slot = (slot + 1) & (size - 1);
            }
            table.slots[slot] = (group[0].0, begin, begin + group.len() as u32);
            begin += group.len() as u32;
        }
        table
    }

    /// How many literals there are.
    pub fn literals(&self) -> usize {
        self.count
    }

    /// Call each literal by another number.
    pub fn renumber(&mut self, numbers: &[Literal]) {
        self.literals.iter_mut().for_each(|literal| *literal = numbers[*literal as usize]);
    }

    /// The shapes in which patterns need a relation.
    #[inline]
    pub fn shapes(&self, relation: Relation) -> &[Shape] {
        &self.shapes[relation.place()]
    }

    /// The literals that a code makes true.
    #[inline]
    pub fn get(&self, code: Code) -> &[Literal] {
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

    #[inline]
    fn slot(&self, code: Code) -> usize {
        (u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.slots.len() - 1)
    }
}

/// Every code that a literal with classes of pieces covers.
fn spell_out(relation: Relation, places: &[Mask], each: &mut impl FnMut(Code)) {
    fn go(code: Code, places: &[Mask], place: u8, each: &mut impl FnMut(Code)) {
        let Some((&mask, rest)) = places.split_first() else { return each(code) };
        for nibble in (0..15).filter(|nibble| mask >> nibble & 1 != 0) {
            go(code | nibble << shift(place), rest, place + 1, each);
        }
    }
    go(relation.place() as u32, places, 0, each);
}
