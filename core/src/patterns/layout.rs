//! Lays patterns out for matching: each pattern is stored under its rarest literal, once for each class of moves it may
//! fit.

use super::{
    graph::{EMPTY, Label},
    literals::Literal,
    pattern::{CASTLING, Pattern, PatternEdge, SOURCE, Special, TARGET},
};

/// How many labels there are.
const LABELS: usize = 13;

/// A class of moves: the moving piece, the content of the target square, and special kinds (promotion, castling).
pub type Class = u8;

/// The possible contents of a target: nothing, or one of six enemy pieces.
const GOALS: usize = 7;

/// Six movers to each goal, a pawn that becomes one of four pieces on each, and castling.
const CLASSES: usize = 6 * GOALS + 4 * GOALS + 1;

/// The class of a kind of move; none for what no legal move is.
#[inline]
pub fn class(mover: Label, goal: Label, special: Special) -> Option<Class> {
    let goal = match goal {
        EMPTY => 0,
        7..=12 => goal - 6,
        _ => return None,
    };
    let goals = GOALS as Class;
    match (special, mover) {
        (0, 1..=6) => Some((mover - 1) * goals + goal),
        (2..=5, 1) => Some((special + 4) * goals + goal),
        (CASTLING, 6) if goal == 0 => Some(CLASSES as Class - 1),
        _ => None,
    }
}

/// What shows that a move which has the first two literals of a pattern fits it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Nothing more is needed.
    Literals,
    /// Two edges that share no square but source and target.
    Apart,
    /// Two edges that share more.
    Shared(Sharing),
    /// An embedding of all edges, which stand at this place among the needs.
    Embedding(u32),
}

/// The squares besides source and target that two edges share: pairs of places in the one and the other, and their
/// number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Sharing {
    count: u8,
    places: [(u8, u8); 5],
}

impl Sharing {
    /// The places of each shared square.
    #[inline]
    pub fn places(&self) -> &[(u8, u8)] {
        &self.places[..usize::from(self.count)]
    }
}

/// A stored pattern, and its other requirements besides the literal that is tested next.
#[derive(Clone, Copy)]
pub struct Detail {
    pub pattern: u32,
    /// Whether it requires nothing else.
    pub alone: bool,
    pub proof: Proof,
}

/// An edge of a pattern and its literal.
pub struct Need {
    pub literal: Literal,
    pub edge: PatternEdge,
}

/// The patterns stored under each literal, for each class of moves.
pub struct Layout {
    /// The number of literals; the patterns without any edge are stored under one more.
    pub literals: usize,
    /// For each literal the classes that have patterns under it, and the place in `starts` of the first of them.
    under: Vec<Under>,
    /// Where the patterns under each literal and class begin.
    starts: Vec<u32>,
    /// The literal to test next for each pattern, or the one it is stored under.
    nexts: Vec<Literal>,
    details: Vec<Detail>,
    /// All edges of each pattern that needs an embedding.
    pub needs: Vec<Vec<Need>>,
}

/// The classes that have patterns under a literal, a bit for each, and the slot of the first.
#[derive(Clone, Copy)]
struct Under {
    classes: u128,
    first: u32,
}

/// The place where a pattern will be stored.
struct Place {
    under: Literal,
    next: Literal,
    detail: Detail,
}

impl Layout {
    /// Find a place for every pattern; `literals_of` has the literals of all their edges, one pattern after another.
    pub fn new(patterns: &[Pattern], literals_of: &[Literal], common: &Common) -> Layout {
        let literals = common.literals();
        let mut needs = Vec::new();
        let mut places = Vec::with_capacity(patterns.len());
        let mut rest = literals_of;
        for (number, pattern) in patterns.iter().enumerate() {
            let (own, others) = rest.split_at(pattern.edges.len());
            rest = others;
            let place = place(number as u32, pattern, own, common, needs.len() as u32);
            if matches!(place.detail.proof, Proof::Embedding(_)) {
                let edges = own.iter().zip(&pattern.edges);
                needs.push(edges.map(|(&literal, &edge)| Need { literal, edge }).collect());
            }
            places.push(place);
        }
        let mut layout =
            Layout { literals, under: Vec::new(), starts: Vec::new(), nexts: Vec::new(), details: Vec::new(), needs };
        layout.settle(patterns, &places);
        layout
    }

    /// Put every pattern in its place, under each class it may fit.
    fn settle(&mut self, patterns: &[Pattern], places: &[Place]) {
        let mut counts = vec![0u32; (self.literals + 1) * CLASSES];
        let cell = |place: &Place, class: Class| place.under as usize * CLASSES + usize::from(class);
        for (pattern, place) in patterns.iter().zip(places) {
            for_each_class(pattern, |class| counts[cell(place, class)] += 1);
        }
        let mut begin = 0;
        for literal in counts.chunks_exact_mut(CLASSES) {
            let mut under = Under { classes: 0, first: self.starts.len() as u32 };
            for (class, count) in literal.iter_mut().enumerate().filter(|(_, count)| **count != 0) {
                under.classes |= 1 << class;
                self.starts.push(begin);
                begin += std::mem::replace(count, begin);
            }
            self.under.push(under);
        }
        self.starts.push(begin);
        self.nexts = vec![0; begin as usize];
        self.details = vec![Detail { pattern: 0, alone: true, proof: Proof::Literals }; begin as usize];
        for (pattern, place) in patterns.iter().zip(places) {
            for_each_class(pattern, |class| {
                let end = &mut counts[cell(place, class)];
                self.nexts[*end as usize] = place.next;
                self.details[*end as usize] = place.detail;
                *end += 1;
            });
        }
    }

