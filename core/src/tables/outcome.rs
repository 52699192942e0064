//! How a position ends with best play, and the byte that says so in a table.

/// How a position ends with best play, seen from the side to move; in plies to mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Win(u8),
    Draw,
    Loss(u8),
}

/// A place that is no legal position.
pub const ILLEGAL: u8 = 0;
/// A drawn position, or one of which nothing is known yet.
pub const DRAWN: u8 = 1;
/// What a decided position holds on top of its plies to mate.
pub const DECIDED: u8 = 2;

/// A position is won when it takes an odd number of plies.
pub fn is_win(value: u8) -> bool {
    (value - DECIDED) % 2 == 1
}
