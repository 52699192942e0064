//! What is true on a board, and of a move on it: everything that a rule or a pattern may ask, computed once.
//!
//! [`names`] lists the facts, [`board`] answers those about one board, [`moves`] those about a move; [`settle`] sees the
//! captures after it through, [`replies`] what may be answered.

mod board;
mod moves;
mod names;
mod replies;

pub use board::{BoardFacts, Pair, Triple, is_endgame, sets_before, undeveloped, worth_rank};
pub use moves::MoveFacts;
pub use names::{
    BOARD_PAIRS, EXCHANGE, FIRST_KIND, FLAGS, NETS, NEXT_SETS, PAIRS, PAWNS, SETS, SETTLES, THREATENS, TRIPLES, flag,
};