    /// The number of slots, each with at least one pattern.
    pub fn slots(&self) -> usize {
        self.starts.len() - 1
    }

    /// The slot under a literal for moves of a class, if it has patterns.
    #[inline]
    pub fn slot(&self, literal: Literal, class: Class) -> Option<usize> {
        let under = &self.under[literal as usize];
        let before = under.classes & ((1 << class) - 1);
        (under.classes >> class & 1 != 0).then(|| (under.first + before.count_ones()) as usize)
    }

    /// The patterns of a slot: the literal to test next for each, and the rest.
    #[inline]
    pub fn waiting(&self, slot: usize) -> (&[Literal], &[Detail]) {
        let (begin, end) = (self.starts[slot] as usize, self.starts[slot + 1] as usize);
        (&self.nexts[begin..end], &self.details[begin..end])
    }
}

/// Every class of moves that a pattern may fit.
fn for_each_class(pattern: &Pattern, mut each: impl FnMut(Class)) {
    let labels = |vertex: u8| {
        let mut mask = pattern.masks[usize::from(vertex)];
        std::iter::from_fn(move || {
            let label = mask.trailing_zeros();
            mask &= mask.wrapping_sub(1);
            (label < LABELS as u32).then_some(label as Label)
        })
    };
    for mover in labels(SOURCE) {
        labels(TARGET).filter_map(|goal| class(mover, goal, pattern.special)).for_each(&mut each);
    }
}

/// How often moves of each piece have each literal.
pub struct Common {
    counts: Vec<u32>,
}

impl Common {
    /// Starts with zero counts for this many literals.
    pub fn new(literals: usize) -> Common {
        Common { counts: vec![0; literals * LABELS] }
    }

    /// How many literals there are.
    pub fn literals(&self) -> usize {
        self.counts.len() / LABELS
    }

    /// A number for each literal, the commonest first.
    pub fn order(&self) -> Vec<Literal> {
        let totals: Vec<u32> = self.counts.chunks_exact(LABELS).map(|counts| counts.iter().sum()).collect();
        let mut sorted: Vec<Literal> = (0..totals.len() as Literal).collect();
        sorted.sort_by_key(|&literal| std::cmp::Reverse(totals[literal as usize]));
        let mut numbers = vec![0; sorted.len()];
        for (number, &literal) in sorted.iter().enumerate() {
            numbers[literal as usize] = number as Literal;
        }
        numbers
    }

    /// Returns these counts under other literal numbers.
    pub fn renumbered(&self, numbers: &[Literal]) -> Common {
        let mut counts = vec![0; self.counts.len()];
        for (old, &new) in self.counts.chunks_exact(LABELS).zip(numbers) {
            counts[new as usize * LABELS..][..LABELS].copy_from_slice(old);
        }
        Common { counts }
    }

    /// Note that a move of a piece has a literal.
    pub fn add(&mut self, mover: Label, literal: Literal) {
        self.counts[literal as usize * LABELS + usize::from(mover)] += 1;
    }

    /// How often moves of a pattern's piece, or the lightest it may be, have a literal.
    fn of(&self, pattern: &Pattern, literal: Literal) -> u32 {
        let mover = pattern.masks[usize::from(SOURCE)].trailing_zeros() as usize;
        self.counts[literal as usize * LABELS + mover.min(LABELS - 1)]
    }
}

/// The place of a pattern, given the literals of its edges and how common they are.
fn place(number: u32, pattern: &Pattern, own: &[Literal], common: &Common, needs: u32) -> Place {
    let rarity = |place: &usize| (common.of(pattern, own[*place]), std::cmp::Reverse(own[*place]));
    let Some(rarest) = (0..own.len()).min_by_key(rarity) else {
        let always = common.literals() as Literal;
        return Place {
            under: always,
            next: always,
            detail: Detail { pattern: number, alone: true, proof: Proof::Literals },
        };
    };
    let others = (0..own.len()).filter(|&place| own[place] != own[rarest]);
    let second = others.clone().min_by_key(rarity).unwrap_or(rarest);
    let is_third = |place: usize| own[place] != own[second];
    let proof = if !others.clone().any(is_third) && decided_by_literals(pattern) {
        Proof::Literals
    } else if own.len() == 2 {
        proof_of_two(&pattern.edges[rarest], &pattern.edges[1 - rarest])
    } else {
        Proof::Embedding(needs)
    };
    let alone = second == rarest && proof == Proof::Literals;
    Place { under: own[rarest], next: own[second], detail: Detail { pattern: number, alone, proof } }
}

/// Whether a move that has all literals of a pattern must fit it: no vertex in two edges, and no square for two
/// vertices.
fn decided_by_literals(pattern: &Pattern) -> bool {
    let mut taken = 0;
    pattern.edges.iter().all(|edge| {
        let others = edge.vertices().iter().filter(|&&vertex| vertex > TARGET);
        let own = others.fold(0, |own, &vertex| own | pattern.masks[usize::from(vertex)]);
        let apart = taken & own == 0;
        taken |= own;
        apart
    })
}

/// What shows that two edges fit together.
fn proof_of_two(one: &PatternEdge, other: &PatternEdge) -> Proof {
    let mut sharing = Sharing { count: 0, places: [(0, 0); 5] };
    for (place, vertex) in one.vertices().iter().enumerate().filter(|(_, vertex)| **vertex > TARGET) {
        if let Some(there) = other.vertices().iter().position(|other| other == vertex) {
            sharing.places[usize::from(sharing.count)] = (place as u8, there as u8);
            sharing.count += 1;
        }
    }
    if sharing.count == 0 { Proof::Apart } else { Proof::Shared(sharing) }
}
