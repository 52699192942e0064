//! Exact small endgames: who wins, and in how many plies, for every position of up to four men.

mod material;
mod men;
mod outcome;
mod smallest;
mod solve;
mod table;

pub use material::Material;
pub use outcome::Outcome;
pub use smallest::{MEN as SMALLEST, smallest};
pub use table::{Table, Tables};
