//! Counts the terms of the tapered evaluation that cost time: passed pawns' chances, king safety, hanging pieces,
//! space.
//!
//! An evaluation that gives them no weight does not count them.

use shakmaty::{Bitboard, Board, Color, Rank, Square, attacks};

use crate::chess::pawns::{
    H_FILE, adjacent, ahead_of, beyond, foremost_passed, forward, neighbours, pawn_attacks, ranks_ahead,
};

/// Names the features in their order; the constant of a group is the place of its first feature.
macro_rules! features {
    ($($place:ident $($name:literal)+;)*) => {
        const NAMES: &[&str] = &[$($($name,)+)*];
        features!(@places 0; $($place [$($name)+])*);
    };
    (@places $next:expr; $place:ident [$($name:literal)+] $($rest:tt)*) => {
        const $place: usize = $next;
        features!(@places $place + [$($name),+].len(); $($rest)*);
    };
    (@places $next:expr;) => {
        /// The number of these features.
        pub const COSTLY_TERMS: usize = $next;
    };
}

features! {
    OWN_KING "passed pawn: own king's distance";
    ENEMY_KING "passed pawn: enemy king's distance";
    BLOCKED "passed pawn: blocked";
    FREE_PATH "passed pawn: free path";
    NEIGHBOUR "passed pawn: with a neighbour";
    ROOK_BEHIND "passed pawn: own rook behind";
    ENEMY_ROOK_BEHIND "passed pawn: enemy rook behind";
    OUTRUNS "passed pawn: outruns the king";
    BACKWARD "pawns: backward";
    SIDE_BY_SIDE "pawns: side by side";
    ON_BISHOPS_COLOUR "pawns: on the colour of the bishop";
    OUTPOST "outposts: knight" "outposts: bishop";
    ATTACKERS "king safety: two attackers" "king safety: three attackers" "king safety: four attackers";
    UNDEFENDED "king safety: undefended squares";
    CHECKS
        "king safety: check by knight"
        "king safety: check by bishop"
        "king safety: check by rook"
        "king safety: check by queen";
    NO_PAWN "king safety: files without a pawn";
    STORM "king safety: pawn storm";
    HANGING "threats: hanging";
    BY_A_ROOK "threats: by a rook";
    BY_A_STEP "threats: by a pawn's step";
    NO_MOVE "pieces: without a move";
    SPACE "pieces: space";
}

/// The names of the features.
pub fn names() -> impl Iterator<Item = String> {
    NAMES.iter().map(|name| name.to_string())
}

