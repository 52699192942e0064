//! Lays the rows of many positions out in blocks of at most 4,096, so that a rule's coverage of a block is 64 words.
//!
//! Facts of the position are kept once for all its moves.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use shakmaty::{Move, Position, Role, Square};

use super::{
    bits::{BLOCK_ROWS, Bits, WORDS},
    memory::Memory,
    vocabulary::Relation,
};
use crate::{
    chess::{moves::MoveCode, positions::Packed},
    facts::{
        BOARD_PAIRS, BoardFacts, FIRST_KIND, MoveFacts, NEXT_SETS, PAIRS, Pair, SETS, TRIPLES, Triple, flag,
        sets_before, worth_rank,
    },
};

/// Short lists kept one after another.
#[derive(Default)]
struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    fn push(&mut self, list: &[T]) {
        self.items.extend_from_slice(list);
        self.ends.push(self.items.len() as u32);
    }

    fn get(&self, index: usize) -> &[T] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.items[start..self.ends[index] as usize]
    }
}

/// Some positions with all their rows and facts.
pub struct Block {
    /// How many rows there are.
    pub rows: usize,
    /// The moves of the rows.
    pub codes: Vec<MoveCode>,
    /// Which of the block's positions a row belongs to.
    pub position_of: Vec<u16>,
    /// A bit on the last row of each position.
    pub ends: Bits,
    /// A bit on each row that holds a reference move.
    pub positives: Bits,
    flags: Vec<u64>,
    sets: Vec<[u64; SETS.len()]>,
    next_sets: Vec<[u64; NEXT_SETS]>,
    pairs: Lists<Pair>,
    next_pairs: Lists<Pair>,
    triples: Lists<Triple>,
    next_triples: Lists<Triple>,
    /// The answers computed on these rows before.
    pub memory: Memory,
}

/// The highest of some numbers, and how many reach it.
struct Best {
    value: i16,
    equals: usize,
}

impl Best {
    fn of(values: impl Iterator<Item = i16> + Clone) -> Best {
        let value = values.clone().max().unwrap_or(0);
        Best { value, equals: values.filter(|&other| other == value).count() }
    }

    fn flags(&self, value: i16, most: &str, alone: &str) -> u64 {
        match (value == self.value, self.equals) {
            (false, _) => 0,
            (true, 1) => flag(most) | flag(alone),
            (true, _) => flag(most),
        }
    }
}

/// One position to lay out: its reference move and the square where the move before captured, where known.
#[derive(Clone, Copy)]
pub struct Item {
    pub position: Packed,
    pub reference: Option<MoveCode>,
    pub captured_on: Option<Square>,
}

/// The moves that are rows: all legal ones but underpromotions, in ascending order of their codes.
pub fn row_moves(position: &shakmaty::Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.retain(|m| m.promotion().is_none_or(|role| role == Role::Queen));
    moves.sort_unstable_by_key(|&m| MoveCode::of(m));
    moves
}

/// Lay out positions in blocks, in order; what comes of an interrupted layout means nothing.
pub fn lay_out(items: &[Item], interrupted: &AtomicBool) -> Vec<Block> {
    let counts: Vec<usize> = items.par_iter().map(|item| row_moves(&item.position.unpack()).len()).collect();
    let mut cuts = vec![0];
    let mut rows = 0;
    for (index, count) in counts.iter().enumerate() {
        if rows + count > BLOCK_ROWS {
            cuts.push(index);
            rows = 0;
        }
        rows += count;
    }
    cuts.push(items.len());
    let ranges: Vec<(usize, usize)> = cuts.windows(2).map(|cut| (cut[0], cut[1])).collect();
    let mut blocks: Vec<Block> = ranges
        .into_par_iter()
        .filter(|(start, end)| start < end && !interrupted.load(Ordering::Relaxed))
        .map(|(start, end)| Block::of(&items[start..end]))
        .collect();
    let count = blocks.len();
    blocks.iter_mut().for_each(|block| block.memory = Memory::of_one_in(count));
    blocks
}

