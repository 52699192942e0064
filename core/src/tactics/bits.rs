//! Represents the rows of a block as bits, 64 words of 64, and detects the vector instructions of the processor.

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

/// A level of vector instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimdLevel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Default for SimdLevel {
    fn default() -> SimdLevel {
        SimdLevel::here()
    }
}

impl SimdLevel {
    /// The highest level of this processor.
    pub fn here() -> SimdLevel {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let has_avx2 = has!("avx2") && has!("bmi2") && has!("popcnt");
            if has_avx2 && has!("avx512vpopcntdq") && has!("avx512dq") && has!("avx512vl") && has!("avx512bw") {
                return SimdLevel::Avx512;
            }
            if has_avx2 {
                return SimdLevel::Avx2;
            }
        }
        SimdLevel::Portable
    }

    /// Every level of this processor, the lowest first, so that a test can compare them.
    pub fn all_here() -> Vec<SimdLevel> {
        match SimdLevel::here() {
            SimdLevel::Portable => vec![SimdLevel::Portable],
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => vec![SimdLevel::Portable, SimdLevel::Avx2],
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => vec![SimdLevel::Portable, SimdLevel::Avx2, SimdLevel::Avx512],
        }
    }
}
