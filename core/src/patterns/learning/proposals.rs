//! New patterns worth a weight: seen from the moves of many positions, which edges, alone or two at a time, tell chosen
//! moves from others better than the weights so far.
//!
//! With r = (1 if chosen, else 0) - p the residual of a row, a candidate's merit is g²/h, g the sum of r and h the sum
//! of p(1-p) over the rows it fits: about twice what the fit would gain by it. A table of hashed sums rules out most
//! candidates in a first pass over the rows; the second counts the rest exactly.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::{
    chess::{
        moves::{MoveCode, legal_codes},
        positions::Packed,
    },
    patterns::{
        graph::EMPTY,
        pattern::{ANYTHING, Mask, Pattern, PatternEdge, Special, special},
        relation::Relation,
        scene::Scene,
    },
};

/// Which candidates are made, and which are good enough.
pub struct ProposalLimits {
    /// How many edges: 0, 1 or 2.
    pub edges: usize,
    /// In how many rows a candidate must be seen.
    pub support: u32,
    /// How many candidates at most, the best by merit.
    pub most: usize,
    /// Rows whose residual is smaller than this are passed over.
    pub least_residual: f32,
}

/// A candidate, in how many of the rows looked at it was seen, and what it would bring.
pub struct Proposal {
    pub pattern: Pattern,
    pub support: u32,
    pub gradient: f64,
    pub merit: f64,
}

/// The masks of any own piece, and of anything an own piece can move to.
pub const OWN: Mask = 0b0_0000_0111_1110;
pub const FREE: Mask = ANYTHING & !OWN;

const TABLE: usize = 1 << 24;

#[derive(Default, Clone, Copy)]
struct Sums {
    gradient: f32,
    curvature: f32,
    count: u32,
}

impl Sums {
    fn add(&mut self, residual: f32, curvature: f32) {
        self.gradient += residual;
        self.curvature += curvature;
        self.count += 1;
    }

    fn merit(&self) -> f64 {
        f64::from(self.gradient).powi(2) / f64::from(self.curvature).max(1.0)
    }
}

/// A candidate while rows are walked: the header of its move, and which edges of the scene it has.
#[derive(Clone, Copy)]
struct Candidate {
    key: u64,
    source: Mask,
    target: Mask,
    edges: [u32; 2],
}

const NONE: u32 = u32::MAX;

/// Returns the best candidates over these positions; `residuals` has a number for each row. The result of an
/// interrupted call is meaningless.
pub fn propose(
    positions: &[Packed],
    residuals: &[f32],
    limits: &ProposalLimits,
    interrupted: &AtomicBool,
) -> Vec<Proposal> {
    let positions = || positions.iter().take_while(|_| !interrupted.load(Ordering::Relaxed));
    let mut table = vec![Sums::default(); TABLE];
    let slot = |key: u64| (key >> 20) as usize & (TABLE - 1);
    walk(positions(), residuals, limits, |_, _, residual, curvature, candidate| {
        table[slot(candidate.key)].add(residual, curvature);
    });
    let mut merits: Vec<f64> = table.iter().filter(|sums| sums.count >= limits.support).map(Sums::merit).collect();
    merits.sort_unstable_by(|one, other| other.total_cmp(one));
    let enough = merits.get(limits.most.saturating_mul(2)).copied().unwrap_or(0.0);
    let mut exact: HashMap<u64, (Sums, Pattern)> = HashMap::new();
    walk(positions(), residuals, limits, |scene, code, residual, curvature, candidate| {
        let sums = &table[slot(candidate.key)];
        if sums.count >= limits.support && sums.merit() >= enough {
            let entry =
                exact.entry(candidate.key).or_insert_with(|| (Sums::default(), spelled_out(scene, code, candidate)));
            entry.0.add(residual, curvature);
        }
    });
    let mut found: Vec<(u64, Proposal)> = exact
        .into_iter()
        .filter(|(_, (sums, _))| sums.count >= limits.support)
        .map(|(key, (sums, pattern))| {
            let gradient = f64::from(sums.gradient);
            (key, Proposal { pattern, support: sums.count, gradient, merit: sums.merit() })
        })
        .collect();
    found.sort_unstable_by(|(key, one), (other_key, other)| other.merit.total_cmp(&one.merit).then(key.cmp(other_key)));
    found.truncate(limits.most);
    found.into_iter().map(|(_, proposal)| proposal).collect()
}

