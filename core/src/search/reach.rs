//! Collects what the pieces of a side attack, once for all terms of the tapered evaluation.

use shakmaty::{Bitboard, Board, Color, attacks};

use crate::pawns::pawn_attacks;

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
