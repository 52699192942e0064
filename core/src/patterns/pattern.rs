//! Defines move patterns: pieces and squares, the relations between them, and the move of the first vertex to the
//! second.

use shakmaty::Role;

use super::{graph::Label, relation::Relation};
use crate::{
    chess::moves::MoveCode,
    errors::{CoreError, refuse},
};

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

const LETTERS: &[u8; 13] = b".PNBRQKpnbrqk";

/// The mask of each letter.
const MASKS: [Mask; 256] = {
    let mut masks = [0; 256];
    let mut label = 0;
    while label < LETTERS.len() {
        masks[LETTERS[label] as usize] = 1 << label;
        label += 1;
    }
    masks
};

/// The patterns of a text and the weights of their moves; replies belong to another reader and are passed over.
pub fn parse(text: &str) -> Result<(Vec<Pattern>, Vec<f64>), CoreError> {
    let (mut patterns, mut weights) = (Vec::new(), Vec::new());
    let mut edges = Vec::with_capacity(8);
    for (number, line) in lines(text).enumerate() {
        let bad = |why: String| CoreError::BadArgument { why: format!("line {}: {why}", number + 1) };
        let Some(first) = line.bytes().next() else { continue };
        if first.is_ascii_digit() {
            let (pattern, weight) = move_line(line, &edges).map_err(bad)?;
            patterns.push(pattern);
            weights.push(weight);
            edges.clear();
        } else {
            edges.push(edge_line(line).map_err(bad)?);
        }
    }
    if edges.is_empty() { Ok((patterns, weights)) } else { refuse("the last pattern has edges, but no move") }
}

/// The lines without the blanks around them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut begin = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    ends.map(move |end| {
        let line = &text[begin..end];
        begin = end + 1;
        line.trim_ascii()
    })
}

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_ascii_whitespace()
}

/// The relation of this name.
pub fn relation(name: &str) -> Result<Relation, String> {
    Relation::named(name).ok_or_else(|| format!("there is no relation called {name:?}"))
}

fn edge_line(line: &str) -> Result<PatternEdge, String> {
    let mut words = words(line);
    let relation = relation(words.next().unwrap_or_default())?;
    let (mut vertices, mut count) = ([0; 8], 0);
    for item in words {
        let (number, rest) = number(item);
        let vertex = number.filter(|&number| number > 0 && number < 256 && rest.is_empty());
        let vertex = vertex.ok_or_else(|| format!("cannot read the vertex {item:?}"))?;
        vertices[count] = (vertex - 1) as u8;
        count = (count + 1).min(7);
    }
    PatternEdge::new(relation, &vertices[..count]).map_err(|error| error.to_string())
}

fn move_line(line: &str, edges: &[PatternEdge]) -> Result<(Pattern, f64), String> {
    let unreadable = || format!("cannot read the move {line:?}");
    let (source, rest) = cut(line, b'(').ok_or_else(unreadable)?;
    let (weight, rest) = cut(rest, b')').ok_or_else(unreadable)?;
    let source = source.strip_suffix(" -").ok_or_else(unreadable)?;
    let rest = rest.strip_prefix("-> ").ok_or_else(unreadable)?;
    let mut words = words(rest);
    let mut masks = Masks { masks: [0; MOST_VERTICES], count: 0 };
    let mut special: Special = 0;
    masks.add(source)?;
    masks.add(words.next().ok_or_else(unreadable)?)?;
    for item in words {
        match item {
            "with" => {}
            "=>" => break,
            "castles" => special = CASTLING,
            "=N" => special = 2,
            "=B" => special = 3,
            "=R" => special = 4,
            "=Q" => special = 5,
            vertex => masks.add(vertex)?,
        }
    }
    let masks = masks.masks[..masks.count].to_vec();
    let pattern = Pattern { masks, edges: edges.to_vec(), special }.checked().map_err(|error| error.to_string())?;
    Ok((pattern, weight.parse().map_err(|_| unreadable())?))
}

/// What comes before and after the first of a sign; lines are so short that nothing beats looking at each byte.
fn cut(line: &str, sign: u8) -> Option<(&str, &str)> {
    let place = line.bytes().position(|byte| byte == sign)?;
    Some((&line[..place], &line[place + 1..]))
}

/// The number at the beginning of a word, and what comes after it.
fn number(word: &str) -> (Option<usize>, &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let value = |number: usize, digit: u8| number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    let (digits, rest) = word.split_at(digits);
    ((!digits.is_empty()).then(|| digits.bytes().fold(0, value)), rest)
}

/// What may stand on the vertices read so far.
struct Masks {
    masks: [Mask; MOST_VERTICES],
    count: usize,
}

impl Masks {
    fn add(&mut self, word: &str) -> Result<(), String> {
        let unreadable = || format!("cannot read the vertex {word:?}");
        let (number, letters) = number(word);
        if number.ok_or_else(unreadable)? != self.count + 1 {
            let number = number.unwrap_or_default();
            return Err(format!("vertex {number} comes where vertex {} should", self.count + 1));
        }
        let mut mask = 0;
        for letter in letters.bytes() {
            if MASKS[usize::from(letter)] == 0 {
                return Err(unreadable());
            }
            mask |= MASKS[usize::from(letter)];
        }
        if mask == 0 {
            return Err(unreadable());
        }
        let place = self.masks.get_mut(self.count);
        *place.ok_or_else(|| format!("a pattern has 2 to {MOST_VERTICES} vertices, not more"))? = mask;
        self.count += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_reads_as_a_fork() {
        let (patterns, weights) = parse("hits_from 1 2 3\nhits_from 1 2 4\n1N -(+0.5)-> 2. with 3k 4rq\n").unwrap();
        assert_eq!(weights, [0.5]);
        assert_eq!(patterns[0].edges.len(), 2);
        assert_eq!(patterns[0].masks, [1 << 2, 1, 1 << 12, 1 << 10 | 1 << 11]);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        let why = |text: &str| parse(text).unwrap_err().to_string();
        assert!(why("skewers 1 2\n1N -(+1)-> 2.").contains("line 1: there is no relation called \"skewers\""));
        assert!(why("hits 1 2\n1N -> 2p").contains("line 2: cannot read the move"));
        assert!(why("hits 1 9\n1N -(+1)-> 2p").contains("names vertex 8, but there are only 2"));
        assert!(why("1N -(+1)-> 3p").contains("vertex 3 comes where vertex 2 should"));
        assert!(why("1x -(+1)-> 2p").contains("cannot read the vertex \"1x\""));
        assert!(why("hits 1 2").contains("edges, but no move"));
    }
}
