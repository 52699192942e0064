//! Counts what a rule covers of one block: rows, positions, reference moves, and a fingerprint of the rows.
//!
//! The loops run over whole blocks of words and are compiled for several levels of vector instructions; every level
//! gives the same numbers.

use super::{
    bits::{Bits, SimdLevel, WORDS, ones},
    rows::Block,
};

/// How much a rule covers. Two rules with one fingerprint cover the same rows.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub rows: u64,
    pub positions: u64,
    pub positives: u64,
    pub fingerprint: u64,
}

impl Tally {
    /// Add what the same rule covers elsewhere.
    pub fn add(&mut self, more: &Tally) {
        self.rows += more.rows;
        self.positions += more.positions;
        self.positives += more.positives;
        self.fingerprint = self.fingerprint.wrapping_add(more.fingerprint);
    }
}

/// Where the positions of a block end, and the keys of its words.
pub struct Scale {
    ends: Bits,
    first_ends: Bits,
    positives: Bits,
    keys: Bits,
    /// Whether some position goes on through a whole word, so that hits may be carried over several words.
    has_long_positions: bool,
    simd: SimdLevel,
}

impl Scale {
    /// The scale of the block of this number.
    pub fn of(block: &Block, number: u64, simd: SimdLevel) -> Scale {
        let filled = block.rows.div_ceil(64);
        Scale {
            ends: block.ends,
            first_ends: block.ends.map(|ends| ends & ends.wrapping_neg()),
            positives: block.positives,
            keys: std::array::from_fn(|word| key(number * WORDS as u64 + word as u64)),
            has_long_positions: block.ends[..filled].contains(&0),
            simd,
        }
    }

    /// Count the rows that all of some parts have in common.
    pub fn count<'a>(&self, parts: impl Iterator<Item = &'a Bits> + Clone, tally: &mut Tally) {
        match self.simd {
            SimdLevel::Portable => self.count_all(parts, tally),
            // SAFETY: `SimdLevel::here` found these instructions.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => unsafe { self.count_avx2(parts, tally) },
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => unsafe { self.count_avx512(parts, tally) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn count_avx2<'a>(&self, parts: impl Iterator<Item = &'a Bits> + Clone, tally: &mut Tally) {
        self.count_all(parts, tally);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512vpopcntdq,popcnt")]
    fn count_avx512<'a>(&self, parts: impl Iterator<Item = &'a Bits> + Clone, tally: &mut Tally) {
        self.count_all(parts, tally);
    }

    #[inline(always)]
    fn count_all<'a>(&self, mut parts: impl Iterator<Item = &'a Bits> + Clone, tally: &mut Tally) {
        let Some(first) = parts.next() else { return };
        let mut covered = *first;
        for part in parts {
            covered.iter_mut().zip(part).for_each(|(all, more)| *all &= more);
        }
        let mut counts = [0; 4];
        let mut tails: Bits = [0; WORDS];
        let mut opens: Bits = [0; WORDS];
        for word in 0..WORDS {
            let (bits, ends) = (covered[word], self.ends[word]);
            // Adding the rows before each end to themselves overflows into the end exactly when one is covered.
            let before = bits & !ends;
            let sum = before.wrapping_add(!ends);
            let hits = (sum | bits) & ends;
            counts[0] += u64::from(bits.count_ones());
            counts[1] += u64::from(hits.count_ones());
            counts[2] += u64::from((bits & self.positives[word]).count_ones());
            let mixed = mixed(bits, self.keys[word]);
            counts[3] = u64::wrapping_add(counts[3], if bits == 0 { 0 } else { mixed });
            // A hit after the last end of a word belongs to the first end of the next, if that has none.
            tails[word] = u64::from(sum < before);
            opens[word] = u64::from(hits & self.first_ends[word] == 0);
        }
        tally.rows += counts[0];
        tally.positives += counts[2];
        tally.fingerprint = tally.fingerprint.wrapping_add(counts[3]);
        if self.has_long_positions {
            tally.positions += self.positions_by_carry(&covered);
        } else {
            let carried = tails.iter().zip(&opens[1..]).fold(0, |all, (tail, open)| all + (tail & open));
            tally.positions += counts[1] + carried;
        }
    }

    /// Count the words that are not empty, of which there are few.
    pub fn count_few<'a>(&self, words: u64, parts: impl Iterator<Item = &'a Bits> + Clone, tally: &mut Tally) {
        if self.has_long_positions {
            return self.count(parts, tally);
        }
        #[cfg(target_arch = "x86_64")]
        if self.simd != SimdLevel::Portable {
            // SAFETY: both wider levels have the instruction. Without it counting takes twice as long.
            return unsafe { self.count_few_by_instruction(words, parts, tally) };
        }
        self.count_each(words, parts, tally);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt")]
    fn count_few_by_instruction<'a>(
        &self,
        words: u64,
        parts: impl Iterator<Item = &'a Bits> + Clone,
        tally: &mut Tally,
    ) {
        self.count_each(words, parts, tally);
    }

    #[inline(always)]
    fn count_each<'a>(&self, words: u64, parts: impl Iterator<Item = &'a Bits> + Clone, tally: &mut Tally) {
        let mut carry = false;
        let mut expected = 0;
        for word in ones(words) {
            let bits = parts.clone().fold(u64::MAX, |all, part| all & part[word]);
            if bits == 0 {
                continue;
            }
            // A hit in an earlier word whose position goes on into an empty one.
            tally.positions += u64::from(carry && expected != word);
            let (hits, tail) = hits(bits, self.ends[word], carry && expected == word);
            carry = tail;
            expected = word + 1;
            tally.positions += u64::from(hits.count_ones());
            tally.rows += u64::from(bits.count_ones());
            tally.positives += u64::from((bits & self.positives[word]).count_ones());
            tally.fingerprint = tally.fingerprint.wrapping_add(mixed(bits, self.keys[word]));
        }
        tally.positions += u64::from(carry);
    }

    fn positions_by_carry(&self, covered: &Bits) -> u64 {
        let mut carry = false;
        let mut positions = 0;
        for (&bits, &ends) in covered.iter().zip(&self.ends) {
            let (hits, tail) = hits(bits, ends, carry);
            carry = tail;
            positions += u64::from(hits.count_ones());
        }
        positions + u64::from(carry)
    }
}

/// The ends of the positions of a word that have a hit, and whether one after the last end has.
fn hits(bits: u64, ends: u64, carry: bool) -> (u64, bool) {
    let (sum, over) = (bits & !ends).overflowing_add(!ends);
    let (sum, over_again) = sum.overflowing_add(u64::from(carry));
    ((sum | bits) & ends, over || over_again)
}

fn key(place: u64) -> u64 {
    mixed(place, 0x9e37_79b9_7f4a_7c15)
}

/// A word and its key thrown together so that every bit of both counts; made of what wide instructions can do.
#[inline(always)]
fn mixed(word: u64, key: u64) -> u64 {
    let mut mixed = word ^ key;
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ mixed >> 29).wrapping_mul(0x9e6c_63d0_876a_68ad);
    mixed ^ mixed >> 32
}
