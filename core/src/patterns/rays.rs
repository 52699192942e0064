//! The eight lines that leave a square, and the pieces that stand on them.

use shakmaty::{Bitboard, Role, Square};

/// The steps of the eight directions: the four of a rook, then the four of a bishop.
const STEPS: [(i32, i32); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Whether the squares of a direction ascend, so that the nearest is the lowest.
const ASCENDING: [bool; 8] = [true, true, false, false, true, true, false, false];

static RAYS: [[u64; 64]; 8] = all_rays();

const fn all_rays() -> [[u64; 64]; 8] {
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            let (file_step, rank_step) = STEPS[direction];
            let mut file = square as i32 % 8 + file_step;
            let mut rank = square as i32 / 8 + rank_step;
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                rays[direction][square] |= 1 << (rank * 8 + file);
                file += file_step;
                rank += rank_step;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
}

/// The directions in which a piece slides; none for one that does not.
pub fn directions(role: Role) -> std::ops::Range<usize> {
    match role {
        Role::Rook => 0..4,
        Role::Bishop => 4..8,
        Role::Queen => 0..8,
        Role::Pawn | Role::Knight | Role::King => 0..0,
    }
}

/// The line from a square up to the first piece and beyond: the empty squares before each of up to three pieces.
#[derive(Clone, Copy)]
pub struct Line {
    /// The pieces, nearest first.
    pub pieces: [Option<Square>; 3],
    /// `gaps[n]` are the empty squares just before `pieces[n]`, or up to the edge when there is no such piece.
    pub gaps: [Bitboard; 3],
}

impl Line {
    /// The pieces on the line that leaves a square in a direction.
    pub fn from(square: Square, direction: usize, occupied: Bitboard) -> Line {
        let mut line = Line { pieces: [None; 3], gaps: [Bitboard::EMPTY; 3] };
        let mut rest = Bitboard(RAYS[direction][usize::from(square)]);
        for place in 0..3 {
            let pieces = rest & occupied;
            let nearest = if ASCENDING[direction] { pieces.first() } else { pieces.last() };
            let Some(piece) = nearest else {
                line.gaps[place] = rest;
                break;
            };
            let beyond = Bitboard(RAYS[direction][usize::from(piece)]);
            line.pieces[place] = Some(piece);
            line.gaps[place] = rest ^ beyond ^ Bitboard::from_square(piece);
            rest = beyond;
        }
        line
    }
}
