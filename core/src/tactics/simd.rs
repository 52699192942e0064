//! Detects the vector instructions of the processor once, for the loops that use them.

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
