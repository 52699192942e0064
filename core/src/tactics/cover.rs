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
            || (vec![Tally::default(); count], Covered::default()),
            |(mut tallies, mut covered), (index, block)| {
                covered.ask(block, program);
                for (tally, rule) in tallies.iter_mut().zip(&program.rules) {
                    covered.count(block, program, rule, index as u64, tally);
                }
                (tallies, covered)
            },
        )
        .map(|(tallies, _)| tallies)
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
            let mut covered = Covered::default();
            covered.ask(block, program);
            let rows = |rule: &Vec<u32>| covered.rows(program, block, rule).map(|row| first + row as i64).collect();
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
    fn clear(&mut self) {
        self.rows.clear();
        self.sets.clear();
    }

    fn add(&mut self, row: u16, set: u64) {
        if set != 0 {
            self.rows.push(row);
            self.sets.push(set);
        }
    }

    fn fill(&mut self, block: &Block, domain: Domain, known: &[Men], columns: &[Vec<u64>]) {
        let (Some(parent), Some(number)) = (domain.parent, domain.column) else {
            return (0..block.rows).for_each(|row| self.add(row as u16, !(1 << block.from(row) | 1 << block.to(row))));
        };
        let (parent, column) = (&known[parent as usize], &columns[number as usize]);
        for (&row, &set) in parent.rows.iter().zip(&parent.sets) {
            self.add(row, set & column[usize::from(row)]);
        }
    }

    fn bits(&self) -> Bits {
        bits_of(self.rows.iter().map(|&row| (row, true)))
    }
}

/// Bits from rows in ascending order, a word at a time.
fn bits_of(rows: impl Iterator<Item = (u16, bool)>) -> Bits {
    let mut bits = [0; WORDS];
    let (mut word, mut filling) = (0, 0);
    for (row, holds) in rows {
        let here = usize::from(row) / 64;
        if here != word {
            bits[word] = filling;
            (word, filling) = (here, 0);
        }
        filling |= u64::from(holds) << (row % 64);
    }
    bits[word] = filling;
    bits
}

/// The coverage of the components of rules on one block. Its memory serves one block after another.
#[derive(Default)]
struct Covered {
    columns: Vec<Vec<u64>>,
    domains: Vec<Men>,
    images: Vec<Men>,
    /// The coverage of the components that several rules share.
    bits: Vec<Bits>,
    /// For each of them a bit for each word that is not empty.
    filled: Vec<u64>,
    /// The rows that exist.
    valid: Option<Bits>,
}

/// With so many words that are not empty it is quicker to look at all of them.
const MANY_WORDS: u32 = 16;

impl Covered {
    fn ask(&mut self, block: &Block, program: &Program) {
        self.columns.resize_with(program.columns.items.len(), Vec::new);
        for (column, literal) in self.columns.iter_mut().zip(&program.columns.items) {
            column.clear();
            column.extend((0..block.rows).map(|row| fitting(block, row, literal)));
        }
        self.domains.resize_with(program.domains.items.len(), Men::default);
        for (number, domain) in program.domains.items.iter().enumerate() {
            let mut men = std::mem::take(&mut self.domains[number]);
            men.clear();
            if program.kept[number] {
                men.fill(block, *domain, &self.domains, &self.columns);
            }
            self.domains[number] = men;
        }
        self.images.clear();
        for image in &program.images.items {
            let link = &program.links.items[image.link as usize];
            self.images.push(image_of(block, &self.domains[image.domain as usize], link, image.forward));
        }
        self.bits.clear();
        self.filled.clear();
        for (number, component) in program.components.items.iter().enumerate() {
            let bits = if program.shared[number] { self.cover(block, program, component) } else { [0; WORDS] };
            self.filled.push(if program.shared[number] { filled_words(&bits) } else { u64::MAX });
            self.bits.push(bits);
        }
        self.valid = Some(std::array::from_fn(|word| block.valid(word)));
    }

