//! Evaluates a position by weighted features (tapered evaluation): a middlegame and an endgame weight, blended by
//! phase.
//!
//! value = Σ count_i · (p·middlegame_i + (1 - p)·endgame_i), counts being White's minus Black's, and p the phase:
//! 1 with all pieces on the board, 0 with none. Everything is linear in the weights, so regression can tune them.

use shakmaty::{Bitboard, Board, Chess, Color, File, Position, Role, Square};

use super::{
    costly_terms::{self, Reach},
    evaluation::{Evaluate, LARGEST_VALUE},
};
use crate::{
    chess::{
        exchange::worth_in_pawns,
        pawns::{adjacent, ahead_of, beyond, foremost_passed, neighbours, ranks_ahead},
    },
    errors::{CoreError, refuse},
};

/// Knights and bishops count one, rooks two, queens four: 24 in the starting position.
pub const FULL_PHASE: i32 = 24;

/// The kinds of pieces in the order of [`Role::ALL`].
const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

// Where each group of features begins in the list of all.
const PLACEMENT: usize = 5;
const BISHOP_PAIR: usize = PLACEMENT + 6 * 64;
const MOBILITY: usize = BISHOP_PAIR + 1;
const PASSED: usize = MOBILITY + 4;
const ISOLATED: usize = PASSED + 6;
const DOUBLED: usize = ISOLATED + 1;
const PROTECTED: usize = DOUBLED + 1;
const OPEN_FILE: usize = PROTECTED + 1;
const HALF_OPEN_FILE: usize = OPEN_FILE + 1;
const SHELTER: usize = HALF_OPEN_FILE + 1;
const KING_ATTACK: usize = SHELTER + 1;
const PAWN_THREAT: usize = KING_ATTACK + 4;
const MINOR_THREAT: usize = PAWN_THREAT + 1;
const TEMPO: usize = MINOR_THREAT + 1;
const COSTLY_TERMS: usize = TEMPO + 1;

/// The number of features.
pub const FEATURES: usize = COSTLY_TERMS + costly_terms::COSTLY_TERMS;

/// The name of each feature: `term: detail`.
pub fn feature_names() -> Vec<String> {
    let mut names: Vec<String> = KINDS[..5].iter().map(|name| format!("material: {name}")).collect();
    for name in KINDS {
        names.extend(Square::ALL.iter().map(|square| format!("placement: {name} {square}")));
    }
    names.push("bishop pair".into());
    names.extend(KINDS[1..5].iter().map(|name| format!("mobility: {name}")));
    names.extend((2..8).map(|rank| format!("passed pawn: rank {rank}")));
    names.extend(["pawns: isolated", "pawns: doubled", "pawns: protected"].map(String::from));
    names.extend(["rook files: open", "rook files: half open", "king safety: shelter"].map(String::from));
    names.extend(KINDS[1..5].iter().map(|name| format!("king safety: attacked by {name}")));
    names.extend(["threats: by a pawn", "threats: by a minor piece", "tempo"].map(String::from));
    names.extend(costly_terms::names());
    names
}

/// 24 with all pieces on the board, 0 with none.
pub fn phase(board: &Board) -> i32 {
    let count = |pieces: Bitboard| pieces.count() as i32;
    let pieces = count(board.knights()) + count(board.bishops()) + 2 * count(board.rooks()) + 4 * count(board.queens());
    pieces.min(FULL_PHASE)
}

