//! The table of visited positions: a value with its depth and whether it is exact or only a bound.
//!
//! A bound stored as if it were a value would be wrong for another window, so each entry keeps its kind.

use super::task::NEARLY_MATE;
use crate::moves::MoveCode;

/// How a stored value relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    key: u64,
    pub value: i32,
    pub best: MoveCode,
    pub depth: i8,
    pub bound: Bound,
    generation: u8,
}

impl Entry {
    /// The value if it settles a window, else None.
    pub fn settles(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let value = from_table(self.value, ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settles.then_some(value)
    }
}

/// An entry as it lies in memory. Nothing but noughts is an empty place, and those the system hands out for nothing: a
/// search that visits few positions never touches most of its table.
type Packed = [u64; 3];

const EMPTY: Packed = [0; 3];

impl Entry {
    fn pack(self) -> Packed {
        let depth = (i64::from(self.depth) + 1) as u64;
        let content = u64::from(self.value as u32) | u64::from(self.best.0) << 32 | depth << 48;
        [self.key, content, u64::from(self.generation) | (self.bound as u64) << 8]
    }

    fn unpack([key, content, rest]: Packed) -> Entry {
        let bound = match rest >> 8 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        let depth = ((content >> 48) as i64 - 1) as i8;
        Entry {
            key,
            value: content as u32 as i32,
            best: MoveCode((content >> 32) as u16),
            depth,
            bound,
            generation: rest as u8,
        }
    }
}

/// A fixed number of entries in pairs: of each pair the deeper one of this search stays.
pub struct Table {
    entries: Vec<Packed>,
    generation: u8,
}

impl Table {
    /// A table of about this size.
    pub fn new(megabytes: usize) -> Table {
        let count = (megabytes << 20) / size_of::<Packed>();
        let count = if count < 2 { 2 } else { 1 << count.ilog2() };
        Table { entries: vec![EMPTY; count], generation: 0 }
    }

    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.generation = 0;
    }

    /// A new search begins: what older ones left gives way.
    pub fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let slot = self.slot(key);
        let pair = self.entries[slot..slot + 2].iter();
        pair.filter(|packed| packed[0] == key).map(|&packed| Entry::unpack(packed)).find(|entry| entry.depth >= 0)
    }

    pub fn put(&mut self, key: u64, depth: i32, value: i32, bound: Bound, best: Option<MoveCode>, ply: usize) {
        let slot = self.slot(key);
        let depth = depth.clamp(0, 127) as i8;
        let generation = self.generation;
        let pair = [slot, slot + 1].map(|place| Entry::unpack(self.entries[place]));
        let index = match pair.iter().position(|entry| entry.key == key && entry.depth >= 0) {
            Some(index) => index,
            None => usize::from(pair[0].generation == generation && pair[0].depth > depth),
        };
        let place = pair[index];
        // Without a new best move the old one is still the best guess.
        let best = best.unwrap_or(if place.key == key { place.best } else { MoveCode(0) });
        self.entries[slot + index] = Entry { key, value: to_table(value, ply), best, depth, bound, generation }.pack();
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1) & !1
    }
}

/// Mates are stored as seen from the position, not from the root, so that they hold wherever it is met again.
pub fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value >= NEARLY_MATE => value + ply as i32,
        value if value <= -NEARLY_MATE => value - ply as i32,
        value => value,
    }
}

/// The value of a stored one as seen from the root.
pub fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value >= NEARLY_MATE => value - ply as i32,
        value if value <= -NEARLY_MATE => value + ply as i32,
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_unpacks_as_it_was_packed() {
        for (value, depth, bound) in
            [(-NEARLY_MATE, 0, Bound::Exact), (7, 127, Bound::Lower), (i32::MAX, 3, Bound::Upper)]
        {
            let entry = Entry { key: u64::MAX - 1, value, best: MoveCode(0xFFFF), depth, bound, generation: 200 };
            let back = Entry::unpack(entry.pack());
            assert_eq!((back.key, back.value, back.best), (entry.key, value, entry.best));
            assert_eq!((back.depth, back.bound, back.generation), (depth, bound, 200));
        }
    }

    #[test]
    fn an_empty_place_answers_nothing() {
        assert!(Entry::unpack(EMPTY).depth < 0);
        assert!(Table::new(1).get(0).is_none());
    }
}
