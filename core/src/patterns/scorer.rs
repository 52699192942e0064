//! The sums of the weights of all patterns that fit each move, with the weights where they are needed.
//!
//! The index finds the patterns that fit, but reading the weight of each from elsewhere in memory takes longer than
//! finding it. Here the weights lie next to the patterns' requirements, and the weights of patterns with a single
//! literal are summed beforehand.
//!
//! They are added up as whole numbers of 2^-40: a processor adds those in one step, and floating-point ones in four,
//! each of which must wait for the one before. Nor does the sum depend on the order.

use std::{cell::RefCell, sync::Arc};

use shakmaty::{Chess, Move, Position};

use super::{
    index::Index,
    layout::{Proof, class},
    literal_matches::Scratch,
    literals::Literal,
    pattern::special,
};
use crate::{
    chess::{moves::MoveCode, positions},
    search::filter::{Choice, ChooseMoves, Node},
};

/// A weight in units of 2^-40.
type Grains = i64;

const GRAINS: f64 = (1u64 << 40) as f64;

fn grains(weight: f64) -> Grains {
    (weight * GRAINS).round() as Grains
}

/// An index with weights.
pub struct Scorer {
    index: Arc<Index>,
    /// For each slot of the layout what its literal adds by itself, and where that which needs more begins.
    slots: Vec<Slot>,
    /// The literals that alone are needed besides, and what each adds.
    nexts: Vec<Literal>,
    weights: Vec<Grains>,
    /// The literals that are needed besides where that is not enough, and what is added then.
    doubtful: Vec<Literal>,
    additions: Vec<Addition>,
}

#[derive(Clone, Copy)]
struct Slot {
    sum: Grains,
    begin: u32,
    doubtful: u32,
}

/// What is added if the proof holds.
struct Addition {
    weight: Grains,
    proof: Proof,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Scorer {
    /// Lay out the weights of the patterns of an index.
    pub fn new(index: Arc<Index>, weights: &[f64]) -> Scorer {
        let mut slots = Vec::with_capacity(index.layout.slots() + 1);
        let (mut nexts, mut added) = (Vec::with_capacity(weights.len()), Vec::with_capacity(weights.len()));
        let (mut doubtful, mut additions) = (Vec::with_capacity(weights.len()), Vec::with_capacity(weights.len()));
        for slot in 0..index.layout.slots() {
            let mut sum = 0;
            let (begin, first) = (nexts.len() as u32, doubtful.len() as u32);
            let (waiting, details) = index.layout.waiting(slot);
            for (&next, detail) in waiting.iter().zip(details) {
                let weight = grains(weights[detail.pattern as usize]);
                if detail.alone {
                    sum += weight;
                } else if detail.proof == Proof::Literals {
                    nexts.push(next);
                    added.push(weight);
                } else {
                    doubtful.push(next);
                    additions.push(Addition { weight, proof: detail.proof });
                }
            }
            slots.push(Slot { sum, begin, doubtful: first });
        }
        slots.push(Slot { sum: 0, begin: nexts.len() as u32, doubtful: doubtful.len() as u32 });
        Scorer { slots, nexts, weights: added, doubtful, additions, index }
    }

    /// The score of each of these moves.
    pub fn scores(&self, position: &impl Position, moves: &[MoveCode]) -> Vec<f64> {
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.set(position, moves, &self.index.codes);
            let mut places = Vec::with_capacity(128);
            moves.iter().map(|&code| self.score(code, scratch, &mut places)).collect()
        })
    }

    fn score(&self, code: MoveCode, scratch: &mut Scratch, places: &mut Vec<(Literal, Slot, Slot)>) -> f64 {
        let layout = &self.index.layout;
        let (from, to): (u8, u8) = (code.from().into(), code.to().into());
        let (mover, goal) = (scratch.scene.label(from), scratch.scene.label(to));
        let Some(class) = class(mover, goal, special(code, mover)) else { return 0.0 };
        scratch.gather(from, to);
        // All slots first: each is somewhere else in memory, and this way they are waited for together.
        let mut score: Grains = 0;
        places.clear();
        places.extend(scratch.present().iter().filter_map(|&literal| {
            layout.slot(literal, class).map(|place| (literal, self.slots[place], self.slots[place + 1]))
        }));
        for &(literal, slot, end) in places.iter() {
            score += slot.sum;
            let plain = slot.begin as usize..end.begin as usize;
            // Adding zero is faster than a branch that skips it.
            for (&next, &weight) in self.nexts[plain.clone()].iter().zip(&self.weights[plain]) {
                score += weight & -Grains::from(scratch.has(next));
            }
            let doubtful = slot.doubtful as usize..end.doubtful as usize;
            for (place, &next) in self.doubtful[doubtful].iter().enumerate() {
                if scratch.has(next) {
                    let addition = &self.additions[slot.doubtful as usize + place];
                    if scratch.proves(literal, next, addition.proof, &layout.needs) {
                        score += addition.weight;
                    }
                }
            }
        }
        score as f64 / GRAINS
    }
}

