//! Solves small endgames exactly: the winner and the plies to mate of every position of up to four pieces.

mod material;
mod pieces;
mod solve;
mod table;

pub use material::Material;

pub use solve::{PIECES as SMALLEST, smallest};
pub use table::{Outcome, Table, Tables};
