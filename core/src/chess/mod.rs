//! Holds the chess that shakmaty does not have, shared by every other module.
//!
//! [`moves`] and [`positions`] pack moves and positions into a few bytes, [`pawns`] knows pawn steps, attacks and passed
//! pawns, [`safety`] finds pins and hanging pieces, [`exchange`] has the values of the pieces and counts captures,
//! [`small_boards`] plays on boards of other sizes, and [`perft`] counts legal move paths.

pub mod exchange;
pub mod moves;
pub mod pawns;
pub mod perft;
pub mod positions;
pub mod safety;
pub mod small_boards;
