//! A move pattern as the core sees it: men and squares, the relations between them, and the move of the first to the second.

use shakmaty::Role;

use super::graph::{Label, Relation};
use crate::{errors::CoreError, moves::MoveCode};

/// The labels a vertex may have, a bit for each; one bit for a man of one kind, several for a class of them.
pub type Mask = u16;

/// Every label there is.
pub const ANYTHING: Mask = (1 << 13) - 1;

/// The vertex that moves, and the one it moves to.
pub const SOURCE: u8 = 0;
pub const TARGET: u8 = 1;

/// The most men and squares a pattern may relate.
pub const MOST_VERTICES: usize = 32;

/// What is special about a move besides its squares: nothing (0), the piece a pawn becomes (2 to 5), or castling (6).
pub type Special = u8;

/// The step of a king that castles.
pub const CASTLING: Special = 6;

/// What is special about a move of a man with this label.
pub fn special(code: MoveCode, mover: Label) -> Special {
    if let Some(role) = code.promotion() {
        return role.into();
    }
    let king: u8 = Role::King.into();
    if mover == king && code.from().file().distance(code.to().file()) > 1 { CASTLING } else { 0 }
}

/// A relation between vertices of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PatternEdge {
    pub relation: Relation,
    pub vertices: Vec<u8>,
}

/// The vertices by their labels, the relations between them, and what is special about the move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    pub masks: Vec<Mask>,
    pub edges: Vec<PatternEdge>,
    pub special: Special,
}

impl Pattern {
    /// Refuse a pattern that names what it does not have.
    pub fn checked(self) -> Result<Pattern, CoreError> {
        let bad = |why: String| Err(CoreError::BadArgument { why });
        if self.masks.len() < 2 || self.masks.len() > MOST_VERTICES {
            return bad(format!("a pattern has 2 to {MOST_VERTICES} vertices, not {}", self.masks.len()));
        }
        for edge in &self.edges {
            let name = edge.relation.name();
            if edge.vertices.len() != edge.relation.arity() {
                return bad(format!("{name} relates {} vertices, not {}", edge.relation.arity(), edge.vertices.len()));
            }
            if let Some(vertex) = edge.vertices.iter().find(|&&vertex| usize::from(vertex) >= self.masks.len()) {
                return bad(format!("{name} names vertex {vertex}, but there are only {}", self.masks.len()));
            }
        }
        Ok(self)
    }

    /// The edges in an order in which each, where possible, touches a vertex that is bound by then, most bound first.
    pub fn in_order(mut self) -> Pattern {
        let mut bound = vec![false; self.masks.len()];
        bound[usize::from(SOURCE)] = true;
        bound[usize::from(TARGET)] = true;
        let mut left = std::mem::take(&mut self.edges);
        while !left.is_empty() {
            let count = |edge: &PatternEdge| edge.vertices.iter().filter(|&&vertex| bound[usize::from(vertex)]).count();
            let place =
                (0..left.len()).max_by_key(|&place| (count(&left[place]), left.len() - place)).expect("not empty");
            let edge = left.remove(place);
            edge.vertices.iter().for_each(|&vertex| bound[usize::from(vertex)] = true);
            self.edges.push(edge);
        }
        self
    }
}
