//! Tests one condition on all rows of a block at once: the squares that fit its piece, or whether the move fulfils it.
//!
//! What belongs to the position is looked up once for all its moves.

use shakmaty::Role;

use super::{
    bits::{Bits, SimdLevel, WORDS},
    parts::{FIRST_PIECE, FROM, Literal},
    rows::Block,
    solve::{fitting, holds},
    vocabulary::Relation,
};
use crate::facts::{FIRST_KIND, worth_rank};

/// For each row the squares that fit the piece of a condition, the only one it speaks of.
pub fn fill(block: &Block, literal: &Literal, column: &mut Vec<u64>, simd: SimdLevel) {
    column.clear();
    match simd {
        SimdLevel::Portable => fill_plainly(block, literal, column),
        // SAFETY: `SimdLevel::here` found these instructions.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => unsafe { fill_avx2(block, literal, column) },
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => unsafe { fill_avx512(block, literal, column) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn fill_avx2(block: &Block, literal: &Literal, column: &mut Vec<u64>) {
    fill_plainly(block, literal, column);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,bmi2,popcnt")]
fn fill_avx512(block: &Block, literal: &Literal, column: &mut Vec<u64>) {
    fill_plainly(block, literal, column);
}

#[inline(always)]
fn fill_plainly(block: &Block, literal: &Literal, column: &mut Vec<u64>) {
    let used = literal.used();
    match literal.relation {
        Relation::Set { index, next: false } => each_position(block, |position, rows| {
            let set = block.set_of_position(position, index);
            column.extend(rows.map(|_| set));
        }),
        Relation::Set { index, next: true } => column.extend((0..block.rows).map(|row| block.set(row, index, true))),
        Relation::Pairs { index, next: false } if is_tied(used) => {
            let (forward, fixed) = direction(used);
            each_position(block, |position, rows| {
                let images = images_of_pairs(block, position, index, forward);
                column.extend(rows.map(|row| images[usize::from(square(block, row, fixed))]));
            });
        }
        Relation::Pairs { index, next: true } if is_tied(used) => {
            let (forward, fixed) = direction(used);
            for row in 0..block.rows {
                let given = square(block, row, fixed);
                let pairs = block.pairs(row, index, true);
                // Two loops without a branch inside, which the compiler can make wide.
                column.push(if forward {
                    pairs.iter().fold(0, |all, &(a, b)| all | u64::from(a == given) << (b & 63))
                } else {
                    pairs.iter().fold(0, |all, &(a, b)| all | u64::from(b == given) << (a & 63))
                });
            }
        }
        Relation::WorthMore if is_tied(used) => {
            let (forward, fixed) = direction(used);
            each_position(block, |position, rows| {
                let images = worth_images(block, position, forward);
                column.extend(rows.map(|row| images[usize::from(square(block, row, fixed))]));
            });
        }
        Relation::Triples { index, next } => match places(used) {
            Some((piece, [first, second])) => column.extend((0..block.rows).map(|row| {
                let given = (square(block, row, used[first]), square(block, row, used[second]));
                block.triples(row, index, next).iter().fold(0, |all, &(a, b, c)| {
                    let line = [a, b, c];
                    all | u64::from((line[first], line[second]) == given) << (line[piece] & 63)
                })
            })),
            // The three pieces of a line differ, so one piece in two places of it never fits.
            None => column.extend((0..block.rows).map(|_| 0)),
        },
        _ => column.extend((0..block.rows).map(|row| fitting(block, row, literal))),
    }
}

/// The place of the piece in a line, and the two places of the move's squares.
fn places(used: &[u8]) -> Option<(usize, [usize; 2])> {
    let is_piece = |place: &usize| used[*place] >= FIRST_PIECE;
    let piece = (0..3).find(is_piece)?;
    let mut others = (0..3).filter(|place| !is_piece(place));
    Some((piece, [others.next()?, others.next()?]))
}

/// The rows on which a condition on the move alone holds.
pub fn rows_of_move(block: &Block, literal: &Literal, simd: SimdLevel) -> Bits {
    match simd {
        SimdLevel::Portable => rows_plainly(block, literal),
        // SAFETY: `SimdLevel::here` found these instructions.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => unsafe { rows_avx2(block, literal) },
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => unsafe { rows_avx512(block, literal) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn rows_avx2(block: &Block, literal: &Literal) -> Bits {
    rows_plainly(block, literal)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,bmi2,popcnt")]
fn rows_avx512(block: &Block, literal: &Literal) -> Bits {
    rows_plainly(block, literal)
}

#[inline(always)]
fn rows_plainly(block: &Block, literal: &Literal) -> Bits {
    match literal.relation {
        Relation::Flag(bit) => each_row(block, |row| block.flag(row, bit)),
        Relation::Set { index, next } => {
            let on = literal.squares[0];
            each_row(block, |row| block.set(row, index, next) >> square(block, row, on) & 1 != 0)
        }
        Relation::Pairs { index, next: true } => {
            let [first, second, _] = literal.squares;
            each_row(block, |row| {
                let pair = (square(block, row, first), square(block, row, second));
                block.pairs(row, index, true).iter().fold(false, |found, &other| found | (other == pair))
            })
        }
        Relation::Pairs { index, next: false } => {
            let [first, second, _] = literal.squares;
            let mut bits = [0; WORDS];
            each_position(block, |position, rows| {
                let images = images_of_pairs(block, position, index, true);
                for row in rows {
                    let image = images[usize::from(square(block, row, first))];
                    bits[row / 64] |= (image >> square(block, row, second) & 1) << (row % 64);
                }
            });
            bits
        }
        _ => each_row(block, |row| holds(block, row, literal)),
    }
}

#[inline(always)]
fn each_row(block: &Block, holds: impl Fn(usize) -> bool) -> Bits {
    let mut bits = [0; WORDS];
    for (word, bits) in bits.iter_mut().enumerate() {
        let rows = 64 * word..block.rows.min(64 * word + 64).max(64 * word);
        *bits = rows.enumerate().fold(0, |all, (place, row)| all | u64::from(holds(row)) << place);
    }
    bits
}

/// Whether one of two places is the piece and the other a square of the move.
fn is_tied(used: &[u8]) -> bool {
    (used[0] >= FIRST_PIECE) != (used[1] >= FIRST_PIECE)
}

/// Whether the piece is in the second place, and the square that is given.
fn direction(used: &[u8]) -> (bool, u8) {
    if used[1] >= FIRST_PIECE { (true, used[0]) } else { (false, used[1]) }
}

fn square(block: &Block, row: usize, of: u8) -> u8 {
    if of == FROM { block.from(row) } else { block.to(row) }
}

/// For each square those that stand in a relation to it before the move.
fn images_of_pairs(block: &Block, position: usize, index: u8, forward: bool) -> [u64; 64] {
    let mut images = [0; 64];
    for &(a, b) in block.pairs_of_position(position, index) {
        let (source, target) = if forward { (a, b) } else { (b, a) };
        images[usize::from(source)] |= 1 << target;
    }
    images
}

/// Visit the positions with their rows.
fn each_position(block: &Block, mut visit: impl FnMut(usize, std::ops::Range<usize>)) {
    let mut start = 0;
    while start < block.rows {
        let position = block.position_of[start];
        let end = start + block.position_of[start..].iter().take_while(|&&other| other == position).count();
        visit(usize::from(position), start..end);
        start = end;
    }
}

/// For each square the pieces that are worth less than the one there, or more than it.
fn worth_images(block: &Block, position: usize, less: bool) -> [u64; 64] {
    let kind = |role: usize| block.set_of_position(position, (FIRST_KIND + role) as u8);
    let ranks = Role::ALL.map(|role| worth_rank(Some(role)));
    let mut images = [0; 64];
    for (role, rank) in ranks.iter().enumerate() {
        let fits = |other: &usize| if less { ranks[*other] < *rank } else { ranks[*other] > *rank };
        let image = (0..6).filter(fits).fold(0, |all, other| all | kind(other));
        let mut pieces = kind(role);
        while pieces != 0 {
            images[pieces.trailing_zeros() as usize] = image;
            pieces &= pieces - 1;
        }
    }
    images
}
