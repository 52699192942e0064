//! Computes what rules cover: one pass over a block computes every shared part, then each rule is an intersection of
//! words.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{
    bits::{Bits, SimdLevel, WORDS, ones},
    columns,
    counting::{Scale, Tally},
    memory::Column,
    parts::{Component, Domain, Literal, Program},
    pieces::Pieces,
    rows::Block,
    solve::{linked, witness_of_net},
};

/// Test rules on all blocks; what comes of an interrupted test means nothing.
pub fn tally(blocks: &[Block], program: &Program, interrupted: &AtomicBool) -> Vec<Tally> {
    tally_by(blocks, program, SimdLevel::here(), interrupted)
}

/// Tests rules; those that find fewer reference moves than wanted on these blocks report nothing else.
pub fn tally_of_those_that_find(
    fewest: u64,
    blocks: &[Block],
    references: &[Block],
    rules: Vec<Vec<Literal>>,
    interrupted: &AtomicBool,
) -> Vec<Tally> {
    // Every row of these blocks is a reference move, and there are few of them.
    let mut tallies: Vec<Tally> = tally(references, &Program::of(&rules), interrupted)
        .into_iter()
        .map(|found| Tally { positives: found.rows, ..Tally::default() })
        .collect();
    let is_wanted: Vec<bool> = tallies.iter().map(|tally| tally.positives >= fewest).collect();
    let wanted: Vec<Vec<Literal>> =
        rules.into_iter().zip(&is_wanted).filter(|(_, is)| **is).map(|(rule, _)| rule).collect();
    let mut found = tally(blocks, &Program::of(&wanted), interrupted).into_iter();
    for (tally, _) in tallies.iter_mut().zip(&is_wanted).filter(|(_, is)| **is) {
        *tally = found.next().expect("a tally for each rule that is wanted");
    }
    tallies
}

/// Test rules with the instructions that are named; the numbers are the same with all.
fn tally_by(blocks: &[Block], program: &Program, simd: SimdLevel, interrupted: &AtomicBool) -> Vec<Tally> {
    let count = program.rules.len();
    // Few, long runs of blocks: each keeps a tally of every rule.
    let run = blocks.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    blocks
        .par_iter()
        .enumerate()
        .with_min_len(run)
        .filter(|_| !interrupted.load(Ordering::Relaxed))
        .fold(
            || (vec![Tally::default(); count], Covered { simd, ..Covered::default() }),
            |(mut tallies, mut covered), (index, block)| {
                covered.ask(block, program);
                let scale = Scale::of(block, index as u64, covered.simd);
                for (tally, rule) in tallies.iter_mut().zip(&program.rules) {
                    covered.count(block, program, &scale, rule, tally);
                }
                (tallies, covered)
            },
        )
        .map(|(tallies, _)| tallies)
        .reduce(
            || vec![Tally::default(); count],
            |mut left, right| {
                left.iter_mut().zip(&right).for_each(|(tally, more)| tally.add(more));
                left
            },
        )
}

/// The rows that each rule covers, block by block.
pub fn rows_covered(blocks: &[Block], program: &Program, interrupted: &AtomicBool) -> Vec<Vec<i64>> {
    let firsts: Vec<i64> = blocks
        .iter()
        .scan(0, |first, block| {
            *first += block.rows as i64;
            Some(*first - block.rows as i64)
        })
        .collect();
    let found: Vec<Vec<Vec<i64>>> = blocks
        .par_iter()
        .zip(&firsts)
        .filter(|_| !interrupted.load(Ordering::Relaxed))
        .map(|(block, first)| {
            let mut covered = Covered::default();
            covered.ask(block, program);
            let rows = |rule: &Vec<u32>| covered.rows(program, block, rule).map(|row| first + row as i64).collect();
            program.rules.iter().map(rows).collect()
        })
        .collect();
    let gather = |rule: usize| found.iter().flat_map(|lists| lists[rule].iter().copied()).collect();
    (0..program.rules.len()).map(gather).collect()
}

/// The coverage of the components of rules on one block. Its memory serves one block after another.
#[derive(Default)]
struct Covered {
    columns: Vec<Column>,
    domains: Vec<Pieces>,
    images: Vec<Pieces>,
    /// The coverage of the components that several rules share.
    bits: Vec<Bits>,
    /// For each of them a bit for each word that is not empty.
    filled: Vec<u64>,
    /// The rows that exist.
    valid: Option<Bits>,
    simd: SimdLevel,
}

