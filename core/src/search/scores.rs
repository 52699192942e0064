//! Updates history scores within fixed bounds.

/// How far a score can go.
pub const LARGEST: i32 = 1 << 14;

/// Adds a bonus to a score; the nearer the score is to its bound, the smaller the step.
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
