//! Stores searched positions in a transposition table: value, depth, best move, and whether the value is exact or a
//! bound.
//!
//! A bound may not answer for another window as an exact value would, so each entry keeps its kind.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::task::NEARLY_MATE;
use crate::chess::moves::MoveCode;

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

/// An entry in one word, from the lowest bit on: 31 bits of the value, 16 of the move, 7 of the depth, 2 of the bound,
/// 8 of the generation. Zero is an empty entry.
impl Entry {
    fn pack(self) -> u64 {
        let value = u64::from(self.value as u32 & (u32::MAX >> 1));
        let bound = self.bound as u64 + 1;
        let generation = u64::from(self.generation);
        value | u64::from(self.best.0) << 31 | (self.depth as u64) << 47 | bound << 54 | generation << 56
    }

    /// Stored depths start at -1: an empty entry has a depth below zero.
    fn unpack(key: u64, content: u64) -> Entry {
        let bound = content >> 54 & 3;
        Entry {
            key,
            value: (((content as u32) as i32) << 1) >> 1,
            best: MoveCode((content >> 31) as u16),
            depth: if bound == 0 { -1 } else { (content >> 47 & 127) as i8 },
            bound: match bound {
                0 | 1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            generation: (content >> 56) as u8,
        }
    }
}

/// The bytes of a table's size for each entry. An entry takes sixteen; but another number of entries would replace
/// other positions, and every search would give slightly different results from those that were measured.
const BYTES_OF_AN_ENTRY: usize = 24;

/// A fixed number of entries in pairs; each pair keeps the deeper entry of the current search.
///
/// Many threads may read and write at once. An entry is two words, its content and the key xor the content, so that an
/// entry of which two threads wrote half each matches no key.
pub struct Table {
    words: Vec<AtomicU64>,
    generation: u8,
}

impl Table {
    /// A table of about this size.
    pub fn new(megabytes: usize) -> Table {
        let count = (megabytes << 20) / BYTES_OF_AN_ENTRY;
        let count = if count < 2 { 2 } else { 1 << count.ilog2() };
        // The system provides zeroed memory lazily, and we convert it to atomics in place: a search that visits few
        // positions never touches most of its table.
        Table { words: vec![0; 2 * count].into_iter().map(AtomicU64::new).collect(), generation: 0 }
    }

    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        self.generation = 0;
    }

    /// Starts a new generation: entries of older searches are replaced first.
    pub fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        self.pair(key).into_iter().find(|entry| entry.key == key && entry.depth >= 0)
    }

    pub fn put(&self, key: u64, depth: i32, value: i32, bound: Bound, best: Option<MoveCode>, ply: usize) {
        let depth = depth.clamp(0, 127) as i8;
        let generation = self.generation;
        let pair = self.pair(key);
        let index = match pair.iter().position(|entry| entry.key == key && entry.depth >= 0) {
            Some(index) => index,
            None => usize::from(pair[0].generation == generation && pair[0].depth > depth),
        };
        let place = pair[index];
        // Without a new best move, keep the old one.
        let best = best.unwrap_or(if place.key == key { place.best } else { MoveCode(0) });
        let content = Entry { key, value: to_table(value, ply), best, depth, bound, generation }.pack();
        let words = &self.words[self.slot(key) + 2 * index..][..2];
        words[0].store(key ^ content, Relaxed);
        words[1].store(content, Relaxed);
    }

    /// The two entries of a position's pair.
    fn pair(&self, key: u64) -> [Entry; 2] {
        let words = &self.words[self.slot(key)..][..4];
        [0, 2].map(|first| {
            let content = words[first + 1].load(Relaxed);
            Entry::unpack(words[first].load(Relaxed) ^ content, content)
        })
    }

    /// The index of the first word of a position's pair.
    fn slot(&self, key: u64) -> usize {
        2 * (key as usize & (self.words.len() / 2 - 1) & !1)
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
    use crate::search::task::MATE;

    #[test]
    fn an_entry_unpacks_as_it_was_packed() {
        for (value, depth, bound) in
            [(-NEARLY_MATE, 0, Bound::Exact), (7, 127, Bound::Lower), (MATE, 3, Bound::Upper), (-MATE, 1, Bound::Lower)]
        {
            let entry = Entry { key: u64::MAX - 1, value, best: MoveCode(0xFFFF), depth, bound, generation: 200 };
            let back = Entry::unpack(entry.key, entry.pack());
            assert_eq!((back.key, back.value, back.best), (entry.key, value, entry.best));
            assert_eq!((back.depth, back.bound, back.generation), (depth, bound, 200));
        }
    }

    #[test]
    fn an_empty_place_answers_nothing() {
        assert!(Entry::unpack(0, 0).depth < 0);
        assert!(Table::new(1).get(0).is_none());
    }

    #[test]
    fn halves_of_two_entries_answer_to_neither_key() {
        let table = Table::new(1);
        let (one, other) = (0x1234_0000, 0x5678_0000_0000_0000);
        table.put(one, 3, 50, Bound::Exact, None, 0);
        let half = table.words[table.slot(one) + 1].load(Relaxed);
        table.put(other, 5, -20, Bound::Lower, None, 0);
        assert_eq!(table.get(other).map(|entry| entry.value), Some(-20));
        table.words[table.slot(other) + 1].store(half, Relaxed);
        assert!(table.get(one).is_none());
        assert!(table.get(other).is_none());
    }

    #[test]
    fn many_threads_at_one_small_table_never_read_a_torn_entry() {
        let table = Table::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000_u64 {
                        let key = (round * 4 + thread) % 97 + 1;
                        table.put(key, 4, key as i32 * 3, Bound::Exact, Some(MoveCode(key as u16)), 0);
                        if let Some(entry) = table.get(round % 97 + 1) {
                            let key = round % 97 + 1;
                            assert_eq!((entry.value, entry.best), (key as i32 * 3, MoveCode(key as u16)));
                        }
                    }
                });
            }
        });
    }
}
