//! Runs endgame programs: typed trees that evaluate the board after a move, and the games that they play.
//!
//! A program asks a board questions (terminals) and combines the answers by If3, And, Or, Not and Smaller; the move
//! to the board with the highest value is played. Hauptman & Sipper, GP-EndChess, 2005, Tables 1 to 3.

mod board;
mod code;
mod extras;
mod games;
mod learning;
mod mates;
mod player;
mod terminals;
mod view;

pub use board::Board;
pub use code::{EXTRA_FUNCTIONS, FUNCTIONS, Token};
pub use learning::{Case, earned};

pub use games::{ENDINGS, Encounter, Played, Turn, play_all, starts};
pub use player::{Player, Program, ProgramEvaluation, Workspace};

pub use terminals::{ALL_TERMINALS, EXTRA_TERMINALS, TERMINALS};
pub use view::{View, all_answers};

#[cfg(test)]
mod tests;
