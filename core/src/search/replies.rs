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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::parse_fen;
    use shakmaty::{Position, Square};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn move_to(square: Square) -> Move {
        let position = parse_fen(START).unwrap();
        position.legal_moves().into_iter().find(|m| m.to() == square).unwrap()
    }

    #[test]
    fn a_reply_that_worked_once_ranks_higher_after_the_same_move_and_not_after_another() {
        let mut replies = Replies::default();
        replies.begin();
        replies.push(Color::White, Some(move_to(Square::E4)));
        replies.learn(move_to(Square::C3), 500);
        replies.learn(move_to(Square::A3), -500);
        assert!(replies.rank(move_to(Square::C3)) > 0);
        assert!(replies.rank(move_to(Square::A3)) < 0);
        replies.pop();
        replies.push(Color::White, Some(move_to(Square::D4)));
        assert_eq!(replies.rank(move_to(Square::C3)), 0);
    }

    #[test]
    fn nothing_is_learned_from_passing_or_before_it_begins() {
        let mut replies = Replies::default();
        replies.push(Color::White, Some(move_to(Square::E4)));
        replies.learn(move_to(Square::C3), 500);
        assert_eq!(replies.rank(move_to(Square::C3)), 0);
        replies.begin();
        replies.push(Color::White, None);
        replies.learn(move_to(Square::C3), 500);
        assert_eq!(replies.rank(move_to(Square::C3)), 0);
    }

    #[test]
    fn what_was_learned_fades() {
        let mut replies = Replies::default();
        replies.begin();
        replies.push(Color::Black, Some(move_to(Square::E4)));
        replies.learn(move_to(Square::C3), 400);
        let before = replies.rank(move_to(Square::C3));
        replies.age();
        assert_eq!(replies.rank(move_to(Square::C3)), before / 4);
    }
}
