//! The boards of many opening lines, to be asked which of them are nearest to a position.
//!
//! The distance of two boards is the number of squares on which they differ, the Hamming distance of their
//! 64-character texts. With each square's content spelled in four planes it is popcount(OR of the four XORs).
//!
//! Most boards are never looked at. They hang in a tree whose nodes know on which squares all boards below them
//! agree: a query that differs from a node on k of those squares is at least k away from every board below.
//! Opening boards share most of their squares with their relatives, so this bound is sharp.

/// What stands where: three planes spell the kind of man in binary, the fourth is White, as in `Packed`.
pub type Planes = [u64; 4];

/// How many boards are compared one by one at the end of a branch; 4 to 16 measured alike.
const LEAF: usize = 8;

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

/// A board that was found: its number, and how far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The board's number, in the order in which the boards came.
    pub board: u32,
    /// On how many squares it differs from the query.
    pub distance: u32,
}

/// The boards below one branch, and what they have in common.
struct Node {
    /// One of the boards below.
    sample: Planes,
    /// Where all boards below agree with the sample.
    agreed: u64,
    /// The boards below, as a range of the sorted ones.
    begin: u32,
    end: u32,
    /// The second child; the first one is the next node. 0 when the boards are compared one by one.
    second: u32,
}

/// Distinct boards, sorted into a tree of relatives.
pub struct Boards {
    sorted: Vec<(Planes, u32)>,
    nodes: Vec<Node>,
}

impl Boards {
    /// Sort distinct boards into a tree.
    pub fn new(boards: impl IntoIterator<Item = Planes>) -> Boards {
        let mut sorted: Vec<(Planes, u32)> = boards.into_iter().zip(0..).collect();
        let mut nodes = Vec::new();
        if !sorted.is_empty() {
            grow(&mut sorted, 0, &mut nodes);
        }
        Boards { sorted, nodes }
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// All boards whose distance is less than the smallest one + `within`, by number. Empty only without boards.
    pub fn nearest(&self, query: &Planes, within: u32) -> Vec<Found> {
        let mut search = Search { boards: self, query, slack: within.saturating_sub(1), best: 64, found: Vec::new() };
        if !self.nodes.is_empty() {
            search.visit(0);
        }
        let Search { mut found, best, slack, .. } = search;
        found.retain(|found| found.distance <= best + slack);
        found.sort_unstable();
        found
    }
}

struct Search<'a> {
    boards: &'a Boards,
    query: &'a Planes,
    slack: u32,
    best: u32,
    found: Vec<Found>,
}

impl Search<'_> {
    fn visit(&mut self, index: usize) {
        let node = &self.boards.nodes[index];
        if node.second == 0 {
            for (board, number) in &self.boards.sorted[node.begin as usize..node.end as usize] {
                let distance = distance(self.query, board);
                if distance <= self.best + self.slack {
                    self.best = self.best.min(distance);
                    self.found.push(Found { board: *number, distance });
                }
            }
            return;
        }
        // The likelier branch first: what it finds cuts the other one short.
        let mut branches = [index + 1, node.second as usize].map(|child| (self.bound(child), child));
        branches.sort_unstable();
        for (bound, child) in branches {
            if bound <= self.best + self.slack {
                self.visit(child);
            }
        }
    }

    fn bound(&self, index: usize) -> u32 {
        let node = &self.boards.nodes[index];
        (differing(self.query, &node.sample) & node.agreed).count_ones()
    }
}

/// Add the node over these boards and everything below it, in depth-first order.
fn grow(boards: &mut [(Planes, u32)], begin: u32, nodes: &mut Vec<Node>) {
    let sample = boards[0].0;
    let agreed = boards.iter().fold(!0, |agreed, (board, _)| agreed & !differing(&sample, board));
    let index = nodes.len();
    nodes.push(Node { sample, agreed, begin, end: begin + boards.len() as u32, second: 0 });
    if boards.len() <= LEAF {
        return;
    }
    // Two poles far from each other; every board goes to the nearer one.
    let pole = farthest(boards, &sample);
    let other = farthest(boards, &pole);
    let nearer = |board: &Planes| distance(board, &pole) < distance(board, &other);
    boards.sort_by_key(|(board, _)| !nearer(board));
    let middle = boards.partition_point(|(board, _)| nearer(board));
    if middle == 0 || middle == boards.len() {
        return; // all boards are the same
    }
    let (first, second) = boards.split_at_mut(middle);
    grow(first, begin, nodes);
    nodes[index].second = nodes.len() as u32;
    grow(second, begin + middle as u32, nodes);
}

fn farthest(boards: &[(Planes, u32)], from: &Planes) -> Planes {
    boards.iter().map(|(board, _)| *board).max_by_key(|board| distance(board, from)).expect("there are boards")
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
    fn the_tree_finds_what_looking_at_every_board_finds() {
        let boards = wandering(2000, 1);
        let tree = Boards::new(boards.iter().copied());
        for query in wandering(500, 2) {
            let distances: Vec<u32> = boards.iter().map(|board| distance(board, &query)).collect();
            let least = *distances.iter().min().unwrap();
            let all = (0..).zip(distances).map(|(board, distance)| Found { board, distance });
            let near: Vec<Found> = all.filter(|found| found.distance < least + 2).collect();
            assert_eq!(tree.nearest(&query, 2), near);
        }
    }

    #[test]
    fn a_tree_without_boards_finds_nothing() {
        assert!(Boards::new([]).is_empty() && Boards::new([]).nearest(&[0; 4], 2).is_empty());
    }

    #[test]
    fn equal_boards_are_all_found() {
        assert_eq!(Boards::new([[7; 4]; 20]).nearest(&[7; 4], 1).len(), 20);
    }
}
