//! Breaks rules into parts that many rules share: conditions on the move alone, and on each further piece.
//!
//! A rule's coverage is the intersection of its components. All further pieces of a rule form one component, since
//! different variables mean different squares; the common shapes of it have a quick test of their own.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::vocabulary::Relation;
use crate::errors::{CoreError, refuse};

/// The move's origin among the squares of a literal; the further pieces count from [`FIRST_PIECE`].
pub const FROM: u8 = 0;
/// The move's target.
pub const TO: u8 = 1;
/// The first further piece.
pub const FIRST_PIECE: u8 = 2;
/// The most further pieces that a rule may speak of.
pub const MOST_PIECES: usize = 6;

/// One condition: a relation and its squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    pub relation: Relation,
    pub squares: [u8; 3],
}

impl Literal {
    /// A condition by the name of its relation.
    pub fn new(name: &str, squares: &[u8]) -> Result<Literal, CoreError> {
        let relation = Relation::find(name)?;
        Literal::of(relation, name, squares)
    }

    /// A condition whose relation was found already.
    pub fn of(relation: Relation, name: &str, squares: &[u8]) -> Result<Literal, CoreError> {
        let wrong = |why: String| refuse(format!("{name}: {why}"));
        if squares.len() != relation.squares() {
            return wrong(format!("{} squares given, {} needed", squares.len(), relation.squares()));
        }
        if matches!(relation, Relation::Given | Relation::Flag(_)) && !squares.is_empty() && squares != [FROM, TO] {
            return wrong("is said of the move, from its origin to its target".into());
        }
        if squares.iter().any(|&square| usize::from(square) >= usize::from(FIRST_PIECE) + MOST_PIECES) {
            return wrong(format!("a rule has at most {MOST_PIECES} pieces besides the move's squares"));
        }
        let mut all = [FROM; 3];
        all[..squares.len()].copy_from_slice(squares);
        Ok(Literal { relation, squares: all })
    }

    /// The squares that the relation takes.
    pub fn used(&self) -> &[u8] {
        &self.squares[..self.relation.squares()]
    }

    /// The further pieces it speaks of, in the order in which they stand.
    pub fn pieces(&self) -> Vec<u8> {
        let mut pieces: Vec<u8> = self.used().iter().copied().filter(|&square| square >= FIRST_PIECE).collect();
        pieces.dedup();
        if pieces.len() == 3 && pieces[0] == pieces[2] {
            pieces.pop();
        }
        pieces
    }

    /// The same condition with its pieces called by their order of appearance here.
    fn anonymous(&self, pieces: &[u8]) -> Literal {
        let rename =
            |square: u8| pieces.iter().position(|&piece| piece == square).map_or(square, |at| FIRST_PIECE + at as u8);
        Literal { relation: self.relation, squares: self.squares.map(rename) }
    }
}

/// The pieces that fit a variable: those of a shorter domain that fit one more column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Domain {
    /// The domain with one condition less; none when this is every square but the move's own.
    pub parent: Option<u32>,
    /// The condition it adds; none for every square.
    pub column: Option<u32>,
}

/// The squares that have a relation to some piece of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Image {
    pub domain: u32,
    pub link: u32,
    pub forward: bool,
}

/// A part of a rule whose coverage is worth keeping.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Component {
    /// A condition on the move alone.
    Move(u32),
    /// Some piece of a domain.
    One(u32),
    /// Two different pieces, each of its domain.
    Two(u32, u32),
    /// A piece of a domain that is also in an image.
    Chain(u32, u32),
    /// Any other net of pieces: their domains, and the links among them.
    Net { domains: Vec<u32>, links: Vec<Literal> },
}