/// The rows of reference moves alone, in separate blocks.
pub fn references_of(blocks: &[Block]) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    for block in blocks {
        let positives = (0..block.rows).filter(|row| block.positives[row / 64] >> (row % 64) & 1 != 0);
        for row in positives {
            if found.last().is_none_or(|last| last.rows == BLOCK_ROWS) {
                found.push(Block::empty());
            }
            found.last_mut().expect("a block with room").copy(block, row);
        }
    }
    let count = found.len();
    found.iter_mut().for_each(|block| block.memory = Memory::of_one_in(count));
    found
}

impl Block {
    fn empty() -> Block {
        Block {
            rows: 0,
            codes: Vec::new(),
            position_of: Vec::new(),
            ends: [0; WORDS],
            positives: [0; WORDS],
            flags: Vec::new(),
            sets: Vec::new(),
            next_sets: Vec::new(),
            pairs: Lists::default(),
            next_pairs: Lists::default(),
            triples: Lists::default(),
            next_triples: Lists::default(),
            memory: Memory::default(),
        }
    }

    fn of(items: &[Item]) -> Block {
        let mut block = Block::empty();
        items.iter().enumerate().for_each(|(index, item)| block.add(index, item));
        block
    }

    /// Add a row of another block as a position with this one move.
    fn copy(&mut self, other: &Block, row: usize) {
        let position = usize::from(other.position_of[row]);
        self.codes.push(other.codes[row]);
        self.position_of.push(self.sets.len() as u16);
        self.ends[self.rows / 64] |= 1 << (self.rows % 64);
        self.positives[self.rows / 64] |= 1 << (self.rows % 64);
        self.flags.push(other.flags[row]);
        self.sets.push(other.sets[position]);
        self.next_sets.push(other.next_sets[row]);
        (0..BOARD_PAIRS).for_each(|index| self.pairs.push(other.pairs_of_position(position, index as u8)));
        (0..PAIRS.len()).for_each(|index| self.next_pairs.push(other.pairs(row, index as u8, true)));
        for index in 0..TRIPLES.len() {
            self.triples.push(other.triples(row, index as u8, false));
            self.next_triples.push(other.triples(row, index as u8, true));
        }
        self.rows += 1;
    }

    fn add(&mut self, index: usize, item: &Item) {
        let position = item.position.unpack();
        let before = BoardFacts::of(position.board());
        self.sets.push(sets_before(&position, &before));
        before.pairs.iter().for_each(|list| self.pairs.push(list));
        before.triples.iter().for_each(|list| self.triples.push(list));
        let moves = row_moves(&position);
        let facts: Vec<MoveFacts> =
            moves.iter().map(|&m| MoveFacts::of(&position, &before, m, item.captured_on)).collect();
        let nets = Best::of(facts.iter().map(|facts| facts.net));
        let settles = Best::of(facts.iter().map(|facts| facts.settled));
        for (&m, facts) in moves.iter().zip(&facts) {
            let mut flags = facts.flags;
            flags |= nets.flags(facts.net, "nets_most", "nets_alone");
            flags |= settles.flags(facts.settled, "settles_most", "settles_alone");
            if moves.len() == 1 {
                flags |= flag("only_legal");
            }
            let code = MoveCode::of(m);
            if item.reference == Some(code) {
                self.positives[self.rows / 64] |= 1 << (self.rows % 64);
            }
            self.codes.push(code);
            self.position_of.push(index as u16);
            self.flags.push(flags);
            self.next_sets.push(facts.next.sets);
            facts.next.pairs.iter().chain(&facts.news).for_each(|list| self.next_pairs.push(list));
            facts.next.triples.iter().for_each(|list| self.next_triples.push(list));
            self.rows += 1;
        }
        if !moves.is_empty() {
            self.ends[(self.rows - 1) / 64] |= 1 << ((self.rows - 1) % 64);
        }
    }

    /// How many positions the block holds.
    pub fn positions(&self) -> usize {
        self.sets.len()
    }

    /// The origin of a row's move.
    pub fn from(&self, row: usize) -> u8 {
        self.codes[row].from().into()
    }

    /// The target of a row's move.
    pub fn to(&self, row: usize) -> u8 {
        self.codes[row].to().into()
    }

    /// Whether a flag is set on a row.
    pub fn flag(&self, row: usize, bit: u8) -> bool {
        self.flags[row] >> bit & 1 != 0
    }