/// Calls `add` with each of these features that a side has, and its count.
pub fn count(board: &Board, side: Color, own: &Reach, enemy: &Reach, mut add: impl FnMut(usize, i32)) {
    let (pieces, others) = (board.by_color(side), board.by_color(!side));
    let (pawns, enemy_pawns) = (board.pawns() & pieces, board.pawns() & others);
    count_pawns(board, side, own, enemy, &mut add);

    let outposts = ranks_between(side, 4, 6) & own.pawns;
    for (kind, minors) in [board.knights() & pieces, board.bishops() & pieces].into_iter().enumerate() {
        for square in minors & outposts {
            let attackers = neighbours(square.file()) & ranks_ahead(square.rank(), side);
            if (attackers & enemy_pawns).is_empty() {
                add(OUTPOST + kind, 1);
            }
        }
    }
    for square in board.bishops() & pieces {
        let colour = if square.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        add(ON_BISHOPS_COLOUR, (colour & pawns).count() as i32);
    }
    if own.attackers >= 2 {
        add(ATTACKERS + own.attackers.min(4) - 2, 1);
    }
    if let Some(king) = board.king_of(!side) {
        let ring = attacks::king_attacks(king);
        let weak = own.all & !enemy.pawns & !enemy.knights & !enemy.bishops & !enemy.rooks & !enemy.queens;
        add(UNDEFENDED, (ring & weak & !pieces).count() as i32);
        let safe = !pieces & (!enemy.all | (own.twice & !enemy.twice & weak));
        let straight = attacks::rook_attacks(king, board.occupied());
        let diagonal = attacks::bishop_attacks(king, board.occupied());
        let checks = [
            attacks::knight_attacks(king) & own.knights,
            diagonal & own.bishops,
            straight & own.rooks,
            (straight | diagonal) & own.queens,
        ];
        for (kind, squares) in checks.into_iter().enumerate() {
            if (squares & safe).any() {
                add(CHECKS + kind, 1);
            }
        }
    }
    if let Some(king) = board.king_of(side) {
        let files = Bitboard::from_file(king.file()) | neighbours(king.file());
        let near = ranks_ahead(king.rank(), side) & !beyond_storm(king.rank(), side) & files;
        add(STORM, (near & enemy_pawns).count() as i32);
        for file in [-1, 0, 1].into_iter().filter_map(|step| king.file().offset(step)) {
            if (Bitboard::from_file(file) & pawns).is_empty() {
                add(NO_PAWN, 1);
            }
        }
    }

    add(HANGING, (own.all & others & !enemy.all).count() as i32);
    add(BY_A_ROOK, (own.rooks & others & board.queens()).count() as i32);
    let step = forward(side);
    let stepped = pawns.shift(step) & !board.occupied() & !enemy.pawns & (!enemy.all | own.all);
    add(BY_A_STEP, (pawn_attacks(stepped, side) & others & !board.pawns() & !board.kings()).count() as i32);
    add(NO_MOVE, own.without_a_move);
    add(SPACE, (ranks_between(side, 2, 4) & CENTRE_FILES & !pawns & !enemy.pawns & !enemy.all).count() as i32);
}

const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

fn count_pawns(board: &Board, side: Color, own: &Reach, enemy: &Reach, add: &mut impl FnMut(usize, i32)) {
    let (pieces, others) = (board.by_color(side), board.by_color(!side));
    let (pawns, enemy_pawns) = (board.pawns() & pieces, board.pawns() & others);
    let (king, enemy_king) = (board.king_of(side), board.king_of(!side));
    let bare = (others & !board.pawns() & !board.kings()).is_empty();
    let step = forward(side);
    add(SIDE_BY_SIDE, (pawns & (pawns & !H_FILE).shift(1)).count() as i32);
    let mut distances = [0, 0];
    let passers = foremost_passed(pawns, enemy_pawns, side);
    // Backward: no pawn of their own is next to or behind them, and an enemy pawn attacks their next square.
    let level = adjacent(pawns);
    let alone = pawns & !(level | ahead_of(level, side)) & !ahead_of(pawns, !side) & !passers;
    add(BACKWARD, (alone.shift(step) & enemy.pawns).count() as i32);
    for square in passers {
        let (column, ahead) = (Bitboard::from_file(square.file()), ranks_ahead(square.rank(), side));
        let Ok(stop) = Square::try_from((square as i32 + step) as u32) else { continue };
        // A passed pawn: these features count more the farther it has advanced.
        let steps = if side.is_white() { square.rank() as i32 } else { 7 - square.rank() as i32 };
        let near = |king: Option<Square>| king.map_or(0, |king| (king.distance(stop) as i32).min(5));
        let weight = (steps - 2).max(0);
        distances[0] += near(king) * weight;
        distances[1] += near(enemy_king) * weight;
        let path = column & ahead;
        if board.occupied().contains(stop) && others.contains(stop) {
            add(BLOCKED, weight);
        } else if (path & (others | enemy.all)).is_empty() {
            add(FREE_PATH, weight);
        }
        if own.pawns.contains(square) || level.contains(square) {
            add(NEIGHBOUR, weight);
        }
        let behind = attacks::rook_attacks(square, board.occupied()) & column & !ahead & board.rooks();
        if (behind & pieces).any() {
            add(ROOK_BEHIND, 1);
        } else if (behind & others).any() {
            add(ENEMY_ROOK_BEHIND, 1);
        }
        let queening = if side.is_white() { Rank::Eighth } else { Rank::First };
        let goal = Square::from_coords(square.file(), queening);
        let far = enemy_king.map_or(0, |king| king.distance(goal) as i32);
        if bare && (path & board.occupied()).is_empty() && far > 7 - steps + 1 {
            add(OUTRUNS, 1);
        }
    }
    add(OWN_KING, distances[0].min(60));
    add(ENEMY_KING, distances[1].min(60));
}

