//! Lists the pieces that fit a variable, on the rows of a block that have any, and intersects such lists.

use super::{
    bits::{Bits, SimdLevel, WORDS},
    rows::Block,
};

/// For each row on which some piece fits, in ascending order, the squares of those that do.
pub struct Pieces {
    pub rows: Vec<u16>,
    pub sets: Vec<u64>,
    /// The rows once more, as bits.
    pub bits: Bits,
}

impl Default for Pieces {
    fn default() -> Pieces {
        Pieces { rows: Vec::new(), sets: Vec::new(), bits: [0; WORDS] }
    }
}

impl Pieces {
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

    /// The pieces of another list that are in a column as well.
    pub fn fill(&mut self, pieces: &Pieces, column: &[u64], simd: SimdLevel) {
        #[cfg(target_arch = "x86_64")]
        if simd == SimdLevel::Avx512 {
            // SAFETY: `SimdLevel::here` found these instructions.
            return unsafe { wide::fill(self, pieces, column) };
        }
        let _ = simd;
        for (&row, &set) in pieces.rows.iter().zip(&pieces.sets) {
            self.add(row, set & column[usize::from(row)]);
        }
    }

    /// The rows on which one of the pieces is in a column as well.
    pub fn meet(&self, column: &[u64], simd: SimdLevel) -> Bits {
        #[cfg(target_arch = "x86_64")]
        if simd == SimdLevel::Avx512 {
            // SAFETY: `SimdLevel::here` found these instructions.
            return unsafe { wide::meet(self, column) };
        }
        let _ = simd;
        let mut bits = [0; WORDS];
        for (&row, &set) in self.rows.iter().zip(&self.sets) {
            let row = usize::from(row);
            bits[row / 64] |= u64::from(set & column[row] != 0) << (row % 64);
        }
        bits
    }

    /// The rows on which two lists have pieces that pass a test.
    pub fn join(&self, other: &Pieces, test: impl Fn(u64, u64) -> bool) -> Bits {
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

    use super::{Bits, Pieces, WORDS};

    /// Which of the listed pieces stand in the column: a bit for each place of the list.
    #[target_feature(enable = "avx512f,avx512vl")]
    fn hits(pieces: &Pieces, column: &[u64]) -> [u64; WORDS + 1] {
        let mut hits = [0; WORDS + 1];
        let count = pieces.rows.len();
        let mut place = 0;
        while place + 8 <= count {
            // SAFETY: eight rows and sets are left, and every row of a list lies within the column.
            let mask = unsafe {
                let rows = _mm512_cvtepu16_epi64(_mm_loadu_si128(pieces.rows.as_ptr().add(place).cast()));
                let there = _mm512_i64gather_epi64::<8>(rows, column.as_ptr().cast());
                _mm512_test_epi64_mask(there, _mm512_loadu_epi64(pieces.sets.as_ptr().add(place).cast()))
            };
            hits[place / 64] |= u64::from(mask) << (place % 64);
            place += 8;
        }
        for place in place..count {
            let holds = pieces.sets[place] & column[usize::from(pieces.rows[place])] != 0;
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
    pub fn meet(pieces: &Pieces, column: &[u64]) -> Bits {
        by_row(&hits(pieces, column), &pieces.bits)
    }

    #[target_feature(enable = "avx512f,avx512vl,bmi2,popcnt")]
    pub fn fill(found: &mut Pieces, pieces: &Pieces, column: &[u64]) {
        let hits = hits(pieces, column);
        found.bits = by_row(&hits, &pieces.bits);
        for (word, &bits) in hits.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let place = 64 * word + left.trailing_zeros() as usize;
                found.rows.push(pieces.rows[place]);
                found.sets.push(pieces.sets[place] & column[usize::from(pieces.rows[place])]);
                left &= left - 1;
            }
        }
    }
}
