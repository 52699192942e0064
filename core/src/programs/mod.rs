//! Runs endgame programs: typed trees that evaluate the board after a move, and the games that they play.
//!
//! A program asks a board questions (terminals) and combines the answers by If3, And, Or, Not and Smaller; the move
//! to the board with the highest value is played. Hauptman & Sipper, GP-EndChess, 2005, Tables 1 to 3.

mod board;
mod captures;
mod choices;
mod code;
mod evaluation;
mod extras;
mod games;
mod mates;
mod moves;
mod player;
mod starts;
mod terminals;
mod view;

pub use board::Board;
pub use choices::{Case, earned};
pub use code::{EXTRA_FUNCTIONS, FUNCTIONS, Token};
pub use evaluation::ProgramEvaluation;
pub use games::{ENDINGS, Encounter, Played, play_all};
pub use player::{Player, Program, Workspace};
pub use starts::{Turn, starts};
pub use terminals::{ALL_TERMINALS, EXTRA_TERMINALS, TERMINALS};
pub use view::{View, all_answers};

#[cfg(test)]
mod tests;