/// With this many words that are not empty it is quicker to go through all of them.
const MANY_WORDS: u32 = 12;

impl Covered {
    fn ask(&mut self, block: &Block, program: &Program) {
        self.columns.resize_with(program.columns.items.len(), Column::default);
        for (place, literal) in self.columns.iter_mut().zip(&program.columns.items) {
            block.memory.column(literal, place, |column| columns::fill(block, literal, column, self.simd));
        }
        self.domains.resize_with(program.domains.items.len(), Pieces::default);
        for (number, domain) in program.domains.items.iter().enumerate() {
            let mut pieces = std::mem::take(&mut self.domains[number]);
            pieces.clear();
            match *domain {
                _ if !program.kept[number] => {}
                Domain { parent: Some(parent), column: Some(column) } => {
                    pieces.fill(&self.domains[parent as usize], &self.columns[column as usize], self.simd);
                }
                Domain { .. } => pieces.fill_with_all(block),
            }
            self.domains[number] = pieces;
        }
        self.images.clear();
        for image in &program.images.items {
            let link = &program.links.items[image.link as usize];
            self.images.push(image_of(block, &self.domains[image.domain as usize], link, image.forward));
        }
        self.bits.resize(program.components.items.len(), [0; WORDS]);
        self.filled.resize(program.components.items.len(), u64::MAX);
        for (number, component) in program.components.items.iter().enumerate() {
            if program.shared[number] {
                self.bits[number] = self.cover(block, program, component);
                self.filled[number] = filled_words(&self.bits[number]);
            }
        }
        self.valid = Some(std::array::from_fn(|word| block.valid(word)));
    }

    fn cover(&self, block: &Block, program: &Program, component: &Component) -> Bits {
        let pieces = |domain: u32| &self.domains[domain as usize];
        match component {
            Component::Move(number) => {
                let literal = &program.moves.items[*number as usize];
                block.memory.rows_of_move(literal, || columns::rows_of_move(block, literal, self.simd))
            }
            Component::One(number) if program.kept[*number as usize] => pieces(*number).bits,
            Component::One(number) => match program.domains.items[*number as usize] {
                Domain { parent: Some(parent), column: Some(column) } => {
                    pieces(parent).meet(&self.columns[column as usize], self.simd)
                }
                _ => unreachable!("some condition names every piece of a rule"),
            },
            Component::Two(first, second) => pieces(*first).join(pieces(*second), can_differ),
            Component::Chain(image, domain) => self.images[*image as usize].join(pieces(*domain), |a, b| a & b != 0),
            Component::Net { domains, links } => {
                let all: Vec<&Pieces> = domains.iter().map(|&domain| pieces(domain)).collect();
                net(block, &all, links)
            }
        }
    }

    /// The rows of a rule, as far as its components decide them without the board: the words they have in common.
    fn covered(&self, block: &Block, program: &Program, rule: &[u32]) -> Option<Bits> {
        let filled = rule.iter().fold(u64::MAX, |all, &part| all & self.filled[part as usize]);
        if filled == 0 {
            return None;
        }
        let mut covered = self.valid?;
        for &part in rule {
            if program.shared[part as usize] {
                and(&mut covered, &self.bits[part as usize]);
            } else {
                and(&mut covered, &self.cover(block, program, &program.components.items[part as usize]));
            }
        }
        Some(covered)
    }

    fn count(&self, block: &Block, program: &Program, scale: &Scale, rule: &[u32], tally: &mut Tally) {
        let parts = || rule.iter().map(|&part| part as usize);
        let filled = parts().fold(u64::MAX, |all, part| all & self.filled[part]);
        if filled == 0 {
            return;
        }
        if rule.is_empty() || parts().any(|part| !program.shared[part]) {
            if let Some(covered) = self.covered(block, program, rule) {
                scale.count(std::iter::once(&covered), tally);
            }
        } else if filled.count_ones() >= MANY_WORDS {
            scale.count(parts().map(|part| &self.bits[part]), tally);
        } else {
            scale.count_few(filled, parts().map(|part| &self.bits[part]), tally);
        }
    }

