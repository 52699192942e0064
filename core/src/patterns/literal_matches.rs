//! Finds the literals that a move has, and the edges that make each of them true.
//!
//! A literal about the source holds for all moves from that square, and likewise for the target, so literals are found
//! once a square and not once a move.

use shakmaty::Position;

use super::{
    layout::{Need, Proof},
    literals::{CodeTable, Literal, distant_code},
    pattern::{MOST_VERTICES, SOURCE, TARGET},
    scene::Scene,
};
use crate::chess::moves::MoveCode;

const UNBOUND: u8 = 64;
const END: u32 = u32::MAX;

/// The working memory of matching; kept between positions, so that its memory is reused.
pub struct Scratch {
    pub scene: Scene,
    matches: Vec<LiteralMatch>,
    /// The matches that need the source, the target, or both of a move, as chains through `matches`.
    by_source: [u32; 64],
    by_target: [u32; 64],
    by_step: Vec<u32>,
    /// The matches that do not involve a move.
    distant: u32,
    /// For each source and target the number of the step between them.
    step_numbers: Vec<u8>,
    /// Of the move that is looked at: whether it has each literal, those it has, and for each the edges that make it
    /// true, as chains through `links`.
    has: Vec<bool>,
    present: Vec<Literal>,
    heads: Vec<u32>,
    links: Vec<ChainLink>,
    from: u8,
    to: u8,
    ends: u64,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            scene: Scene::default(),
            matches: Vec::new(),
            by_source: [END; 64],
            by_target: [END; 64],
            by_step: Vec::new(),
            distant: END,
            step_numbers: vec![0; 64 * 64],
            has: Vec::new(),
            present: Vec::new(),
            heads: Vec::new(),
            links: Vec::new(),
            from: 0,
            to: 0,
            ends: 0,
        }
    }
}

/// An edge of the scene that makes a literal true.
#[derive(Clone, Copy)]
struct LiteralMatch {
    squares: u64,
    literal: Literal,
    edge: u32,
    next: u32,
}

/// An edge that makes a literal true, its squares besides source and target, and where the next such edge is.
#[derive(Clone, Copy)]
struct ChainLink {
    squares: u64,
    edge: u32,
    next: u32,
}

impl Scratch {
    /// Look at a position, once before its moves.
    pub fn set(&mut self, position: &impl Position, moves: &[MoveCode], codes: &CodeTable) {
        self.scene.set(position);
        let literals = codes.literals();
        if self.heads.len() != literals + 1 {
            // One more, which every move has, for the patterns without any edge.
            self.heads = vec![END; literals + 1];
            self.has = vec![false; literals + 1];
            self.present.clear();
        }
        let Scratch { scene, matches, by_source, by_target, by_step, distant, step_numbers, .. } = self;
        matches.clear();
        by_step.clear();
        *distant = END;
        let (mut sources, mut targets) = (0u64, 0u64);
        let mut aims = [0u64; 64];
        for code in moves {
            let (from, to) = (usize::from(code.from()), usize::from(code.to()));
            if aims[from] >> to & 1 == 0 {
                step_numbers[from * 64 + to] = by_step.len() as u8;
                by_step.push(END);
            }
            aims[from] |= 1 << to;
            sources |= 1 << from;
            targets |= 1 << to;
            by_source[from] = END;
            by_target[to] = END;
        }
        for (number, edge) in scene.edges.iter().enumerate() {
            let shapes = codes.shapes(edge.relation);
            if shapes.is_empty() {
                continue;
            }
            let places = edge.squares();
            let bare = distant_code(edge, &scene.labels.0);
            let squares = places.iter().fold(0, |squares, &square| squares | 1u64 << square);
            for shape in shapes {
                let head = match (shape.source, shape.target) {
                    (None, None) => &mut *distant,
                    (Some(source), None) => {
                        let from = places[usize::from(source)];
                        if sources >> from & 1 == 0 {
                            continue;
                        }
                        &mut by_source[usize::from(from)]
                    }
                    (None, Some(target)) => {
                        let to = places[usize::from(target)];
                        if targets >> to & 1 == 0 {
                            continue;
                        }
                        &mut by_target[usize::from(to)]
                    }
                    (Some(source), Some(target)) => {
                        let (from, to) = (usize::from(places[usize::from(source)]), places[usize::from(target)]);
                        if aims[from] >> to & 1 == 0 {
                            continue;
                        }
                        &mut by_step[usize::from(step_numbers[from * 64 + usize::from(to)])]
                    }
                };
                for &literal in codes.get(shape.code(bare)) {
                    matches.push(LiteralMatch { squares, literal, edge: number as u32, next: *head });
                    *head = matches.len() as u32 - 1;
                }
            }
        }
    }