fn beyond_storm(rank: Rank, side: Color) -> Bitboard {
    let one = if side.is_white() { 1 } else { -1 };
    rank.offset(one).map_or(Bitboard::EMPTY, |rank| beyond(rank, side))
}

/// The ranks from one to another, counted from a side's own first rank.
fn ranks_between(side: Color, from: u32, to: u32) -> Bitboard {
    let ranks = Bitboard(!0 << (8 * (from - 1))) & Bitboard(!0 >> (64 - 8 * to));
    if side.is_white() { ranks } else { ranks.flip_vertical() }
}

/// The kinds of pieces, in the order of the lists below.
const KNIGHT: usize = 0;
const BISHOP: usize = 1;
const ROOK: usize = 2;
const QUEEN: usize = 3;

/// What the pieces of a side reach.
pub struct Reach {
    pub pawns: Bitboard,
    pub knights: Bitboard,
    pub bishops: Bitboard,
    pub rooks: Bitboard,
    pub queens: Bitboard,
    pub all: Bitboard,
    /// What two pieces reach.
    pub twice: Bitboard,
    /// How many squares the pieces of each kind reach where no pawn takes them.
    pub mobility: [i32; 4],
    /// How often the pieces of each kind attack the enemy king and the squares around it.
    pub hits: [i32; 4],
    /// Pieces that reach one of these squares.
    pub attackers: usize,
    /// Pieces that have nowhere to go where no pawn takes them.
    pub without_a_move: i32,
}

impl Reach {
    /// Look at all pieces of a side.
    #[inline(always)]
    pub fn of(board: &Board, side: Color) -> Reach {
        let (own, occupied) = (board.by_color(side), board.occupied());
        let ring = board.king_of(!side).map_or(Bitboard::EMPTY, |square| attacks::king_attacks(square).with(square));
        let free = !own & !pawn_attacks(board.pawns() & !own, !side);
        let pawns = pawn_attacks(board.pawns() & own, side);
        let king = board.king_of(side).map_or(Bitboard::EMPTY, attacks::king_attacks);
        let mut found = Reach {
            pawns,
            knights: Bitboard::EMPTY,
            bishops: Bitboard::EMPTY,
            rooks: Bitboard::EMPTY,
            queens: Bitboard::EMPTY,
            all: pawns | king,
            twice: pawns & king,
            mobility: [0; 4],
            hits: [0; 4],
            attackers: 0,
            without_a_move: 0,
        };
        for square in board.knights() & own {
            let reach = attacks::knight_attacks(square);
            found.count(KNIGHT, reach, free, ring);
            found.knights |= reach;
        }
        for square in board.bishops() & own {
            let reach = attacks::bishop_attacks(square, occupied);
            found.count(BISHOP, reach, free, ring);
            found.bishops |= reach;
        }
        for square in board.rooks() & own {
            let reach = attacks::rook_attacks(square, occupied);
            found.count(ROOK, reach, free, ring);
            found.rooks |= reach;
        }
        for square in board.queens() & own {
            let reach = attacks::queen_attacks(square, occupied);
            found.count(QUEEN, reach, free, ring);
            found.queens |= reach;
        }
        found
    }

    #[inline(always)]
    fn count(&mut self, kind: usize, reach: Bitboard, free: Bitboard, ring: Bitboard) {
        let (moves, hits) = ((reach & free).count() as i32, (reach & ring).count() as i32);
        self.twice |= self.all & reach;
        self.all |= reach;
        self.mobility[kind] += moves;
        self.hits[kind] += hits;
        self.attackers += usize::from(hits > 0);
        self.without_a_move += i32::from(moves == 0);
    }
}
