//! Builds the full graph of a board: every relation of ten types between its pieces and its empty squares.
//!
//! With C(F) the squares a piece attacks and M(F) the empty squares it can move to, whether or not that is legal:
//!
//! | relation | true when |
//! |---|---|
//! | F S | S is empty and in M(F) or C(F) (a pawn moves to some squares and covers others) |
//! | F1 F2 | F2 is on a square of C(F1) |
//! | F1 S F2 | F1 can go to S, and from there, its origin empty, hits F2 |
//! | F1 F2 F3 | the line of F1 meets F2, then F3 |
//! | F1 S F2 F3 | F1 can go to S, and from there its line meets F2, then F3 |
//! | F1 F2 S F3 | the line of F1 meets F3; S lies between, in M(F2) |
//! | F1 F2 F3 S | the line of F1 meets F2; S lies beyond it, before the next piece, in M(F3) |
//! | F1 F2 F3 F4 | the line of F1 meets F2, F3, F4 |
//! | F1 F2 S F3 F4 | the line of F1 meets F3, then F4; S lies before F3, in M(F2) |
//! | F1 F2 F3 S F4 | the line of F1 meets F2, then F4; S lies between them, in M(F3) |
//!
//! "Can go to S" means S in M(F1), or an enemy on S in C(F1). The pieces of a relation are distinct.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use super::{
    marks::marks,
    relation::{Edge, Relation},
};
use crate::chess::pawns::pushes;

/// The content of a square, seen by one side: 0 nothing, 1 to 6 an own pawn to king, 7 to 12 an enemy one.
pub type Label = u8;

/// The label of an empty square.
pub const EMPTY: Label = 0;

/// The label of a piece, seen by a side.
pub fn label(piece: Piece, side: Color) -> Label {
    let kind: u8 = piece.role.into();
    if piece.color == side { kind } else { kind + 6 }
}

/// The labels of all squares, seen by a side.
pub fn labels(board: &Board, side: Color) -> [Label; 64] {
    let mut labels = [EMPTY; 64];
    for (square, piece) in board.clone() {
        labels[usize::from(square)] = label(piece, side);
    }
    labels
}

/// Appends all edges of a board, and the marks of its pieces and squares as one side sees them.
pub fn edges_and_marks(board: &Board, side: Color, found: &mut Vec<Edge>) {
    let goes = edges(board, found);
    marks(board, side, &goes, found);
}

/// Appends all edges of a board. They do not depend on whose move it is. Gives M(F) of each piece.
pub fn edges(board: &Board, edges: &mut Vec<Edge>) -> [Bitboard; 64] {
    let occupied = board.occupied();
    let mut goes = [Bitboard::EMPTY; 64];
    let mut comers = [Bitboard::EMPTY; 64];
    for (square, piece) in board.clone() {
        let quiet = quiet_moves(square, piece, occupied);
        goes[usize::from(square)] = quiet;
        for target in quiet {
            comers[usize::from(target)] |= Bitboard::from_square(square);
        }
    }
    for (square, piece) in board.clone() {
        let quiet = goes[usize::from(square)];
        let controlled = attacks::attacks(square, piece, occupied);
        let alone = if piece.role == Role::Pawn { Relation::MOVES } else { Relation::REACHES };
        edges.extend(quiet.into_iter().map(|target| Edge::new(alone, [square, target])));
        if piece.role == Role::Pawn {
            let covered = controlled & !occupied;
            edges.extend(covered.into_iter().map(|target| Edge::new(Relation::COVERS, [square, target])));
        }
        edges.extend((controlled & occupied).into_iter().map(|other| Edge::new(Relation::HITS, [square, other])));
        for target in quiet | controlled & board.by_color(!piece.color) {
            after_a_move(square, piece, target, occupied, edges);
        }
        for direction in directions(piece.role) {
            along_a_line(square, &Line::from(square, direction, occupied), &comers, edges);
        }
    }
    goes
}

/// M(F): the empty squares a piece can move to.
fn quiet_moves(square: Square, piece: Piece, occupied: Bitboard) -> Bitboard {
    if piece.role != Role::Pawn {
        return attacks::attacks(square, piece, occupied) & !occupied;
    }
    pushes(square.into(), piece.color, occupied)
}

/// What a piece would hit, directly and through another, once it had gone to a square.
fn after_a_move(square: Square, piece: Piece, target: Square, occupied: Bitboard, edges: &mut Vec<Edge>) {
    let then = occupied.without(square).with(target);
    if directions(piece.role).is_empty() {
        let hit = attacks::attacks(target, piece, then) & then;
        edges.extend(hit.into_iter().map(|other| Edge::new(Relation::HITS_FROM, [square, target, other])));
        return;
    }
    for direction in directions(piece.role) {
        let line = Line::from(target, direction, then);
        let Some(first) = line.pieces[0] else { continue };
        edges.push(Edge::new(Relation::HITS_FROM, [square, target, first]));
        if let Some(second) = line.pieces[1] {
            edges.push(Edge::new(Relation::THROUGH_FROM, [square, target, first, second]));
        }
    }
}

/// What lies behind the first piece on a line, and who can step into the line.
fn along_a_line(square: Square, line: &Line, comers: &[Bitboard; 64], edges: &mut Vec<Edge>) {
    let Some(first) = line.pieces[0] else { return };
    let others = |place: Square, pieces: Bitboard| comers[usize::from(place)] & !pieces;
    let ends = Bitboard::from_square(square).with(first);
    for place in line.gaps[0] {
        let blockers = others(place, ends).into_iter();
        edges.extend(blockers.map(|other| Edge::new(Relation::BLOCKS, [square, other, place, first])));
    }
    for place in line.gaps[1] {
        let sheltered = others(place, ends).into_iter();
        edges.extend(sheltered.map(|other| Edge::new(Relation::SHELTERS, [square, first, other, place])));
    }
    let Some(second) = line.pieces[1] else { return };
    edges.push(Edge::new(Relation::THROUGH, [square, first, second]));
    let all = ends.with(second);
    for place in line.gaps[0] {
        let blockers = others(place, all).into_iter();
        edges.extend(blockers.map(|other| Edge::new(Relation::BLOCKS_FIRST, [square, other, place, first, second])));
    }
    for place in line.gaps[1] {
        let blockers = others(place, all).into_iter();
        edges.extend(blockers.map(|other| Edge::new(Relation::BLOCKS_SECOND, [square, first, other, place, second])));
    }
    if let Some(third) = line.pieces[2] {
        edges.push(Edge::new(Relation::THROUGH_TWO, [square, first, second, third]));
    }
}

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
