//! Exact small endgames: who wins, and in how many plies, for every position of up to four men.

mod material;
mod men;
mod outcome;
mod solve;
mod table;

pub use material::Material;
pub use outcome::Outcome;
pub use table::{Table, Tables};
