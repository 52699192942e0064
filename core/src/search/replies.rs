//! What a quiet move did after the same move before it, and after the same two moves: replies that worked once work again.

use shakmaty::{Color, Move};

use super::ordering::learn;

/// A man of a kind on a square.
const PLACES: usize = 6 * 64;
/// The move before may be of either side; there may be none.
const BEFORE: usize = 2 * PLACES + 1;
const NOTHING: usize = 2 * PLACES;

/// Scores of quiet moves by the move before, and by the own move before that; and the moves on the way from the root.
#[derive(Default)]
pub struct Replies {
    scores: Vec<i32>,
    trail: Vec<usize>,
}

fn place(m: Move) -> usize {
    (m.role() as usize - 1) * 64 + m.to() as usize
}

impl Replies {
    /// Begin to learn; before that every move ranks alike.
    pub fn begin(&mut self) {
        self.trail.clear();
        if self.scores.is_empty() {
            self.scores = vec![0; BEFORE * PLACES];
        }
    }

    /// A new search begins: what was learned fades.
    pub fn age(&mut self) {
        for value in &mut self.scores {
            *value /= 4;
        }
    }

    /// A move is played; None for passing.
    pub fn push(&mut self, side: Color, m: Option<Move>) {
        if !self.scores.is_empty() {
            self.trail.push(m.map_or(NOTHING, |m| side as usize * PLACES + place(m)));
        }
    }

    /// It is taken back.
    pub fn pop(&mut self) {
        self.trail.pop();
    }

    /// What the last two moves say about a quiet move, within ±32768.
    pub fn rank(&self, m: Move) -> i32 {
        self.slots(m).into_iter().flatten().map(|slot| self.scores[slot]).sum()
    }

    /// A quiet move did well or badly after the last two moves.
    pub fn learn(&mut self, m: Move, bonus: i32) {
        for slot in self.slots(m).into_iter().flatten() {
            learn(&mut self.scores[slot], bonus);
        }
    }

    fn slots(&self, m: Move) -> [Option<usize>; 2] {
        let slot = |back: usize| {
            let before = *self.trail.get(self.trail.len().checked_sub(back)?)?;
            (before != NOTHING).then(|| before * PLACES + place(m))
        };
        [slot(1), slot(2)]
    }
}
