//! What rules cover: one pass over a block computes every shared part, then each rule is an intersection of words.

use rayon::prelude::*;

use super::{
    relations::Relation,
    rows::{Block, WORDS},
    rules::{Component, Domain, FIRST_MAN, FROM, Literal, Program, TO},
    solve::{square_of, witness_of_net},
};

/// A bit for each row of a block.
pub type Bits = [u64; WORDS];

/// How much a rule covers. Two rules with one fingerprint cover the same rows.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub rows: u64,
    pub positions: u64,
    pub positives: u64,
    pub fingerprint: u64,
}

/// Test rules on all blocks.
pub fn tally(blocks: &[Block], program: &Program) -> Vec<Tally> {
    let count = program.rules.len();
    // Few, long runs of blocks: each keeps a tally of every rule.
    let run = blocks.len().div_ceil(4 * rayon::current_num_threads()).max(1);
    blocks
        .par_iter()
        .enumerate()
        .with_min_len(run)
        .fold(
            || vec![Tally::default(); count],
            |mut tallies, (index, block)| {
                let covered = Covered::of(block, program);
                for (tally, rule) in tallies.iter_mut().zip(&program.rules) {
                    covered.count(rule, index as u64, tally);
                }
                tallies
            },
        )
        .reduce(
            || vec![Tally::default(); count],
            |mut left, right| {
                for (tally, more) in left.iter_mut().zip(right) {
                    tally.rows += more.rows;
                    tally.positions += more.positions;
                    tally.positives += more.positives;
                    tally.fingerprint = tally.fingerprint.wrapping_add(more.fingerprint);
                }
                left
            },
        )
}

/// The rows that each rule covers, block by block.
pub fn rows_covered(blocks: &[Block], program: &Program) -> Vec<Vec<i64>> {
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
        .map(|(block, first)| {
            let covered = Covered::of(block, program);
            let rows = |rule: &Vec<u32>| covered.rows(rule).into_iter().map(|row| first + row as i64).collect();
            program.rules.iter().map(rows).collect()
        })
        .collect();
    let gather = |rule: usize| found.iter().flat_map(|lists| lists[rule].iter().copied()).collect();
    (0..program.rules.len()).map(gather).collect()
}

/// The men that fit a variable, on the rows where there are any.
#[derive(Default)]
struct Men {
    rows: Vec<u16>,
    sets: Vec<u64>,
}

impl Men {
    fn bits(&self) -> Bits {
        let mut bits = [0; WORDS];
        for &row in &self.rows {
            bits[usize::from(row) / 64] |= 1 << (row % 64);
        }
        bits
    }
}

/// The coverage of every component on one block.
struct Covered<'a> {
    block: &'a Block,
    bits: Vec<Bits>,
    /// A bit for each word that is not empty.
    filled: Vec<u64>,
}

