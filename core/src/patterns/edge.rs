//! An edge of the graph of a board: a relation and the squares between which it holds.

use shakmaty::Square;

use super::relation::Relation;

/// One relation between the pieces and squares of a board, in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub relation: Relation,
    places: [u8; 5],
}

impl Edge {
    pub(super) fn new<const N: usize>(relation: Relation, squares: [Square; N]) -> Edge {
        debug_assert_eq!(relation.arity(), N);
        let mut places = [0; 5];
        for (place, square) in places.iter_mut().zip(squares) {
            *place = square.into();
        }
        Edge { relation, places }
    }

    /// The squares of its pieces and empty squares.
    #[inline]
    pub fn squares(&self) -> &[u8] {
        &self.places[..self.relation.arity()]
    }
}
