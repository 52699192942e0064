//! One condition asked of one row: whether it holds, which squares fit its man, and where a link of two men leads.

use super::{
    parts::{FIRST_MAN, FROM, Literal, TO},
    rows::Block,
    vocabulary::Relation,
};

/// The square that a number in a literal stands for, when it is the move's own.
pub fn square_of(block: &Block, row: usize, square: u8) -> u8 {
    match square {
        FROM => block.from(row),
        TO => block.to(row),
        man => unreachable!("man {man} has no square yet"),
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

/// The squares that fit the man of a condition.
pub fn fitting(block: &Block, row: usize, literal: &Literal) -> u64 {
    let used = literal.used();
    let is_man = |place: usize| used[place] >= FIRST_MAN;
    let at = |place: usize| square_of(block, row, used[place]);
    match literal.relation {
        Relation::Set { index, next } => block.set(row, index, next),
        Relation::Pairs { .. } | Relation::WorthMore => match (is_man(0), is_man(1)) {
            (false, true) => block.image(row, literal.relation, true, 1 << at(0)),
            (true, false) => block.image(row, literal.relation, false, 1 << at(1)),
            // No man stands in such a relation to itself.
            _ => 0,
        },
        Relation::Triples { index, next } => {
            let mut places = (0..3).filter(|&place| is_man(place));
            // The three men of a line differ, so one man fills one place of it.
            let (Some(man), None) = (places.next(), places.next()) else { return 0 };
            let lines = block.triples(row, index, next).iter().map(|&(a, b, c)| [a, b, c]);
            lines.fold(0, |all, line| {
                let fits = (0..3).all(|place| place == man || line[place] == at(place));
                if fits { all | 1 << line[man] } else { all }
            })
        }
        Relation::Given | Relation::Flag(_) => unreachable!("said of the move"),
    }
}

/// What a link of two men, the first and second of its kind, leads to from a set of squares.
pub fn linked(block: &Block, row: usize, link: &Literal, forward: bool, of: u64) -> u64 {
    let Relation::Triples { index, next } = link.relation else {
        let straight = link.squares[0] == FIRST_MAN;
        return block.image(row, link.relation, forward == straight, of);
    };
    let (source, target) = if forward { (FIRST_MAN, FIRST_MAN + 1) } else { (FIRST_MAN + 1, FIRST_MAN) };
    block.triples(row, index, next).iter().map(|&(a, b, c)| [a, b, c]).fold(0, |all, line| {
        let fits = |place: usize| match link.squares[place] {
            FROM => line[place] == block.from(row),
            TO => line[place] == block.to(row),
            man if man == source => of >> line[place] & 1 != 0,
            _ => true,
        };
        let end = link.squares.iter().position(|&square| square == target).expect("a link has two men");
        // One man in two places of a line never fits, since the three differ.
        let twice = (0..3).any(|a| (0..a).any(|b| link.squares[a] == link.squares[b]));
        if !twice && (0..3).all(fits) { all | 1 << line[end] } else { all }
    })
}
