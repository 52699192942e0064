//! The widest instructions that the processor has, asked once and handed to the loops that use them.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Widest {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Default for Widest {
    fn default() -> Widest {
        Widest::here()
    }
}

impl Widest {
    /// What this processor has.
    pub fn here() -> Widest {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let has_avx2 = has!("avx2") && has!("bmi2") && has!("popcnt");
            if has_avx2 && has!("avx512vpopcntdq") && has!("avx512dq") && has!("avx512vl") && has!("avx512bw") {
                return Widest::Avx512;
            }
            if has_avx2 {
                return Widest::Avx2;
            }
        }
        Widest::Portable
    }

    /// All that this processor has, the plainest first, so that a test can compare them.
    pub fn all_here() -> Vec<Widest> {
        match Widest::here() {
            Widest::Portable => vec![Widest::Portable],
            #[cfg(target_arch = "x86_64")]
            Widest::Avx2 => vec![Widest::Portable, Widest::Avx2],
            #[cfg(target_arch = "x86_64")]
            Widest::Avx512 => vec![Widest::Portable, Widest::Avx2, Widest::Avx512],
        }
    }
}
