//! What positions are worth as they stand, remembered: a search comes back to most of them.

const PLACES: usize = 1 << 15;

/// The last value of each place.
pub struct Values(Vec<(u64, i32)>);

impl Default for Values {
    fn default() -> Values {
        Values(vec![(0, 0); PLACES])
    }
}

impl Values {
    /// The value of a position by its key; asked for where it is not remembered.
    pub fn get(&mut self, key: u64, value: impl FnOnce() -> i32) -> i32 {
        // The table of visited positions is addressed by the low bits; others are as good.
        let place = &mut self.0[key as usize >> 24 & (PLACES - 1)];
        if place.0 != key {
            *place = (key, value());
        }
        place.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_asked_for_once_until_another_takes_its_place() {
        let mut values = Values::default();
        let (one, other) = (7 << 24, 7 << 24 | 1);
        assert_eq!(values.get(one, || 30), 30);
        assert_eq!(values.get(one, || panic!("it is remembered")), 30);
        assert_eq!(values.get(other, || -5), -5);
        assert_eq!(values.get(one, || 31), 31);
    }
}