    /// A set of squares on a row.
    pub fn set(&self, row: usize, index: u8, next: bool) -> u64 {
        if next {
            self.next_sets[row][usize::from(index)]
        } else {
            self.set_of_position(usize::from(self.position_of[row]), index)
        }
    }

    /// A set of squares before the move.
    pub fn set_of_position(&self, position: usize, index: u8) -> u64 {
        self.sets[position][usize::from(index)]
    }

    /// The pairs of a relation on a row.
    pub fn pairs(&self, row: usize, index: u8, next: bool) -> &[Pair] {
        if next {
            self.next_pairs.get(row * PAIRS.len() + usize::from(index))
        } else {
            self.pairs_of_position(usize::from(self.position_of[row]), index)
        }
    }

    /// The pairs of a relation before the move.
    pub fn pairs_of_position(&self, position: usize, index: u8) -> &[Pair] {
        self.pairs.get(position * BOARD_PAIRS + usize::from(index))
    }

    /// The lines of a relation on a row.
    pub fn triples(&self, row: usize, index: u8, next: bool) -> &[Triple] {
        if next {
            self.next_triples.get(row * TRIPLES.len() + usize::from(index))
        } else {
            self.triples.get(usize::from(self.position_of[row]) * TRIPLES.len() + usize::from(index))
        }
    }

    /// The squares that have a relation of two squares to one of a set: behind the first place, or before it.
    pub fn image(&self, row: usize, relation: Relation, forward: bool, of: u64) -> u64 {
        match relation {
            Relation::Pairs { index, next } => self.pairs(row, index, next).iter().fold(0, |all, &(a, b)| {
                let (source, target) = if forward { (a, b) } else { (b, a) };
                all | (of >> source & 1) << target
            }),
            Relation::WorthMore => self.worth_image(row, forward, of),
            _ => 0,
        }
    }

    fn worth_image(&self, row: usize, forward: bool, of: u64) -> u64 {
        let kinds = &self.sets[usize::from(self.position_of[row])][FIRST_KIND..FIRST_KIND + 6];
        let ranks = Role::ALL.map(|role| worth_rank(Some(role)));
        let mine = (0..6).filter(|&kind| of & kinds[kind] != 0).map(|kind| ranks[kind]);
        // Less than the best of the set, or more than the least of it.
        let (Some(least), Some(most)) = (mine.clone().min(), mine.max()) else { return 0 };
        let fits = |kind: &usize| if forward { ranks[*kind] < most } else { ranks[*kind] > least };
        (0..6).filter(fits).fold(0, |all, kind| all | kinds[kind])
    }
}

/// Every fact of a relation: the number of the row, and the squares.
pub fn facts_table(blocks: &[Block], relation: Relation) -> Vec<i32> {
    let mut found = Vec::new();
    let mut first = 0;
    for block in blocks {
        for row in 0..block.rows {
            let mut add = |squares: &[u8]| {
                found.push(first + row as i32);
                found.extend(squares.iter().map(|&square| i32::from(square)));
            };
            block.each_fact(row, relation, &mut add);
        }
        first += block.rows as i32;
    }
    found
}

impl Block {
    fn each_fact(&self, row: usize, relation: Relation, add: &mut impl FnMut(&[u8])) {
        match relation {
            Relation::Given => add(&[self.from(row), self.to(row)]),
            Relation::Flag(bit) if self.flag(row, bit) => add(&[self.from(row), self.to(row)][..relation.squares()]),
            Relation::Flag(_) => {}
            Relation::Set { index, next } => each_square(self.set(row, index, next), |square| add(&[square])),
            Relation::Pairs { index, next } => self.pairs(row, index, next).iter().for_each(|&(a, b)| add(&[a, b])),
            Relation::WorthMore => {
                each_square(u64::MAX, |a| each_square(self.image(row, relation, true, 1 << a), |b| add(&[a, b])));
            }
            Relation::Triples { index, next } => {
                self.triples(row, index, next).iter().for_each(|&(a, b, c)| add(&[a, b, c]));
            }
        }
    }
}

fn each_square(mut set: u64, mut visit: impl FnMut(u8)) {
    while set != 0 {
        visit(set.trailing_zeros() as u8);
        set &= set - 1;
    }
}