/// Calls `add` with each feature that a side has, and its count, squares seen from its own side; placement only if
/// wanted.
#[inline(always)]
fn count_features(board: &Board, side: Color, reach: &Reach, placement: bool, mut add: impl FnMut(usize, i32)) {
    let (own, enemy) = (board.by_color(side), board.by_color(!side));
    let pawns = board.pawns() & own;
    let enemy_pawns = board.pawns() & enemy;
    let flip = if side.is_white() { 0 } else { 56 };
    if placement {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            for square in board.by_role(role) & own {
                add(PLACEMENT + 64 * index + (square.to_usize() ^ flip), 1);
                if index < 5 {
                    add(index, 1);
                }
            }
        }
    }
    if (board.bishops() & own).more_than_one() {
        add(BISHOP_PAIR, 1);
    }

    for kind in 0..4 {
        add(MOBILITY + kind, reach.mobility[kind]);
        add(KING_ATTACK + kind, reach.hits[kind]);
    }
    for square in board.rooks() & own {
        let file = Bitboard::from_file(square.file());
        if (file & board.pawns()).is_empty() {
            add(OPEN_FILE, 1);
        } else if (file & pawns).is_empty() {
            add(HALF_OPEN_FILE, 1);
        }
    }

    add(PROTECTED, (reach.pawns & pawns).count() as i32);
    add(PAWN_THREAT, (reach.pawns & enemy & !board.pawns()).count() as i32);
    add(MINOR_THREAT, ((reach.knights | reach.bishops) & enemy & board.rooks_and_queens()).count() as i32);
    let files = ahead_of(pawns, side) | ahead_of(pawns, !side) | pawns;
    add(ISOLATED, (pawns & !adjacent(files)).count() as i32);
    add(DOUBLED, (pawns & ahead_of(pawns, !side)).count() as i32);
    for square in foremost_passed(pawns, enemy_pawns, side) {
        let rank = square.rank() as usize;
        let steps = if side.is_white() { rank } else { 7 - rank };
        add(PASSED + steps - 1, 1);
    }
    if let Some(king) = board.king_of(side) {
        let near = Bitboard::from_file(king.file()) | neighbours(king.file());
        let ahead = ranks_ahead(king.rank(), side) & !beyond(king.rank(), side);
        add(SHELTER, (near & ahead & pawns).count() as i32);
    }
}

/// White's count of each feature minus Black's. The tempo belongs to the side to move.
pub fn features(position: &Chess) -> [i8; FEATURES] {
    let mut counts = [0i8; FEATURES];
    let board = position.board();
    let [white, black] = Color::ALL.map(|side| Reach::of(board, side));
    for (sign, side, own, enemy) in [(1, Color::White, &white, &black), (-1, Color::Black, &black, &white)] {
        count_features(board, side, own, true, |feature, count| counts[feature] += sign * count as i8);
        costly_terms::count(board, side, own, enemy, |feature, count| {
            counts[COSTLY_TERMS + feature] += sign * count as i8
        });
    }
    counts[TEMPO] = if position.turn().is_white() { 1 } else { -1 };
    counts
}

/// The weights of all features, those of material and placement added up for each piece and square.
pub struct Tapered {
    weights: Vec<[i32; 2]>,
    tables: [[[i32; 2]; 64]; 6],
    /// Whether any of the costly terms has a weight.
    is_fine: bool,
}

impl Tapered {
    /// Weights in centipawns, a pair for each feature.
    pub fn new(weights: Vec<[i32; 2]>) -> Result<Tapered, CoreError> {
        if weights.len() != FEATURES {
            return refuse(format!("a tapered evaluation needs {FEATURES} pairs of weights, not {}", weights.len()));
        }
        if let Some(index) = weights.iter().position(|pair| pair.iter().any(|weight| weight.abs() > 10_000)) {
            return refuse(format!("the weight of {:?} must lie within ±10000 centipawns", feature_names()[index]));
        }
        let mut tables = [[[0; 2]; 64]; 6];
        for (index, table) in tables.iter_mut().enumerate() {
            for (square, pair) in table.iter_mut().enumerate() {
                let placement = weights[PLACEMENT + 64 * index + square];
                let material = if index < 5 { weights[index] } else { [0; 2] };
                *pair = [placement[0] + material[0], placement[1] + material[1]];
            }
        }
        let is_fine = weights[COSTLY_TERMS..].iter().any(|pair| *pair != [0; 2]);
        Ok(Tapered { weights, tables, is_fine })
    }

    /// The weights as they were given.
    pub fn weights(&self) -> &[[i32; 2]] {
        &self.weights
    }

    /// How much of an endgame advantage counts, in sixteenths.
    fn share(&self, board: &Board, endgame: i32, side: Color) -> i32 {
        match self.is_fine {
            true => share(board, if endgame > 0 { side } else { !side }),
            false => WHOLE,
        }
    }

