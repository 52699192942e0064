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

    /// The first ply whose move number is at least this; it may be beyond the end of the game.
    pub fn first_ply_of_move(&self, number: u32) -> usize {
        let plies_before = number.saturating_sub(self.start.fullmoves().get()) as usize * 2;
        plies_before.saturating_sub(usize::from(self.start.turn().is_black()))
    }

    /// The name of a player; `?` if it is unknown.
    pub fn player(&self, side: Color) -> &str {
        self.tag(side.fold_wb("White", "Black")).unwrap_or("?")
    }

    /// The rating of a player.
    pub fn rating(&self, side: Color) -> Option<u32> {
        self.tag(side.fold_wb("WhiteElo", "BlackElo"))?.parse().ok()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(str::trim)
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