/// How many moves are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Selection {
    /// The paper's f_k: this many moves.
    Best(usize),
    /// The paper's f_gamma: this share, rounded up.
    Share(f64),
}

impl Selection {
    /// The number of moves chosen from `count`.
    pub fn of(self, moves: usize) -> usize {
        match self {
            Selection::Best(count) => count.min(moves),
            Selection::Share(share) => ((moves as f64 * share).ceil() as usize).clamp(1, moves.max(1)),
        }
    }
}

/// Chooses the moves with the largest sums of weights of the patterns that fit them.
pub struct ByPatterns {
    pub scorer: Arc<Scorer>,
    pub selection: Selection,
}

impl ChooseMoves for ByPatterns {
    fn choose(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Choice> {
        let codes: Vec<MoveCode> = moves.iter().map(|&m| MoveCode::of(m)).collect();
        best(&self.scorer.scores(node.position, &codes), &codes, self.selection)
    }

    fn reasons(&self) -> &[&'static str] {
        &["patterns"]
    }

    fn refusing(&self) -> u32 {
        0
    }
}

/// Chooses moves at random, always the same ones for the same position.
pub struct ByLot {
    pub selection: Selection,
    pub seed: u64,
}

impl ByLot {
    fn lot(&self, position: &Chess, code: MoveCode) -> f64 {
        let mut number =
            positions::hash(position) ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(code.0) << 40;
        for _ in 0..2 {
            number = (number ^ number >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
        }
        (number >> 11) as f64
    }
}

impl ChooseMoves for ByLot {
    fn choose(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Choice> {
        let codes: Vec<MoveCode> = moves.iter().map(|&m| MoveCode::of(m)).collect();
        let lots: Vec<f64> = codes.iter().map(|&code| self.lot(node.position, code)).collect();
        best(&lots, &codes, self.selection)
    }

    fn reasons(&self) -> &[&'static str] {
        &["lot"]
    }

    fn refusing(&self) -> u32 {
        0
    }
}

/// The choices by score; of equals the move with the lower code.
fn best(scores: &[f64], codes: &[MoveCode], selection: Selection) -> Vec<Choice> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_unstable_by(|&one, &other| scores[other].total_cmp(&scores[one]).then(codes[one].cmp(&codes[other])));
    let mut choices = vec![Choice { chosen: false, reasons: 0 }; scores.len()];
    for &place in order.iter().take(selection.of(scores.len())) {
        choices[place] = Choice { chosen: true, reasons: 1 };
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_up_and_never_nothing() {
        assert_eq!(Selection::Best(4).of(20), 4);
        assert_eq!(Selection::Best(4).of(3), 3);
        assert_eq!(Selection::Share(0.34).of(20), 7);
        assert_eq!(Selection::Share(0.01).of(20), 1);
        assert_eq!(Selection::Share(1.0).of(20), 20);
    }

    #[test]
    fn equals_are_chosen_in_the_order_of_their_codes() {
        let codes = [MoveCode(9), MoveCode(3), MoveCode(5)];
        let chosen: Vec<bool> = best(&[1.0, 1.0, 2.0], &codes, Selection::Best(2)).iter().map(|c| c.chosen).collect();
        assert_eq!(chosen, [false, true, true]);
    }
}
