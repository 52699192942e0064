//! Finds the boards of many opening lines that are nearest to a position.
//!
//! The distance of two boards is the number of squares on which they differ, the Hamming distance of their
//! 64-character texts. With each square's content spelled in four planes it is popcount(OR of the four XORs).
//!
//! Two shortcuts keep the answer exact. A board that is in the collection is looked up, with its neighbours. For any
//! other, the squares that are occupied in one board and empty in the other are counted first, a single XOR and
//! popcount a board: that number is never above the distance, and in openings hardly below it, so that of 7,848
//! boards about 1 to 70 are left to be compared in full.

use std::{borrow::Cow, collections::HashMap, sync::OnceLock};

/// The contents of all squares: three planes spell the kind of piece in binary, the fourth is White, as in `Packed`.
pub type Planes = [u64; 4];

/// On which squares two boards differ.
#[inline]
pub fn differing(one: &Planes, other: &Planes) -> u64 {
    (one[0] ^ other[0]) | (one[1] ^ other[1]) | (one[2] ^ other[2]) | (one[3] ^ other[3])
}

/// On how many squares two boards differ.
#[inline]
pub fn distance(one: &Planes, other: &Planes) -> u32 {
    differing(one, other).count_ones()
}

/// Which squares are occupied.
fn occupied(board: &Planes) -> u64 {
    board[0] | board[1] | board[2]
}

/// A board that was found: its number, and how far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The board's number, in the order in which the boards came.
    pub board: u32,
    /// On how many squares it differs from the query.
    pub distance: u32,
}

/// How many boards are counted together: few enough that most parts are passed over; 64 was fastest of 16 to 256.
const PART: usize = 64;

/// Distinct boards by number.
pub struct Boards {
    boards: Vec<Planes>,
    /// Which squares are occupied, part by part; empty boards fill the last one.
    occupied: Vec<[u64; PART]>,
    numbers: HashMap<Planes, u32>,
    /// For each board those within reach of it, computed at the first query for it.
    relatives: Vec<OnceLock<Box<[Found]>>>,
    within: u32,
}

impl Boards {
    /// Numbers distinct boards in their order; later queries return boards closer than the least distance + `within`.
    pub fn new(boards: impl IntoIterator<Item = Planes>, within: u32) -> Boards {
        let mut found =
            Boards { boards: Vec::new(), occupied: Vec::new(), numbers: HashMap::new(), relatives: Vec::new(), within };
        for board in boards {
            found.numbers.entry(board).or_insert_with(|| {
                found.boards.push(board);
                found.relatives.push(OnceLock::new());
                found.boards.len() as u32 - 1
            });
        }
        found.occupied = vec![[0; PART]; found.boards.len().div_ceil(PART)];
        for (number, board) in found.boards.iter().enumerate() {
            found.occupied[number / PART][number % PART] = occupied(board);
        }
        found
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The number of a board, if it is one of these.
    pub fn number(&self, board: &Planes) -> Option<u32> {
        self.numbers.get(board).copied()
    }

    /// All boards whose distance is less than the least one + `within`, by number. Empty only without boards.
    pub fn nearest(&self, query: &Planes) -> Cow<'_, [Found]> {
        match self.number(query) {
            Some(number) => Cow::Borrowed(self.relatives[number as usize].get_or_init(|| self.scan(query).into())),
            None => Cow::Owned(self.scan(query)),
        }
    }