/// Visit every candidate of every row that is worth a look, each once a row.
fn walk<'a>(
    positions: impl Iterator<Item = &'a Packed>,
    residuals: &[f32],
    limits: &ProposalLimits,
    mut visit: impl FnMut(&Scene, MoveCode, f32, f32, &Candidate),
) {
    let mut scene = Scene::default();
    let mut row = 0;
    let mut candidates = Vec::new();
    let mut edges = Vec::new();
    for packed in positions {
        let position = packed.unpack();
        scene.set(&position);
        scene.sort_by_square();
        for code in legal_codes(&position) {
            let residual = residuals[row];
            row += 1;
            if residual.abs() < limits.least_residual {
                continue;
            }
            let probability = if residual > 0.0 { 1.0 - residual } else { -residual };
            candidates.clear();
            gather(&scene, code, limits.edges, &mut edges, &mut candidates);
            candidates.sort_unstable_by_key(|candidate| candidate.key);
            candidates.dedup_by_key(|candidate| candidate.key);
            let curvature = probability * (1.0 - probability);
            candidates.iter().for_each(|candidate| visit(&scene, code, residual, curvature, candidate));
        }
    }
}

/// The candidates of one row.
fn gather(scene: &Scene, code: MoveCode, count: usize, edges: &mut Vec<u32>, candidates: &mut Vec<Candidate>) {
    let (from, to): (u8, u8) = (code.from().into(), code.to().into());
    let (mover, goal) = (scene.label(from), scene.label(to));
    let extra = special(code, mover);
    let kind: Mask = 1 << mover;
    let mut add = |source: Mask, target: Mask, edges: [u32; 2], body: u64| {
        let header = u64::from(source) << 32 | u64::from(target) << 8 | u64::from(extra);
        candidates.push(Candidate { key: mixed(mixed(header) ^ body), source, target, edges });
    };
    if count == 0 {
        add(kind, 1 << goal, [NONE; 2], 0);
        return;
    }
    edges.clear();
    edges.extend(scene.touching(from).iter().filter(|&&number| matters(scene, number, from, to)));
    let at_target = scene.touching(to).iter();
    edges.extend(at_target.filter(|&&number| {
        !scene.edges[number as usize].squares().contains(&from) && matters(scene, number, from, to)
    }));
    let code_of = |number: u32| edge_code(scene, number, from, to);
    if count == 1 {
        for &number in edges.iter() {
            let body = mixed(code_of(number));
            add(OWN, FREE, [number, NONE], body);
            add(kind, FREE, [number, NONE], body);
            add(kind, 1 << goal, [number, NONE], body);
        }
        return;
    }
    for (place, &first) in edges.iter().enumerate() {
        let mut pair = |second: u32| {
            if are_places_of_one(scene, first, second) {
                return;
            }
            let (one, other) = if code_of(first) <= code_of(second) { (first, second) } else { (second, first) };
            let body =
                mixed(mixed(code_of(one)) ^ code_of(other).rotate_left(17) ^ shared(scene, one, other, from, to));
            add(kind, 1 << goal, [one, other], body);
        };
        edges[place + 1..].iter().for_each(|&second| pair(second));
        // A second edge may start anywhere if it attacks or guards a piece of the first edge, or says that it hangs.
        for &square in scene.edges[first as usize].squares() {
            if square == from || square == to || scene.label(square) == EMPTY {
                continue;
            }
            for &second in scene.touching(square) {
                let edge = &scene.edges[second as usize];
                let squares = edge.squares();
                let hits = edge.relation == Relation::HITS && squares[1] == square;
                let marks = matches!(edge.relation, Relation::LOOSE | Relation::HANGS | Relation::PASSED);
                if marks || hits && squares[0] != from && squares[0] != to {
                    pair(second);
                }
            }
        }
    }
}