    fn rows(&self, program: &Program, block: &Block, rule: &[u32]) -> impl Iterator<Item = usize> + use<> {
        let covered = self.covered(block, program, rule).unwrap_or([0; WORDS]);
        (0..WORDS).flat_map(move |word| ones(covered[word]).map(move |row| 64 * word + row))
    }
}

fn and(all: &mut Bits, more: &Bits) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all &= more);
}

impl Block {
    /// The rows of a word that exist.
    fn valid(&self, word: usize) -> u64 {
        let rows = self.rows.saturating_sub(64 * word);
        if rows >= 64 { u64::MAX } else { (1 << rows) - 1 }
    }
}

fn filled_words(bits: &Bits) -> u64 {
    bits.iter().enumerate().fold(0, |all, (word, bits)| all | u64::from(*bits != 0) << word)
}

fn image_of(block: &Block, pieces: &Pieces, link: &Literal, forward: bool) -> Pieces {
    let mut found = Pieces::default();
    for (&row, &set) in pieces.rows.iter().zip(&pieces.sets) {
        let at = usize::from(row);
        let image = linked(block, at, link, forward, set) & !(1 << block.from(at) | 1 << block.to(at));
        found.add(row, image);
    }
    found
}

/// Whether two different pieces can be chosen, one of each set.
fn can_differ(first: u64, second: u64) -> bool {
    first != second || first & (first - 1) != 0
}

fn net(block: &Block, pieces: &[&Pieces], links: &[Literal]) -> Bits {
    joined(pieces, |row, sets| witness_of_net(block, row, sets, links).is_some())
}