    fn scan(&self, query: &Planes) -> Vec<Found> {
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx512 = is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512bw");
            if has_avx512 {
                // SAFETY: the test above found these instructions. Plain x86-64 has none that
                // counts bits: when this was decided, a question to 7,848 boards took 17 µs without, 6.4 µs with AVX2
                // and 3.8 µs with AVX-512.
                return unsafe { self.scan_avx512(query) };
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
                // SAFETY: as above.
                return unsafe { self.scan_avx2(query) };
            }
        }
        self.scan_plainly(query)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,popcnt")]
    fn scan_avx512(&self, query: &Planes) -> Vec<Found> {
        self.scan_plainly(query)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn scan_avx2(&self, query: &Planes) -> Vec<Found> {
        self.scan_plainly(query)
    }

    #[inline(always)]
    fn scan_plainly(&self, query: &Planes) -> Vec<Found> {
        let pieces = occupied(query);
        // The least count of every part shows which parts may hold a near board.
        let least: Vec<u64> = self.occupied.iter().map(|part| least_moved(pieces, part)).collect();
        let Some(likely) = (0..least.len()).min_by_key(|&part| least[part]) else { return Vec::new() };
        let mut search = Search { query, pieces, within: self.within, best: 64, found: Vec::new() };
        search.look(self, likely);
        search.found.clear();
        for (part, &least) in least.iter().enumerate() {
            if least < u64::from(search.best + self.within) {
                search.look(self, part);
            }
        }
        let Search { mut found, best, .. } = search;
        found.retain(|found| found.distance < best + self.within);
        found
    }
}

/// The least number of squares on which a query is occupied and a board is not, or the other way round.
#[inline(always)]
fn least_moved(pieces: u64, part: &[u64; PART]) -> u64 {
    part.iter().fold(64, |least, board| least.min(u64::from((board ^ pieces).count_ones())))
}

struct Search<'a> {
    query: &'a Planes,
    pieces: u64,
    within: u32,
    best: u32,
    found: Vec<Found>,
}

impl Search<'_> {
    /// Compare the boards of one part in full, unless their counts say that they are too far.
    #[inline(always)]
    fn look(&mut self, boards: &Boards, part: usize) {
        let counts = boards.occupied[part].map(|board| (board ^ self.pieces).count_ones() as u8);
        for (number, count) in (part * PART..).zip(counts) {
            if u32::from(count) >= self.best + self.within {
                continue;
            }
            // Only here is the board itself read; the filling of the last part is not a board.
            let Some(board) = boards.boards.get(number) else { return };
            let distance = distance(self.query, board);
            if distance < self.best + self.within {
                self.best = self.best.min(distance);
                self.found.push(Found { board: number as u32, distance });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards with a few random squares changed at a time, so that some are near and some are far.
    fn wandering(count: usize, seed: u64) -> Vec<Planes> {
        let mut state = seed;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut board = [0; 4];
        let step = |_| {
            for plane in &mut board {
                *plane ^= 1 << (random() % 64);
            }
            if random() % 16 == 0 {
                board = [0; 4];
            }
            board
        };
        (0..count).map(step).collect()
    }

    #[test]
    fn shortcuts_find_what_looking_at_every_board_finds() {
        let asked = Boards::new(wandering(2000, 1), 2);
        let queries = wandering(500, 2).into_iter().chain(asked.boards.iter().copied().take(200));
        for query in queries {
            let distances: Vec<u32> = asked.boards.iter().map(|board| distance(board, &query)).collect();
            let least = *distances.iter().min().unwrap();
            let all = (0..).zip(distances).map(|(board, distance)| Found { board, distance });
            let near: Vec<Found> = all.filter(|found| found.distance < least + 2).collect();
            assert_eq!(*asked.nearest(&query), near);
        }
    }

    #[test]
    fn every_processor_finds_the_same() {
        let asked = Boards::new(wandering(1000, 3), 2);
        for query in wandering(100, 4) {
            assert_eq!(asked.scan(&query), asked.scan_plainly(&query));
        }
    }

    #[test]
    fn no_boards_no_answer() {
        assert!(Boards::new([], 2).is_empty() && Boards::new([], 2).nearest(&[0; 4]).is_empty());
    }

    #[test]
    fn equal_boards_count_once() {
        assert_eq!(*Boards::new([[7; 4]; 20], 2).nearest(&[7; 4]), [Found { board: 0, distance: 0 }]);
    }
}