/// Whether two edges only say twice where one piece or square lies.
fn are_places_of_one(scene: &Scene, one: u32, other: u32) -> bool {
    let (one, other) = (&scene.edges[one as usize], &scene.edges[other as usize]);
    one.relation.is_place() && other.relation.is_place() && one.squares() == other.squares()
}

/// Whether an edge has to do with the move itself, not only with a piece that happens to make it.
fn matters(scene: &Scene, number: u32, from: u8, to: u8) -> bool {
    let edge = &scene.edges[number as usize];
    let squares = edge.squares();
    match edge.relation {
        Relation::MOVES | Relation::COVERS | Relation::REACHES => squares[0] != from && squares[1] == to,
        Relation::HITS => !(squares[0] == from && squares[1] == to),
        Relation::HITS_FROM => {
            squares[0] == from && squares[1] == to
                || squares[2] == from && scene.label(squares[0]) > 6 && squares[1] != to
        }
        Relation::THROUGH => !(squares[0] == from && squares[1] == to),
        Relation::THROUGH_FROM => squares[0] == from && squares[1] == to,
        Relation::BLOCKS | Relation::BLOCKS_FIRST => squares[1] == from && squares[2] == to,
        Relation::SHELTERS | Relation::BLOCKS_SECOND => squares[2] == from && squares[3] == to,
        Relation::THROUGH_TWO => squares[1] == from || squares[2] == from,
        Relation::LOSES
        | Relation::WINS
        | Relation::LEAVES
        | Relation::THREATENS
        | Relation::FREER
        | Relation::TIGHTER => squares[0] == from && squares[1] == to,
        Relation::NEAR => squares[1] != from,
        Relation::OPEN_FILE
        | Relation::HALF_OPEN
        | Relation::ENEMY_HALF_OPEN
        | Relation::OUTPOST
        | Relation::ENEMY_OUTPOST => squares[0] == to,
        Relation::IN_OPENING | Relation::IN_ENDGAME | Relation::IN_CHECK => squares[0] == from,
        // A fork is two pieces: the learner proposes its pairs by name.
        Relation::FORKS => false,
        _ => true,
    }
}

/// The edge as a number: source, target, and the labels elsewhere.
fn edge_code(scene: &Scene, number: u32, from: u8, to: u8) -> u64 {
    let edge = &scene.edges[number as usize];
    edge.squares().iter().fold(edge.relation.place() as u64 + 1, |code, &square| {
        let place = if square == from {
            13
        } else if square == to {
            14
        } else {
            scene.label(square)
        };
        code << 4 | u64::from(place)
    })
}

/// Which pieces and squares two edges have in common, besides the move.
fn shared(scene: &Scene, one: u32, other: u32, from: u8, to: u8) -> u64 {
    let (one, other) = (scene.edges[one as usize].squares(), scene.edges[other as usize].squares());
    let mut bits = 0;
    for (place, &square) in one.iter().enumerate().filter(|(_, square)| **square != from && **square != to) {
        if let Some(place_there) = other.iter().position(|&there| there == square) {
            bits |= 1 << (place * 5 + place_there + 32);
        }
    }
    bits
}

/// The pattern of a candidate.
fn spelled_out(scene: &Scene, code: MoveCode, candidate: &Candidate) -> Pattern {
    let (from, to): (u8, u8) = (code.from().into(), code.to().into());
    let extra: Special = special(code, scene.label(from));
    let mut squares = vec![from, to];
    let mut masks = vec![candidate.source, candidate.target];
    let edges = candidate.edges.iter().filter(|&&number| number != NONE).map(|&number| {
        let edge = &scene.edges[number as usize];
        let mut vertices = [0; 5];
        for (vertex, &square) in vertices.iter_mut().zip(edge.squares()) {
            let place = squares.iter().position(|&known| known == square).unwrap_or_else(|| {
                squares.push(square);
                masks.push(1 << scene.label(square));
                squares.len() - 1
            });
            *vertex = place as u8;
        }
        PatternEdge::new(edge.relation, &vertices[..edge.squares().len()]).expect("as many as the edge has")
    });
    let edges = edges.collect();
    Pattern { masks, edges, special: extra }
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
    let number = (number ^ number >> 27).wrapping_mul(0x81da_def4_bc2d_d44d);
    number ^ number >> 33
}
