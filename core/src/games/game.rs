//! Holds a game: its main line with its annotations.

use shakmaty::{Chess, Color, Move, Outcome, Position, uci::UciMove};

use super::{
    comments::{Eval, Notes},
    tags::Tags,
};
use crate::chess::{moves::MoveCode, positions::Packed};

/// The main line of a game with its annotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub tags: Tags,
    pub start: Chess,
    pub moves: Vec<MoveCode>,
    pub result: Outcome,
    pub evals: Notes<Eval>,
    /// The time left in milliseconds.
    pub clocks: Notes<u32>,
    pub nags: Notes<u8>,
    pub comments: Notes<String>,
    /// Arrows and marks as Lichess writes them: `Ge2e4`, `Re5`.
    pub arrows: Notes<String>,
}

impl Game {
    /// The positions before each of the first plies, and the one after them.
    pub fn positions(&self, plies: usize) -> Vec<Packed> {
        let mut position = self.start.clone();
        let mut packed = Vec::with_capacity(plies + 1);
        packed.push(Packed::pack(&position));
        for code in &self.moves[..plies] {
            position.play_unchecked(replayed(*code, &position));
            packed.push(Packed::pack(&position));
        }
        packed
    }

    /// Who is to move after this many moves.
    pub fn turn(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.start.turn() } else { !self.start.turn() }
    }
}

/// The move of a game that was replayed before, found without a list of all legal ones.
pub fn replayed(code: MoveCode, position: &Chess) -> Move {
    let uci = UciMove::Normal { from: code.from(), to: code.to(), promotion: code.promotion() };
    uci.to_move(position).expect("the moves of a game were replayed before")
}
