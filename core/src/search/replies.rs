//! Continuation history: learns how well a quiet move did after the last move, and after the side's own last move.

use shakmaty::{Color, Move};

use super::scores::learn;

/// A piece of a kind on a square.
const PLACES: usize = 6 * 64;
/// The row for "no move before"; nothing is learned there, so it stays at zero.
const NOTHING: usize = 2 * PLACES;

/// Scores of quiet moves by the last move and by the side's own last move; and the moves on the path from the root.
#[derive(Default)]
pub struct Replies {
    scores: Vec<i16>,
    trail: Vec<usize>,
}

/// The scores after the last two moves: where their rows begin.
#[derive(Clone, Copy)]
pub struct After([usize; 2]);

fn place(m: Move) -> usize {
    (m.role() as usize - 1) * 64 + m.to() as usize
}

impl Replies {
    /// Starts learning; before that every move has rank 0.
    pub fn begin(&mut self) {
        self.trail.clear();
        if self.scores.is_empty() {
            self.scores = vec![0; (NOTHING + 1) * PLACES];
        }
    }

    /// Ages the scores at the start of a new search.
    pub fn age(&mut self) {
        for value in &mut self.scores {
            *value /= 4;
        }
    }

    /// Records a move that is played; None for a null move.
    pub fn push(&mut self, side: Color, m: Option<Move>) {
        if !self.scores.is_empty() {
            self.trail.push(m.map_or(NOTHING, |m| side as usize * PLACES + place(m)));
        }
    }

    /// Takes the last move back.
    pub fn pop(&mut self) {
        self.trail.pop();
    }

    /// The rows of the last two moves; None when learning is off.
    pub fn after(&self) -> Option<After> {
        let mut last = self.trail.iter().rev().copied().chain([NOTHING, NOTHING]);
        (!self.scores.is_empty()).then(|| After([(); 2].map(|()| last.next().unwrap_or(NOTHING) * PLACES)))
    }

    /// The rank of a quiet move after the last two moves, within ±32768.
    pub fn rank(&self, after: After, m: Move) -> i32 {
        let place = place(m);
        after.0.iter().map(|row| i32::from(self.scores[row + place])).sum()
    }

    /// Rewards or punishes a quiet move after the last two moves.
    pub fn learn(&mut self, m: Move, bonus: i32) {
        let Some(After(rows)) = self.after() else { return };
        for row in rows.into_iter().filter(|&row| row != NOTHING * PLACES) {
            let score = &mut self.scores[row + place(m)];
            let mut value = i32::from(*score);
            learn(&mut value, bonus);
            *score = value as i16;
        }
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

    fn rank(replies: &Replies, square: Square) -> i32 {
        replies.after().map_or(0, |after| replies.rank(after, move_to(square)))
    }

    #[test]
    fn a_reply_that_worked_once_ranks_higher_after_the_same_move_and_not_after_another() {
        let mut replies = Replies::default();
        replies.begin();
        replies.push(Color::White, Some(move_to(Square::E4)));
        replies.learn(move_to(Square::C3), 500);
        replies.learn(move_to(Square::A3), -500);
        assert!(rank(&replies, Square::C3) > 0);
        assert!(rank(&replies, Square::A3) < 0);
        replies.pop();
        replies.push(Color::White, Some(move_to(Square::D4)));
        assert_eq!(rank(&replies, Square::C3), 0);
    }

    #[test]
    fn nothing_is_learned_from_passing_or_before_it_begins() {
        let mut replies = Replies::default();
        replies.push(Color::White, Some(move_to(Square::E4)));
        replies.learn(move_to(Square::C3), 500);
        assert_eq!(rank(&replies, Square::C3), 0);
        replies.begin();
        replies.push(Color::White, None);
        replies.learn(move_to(Square::C3), 500);
        assert_eq!(rank(&replies, Square::C3), 0);
    }

    #[test]
    fn what_was_learned_fades() {
        let mut replies = Replies::default();
        replies.begin();
        replies.push(Color::Black, Some(move_to(Square::E4)));
        replies.learn(move_to(Square::C3), 400);
        let before = rank(&replies, Square::C3);
        replies.age();
        assert_eq!(rank(&replies, Square::C3), before / 4);
    }
}
