//! A score that learns from bonuses and never leaves its bounds.

/// How far a score can go.
pub const LARGEST: i32 = 1 << 14;

/// The farther a score has gone, the less it moves on.
pub fn learn(value: &mut i32, bonus: i32) {
    *value += bonus - *value * bonus.abs() / LARGEST;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_stays_within_its_bounds_however_often_it_is_praised() {
        let mut value = 0;
        for _ in 0..1000 {
            learn(&mut value, 1200);
        }
        assert!(LARGEST - 1200 < value && value <= LARGEST);
    }
}
