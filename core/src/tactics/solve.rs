//! Finds the pieces of a rule on one row, trying the rarest first.

use super::{
    condition::{fitting, holds, linked, square_of},
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