/// Rows on which all have pieces, and the pieces pass a test.
fn joined(pieces: &[&Pieces], test: impl Fn(usize, &[u64]) -> bool) -> Bits {
    let mut bits = [0; WORDS];
    let mut places = vec![0; pieces.len()];
    let mut sets = vec![0; pieces.len()];
    'rows: for (&row, &set) in pieces[0].rows.iter().zip(&pieces[0].sets) {
        sets[0] = set;
        for other in 1..pieces.len() {
            let rows = &pieces[other].rows;
            while places[other] < rows.len() && rows[places[other]] < row {
                places[other] += 1;
            }
            if places[other] == rows.len() {
                return bits;
            }
            if rows[places[other]] != row {
                continue 'rows;
            }
            sets[other] = pieces[other].sets[places[other]];
        }
        bits[usize::from(row) / 64] |= u64::from(test(usize::from(row), &sets)) << (row % 64);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{
            moves::MoveCode,
            positions::{Packed, parse_fen},
        },
        tactics::{
            memory::Memory,
            rows::{Item, lay_out, references_of},
            vocabulary::{self, Relation},
        },
    };

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// Boards of every kind: many moves and few, checks, pins, promotions, and more moves than a word has bits.
    const BOARDS: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ];

    fn blocks() -> Vec<Block> {
        let item = |number: usize| {
            let position = parse_fen(BOARDS[number % BOARDS.len()]).expect("a legal position");
            Item { position: Packed::pack(&position), reference: None, captured_on: None }
        };
        lay_out(&(0..200).map(item).collect::<Vec<Item>>(), &NEVER)
    }

    fn rules() -> Vec<Vec<Literal>> {
        let literal = |relation: Relation, name: &str, squares: &[u8]| Literal::of(relation, name, squares).ok();
        let mut singles = Vec::new();
        for (name, relation) in vocabulary::all() {
            let choices: &[&[u8]] = match (relation, relation.squares()) {
                (_, 0) => &[&[]],
                (Relation::Given | Relation::Flag(_), _) => &[&[0, 1]],
                (_, 1) => &[&[0], &[1], &[2]],
                (_, 2) => &[&[0, 1], &[1, 0], &[0, 2], &[2, 0], &[1, 2], &[2, 1], &[2, 3]],
                _ => &[&[0, 1, 2], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0], &[1, 2, 3], &[0, 2, 3]],
            };
            singles.extend(choices.iter().filter_map(|squares| literal(relation, &name, squares)));
        }
        let pairs = singles.iter().enumerate().map(|(place, &one)| vec![one, singles[(7 * place + 3) % singles.len()]]);
        singles.iter().map(|&one| vec![one]).chain(pairs).chain([Vec::new()]).collect()
    }

    /// What a rule covers by the search for pieces on each row, which knows nothing of words and bits.
    fn one_by_one(blocks: &[Block], rule: &[Literal]) -> (u64, u64) {
        let (mut rows, mut positions) = (0, 0);
        for block in blocks {
            let covered = (0..block.rows).filter(|&row| crate::tactics::solve::witness(block, row, rule).is_some());
            let found: Vec<u16> = covered.map(|row| block.position_of[row]).collect();
            rows += found.len() as u64;
            positions += found.chunk_by(|a, b| a == b).count() as u64;
        }
        (rows, positions)
    }

    #[test]
    fn every_width_of_instructions_counts_the_same() {
        let rules = rules();
        let program = Program::of(&rules);
        // New blocks each time, without anything in memory.
        let plain = tally_by(&blocks(), &program, SimdLevel::Portable, &NEVER);
        for simd in SimdLevel::all_here() {
            assert_eq!(tally_by(&blocks(), &program, simd, &NEVER), plain, "{simd:?}");
        }
        let blocks = blocks();
        for (rule, tally) in rules.iter().zip(&plain) {
            assert_eq!((tally.rows, tally.positions), one_by_one(&blocks, rule), "{rule:?}");
        }
    }

    #[test]
    fn what_finds_too_little_is_counted_on_reference_moves_alone() {
        let items: Vec<Item> = (0..300)
            .map(|number| {
                let position = parse_fen(BOARDS[number % BOARDS.len()]).expect("a legal position");
                let moves = crate::tactics::rows::row_moves(&position);
                let reference = MoveCode::of(moves[(7 * number) % moves.len()]);
                Item { position: Packed::pack(&position), reference: Some(reference), captured_on: None }
            })
            .collect();
        let blocks = lay_out(&items, &NEVER);
        let references = references_of(&blocks);
        assert_eq!(references.iter().map(|block| block.rows).sum::<usize>(), 300);
        let rules = rules();
        let whole = tally(&blocks, &Program::of(&rules), &NEVER);
        for fewest in [1, 20] {
            let found = tally_of_those_that_find(fewest, &blocks, &references, rules.clone(), &NEVER);
            for (some, all) in found.iter().zip(&whole) {
                assert_eq!(some.positives, all.positives);
                if all.positives >= fewest {
                    assert_eq!(some, all);
                }
            }
        }
    }

    #[test]
    fn what_is_remembered_counts_the_same_with_room_and_without() {
        let rules = rules();
        let program = Program::of(&rules);
        let mut blocks = blocks();
        let first = tally(&blocks, &program, &NEVER);
        assert_eq!(tally(&blocks, &program, &NEVER), first, "from memory");
        blocks.iter_mut().for_each(|block| block.memory = Memory::default());
        assert_eq!(tally(&blocks, &program, &NEVER), first, "no room at all");
        blocks.iter_mut().for_each(|block| block.memory = Memory::of_one_in(1_000));
        assert_eq!(tally(&blocks, &program, &NEVER), first, "room for a few");
        assert_eq!(tally(&blocks, &program, &NEVER), first, "a few from memory");
    }

    #[test]
    fn a_position_with_more_moves_than_a_word_has_bits_counts_once() {
        let blocks = blocks();
        let longest = (0..blocks[0].positions() as u16)
            .map(|position| blocks[0].position_of.iter().filter(|&&of| of == position).count())
            .max();
        assert!(longest > Some(128), "{longest:?}");
        let all = tally(&blocks, &Program::of(&[Vec::new()]), &NEVER)[0];
        assert_eq!(all.positions, 200);
    }

    #[test]
    fn nothing_more_is_laid_out_or_tested_after_an_interruption() {
        let (blocks, interrupted) = (blocks(), AtomicBool::new(true));
        let every_move = Program::of(&[Vec::new()]);
        assert!(blocks.len() > 1);
        assert_eq!(tally(&blocks, &every_move, &interrupted)[0].rows, 0);
        assert!(rows_covered(&blocks, &every_move, &interrupted)[0].is_empty());
        let item = Item { position: Packed::pack(&shakmaty::Chess::new()), reference: None, captured_on: None };
        assert!(lay_out(&[item], &interrupted).is_empty());
    }
}