/// Values with a number each, none twice.
pub struct Interned<T> {
    pub items: Vec<T>,
    /// Taking rules apart asks for a million of them: the usual hash, made for keys that a stranger may choose, took a
    /// twelfth of the time of a test (benchmarks/rules.py).
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Interned { items: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    fn number(&mut self, item: T) -> u32 {
        if let Some(&number) = self.numbers.get(&item) {
            return number;
        }
        let number = self.items.len() as u32;
        self.items.push(item.clone());
        self.numbers.insert(item, number);
        number
    }
}

/// Many rules, taken apart.
#[derive(Default)]
pub struct Program {
    /// Conditions on the move alone.
    pub moves: Interned<Literal>,
    /// Conditions on one further piece, written as [`FIRST_PIECE`].
    pub columns: Interned<Literal>,
    /// Conditions that link two further pieces.
    pub links: Interned<Literal>,
    pub domains: Interned<Domain>,
    pub images: Interned<Image>,
    pub components: Interned<Component>,
    /// The components of each rule.
    pub rules: Vec<Vec<u32>>,
    /// Whether a domain's pieces are needed again, and not only whether there are any.
    pub kept: Vec<bool>,
    /// Whether several rules have a component in common, so that its coverage is worth keeping.
    pub shared: Vec<bool>,
}

impl Program {
    /// Take rules apart.
    pub fn of(rules: &[Vec<Literal>]) -> Program {
        let mut program = Program::default();
        for rule in rules {
            let components = program.take_apart(rule);
            program.rules.push(components);
        }
        let mut uses = vec![0; program.components.items.len()];
        program.rules.iter().flatten().for_each(|&part| uses[part as usize] += 1);
        program.shared = uses.into_iter().map(|uses| uses > 1).collect();
        program.kept = vec![false; program.domains.items.len()];
        let parents = program.domains.items.iter().filter_map(|domain| domain.parent);
        let sources = program.images.items.iter().map(|image| image.domain);
        let partners = program.components.items.iter().flat_map(|component| match component {
            Component::Two(first, second) => vec![*first, *second],
            Component::Chain(_, domain) => vec![*domain],
            Component::Net { domains, .. } => domains.clone(),
            Component::Move(_) | Component::One(_) => Vec::new(),
        });
        for domain in parents.chain(sources).chain(partners) {
            program.kept[domain as usize] = true;
        }
        program
    }

    fn take_apart(&mut self, rule: &[Literal]) -> Vec<u32> {
        let mut parts = Vec::new();
        let mut columns: Vec<(u8, u32)> = Vec::new();
        let mut links: Vec<Literal> = Vec::new();
        let mut pieces: Vec<u8> = Vec::new();
        for literal in rule {
            let named = literal.pieces();
            match named.len() {
                0 if literal.relation == Relation::Given => {}
                0 => {
                    let number = self.moves.number(*literal);
                    parts.push(self.components.number(Component::Move(number)));
                }
                1 => columns.push((named[0], self.columns.number(literal.anonymous(&named)))),
                _ => links.push(*literal),
            }
            pieces.extend(named);
        }
        pieces.sort_unstable();
        pieces.dedup();
        if !pieces.is_empty() {
            let domains: Vec<u32> = pieces.iter().map(|piece| self.domain(*piece, &columns)).collect();
            let component = self.component(&pieces, domains, links);
            parts.push(self.components.number(component));
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    fn domain(&mut self, piece: u8, columns: &[(u8, u32)]) -> u32 {
        let mut own: Vec<u32> = columns.iter().filter(|(of, _)| *of == piece).map(|(_, column)| *column).collect();
        // Conditions that tie the piece to the move leave few pieces, so they come first.
        own.sort_unstable_by_key(|&column| (self.columns.items[column as usize].used().len() == 1, column));
        own.dedup();
        let root = self.domains.number(Domain { parent: None, column: None });
        own.into_iter()
            .fold(root, |parent, column| self.domains.number(Domain { parent: Some(parent), column: Some(column) }))
    }

    fn conditions(&self, domain: u32) -> usize {
        self.domains.items[domain as usize].parent.map_or(0, |parent| 1 + self.conditions(parent))
    }

    fn component(&mut self, pieces: &[u8], domains: Vec<u32>, links: Vec<Literal>) -> Component {
        match (&domains[..], &links[..]) {
            (&[only], []) => Component::One(only),
            (&[first, second], []) => Component::Two(first.min(second), first.max(second)),
            (&[first, second], [link]) => {
                let named = link.pieces();
                let number = self.links.number(link.anonymous(&named));
                // From the piece with fewer conditions: many rules share that image.
                let starts_first = self.conditions(first) <= self.conditions(second);
                let (source, target) = if starts_first { (first, second) } else { (second, first) };
                let forward = (named[0] == pieces[0]) == starts_first;
                let image = self.images.number(Image { domain: source, link: number, forward });
                Component::Chain(image, target)
            }
            _ => {
                let mut links: Vec<Literal> = links.iter().map(|link| link.anonymous(pieces)).collect();
                links.sort_unstable();
                Component::Net { domains, links }
            }
        }
    }
}
