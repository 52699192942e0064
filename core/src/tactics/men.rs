//! The men that fit a variable, on the rows of a block where there are any, and what such lists have in common.

use super::{
    bits::{Bits, WORDS},
    rows::Block,
    widest::Widest,
};

/// For each row on which some man fits, in ascending order, the squares of those that do.
pub struct Men {
    pub rows: Vec<u16>,
    pub sets: Vec<u64>,
    /// The rows once more, as bits.
    pub bits: Bits,
}

impl Default for Men {
    fn default() -> Men {
        Men { rows: Vec::new(), sets: Vec::new(), bits: [0; WORDS] }
    }
}

impl Men {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.sets.clear();
        self.bits = [0; WORDS];
    }

    pub fn add(&mut self, row: u16, set: u64) {
        if set != 0 {
            self.rows.push(row);
            self.sets.push(set);
            self.bits[usize::from(row) / 64] |= 1 << (row % 64);
        }
    }

    /// Every square but those of the move.
    pub fn fill_with_all(&mut self, block: &Block) {
        (0..block.rows).for_each(|row| self.add(row as u16, !(1 << block.from(row) | 1 << block.to(row))));
    }

    /// Those of other men that stand in a column as well.
    pub fn fill(&mut self, men: &Men, column: &[u64], widest: Widest) {
        #[cfg(target_arch = "x86_64")]
        if widest == Widest::Avx512 {
            // SAFETY: the processor has been asked for the instructions.
            return unsafe { wide::fill(self, men, column) };
        }
        let _ = widest;
        for (&row, &set) in men.rows.iter().zip(&men.sets) {
            self.add(row, set & column[usize::from(row)]);
        }
    }

    /// The rows on which one of the men stands in a column as well.
    pub fn meet(&self, column: &[u64], widest: Widest) -> Bits {
        #[cfg(target_arch = "x86_64")]
        if widest == Widest::Avx512 {
            // SAFETY: the processor has been asked for the instructions.
            return unsafe { wide::meet(self, column) };
        }
        let _ = widest;
        let mut bits = [0; WORDS];
        for (&row, &set) in self.rows.iter().zip(&self.sets) {
            let row = usize::from(row);
            bits[row / 64] |= u64::from(set & column[row] != 0) << (row % 64);
        }
        bits
    }

    /// The rows on which two lists have men that pass a test.
    pub fn join(&self, other: &Men, test: impl Fn(u64, u64) -> bool) -> Bits {
        let mut bits = [0; WORDS];
        let (mut mine, mut theirs) = (0, 0);
        for word in 0..WORDS {
            let both = self.bits[word] & other.bits[word];
            let mut left = both;
            while left != 0 {
                let below = (left & left.wrapping_neg()) - 1;
                let at = |bits: u64| (bits & below).count_ones() as usize;
                let sets = (self.sets[mine + at(self.bits[word])], other.sets[theirs + at(other.bits[word])]);
                if test(sets.0, sets.1) {
                    bits[word] |= below + 1;
                }
                left &= left - 1;
            }
            mine += self.bits[word].count_ones() as usize;
            theirs += other.bits[word].count_ones() as usize;
        }
        bits
    }
}

/// Eight rows at a time. On the whole space of three conditions this halves the time (benchmarks/rules.py).
#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::*;

    use super::{Bits, Men, WORDS};

    /// Which of the listed men stand in the column: a bit for each place of the list.
    #[target_feature(enable = "avx512f,avx512vl")]
    fn hits(men: &Men, column: &[u64]) -> [u64; WORDS + 1] {
        let mut hits = [0; WORDS + 1];
        let count = men.rows.len();
        let mut place = 0;
        while place + 8 <= count {
            // SAFETY: eight rows and sets are left, and every row of a list lies within the column.
            let mask = unsafe {
                let rows = _mm512_cvtepu16_epi64(_mm_loadu_si128(men.rows.as_ptr().add(place).cast()));
                let there = _mm512_i64gather_epi64::<8>(rows, column.as_ptr().cast());
                _mm512_test_epi64_mask(there, _mm512_loadu_epi64(men.sets.as_ptr().add(place).cast()))
            };
            hits[place / 64] |= u64::from(mask) << (place % 64);
            place += 8;
        }
        for place in place..count {
            let holds = men.sets[place] & column[usize::from(men.rows[place])] != 0;
            hits[place / 64] |= u64::from(holds) << (place % 64);
        }
        hits
    }

    /// Bits by place as bits by row.
    #[target_feature(enable = "bmi2,popcnt")]
    fn by_row(hits: &[u64; WORDS + 1], rows: &Bits) -> Bits {
        let mut bits = [0; WORDS];
        let mut place = 0;
        for (found, &rows) in bits.iter_mut().zip(rows) {
            let (word, shift) = (place / 64, place % 64);
            let next = if shift == 0 { hits[word] } else { hits[word] >> shift | hits[word + 1] << (64 - shift) };
            *found = _pdep_u64(next, rows);
            place += rows.count_ones() as usize;
        }
        bits
    }

    #[target_feature(enable = "avx512f,avx512vl,bmi2,popcnt")]
    pub fn meet(men: &Men, column: &[u64]) -> Bits {
        by_row(&hits(men, column), &men.bits)
    }

    #[target_feature(enable = "avx512f,avx512vl,bmi2,popcnt")]
    pub fn fill(found: &mut Men, men: &Men, column: &[u64]) {
        let hits = hits(men, column);
        found.bits = by_row(&hits, &men.bits);
        for (word, &bits) in hits.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let place = 64 * word + left.trailing_zeros() as usize;
                found.rows.push(men.rows[place]);
                found.sets.push(men.sets[place] & column[usize::from(men.rows[place])]);
                left &= left - 1;
            }
        }
    }
}
