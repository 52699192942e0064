//! The names of all facts, and the place where the answer to each is kept.

/// What a move may win, in pawns, that a rule can name.
pub const PAWNS: [i16; 6] = [0, 1, 2, 3, 5, 9];

/// Bits of a row, in order; the exchange and net thresholds follow them.
pub const FLAGS: [&str; 22] = [
    "captures",
    "recaptures",
    "castles",
    "promotes",
    "gives_check",
    "gives_double_check",
    "gives_mate",
    "threatens_mate",
    "allows_no_mate",
    "allows_no_fork",
    "safe",
    "leaves_nothing_hanging",
    "nets_most",
    "nets_alone",
    "settles_most",
    "settles_alone",
    "only_legal",
    "advances",
    "retreats",
    "gains_scope",
    "in_check",
    "ahead",
];

/// Bit of `exchange_at_least` with the first of [`PAWNS`].
pub const EXCHANGE: u8 = FLAGS.len() as u8;
/// Bit of `nets_at_least` with the first of [`PAWNS`].
pub const NETS: u8 = EXCHANGE + PAWNS.len() as u8;
/// Bit of `settles_at_least` with the first of [`PAWNS`].
pub const SETTLES: u8 = NETS + PAWNS.len() as u8;
/// Bit of `threatens_at_least` with the first of [`PAWNS`].
pub const THREATENS: u8 = SETTLES + PAWNS.len() as u8;

/// Sets of squares that both boards have, before those that only the first board has.
pub const SETS: [&str; 28] = [
    "attacked",
    "unattacked",
    "defended",
    "undefended",
    "hanging",
    "secure",
    "pinned",
    "trapped",
    "overloaded",
    "kind pawn",
    "kind knight",
    "kind bishop",
    "kind rook",
    "kind queen",
    "kind king",
    "own",
    "enemy",
    "near_enemy_king",
    "near_own_king",
    "last_rank",
    "first_rank",
    "center",
    "open_file",
    "undeveloped",
    "passed",
    "half_open_file",
    "enemy_half",
    "edge",
];
/// The number of [`SETS`] that are also computed for the board after the move.
pub const NEXT_SETS: usize = 9;
/// Where the kinds stand among [`SETS`].
pub const FIRST_KIND: usize = 9;

/// Pairs of pieces that both boards have, before those that only the row as a whole has.
pub const PAIRS: [&str; 7] = ["attacks", "defends", "threatens", "pins", "only_defender", "new_attack", "discovers"];
/// The number of [`PAIRS`] that are computed for a single board.
pub const BOARD_PAIRS: usize = 5;

/// Three pieces in line.
pub const TRIPLES: [&str; 3] = ["behind", "pins_to", "skewers"];

/// The bit of a flag by its name.
pub fn flag(name: &str) -> u64 {
    let bit = FLAGS.iter().position(|known| *known == name).expect("a flag of the table");
    1 << bit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_stand_where_they_are_looked_for() {
        assert_eq!(SETS[FIRST_KIND], "kind pawn");
        assert_eq!(SETS[FIRST_KIND + 5], "kind king");
    }

    #[test]
    fn a_flag_is_the_bit_of_its_name() {
        assert_eq!(flag("captures"), 1);
        assert_eq!(flag("castles"), 4);
    }
}
