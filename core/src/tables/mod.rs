//! Solves small endgames exactly: the winner and the plies to mate of every position of up to four pieces.

mod material;
mod outcome;
mod pieces;
mod smallest;
mod solve;
mod table;

pub use material::Material;
pub use outcome::Outcome;
pub use smallest::{PIECES as SMALLEST, smallest};
pub use table::{Table, Tables};
