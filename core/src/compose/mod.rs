//! Composes mates by search: tests criteria, takes off unneeded pieces, removes cooks, and tries random placements by
//! the million.

mod bulk;
mod criteria;
mod improve;
mod lengthen;
mod retro;
mod rework;
mod symmetry;

pub use bulk::{Picture, Placement, Surroundings, compose_around, compose_at_random};
pub use criteria::{Criteria, Verdict, assess};
pub use improve::{minimise, repair};
pub use lengthen::{Beginning, Lengthening, Longer, Patience, Prolonged, lengthened, prolonged};

pub use retro::has_last_move;
pub use rework::{Plan, rework};
pub use symmetry::canonical;
