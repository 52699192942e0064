//! Marks: what a player sees at a glance of a man or a square, and where it lies for the side that moves.
//!
//! | mark | true when |
//! |---|---|
//! | guards_alone F1 F2 | F2 is attacked, and of its own side F1 alone guards it |
//! | near V K | V lies within two steps of the king K |
//! | loose F | nobody of its own side guards F |
//! | hangs F | the other side wins something by capturing F, whatever is captured back |
//! | passed F | no enemy pawn stands before the pawn F, on its own file or one beside it |
//! | open_file V, half_open V, enemy_half_open V | on V's file stands no pawn; none but enemy ones; none but own ones |
//! | outpost V, enemy_outpost V | no enemy pawn can ever attack V; no own one can |
//! | in_opening F, in_endgame F | five minor pieces or more stand at home; the pieces of both sides are worth 26 or less |
//! | in_check F | F is of a side whose king is attacked |
//! | rank_1 V … rank_8 V, file_a V … file_h V, on_a1 V … on_h8 V | V lies there, seen by the side that moves |
//!
//! F is a man, V a man or a square. Men are worth what they are in `exchange`. `ventures` has the marks of moves.

use shakmaty::{Bitboard, Board, Color, File, Role, Square, attacks};

use super::{edge::Edge, hits::Hits, relation::Relation, ventures::ventures};
use crate::{
    exchange::best_capture,
    facts::{is_endgame, undeveloped},
    pawns::{neighbours, passed, ranks_ahead},
};

/// How many minor pieces at home make an opening.
const AT_HOME: usize = 5;

/// Appends the marks of a board as one side sees it. Places come last, one group a square.
pub fn marks(board: &Board, side: Color, quiet: &[Bitboard; 64], edges: &mut Vec<Edge>) {
    let hits = Hits::of(board);
    ventures(board, side, quiet, &hits, edges);
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

/// Who is guarded by nobody or by one alone, and who hangs.
fn guards(board: &Board, hits: &Hits, edges: &mut Vec<Edge>) {
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
fn stages(board: &Board, hits: &Hits, edges: &mut Vec<Edge>) {
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
            let men = board.by_color(color);
            edges.extend(men.into_iter().map(|square| Edge::new(Relation::IN_CHECK, [square])));
        }
    }
}

/// What pawns make of files and squares.
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
        // A pawn that can come to attack a square stands before it, on a file beside it.
        if (beside(square, side) & pawns(!side)).is_empty() {
            edges.push(Edge::new(Relation::OUTPOST, [square]));
        }
        if (beside(square, !side) & pawns(side)).is_empty() {
            edges.push(Edge::new(Relation::ENEMY_OUTPOST, [square]));
        }
    }
}

/// The squares before a square for a side, on the files beside it.
fn beside(square: Square, side: Color) -> Bitboard {
    neighbours(square.file()) & ranks_ahead(square.rank(), side)
}

/// The squares within two steps of a king.
fn close_to(king: Square) -> Bitboard {
    let near = attacks::king_attacks(king);
    near.into_iter().fold(near, |all, square| all | attacks::king_attacks(square)).without(king)
}
