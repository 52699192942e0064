//! Marks pieces and squares with what a player sees at a glance: guarded, hanging, passed, open file, rank and file.
//!
//! | mark | true when |
//! |---|---|
//! | guards_alone F1 F2 | F2 is attacked, and only F1 guards it |
//! | near V K | V lies within two steps of the king K |
//! | loose F | no piece of the same side guards F |
//! | hangs F | the other side wins something by capturing F, whatever is captured back |
//! | passed F | no enemy pawn is ahead of the pawn F, on its own or an adjacent file |
//! | open_file V, half_open V, enemy_half_open V | V's file has no pawn; only enemy pawns; only own pawns |
//! | outpost V, enemy_outpost V | no enemy pawn can ever attack V; no own one can |
//! | in_opening F, in_endgame F | five minor pieces or more are at home; the pieces of both sides are worth at most 26 |
//! | in_check F | F is of a side whose king is attacked |
//! | rank_1 V … rank_8 V, file_a V … file_h V, on_a1 V … on_h8 V | V lies there, seen by the side that moves |
//!
//! F is a piece, V a piece or a square. Pieces are worth what they are in `exchange`. `move_marks` has the marks of
//! moves.

use shakmaty::{Bitboard, Board, Color, File, Role, Square, attacks};

use super::{
    move_marks::move_marks,
    relation::{Edge, Relation},
};
use crate::{
    chess::{
        exchange::best_capture,
        pawns::{neighbours, passed, ranks_ahead},
        safety::AttackCounts,
    },
    facts::{is_endgame, undeveloped},
};

/// How many minor pieces at home make an opening.
const AT_HOME: usize = 5;

/// Appends the marks of a board as one side sees it. Places come last, one group a square.
pub fn marks(board: &Board, side: Color, quiet: &[Bitboard; 64], edges: &mut Vec<Edge>) {
    let hits = AttackCounts::of(board);
    move_marks(board, side, quiet, &hits, edges);
    guards(board, &hits, edges);
    for color in Color::ALL {
        if let Some(king) = board.king_of(color) {
            let close = close_to(king);
            edges.extend(close.into_iter().map(|square| Edge::new(Relation::NEAR, [square, king])));
        }
    }
    stages(board, &hits, edges);
    pawns(board, side, edges);
    for square in Square::ALL {
        let seen = if side.is_white() { square } else { square.flip_vertical() };
        edges.push(Edge::new(Relation::rank(seen.rank() as u8), [square]));
        edges.push(Edge::new(Relation::file(seen.file() as u8), [square]));
        edges.push(Edge::new(Relation::square(seen as u8), [square]));
    }
}

/// The pieces that no piece or one piece guards, and the pieces that hang.
fn guards(board: &Board, hits: &AttackCounts, edges: &mut Vec<Edge>) {
    for (square, piece) in board.clone() {
        if piece.role == Role::King {
            continue;
        }
        let own = piece.color as usize;
        let attacked = hits.by[1 - own].contains(square);
        if !hits.by[own].contains(square) {
            edges.push(Edge::new(Relation::LOOSE, [square]));
        } else if attacked && !hits.twice[own].contains(square) {
            let guard = board.attacks_to(square, piece.color, board.occupied());
            edges.extend(guard.into_iter().map(|guard| Edge::new(Relation::GUARDS_ALONE, [guard, square])));
        }
        if attacked && best_capture(board, square, !piece.color) > 0 {
            edges.push(Edge::new(Relation::HANGS, [square]));
        }
    }
}

/// Opening, endgame and check.
fn stages(board: &Board, hits: &AttackCounts, edges: &mut Vec<Edge>) {
    let stage = if undeveloped(board).count() >= AT_HOME {
        Some(Relation::IN_OPENING)
    } else {
        is_endgame(board).then_some(Relation::IN_ENDGAME)
    };
    if let Some(stage) = stage {
        edges.extend(board.occupied().into_iter().map(|square| Edge::new(stage, [square])));
    }
    for color in Color::ALL {
        if board.king_of(color).is_some_and(|king| hits.by[!color as usize].contains(king)) {
            let pieces = board.by_color(color);
            edges.extend(pieces.into_iter().map(|square| Edge::new(Relation::IN_CHECK, [square])));
        }
    }
}

/// Marks of open files and outposts.
fn pawns(board: &Board, side: Color, edges: &mut Vec<Edge>) {
    let pawns = |color: Color| board.pawns() & board.by_color(color);
    for color in Color::ALL {
        let passed = passed(pawns(color), pawns(!color), color);
        edges.extend(passed.into_iter().map(|pawn| Edge::new(Relation::PASSED, [pawn])));
    }
    for file in File::ALL {
        let here = Bitboard::from_file(file);
        let (own, theirs) = ((pawns(side) & here).any(), (pawns(!side) & here).any());
        let relation = match (own, theirs) {
            (false, false) => Relation::OPEN_FILE,
            (false, true) => Relation::HALF_OPEN,
            (true, false) => Relation::ENEMY_HALF_OPEN,
            (true, true) => continue,
        };
        edges.extend(here.into_iter().map(|square| Edge::new(relation, [square])));
    }
    for square in Square::ALL {
        // A pawn that can come to attack a square is ahead of it, on an adjacent file.
        if (flanks(square, side) & pawns(!side)).is_empty() {
            edges.push(Edge::new(Relation::OUTPOST, [square]));
        }
        if (flanks(square, !side) & pawns(side)).is_empty() {
            edges.push(Edge::new(Relation::ENEMY_OUTPOST, [square]));
        }
    }
}

/// The squares ahead of a square for a side, on the adjacent files.
fn flanks(square: Square, side: Color) -> Bitboard {
    neighbours(square.file()) & ranks_ahead(square.rank(), side)
}

/// The squares within two steps of a king.
fn close_to(king: Square) -> Bitboard {
    let near = attacks::king_attacks(king);
    near.into_iter().fold(near, |all, square| all | attacks::king_attacks(square)).without(king)
}
