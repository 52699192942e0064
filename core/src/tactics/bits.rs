//! Represents the rows of a block as bits: 64 words of 64.

/// The words of a block's coverage.
pub const WORDS: usize = 64;
/// The most rows of a block.
pub const BLOCK_ROWS: usize = 64 * WORDS;

/// A bit for each row of a block.
pub type Bits = [u64; WORDS];

/// The places of the bits of a set.
pub fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let found = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        found
    })
}
