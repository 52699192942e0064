//! Tests one condition on one row: whether it holds, which squares fit its piece, and where a link of two pieces leads.

use super::{
    parts::{FIRST_PIECE, FROM, Literal, TO},
    rows::Block,
    vocabulary::Relation,
};

/// The square that a number in a literal means, when it is the move's origin or target.
pub fn square_of(block: &Block, row: usize, square: u8) -> u8 {
    match square {
        FROM => block.from(row),
        TO => block.to(row),
        piece => unreachable!("piece {piece} has no square yet"),
    }
}

/// Whether a condition on the move alone holds.
pub fn holds(block: &Block, row: usize, literal: &Literal) -> bool {
    let at = |place: usize| square_of(block, row, literal.squares[place]);
    match literal.relation {
        Relation::Given => true,
        Relation::Flag(bit) => block.flag(row, bit),
        Relation::Set { index, next } => block.set(row, index, next) >> at(0) & 1 != 0,
        Relation::Pairs { .. } | Relation::WorthMore => {
            block.image(row, literal.relation, true, 1 << at(0)) >> at(1) & 1 != 0
        }
        Relation::Triples { index, next } => block.triples(row, index, next).contains(&(at(0), at(1), at(2))),
    }
}

/// The squares that fit the piece of a condition.
pub fn fitting(block: &Block, row: usize, literal: &Literal) -> u64 {
    let used = literal.used();
    let is_piece = |place: usize| used[place] >= FIRST_PIECE;
    let at = |place: usize| square_of(block, row, used[place]);
    match literal.relation {
        Relation::Set { index, next } => block.set(row, index, next),
        Relation::Pairs { .. } | Relation::WorthMore => match (is_piece(0), is_piece(1)) {
            (false, true) => block.image(row, literal.relation, true, 1 << at(0)),
            (true, false) => block.image(row, literal.relation, false, 1 << at(1)),
            // No piece has such a relation to itself.
            _ => 0,
        },
        Relation::Triples { index, next } => {
            let mut places = (0..3).filter(|&place| is_piece(place));
            // The three pieces of a line differ, so one piece fills one place of it.
            let (Some(piece), None) = (places.next(), places.next()) else { return 0 };
            let lines = block.triples(row, index, next).iter().map(|&(a, b, c)| [a, b, c]);
            lines.fold(0, |all, line| {
                let fits = (0..3).all(|place| place == piece || line[place] == at(place));
                if fits { all | 1 << line[piece] } else { all }
            })
        }
        Relation::Given | Relation::Flag(_) => unreachable!("said of the move"),
    }
}

/// What a link of two pieces, the first and second of its kind, leads to from a set of squares.
pub fn linked(block: &Block, row: usize, link: &Literal, forward: bool, of: u64) -> u64 {
    let Relation::Triples { index, next } = link.relation else {
        let straight = link.squares[0] == FIRST_PIECE;
        return block.image(row, link.relation, forward == straight, of);
    };
    let (source, target) = if forward { (FIRST_PIECE, FIRST_PIECE + 1) } else { (FIRST_PIECE + 1, FIRST_PIECE) };
    block.triples(row, index, next).iter().map(|&(a, b, c)| [a, b, c]).fold(0, |all, line| {
        let fits = |place: usize| match link.squares[place] {
            FROM => line[place] == block.from(row),
            TO => line[place] == block.to(row),
            piece if piece == source => of >> line[place] & 1 != 0,
            _ => true,
        };
        let end = link.squares.iter().position(|&square| square == target).expect("a link has two pieces");
        // One piece in two places of a line never fits, since the three differ.
        let twice = (0..3).any(|a| (0..a).any(|b| link.squares[a] == link.squares[b]));
        if !twice && (0..3).all(fits) { all | 1 << line[end] } else { all }
    })
}
