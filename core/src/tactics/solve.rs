//! Finds the pieces of a rule on one row, trying the rarest first.

use super::{
    parts::{FIRST_PIECE, FROM, Literal, TO},
    rows::Block,
    vocabulary::Relation,
};

/// One choice of different squares, one for each domain, that fulfils all links; pieces are named in the domains'
/// order.
pub fn witness_of_net(block: &Block, row: usize, domains: &[u64], links: &[Literal]) -> Option<Vec<u8>> {
    let mut search = Search { block, row, links, chosen: vec![None; domains.len()] };
    let mut domains = domains.to_vec();
    links.iter().for_each(|link| search.narrow(link, &mut domains));
    if domains.contains(&0) {
        return None;
    }
    search.choose(&domains).then(|| search.chosen.into_iter().flatten().collect())
}

struct Search<'a> {
    block: &'a Block,
    row: usize,
    links: &'a [Literal],
    chosen: Vec<Option<u8>>,
}

impl Search<'_> {
    fn choose(&mut self, domains: &[u64]) -> bool {
        let open = (0..domains.len()).filter(|&piece| self.chosen[piece].is_none());
        let Some(piece) = open.min_by_key(|&piece| domains[piece].count_ones()) else { return true };
        let mut left = domains[piece];
        while left != 0 {
            let square = left.trailing_zeros() as u8;
            left &= left - 1;
            self.chosen[piece] = Some(square);
            if self.narrowed(domains, piece, square).is_some_and(|domains| self.choose(&domains)) {
                return true;
            }
            self.chosen[piece] = None;
        }
        false
    }

    /// What remains for the other pieces once one is chosen; none when something is impossible.
    fn narrowed(&self, domains: &[u64], piece: usize, square: u8) -> Option<Vec<u64>> {
        let mut narrowed: Vec<u64> = domains.iter().map(|domain| domain & !(1 << square)).collect();
        narrowed[piece] = 1 << square;
        for link in self.links {
            self.narrow(link, &mut narrowed);
        }
        narrowed.iter().all(|&domain| domain != 0).then_some(narrowed)
    }

    fn narrow(&self, link: &Literal, domains: &mut [u64]) {
        let piece_at = |place: usize| usize::from(link.squares[place] - FIRST_PIECE);
        if let Relation::Triples { index, next } = link.relation {
            let mut seen = [0; 3];
            for &(a, b, c) in self.block.triples(self.row, index, next) {
                let line = [a, b, c];
                let fits = |place: usize| match link.squares[place] {
                    FROM | TO => line[place] == square_of(self.block, self.row, link.squares[place]),
                    _ => domains[piece_at(place)] >> line[place] & 1 != 0,
                };
                if (0..3).all(fits) {
                    (0..3).for_each(|place| seen[place] |= 1 << line[place]);
                }
            }
            for place in 0..3 {
                if link.squares[place] >= FIRST_PIECE {
                    domains[piece_at(place)] &= seen[place];
                }
            }
            return;
        }
        let (first, second) = (piece_at(0), piece_at(1));
        let pattern = Literal { relation: link.relation, squares: [FIRST_PIECE, FIRST_PIECE + 1, FROM] };
        domains[second] &= linked(self.block, self.row, &pattern, true, domains[first]);
        domains[first] &= linked(self.block, self.row, &pattern, false, domains[second]);
    }
}

/// The squares of a rule's pieces on one row, in the order of their numbers; none when the rule does not hold there.
pub fn witness(block: &Block, row: usize, rule: &[Literal]) -> Option<Vec<u8>> {
    let pieces = rule
        .iter()
        .flat_map(|literal| literal.used())
        .copied()
        .max()
        .map_or(0, |most| (most + 1).saturating_sub(FIRST_PIECE));
    let everywhere = !(1 << block.from(row) | 1 << block.to(row));
    let mut domains = vec![everywhere; usize::from(pieces)];
    let mut links = Vec::new();
    for literal in rule {
        match literal.pieces()[..] {
            [] if !holds(block, row, literal) => return None,
            [] => {}
            [piece] => domains[usize::from(piece - FIRST_PIECE)] &= fitting(block, row, literal),
            _ => links.push(*literal),
        }
    }
    if domains.contains(&0) {
        return None;
    }
    witness_of_net(block, row, &domains, &links)
}

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