    /// The literals that a step in the scene has.
    #[inline]
    pub fn gather(&mut self, from: u8, to: u8) {
        let Scratch {
            matches,
            by_source,
            by_target,
            by_step,
            distant,
            step_numbers,
            has,
            present,
            heads,
            links,
            ends,
            from: source_square,
            to: target_square,
            ..
        } = self;
        (*source_square, *target_square) = (from, to);
        present.iter().for_each(|&literal| has[literal as usize] = false);
        present.clear();
        links.clear();
        let always = heads.len() as Literal - 1;
        has[always as usize] = true;
        present.push(always);
        let (source, target) = (1u64 << from, 1u64 << to);
        *ends = source | target;
        let step = by_step[usize::from(step_numbers[usize::from(from) * 64 + usize::from(to)])];
        let chains = [
            (step, 0),
            (by_source[usize::from(from)], target),
            (by_target[usize::from(to)], source),
            (*distant, *ends),
        ];
        for (mut next, without) in chains {
            while next != END {
                let found = &matches[next as usize];
                next = found.next;
                if found.squares & without != 0 {
                    continue;
                }
                let place = found.literal as usize;
                if !has[place] {
                    has[place] = true;
                    heads[place] = END;
                    present.push(found.literal);
                }
                let squares = found.squares & !*ends;
                links.push(ChainLink { squares, edge: found.edge, next: heads[place] });
                heads[place] = links.len() as u32 - 1;
            }
        }
    }

    /// The literals of the move that is looked at.
    #[inline]
    pub fn present(&self) -> &[Literal] {
        &self.present
    }

    /// Whether the move that is looked at has a literal.
    #[inline]
    pub fn has(&self, literal: Literal) -> bool {
        self.has[literal as usize]
    }

    /// Whether the move that is looked at, which has these two literals of a pattern, fits it.
    #[inline(always)]
    pub fn proves(&self, one: Literal, other: Literal, proof: Proof, needs: &[Vec<Need>]) -> bool {
        match proof {
            Proof::Literals => true,
            Proof::Apart => self.any_pair(one, other, |one, other| one.squares & other.squares == 0),
            Proof::Shared(sharing) => self.any_pair(one, other, |one, other| {
                let (squares, squares_there) = (self.squares(one), self.squares(other));
                let is_one =
                    |&(place, there): &(u8, u8)| squares[usize::from(place)] == squares_there[usize::from(there)];
                let common = (one.squares & other.squares).count_ones() as usize;
                common == sharing.places().len() && sharing.places().iter().all(is_one)
            }),
            Proof::Embedding(number) => {
                let mut squares = [UNBOUND; MOST_VERTICES];
                squares[usize::from(SOURCE)] = self.from;
                squares[usize::from(TARGET)] = self.to;
                self.embeds(&needs[number as usize], &mut squares, self.ends)
            }
        }
    }

    #[inline]
    fn squares(&self, link: &ChainLink) -> &[u8] {
        self.scene.edges[link.edge as usize].squares()
    }

    /// Whether edges that make two literals true agree as they should.
    #[inline]
    fn any_pair(&self, one: Literal, other: Literal, agree: impl Fn(&ChainLink, &ChainLink) -> bool) -> bool {
        let mut first = self.heads[one as usize];
        while first != END {
            let link = &self.links[first as usize];
            let mut second = self.heads[other as usize];
            while second != END {
                let there = &self.links[second as usize];
                if agree(link, there) {
                    return true;
                }
                second = there.next;
            }
            first = link.next;
        }
        false
    }

    /// Whether the edges that make literals true can be chosen so that vertices agree and stay apart.
    fn embeds(&self, needs: &[Need], squares: &mut [u8; MOST_VERTICES], used: u64) -> bool {
        let Some((need, rest)) = needs.split_first() else { return true };
        if !self.has(need.literal) {
            return false;
        }
        let mut link = self.heads[need.literal as usize];
        while link != END {
            let ChainLink { edge, next, .. } = self.links[link as usize];
            link = next;
            let edge = &self.scene.edges[edge as usize];
            let (mut now, mut bound, mut agrees) = (used, 0u32, true);
            for (&vertex, &square) in need.edge.vertices().iter().zip(edge.squares()) {
                let there = &mut squares[usize::from(vertex)];
                if *there == UNBOUND {
                    if now >> square & 1 != 0 {
                        agrees = false;
                        break;
                    }
                    *there = square;
                    now |= 1 << square;
                    bound |= 1 << vertex;
                } else if *there != square {
                    agrees = false;
                    break;
                }
            }
            let stop = agrees && self.embeds(rest, squares, now);
            while bound != 0 {
                squares[bound.trailing_zeros() as usize] = UNBOUND;
                bound &= bound - 1;
            }
            if stop {
                return true;
            }
        }
        false
    }
}