    #[inline(always)]
    fn side(&self, board: &Board, side: Color, own: &Reach, enemy: &Reach) -> [i32; 2] {
        let flip = if side.is_white() { 0 } else { 56 };
        let mut sum = [0; 2];
        for (index, role) in Role::ALL.into_iter().enumerate() {
            for square in board.by_role(role) & board.by_color(side) {
                let [middlegame, endgame] = self.tables[index][square.to_usize() ^ flip];
                sum = [sum[0] + middlegame, sum[1] + endgame];
            }
        }
        count_features(board, side, own, false, |feature, count| {
            let [middlegame, endgame] = self.weights[feature];
            sum = [sum[0] + count * middlegame, sum[1] + count * endgame];
        });
        if self.is_fine {
            costly_terms::count(board, side, own, enemy, |feature, count| {
                let [middlegame, endgame] = self.weights[COSTLY_TERMS + feature];
                sum = [sum[0] + count * middlegame, sum[1] + count * endgame];
            });
        }
        sum
    }
}

impl Evaluate for Tapered {
    fn value(&self, position: &Chess, side: Color) -> i32 {
        let board = position.board();
        let (ours, theirs) = (Reach::of(board, side), Reach::of(board, !side));
        let (own, enemy) = (self.side(board, side, &ours, &theirs), self.side(board, !side, &theirs, &ours));
        let tempo = if position.turn() == side { 1 } else { -1 };
        let middlegame = own[0] - enemy[0] + tempo * self.weights[TEMPO][0];
        let endgame = own[1] - enemy[1] + tempo * self.weights[TEMPO][1];
        let endgame = endgame * self.share(board, endgame, side) / WHOLE;
        let phase = phase(board);
        ((middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE).clamp(-LARGEST_VALUE, LARGEST_VALUE)
    }

    fn pawn(&self) -> f64 {
        100.0
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    fn explain(&self, position: &Chess, side: Color) -> Vec<(String, f64)> {
        let share = f64::from(phase(position.board())) / f64::from(FULL_PHASE);
        let sign = if side.is_white() { 1.0 } else { -1.0 };
        let mut terms: Vec<(String, f64)> = Vec::new();
        let mut in_the_endgame = 0.0;
        let counted = if self.is_fine { FEATURES } else { COSTLY_TERMS };
        for (index, (name, count)) in feature_names().into_iter().zip(features(position)).take(counted).enumerate() {
            let [middlegame, endgame] = self.weights[index].map(|weight| sign * f64::from(count) * f64::from(weight));
            in_the_endgame += endgame;
            let value = share * middlegame + (1.0 - share) * endgame;
            let term = name.split(':').next().unwrap_or(&name);
            match terms.iter_mut().find(|(known, _)| known == term) {
                Some((_, sum)) => *sum += value,
                None => terms.push((term.to_string(), value)),
            }
        }
        if self.is_fine {
            let counts = self.share(position.board(), in_the_endgame as i32, side);
            let lost = f64::from(WHOLE - counts) / f64::from(WHOLE);
            // Without counts on either side the feature is +0, not -0.
            terms.push(("drawish material".into(), 0.0 - lost * (1.0 - share) * in_the_endgame));
        }
        terms
    }
}

/// An advantage counts in full.
pub const WHOLE: i32 = 16;

/// What the advantage of a side counts.
pub fn share(board: &Board, stronger: Color) -> i32 {
    let (own, enemy) = (board.by_color(stronger), board.by_color(!stronger));
    let pawns = board.pawns() & own;
    if pawns.is_empty() {
        let (ours, theirs) = (pieces_worth(board, own), pieces_worth(board, enemy));
        let only_knights = (own & !board.kings() & !board.knights()).is_empty();
        return match ours - theirs {
            // One minor piece cannot mate, nor can two knights.
            _ if ours <= 3 || (only_knights && ours <= 6 && (board.pawns() & enemy).is_empty()) => 0,
            // A minor piece or the exchange ahead, without pawns: mostly a draw.
            0..=3 => 3,
            _ => WHOLE,
        };
    }
    let (bishops, others) = (board.bishops() & own, board.bishops() & enemy);
    let officers = !(board.pawns() | board.kings());
    if (own & officers) == bishops && (enemy & officers).is_empty() && is_wrong_corner(board, stronger, bishops, pawns)
    {
        return 0;
    }
    let opposed = bishops.count() == 1
        && others.count() == 1
        && (bishops & Bitboard::LIGHT_SQUARES).is_empty() != (others & Bitboard::LIGHT_SQUARES).is_empty();
    match opposed {
        true if (own & officers) == bishops && (enemy & officers) == others => 8,
        true => 13,
        false => WHOLE,
    }
}

fn pieces_worth(board: &Board, squares: Bitboard) -> i32 {
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    roles.iter().map(|&role| worth_in_pawns(role) * (board.by_role(role) & squares).count() as i32).sum()
}

/// Pawns on one edge alone, no bishop that commands the corner they run to, and the enemy king at that corner.
fn is_wrong_corner(board: &Board, stronger: Color, bishops: Bitboard, pawns: Bitboard) -> bool {
    let last = if stronger.is_white() { 7 } else { 0 };
    [File::A, File::H].into_iter().any(|file| {
        let Some(corner) = Bitboard::from_file(file).into_iter().find(|square| square.rank() as u32 == last) else {
            return false;
        };
        let colour = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        (pawns & !Bitboard::from_file(file)).is_empty()
            && (bishops & colour).is_empty()
            && board.king_of(!stronger).is_some_and(|king| king.distance(corner) <= 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    fn numbered() -> Tapered {
        Tapered::new((0..FEATURES as i32).map(|i| [i % 17 - 8, i % 23 - 11]).collect()).unwrap()
    }

    #[test]
    fn every_feature_has_a_name() {
        assert_eq!(feature_names().len(), FEATURES);
        assert_eq!(feature_names()[TEMPO], "tempo");
        assert_eq!(feature_names()[PASSED], "passed pawn: rank 2");
    }

    #[test]
    fn the_terms_sum_up_to_the_value_and_the_other_side_sees_the_opposite() {
        let tapered = numbered();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
        ] {
            let position = parse_fen(fen).unwrap();
            let value = tapered.value(&position, Color::White);
            let sum: f64 = tapered.explain(&position, Color::White).iter().map(|(_, share)| share).sum();
            assert!((f64::from(value) - sum).abs() <= 1.0, "{value} {sum}");
            assert_eq!(tapered.value(&position, Color::Black), -value);
        }
    }

    #[test]
    fn a_passed_pawn_is_seen_from_both_sides() {
        let feature = |fen: &str, feature: usize| features(&parse_fen(fen).unwrap())[feature];
        assert_eq!(feature("4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", PASSED + 4), 1);
        assert_eq!(feature("4k3/3p4/4P3/8/8/8/8/4K3 w - - 0 1", PASSED + 4), 0);
        assert_eq!(feature("4k3/8/8/8/8/3p4/8/4K3 w - - 0 1", PASSED + 4), -1);
        assert_eq!(feature("6k1/5ppp/8/8/8/8/8/4K3 w - - 0 1", SHELTER), -3);
    }
}

#[cfg(test)]
mod drawish_tests {
    use super::*;
    use crate::chess::positions::parse_fen;
    use shakmaty::Position;

    fn of_white(fen: &str) -> i32 {
        share(parse_fen(fen).unwrap().board(), Color::White)
    }

    #[test]
    fn a_piece_more_without_pawns_is_mostly_a_draw_and_with_a_pawn_it_is_not() {
        assert_eq!(of_white("4k3/8/8/8/8/8/8/3NK3 w - - 0 1"), 0);
        assert_eq!(of_white("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1"), 0);
        assert_eq!(of_white("4k1r1/8/8/8/8/8/8/R1B1K3 w - - 0 1"), 3);
        assert_eq!(of_white("4k1r1/8/8/8/8/8/4P3/R1B1K3 w - - 0 1"), WHOLE);
        assert_eq!(of_white("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), WHOLE);
    }

    #[test]
    fn bishops_of_opposite_colours_draw_and_those_of_one_colour_do_not() {
        assert_eq!(of_white("4kb2/8/8/8/8/8/3PP3/4KB2 w - - 0 1"), 8);
        assert_eq!(of_white("4kb2/8/8/8/8/8/3PP3/2B1K3 w - - 0 1"), WHOLE);
        assert_eq!(of_white("r3kb2/8/8/8/8/8/3PP3/R3KB2 w - - 0 1"), 13);
    }

    #[test]
    fn the_wrong_bishop_cannot_help_a_rook_pawn_past_a_king_in_the_corner() {
        assert_eq!(of_white("1k6/8/8/8/P7/8/8/2B1K3 w - - 0 1"), 0);
        assert_eq!(of_white("1k6/8/8/8/P7/8/8/4KB2 w - - 0 1"), WHOLE);
        assert_eq!(of_white("6k1/8/8/8/P7/8/8/2B1K3 w - - 0 1"), WHOLE);
    }
}
