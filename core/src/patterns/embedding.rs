//! Whether and how a pattern lies in a position: distinct squares for its vertices, so that every edge is an edge.

use super::{
    graph::Edge,
    pattern::{Pattern, PatternEdge, SOURCE, TARGET},
    scene::Scene,
};

const UNBOUND: u8 = 64;

/// The squares of a pattern's vertices.
pub type Squares = Vec<u8>;

/// Call `found` with each embedding that takes source and target to these squares, until it says stop by `true`.
/// The edges of the pattern must hang together with its move; `in_order` puts them so that each touches what is bound.
pub fn embeddings(
    pattern: &Pattern,
    scene: &Scene,
    from: u8,
    to: u8,
    found: &mut impl FnMut(&[u8]) -> bool,
) -> bool {
    let mut squares = vec![UNBOUND; pattern.masks.len()];
    for (vertex, square) in [(SOURCE, from), (TARGET, to)] {
        if pattern.masks[usize::from(vertex)] >> scene.label(square) & 1 == 0 {
            return false;
        }
        squares[usize::from(vertex)] = square;
    }
    extend(pattern, scene, 0, &mut squares, found)
}

/// Whether there is an embedding at all.
pub fn fits(pattern: &Pattern, scene: &Scene, from: u8, to: u8) -> bool {
    embeddings(pattern, scene, from, to, &mut |_| true)
}

fn extend(
    pattern: &Pattern,
    scene: &Scene,
    depth: usize,
    squares: &mut Squares,
    found: &mut impl FnMut(&[u8]) -> bool,
) -> bool {
    let Some(wanted) = pattern.edges.get(depth) else { return found(squares) };
    let bound = wanted.vertices.iter().map(|&vertex| squares[usize::from(vertex)]).find(|&square| square != UNBOUND);
    let mut try_edge = |edge: &Edge| {
        let before = squares.clone();
        let stop = bind(pattern, scene, wanted, edge, squares) && extend(pattern, scene, depth + 1, squares, found);
        *squares = before;
        stop
    };
    match bound {
        Some(square) => scene.touching(square).iter().any(|&number| try_edge(&scene.edges[number as usize])),
        None => scene.edges.iter().any(try_edge),
    }
}

/// Bind the vertices of a pattern's edge to the squares of a board's edge, if they agree.
fn bind(pattern: &Pattern, scene: &Scene, wanted: &PatternEdge, edge: &Edge, squares: &mut Squares) -> bool {
    if edge.relation != wanted.relation {
        return false;
    }
    wanted.vertices.iter().zip(edge.squares()).all(|(&vertex, &square)| {
        let place = usize::from(vertex);
        if squares[place] != UNBOUND {
            return squares[place] == square;
        }
        let allowed = pattern.masks[place] >> scene.label(square) & 1 != 0 && !squares.contains(&square);
        if allowed {
            squares[place] = square;
        }
        allowed
    })
}

/// The edges in an order in which each, where possible, touches a vertex that is bound by then, most bound first.
pub fn in_order(mut pattern: Pattern) -> Pattern {
    let mut bound = vec![false; pattern.masks.len()];
    bound[usize::from(SOURCE)] = true;
    bound[usize::from(TARGET)] = true;
    let mut left = std::mem::take(&mut pattern.edges);
    while !left.is_empty() {
        let count = |edge: &PatternEdge| edge.vertices.iter().filter(|&&vertex| bound[usize::from(vertex)]).count();
        let place = (0..left.len()).max_by_key(|&place| (count(&left[place]), left.len() - place)).expect("not empty");
        let edge = left.remove(place);
        edge.vertices.iter().for_each(|&vertex| bound[usize::from(vertex)] = true);
        pattern.edges.push(edge);
    }
    pattern
}
