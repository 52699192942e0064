//! Which move to try first: the table's, good captures, killers, quiet moves by history, bad captures.

use shakmaty::{Chess, Color, Move, Position, Role};

use super::task::FARTHEST;
use crate::chess::{
    exchange::{gain_at_once, wins_at_least, worth},
    moves::MoveCode,
};

const FROM_TABLE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;

/// What earlier cut-offs taught: two killers for each ply, and a score for each quiet move of either side.
pub struct Ordering {
    killers: Vec<[MoveCode; 2]>,
    history: Vec<[i32; 64 * 64]>,
    pub replies: Replies,
}

impl Default for Ordering {
    fn default() -> Ordering {
        let (killers, history) = (vec![[MoveCode(0); 2]; FARTHEST + 1], vec![[0; 64 * 64]; 2]);
        Ordering { killers, history, replies: Replies::default() }
    }
}

/// A move with its place in the queue.
#[derive(Clone, Copy)]
pub struct Ranked {
    pub m: Move,
    pub code: MoveCode,
    pub rank: i32,
    /// Its place in the list that the filter judged.
    pub index: usize,
}

impl Ordering {
    /// A new search begins: killers belong to their plies, history fades.
    pub fn age(&mut self) {
        self.killers.fill([MoveCode(0); 2]);
        self.replies.age();
        for side in &mut self.history {
            for value in side.iter_mut() {
                *value /= 4;
            }
        }
    }

    /// All moves with their ranks; without `learned` only captures are ranked.
    pub fn rank(
        &self,
        position: &Chess,
        moves: &[Move],
        best: Option<MoveCode>,
        ply: usize,
        learned: bool,
    ) -> Vec<Ranked> {
        let after = self.replies.after();
        let rank = |(index, &m): (usize, &Move)| {
            let code = MoveCode::of(m);
            let rank = if Some(code) == best {
                FROM_TABLE
            } else if m.is_capture() || m.promotion() == Some(Role::Queen) {
                capture_rank(position, m)
            } else if !learned {
                0
            } else if self.killers[ply][0] == code {
                KILLER + 1
            } else if self.killers[ply][1] == code {
                KILLER
            } else {
                self.history(position.turn(), code) + after.map_or(0, |after| self.replies.rank(after, m))
            };
            Ranked { m, code, rank, index }
        };
        moves.iter().enumerate().map(rank).collect()
    }

    /// What history and the last moves think of a quiet move.
    pub fn quiet_rank(&self, side: Color, m: Move, code: MoveCode) -> i32 {
        self.history(side, code) + self.replies.after().map_or(0, |after| self.replies.rank(after, m))
    }

    /// What history thinks of a quiet move, within ±16384.
    pub fn history(&self, side: Color, code: MoveCode) -> i32 {
        self.history[side as usize][usize::from(code.0 & 0xfff)]
    }

    /// A quiet move caused a cut-off where the others before it had not.
    pub fn reward(&mut self, side: Color, best: Move, tried: &[Move], ply: usize, depth: i32) {
        let code = MoveCode::of(best);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = (16 * depth * depth).min(1200);
        self.learn(side, best, bonus);
        for &m in tried {
            self.learn(side, m, -bonus);
        }
    }

    fn learn(&mut self, side: Color, m: Move, bonus: i32) {
        learn(&mut self.history[side as usize][usize::from(MoveCode::of(m).0 & 0xfff)], bonus);
        self.replies.learn(m, bonus);
    }
}

/// Dear victims first, cheap takers before dear ones; captures that lose material go last.
pub fn capture_rank(position: &Chess, m: Move) -> i32 {
    let victim = gain_at_once(m);
    let order = 16 * i32::from(victim) - i32::from(worth(m.role()));
    let pays = victim >= worth(m.role()) && m.role() != Role::King && m.promotion().is_none();
    if pays || wins_at_least(position, m, 0) { GOOD_CAPTURE + order } else { order - GOOD_CAPTURE }
}

/// Whether a rank is that of a capture that loses material.
pub fn is_bad_capture(rank: i32) -> bool {
    rank < -GOOD_CAPTURE / 2
}

/// Bring the best of the moves from `index` on to the front.
pub fn pick(moves: &mut [Ranked], index: usize) -> Ranked {
    let mut best = index;
    for place in index + 1..moves.len() {
        let (next, first) = (&moves[place], &moves[best]);
        // Equals come in the order of the list, whatever was swapped before.
        if next.rank > first.rank || next.rank == first.rank && next.index < first.index {
            best = place;
        }
    }
    moves.swap(index, best);
    moves[index]
}

/// How far a score can go.
pub const LARGEST: i32 = 1 << 14;

/// Adds a bonus to a score; the nearer the score is to its bound, the smaller the step.
pub fn learn(value: &mut i32, bonus: i32) {
    *value += bonus - *value * bonus.abs() / LARGEST;
}

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

    #[test]
    fn a_score_stays_within_its_bounds_however_often_it_is_praised() {
        let mut value = 0;
        for _ in 0..1000 {
            learn(&mut value, 1200);
        }
        assert!(LARGEST - 1200 < value && value <= LARGEST);
    }
}

#[cfg(test)]
mod replies_tests {
    use super::*;
    use crate::chess::positions::parse_fen;
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