    fn cover(&self, block: &Block, program: &Program, component: &Component) -> Bits {
        let men = |domain: u32| &self.domains[domain as usize];
        match component {
            Component::Move(number) => bits_of_move(block, &program.moves.items[*number as usize]),
            Component::One(number) if program.kept[*number as usize] => men(*number).bits(),
            Component::One(number) => match program.domains.items[*number as usize] {
                Domain { parent: Some(parent), column: Some(column) } => {
                    meet(men(parent), &self.columns[column as usize])
                }
                _ => unreachable!("a rule's man stands in some condition"),
            },
            Component::Two(first, second) => two(men(*first), men(*second)),
            Component::Chain(image, domain) => both(&self.images[*image as usize], men(*domain)),
            Component::Net { domains, links } => {
                let all: Vec<&Men> = domains.iter().map(|&domain| men(domain)).collect();
                net(block, &all, links)
            }
        }
    }

    /// The rows of a rule, as far as they can be told without a look at the board: words of its components in common.
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

    fn count(&self, block: &Block, program: &Program, rule: &[u32], number: u64, tally: &mut Tally) {
        let parts = || rule.iter().map(|&part| part as usize);
        let filled = parts().fold(u64::MAX, |all, part| all & self.filled[part]);
        if filled.count_ones() >= MANY_WORDS || parts().any(|part| !program.shared[part]) {
            if let Some(covered) = self.covered(block, program, rule) {
                count_words(block, number, &covered, u64::MAX, tally);
            }
        } else if let Some(valid) = self.valid {
            let mut covered = [0; WORDS];
            for word in ones(filled) {
                covered[word] = parts().fold(valid[word], |all, part| all & self.bits[part][word]);
            }
            count_words(block, number, &covered, filled, tally);
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

fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let found = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        found
    })
}

fn count_words(block: &Block, number: u64, covered: &Bits, words: u64, tally: &mut Tally) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has just been asked for the instruction. Without it counting takes twice as long,
        // since the oldest processors of this kind have none (benchmarks/rules.py).
        return unsafe { count_words_by_instruction(block, number, covered, words, tally) };
    }
    count_each_word(block, number, covered, words, tally);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn count_words_by_instruction(block: &Block, number: u64, covered: &Bits, words: u64, tally: &mut Tally) {
    count_each_word(block, number, covered, words, tally);
}

#[inline(always)]
fn count_each_word(block: &Block, number: u64, covered: &Bits, words: u64, tally: &mut Tally) {
    let mut carry = false;
    let mut expected = 0;
    for word in ones(words) {
        let bits = covered[word];
        if bits == 0 {
            continue;
        }
        // A hit in an earlier word whose position goes on into an empty one.
        if carry && expected != word {
            tally.positions += 1;
            carry = false;
        }
        expected = word + 1;
        // Adding the rows before each end to themselves overflows into the end exactly when one is covered.
        let ends = block.ends[word];
        let (sum, over) = (bits & !ends).overflowing_add(!ends);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over || over_again;
        tally.positions += u64::from(((sum | bits) & ends).count_ones());
        tally.rows += u64::from(bits.count_ones());
        tally.positives += u64::from((bits & block.positives[word]).count_ones());
        tally.fingerprint = tally.fingerprint.wrapping_add(mixed(bits, number * WORDS as u64 + word as u64));
    }
    tally.positions += u64::from(carry);
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
    let key = place.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xd6e8_feb8_6659_fd93;
    let product = u128::from(word ^ key) * u128::from(key.rotate_left(29) | 1);
    (product >> 64) as u64 ^ product as u64
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

/// The squares that fit the man of a condition.
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

fn image_of(block: &Block, men: &Men, link: &Literal, forward: bool) -> Men {
    let mut found = Men::default();
    for (&row, &set) in men.rows.iter().zip(&men.sets) {
        let at = usize::from(row);
        let image = linked(block, at, link, forward, set) & !(1 << block.from(at) | 1 << block.to(at));
        found.add(row, image);
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

/// Rows where a man stands in the column as well.
fn meet(men: &Men, column: &[u64]) -> Bits {
    let holds = |(&row, &set): (&u16, &u64)| (row, set & column[usize::from(row)] != 0);
    bits_of(men.rows.iter().zip(&men.sets).map(holds))
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
