//! Chooses moves for a search filter by patterns: the k best moves, or the best share; also at random, for comparison.

use std::sync::Arc;

use shakmaty::{Chess, Move};

use super::scorer::Scorer;
use crate::{
    moves::MoveCode,
    positions,
    search::filter::{Choice, ChooseMoves, Node},
};

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
