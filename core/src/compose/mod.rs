//! Composition by search: criteria that a mate must fulfil, men that it can do without, cooks and how to kill them,
//! and random placements by the million.

mod bulk;
mod criteria;
mod improve;
mod lengthen;
mod needed;
mod prolong;
mod retro;
mod rework;
mod symmetry;

pub use bulk::{Picture, Placement, Surroundings, compose_around, compose_at_random};
pub use criteria::{Criteria, Verdict, judge};
pub use improve::{minimise, repair};
pub use lengthen::{Lengthening, Longer, lengthened};
pub use prolong::{Beginning, Patience, Prolonged, prolonged};
pub use retro::has_last_move;
pub use rework::{Plan, rework};
pub use symmetry::canonical;
