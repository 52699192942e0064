//! Defines move patterns: pieces and squares, the relations between them, and the move of the first vertex to the
//! second.

use shakmaty::Role;

use super::{graph::Label, relation::Relation};
use crate::{errors::CoreError, moves::MoveCode};

/// The labels a vertex may have, a bit for each; one bit for a piece of one kind, several for a class of them.
pub type Mask = u16;

/// Every label there is.
pub const ANYTHING: Mask = (1 << 13) - 1;

/// The vertex that moves, and the one it moves to.
pub const SOURCE: u8 = 0;
pub const TARGET: u8 = 1;

/// The most pieces and squares a pattern may relate.
pub const MOST_VERTICES: usize = 32;

/// What is special about a move besides its squares: nothing (0), the piece a pawn becomes (2 to 5), or castling (6).
pub type Special = u8;

/// The step of a king that castles.
pub const CASTLING: Special = 6;

/// What is special about a move of a piece with this label.
pub fn special(code: MoveCode, mover: Label) -> Special {
    if let Some(role) = code.promotion() {
        return role.into();
    }
    let king: u8 = Role::King.into();
    if mover == king && code.from().file().distance(code.to().file()) > 1 { CASTLING } else { 0 }
}

/// A relation between vertices of a pattern; without a pointer, since libraries hold many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PatternEdge {
    pub relation: Relation,
    vertices: [u8; 5],
}

impl PatternEdge {
    /// A relation between as many vertices as it relates.
    pub fn new(relation: Relation, vertices: &[u8]) -> Result<PatternEdge, CoreError> {
        if vertices.len() != relation.arity() {
            let (name, arity) = (relation.name(), relation.arity());
            return Err(CoreError::BadArgument {
                why: format!("{name} relates {arity} vertices, not {}", vertices.len()),
            });
        }
        let is_twice = |place: usize| vertices[..place].iter().any(|&vertex| vertex == vertices[place]);
        if (1..vertices.len()).any(is_twice) {
            return Err(CoreError::BadArgument {
                why: format!("the vertices of {} are not distinct", relation.name()),
            });
        }
        let mut places = [0; 5];
        places[..vertices.len()].copy_from_slice(vertices);
        Ok(PatternEdge { relation, vertices: places })
    }

    /// The vertices, in the order of the relation.
    #[inline]
    pub fn vertices(&self) -> &[u8] {
        &self.vertices[..self.relation.arity()]
    }
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
            if let Some(vertex) = edge.vertices().iter().find(|&&vertex| usize::from(vertex) >= self.masks.len()) {
                let name = edge.relation.name();
                return bad(format!("{name} names vertex {vertex}, but there are only {}", self.masks.len()));
            }
        }
        Ok(self)
    }

    /// The edges in an order in which each, where possible, touches a vertex that is bound by then, most bound first.
    pub fn in_order(mut self) -> Pattern {
        if self.edges.len() < 2 {
            return self;
        }
        let mut bound = 1u32 << SOURCE | 1 << TARGET;
        for next in 0..self.edges.len() {
            let count = |edge: &PatternEdge| edge.vertices().iter().filter(|&&vertex| bound >> vertex & 1 != 0).count();
            let place = (next..self.edges.len())
                .max_by_key(|&place| (count(&self.edges[place]), self.edges.len() - place))
                .expect("not empty");
            self.edges[next..=place].rotate_right(1);
            self.edges[next].vertices().iter().for_each(|&vertex| bound |= 1 << vertex);
        }
        self
    }
}