impl<'a> Covered<'a> {
    fn of(block: &'a Block, program: &Program) -> Covered<'a> {
        let columns: Vec<Vec<u64>> = program.columns.items.iter().map(|literal| column(block, literal)).collect();
        let mut domains: Vec<Men> = Vec::with_capacity(program.domains.items.len());
        for (number, domain) in program.domains.items.iter().enumerate() {
            let men = if program.kept[number] { men_of(block, *domain, &domains, &columns) } else { Men::default() };
            domains.push(men);
        }
        let images: Vec<Men> = program
            .images
            .items
            .iter()
            .map(|image| {
                let link = &program.links.items[image.link as usize];
                image_of(block, &domains[image.domain as usize], link, image.forward)
            })
            .collect();
        let bits: Vec<Bits> = program
            .components
            .items
            .iter()
            .map(|component| match component {
                Component::Move(number) => bits_of_move(block, &program.moves.items[*number as usize]),
                Component::One(number) if program.kept[*number as usize] => domains[*number as usize].bits(),
                Component::One(number) => {
                    let Domain { parent, column } = program.domains.items[*number as usize];
                    match (parent, column) {
                        (Some(parent), Some(column)) => meet(&domains[parent as usize], &columns[column as usize]),
                        _ => unreachable!("a rule's man stands in some condition"),
                    }
                }
                Component::Two(first, second) => two(&domains[*first as usize], &domains[*second as usize]),
                Component::Chain(image, domain) => both(&images[*image as usize], &domains[*domain as usize]),
                Component::Net { domains: numbers, links } => {
                    let men: Vec<&Men> = numbers.iter().map(|&number| &domains[number as usize]).collect();
                    net(block, &men, links)
                }
            })
            .collect();
        let filled = bits.iter().map(filled_words).collect();
        Covered { block, bits, filled }
    }

    fn count(&self, rule: &[u32], block: u64, tally: &mut Tally) {
        let mut filled = self.filled_by(rule);
        let mut carry = false;
        let mut last = usize::MAX;
        while filled != 0 {
            let word = filled.trailing_zeros() as usize;
            filled &= filled - 1;
            let covered =
                rule.iter().fold(u64::MAX, |all, &part| all & self.bits[part as usize][word]) & self.block.valid(word);
            // A hit in the last word whose position goes on into an empty one.
            if carry && last.wrapping_add(1) != word {
                tally.positions += 1;
                carry = false;
            }
            last = word;
            if covered == 0 {
                if carry {
                    tally.positions += 1;
                    carry = false;
                }
                continue;
            }
            // Adding the rows before each end to themselves overflows into the end exactly when one is covered.
            let ends = self.block.ends[word];
            let (sum, over) = (covered & !ends).overflowing_add(!ends);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            carry = over || over_again;
            tally.positions += u64::from(((sum | covered) & ends).count_ones());
            tally.rows += u64::from(covered.count_ones());
            tally.positives += u64::from((covered & self.block.positives[word]).count_ones());
            tally.fingerprint = tally.fingerprint.wrapping_add(mixed(covered, block * WORDS as u64 + word as u64));
        }
        tally.positions += u64::from(carry);
    }

    fn rows(&self, rule: &[u32]) -> Vec<usize> {
        let covered = |word: usize| {
            rule.iter().fold(u64::MAX, |all, &part| all & self.bits[part as usize][word]) & self.block.valid(word)
        };
        (0..self.block.rows).filter(|row| covered(row / 64) >> (row % 64) & 1 != 0).collect()
    }

    fn filled_by(&self, rule: &[u32]) -> u64 {
        rule.iter().fold(u64::MAX, |all, &part| all & self.filled[part as usize])
    }
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

fn mixed(word: u64, place: u64) -> u64 {
    let mut hash = word ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

fn bits_of_move(block: &Block, literal: &Literal) -> Bits {
    let mut bits = [0; WORDS];
    for row in 0..block.rows {
        bits[row / 64] |= u64::from(holds(block, row, literal)) << (row % 64);
    }
    bits
}

/// Whether a condition on the move alone holds.
pub(super) fn holds(block: &Block, row: usize, literal: &Literal) -> bool {
    let at = |place: usize| square_of(block, row, literal.squares[place]);
    match literal.relation {
        Relation::Given => true,
        Relation::Flag(bit) => block.flag(row, bit),
        Relation::Set { index, next } => block.set(row, index, next) >> at(0) & 1 != 0,
        Relation::Pairs { .. } | Relation::WorthMore => {
            block.image(row, literal.relation, true, 1 << at(0)) >> at(1) & 1 != 0
        }
        Relation::Triples { index, next } => block.triples(row, index, next).contains(&(at(0), at(1), at(2))),
    }
}

/// The squares that fit the man of a condition, on every row.
fn column(block: &Block, literal: &Literal) -> Vec<u64> {
    (0..block.rows).map(|row| fitting(block, row, literal)).collect()
}

pub(super) fn fitting(block: &Block, row: usize, literal: &Literal) -> u64 {
    let used = literal.used();
    let is_man = |place: usize| used[place] >= FIRST_MAN;
    let at = |place: usize| square_of(block, row, used[place]);
    match literal.relation {
        Relation::Set { index, next } => block.set(row, index, next),
        Relation::Pairs { .. } | Relation::WorthMore => match (is_man(0), is_man(1)) {
            (false, true) => block.image(row, literal.relation, true, 1 << at(0)),
            (true, false) => block.image(row, literal.relation, false, 1 << at(1)),
            // No man stands in such a relation to itself.
            _ => 0,
        },
        Relation::Triples { index, next } => {
            let mut places = (0..3).filter(|&place| is_man(place));
            // The three men of a line differ, so one man fills one place of it.
            let (Some(man), None) = (places.next(), places.next()) else { return 0 };
            let lines = block.triples(row, index, next).iter().map(|&(a, b, c)| [a, b, c]);
            lines.fold(0, |all, line| {
                let fits = (0..3).all(|place| place == man || line[place] == at(place));
                if fits { all | 1 << line[man] } else { all }
            })
        }
        Relation::Given | Relation::Flag(_) => unreachable!("said of the move"),
    }
}

fn men_of(block: &Block, domain: Domain, known: &[Men], columns: &[Vec<u64>]) -> Men {
    let mut men = Men::default();
    let (Some(parent), Some(number)) = (domain.parent, domain.column) else {
        men.rows = (0..block.rows as u16).collect();
        men.sets = (0..block.rows).map(|row| !(1 << block.from(row) | 1 << block.to(row))).collect();
        return men;
    };
    let (parent, column) = (&known[parent as usize], &columns[number as usize]);
    for (&row, &set) in parent.rows.iter().zip(&parent.sets) {
        let fits = set & column[usize::from(row)];
        if fits != 0 {
            men.rows.push(row);
            men.sets.push(fits);
        }
    }
    men
}

fn image_of(block: &Block, men: &Men, link: &Literal, forward: bool) -> Men {
    let mut found = Men::default();
    for (&row, &set) in men.rows.iter().zip(&men.sets) {
        let at = usize::from(row);
        let image = linked(block, at, link, forward, set) & !(1 << block.from(at) | 1 << block.to(at));
        if image != 0 {
            found.rows.push(row);
            found.sets.push(image);
        }
    }
    found
}

/// What a link of two men, the first and second of its kind, leads to from a set of squares.
pub fn linked(block: &Block, row: usize, link: &Literal, forward: bool, of: u64) -> u64 {
    let Relation::Triples { index, next } = link.relation else {
        let straight = link.squares[0] == FIRST_MAN;
        return block.image(row, link.relation, forward == straight, of);
    };
    let (source, target) = if forward { (FIRST_MAN, FIRST_MAN + 1) } else { (FIRST_MAN + 1, FIRST_MAN) };
    block.triples(row, index, next).iter().map(|&(a, b, c)| [a, b, c]).fold(0, |all, line| {
        let fits = |place: usize| match link.squares[place] {
            FROM => line[place] == block.from(row),
            TO => line[place] == block.to(row),
            man if man == source => of >> line[place] & 1 != 0,
            _ => true,
        };
        let end = link.squares.iter().position(|&square| square == target).expect("a link has two men");
        // One man in two places of a line never fits, since the three differ.
        let twice = (0..3).any(|a| (0..a).any(|b| link.squares[a] == link.squares[b]));
        if !twice && (0..3).all(fits) { all | 1 << line[end] } else { all }
    })
}

/// Rows where a man of the first kind stands in the column.
fn meet(men: &Men, column: &[u64]) -> Bits {
    let mut bits = [0; WORDS];
    for (&row, &set) in men.rows.iter().zip(&men.sets) {
        bits[usize::from(row) / 64] |= u64::from(set & column[usize::from(row)] != 0) << (row % 64);
    }
    bits
}

/// Rows where both have a man in common.
fn both(first: &Men, second: &Men) -> Bits {
    joined(&[first, second], |_, sets| sets[0] & sets[1] != 0)
}

/// Rows where two different men can be chosen.
fn two(first: &Men, second: &Men) -> Bits {
    joined(&[first, second], |_, sets| sets[0] != sets[1] || sets[0] & (sets[0] - 1) != 0)
}

fn net(block: &Block, men: &[&Men], links: &[Literal]) -> Bits {
    joined(men, |row, sets| witness_of_net(block, row, sets, links).is_some())
}

/// Rows on which all have men, and the men pass a test.
fn joined(men: &[&Men], test: impl Fn(usize, &[u64]) -> bool) -> Bits {
    let mut bits = [0; WORDS];
    let mut places = vec![0; men.len()];
    let mut sets = vec![0; men.len()];
    'rows: for (&row, &set) in men[0].rows.iter().zip(&men[0].sets) {
        sets[0] = set;
        for other in 1..men.len() {
            let rows = &men[other].rows;
            while places[other] < rows.len() && rows[places[other]] < row {
                places[other] += 1;
            }
            if places[other] == rows.len() {
                return bits;
            }
            if rows[places[other]] != row {
                continue 'rows;
            }
            sets[other] = men[other].sets[places[other]];
        }
        bits[usize::from(row) / 64] |= u64::from(test(usize::from(row), &sets)) << (row % 64);
    }
    bits
}
