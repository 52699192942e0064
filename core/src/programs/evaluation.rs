//! Uses a program as the evaluation of a search.

use std::cell::RefCell;

use shakmaty::{Chess, Color};

use super::{board::Board, player::Program, view::View};
use crate::search::evaluation::{Evaluate, LARGEST_VALUE};

thread_local! {
    /// A search evaluates millions of positions; the memory for their answers is allocated once.
    static VIEW: RefCell<View> = RefCell::default();
}

/// Evaluates a position by the program's value for the side that just moved, and by material.
///
/// The trees were made for boards after moves from one root; here the board itself selects the tree, so the added
/// material decides between advantage and disadvantage.
#[derive(Debug, Clone)]
pub struct ProgramEvaluation {
    pub program: Program,
    /// What a pawn adds, in the program's own units.
    pub material: f64,
}

/// The whole units that one unit of a program is made of, so that small answers are not rounded away.
const UNITS: f64 = 100.0;

impl ProgramEvaluation {
    fn parts(&self, position: &Chess, side: Color) -> [f64; 2] {
        let board = Board::of(position);
        let mover = !board.turn;
        let before = board.balance_for(mover);
        let value = VIEW.with_borrow_mut(|view| {
            self.program.prepare(view);
            self.program.value(board, before, view)
        });
        let sign = if side == mover { 1.0 } else { -1.0 };
        [sign * value * UNITS, sign * f64::from(before) * self.material * UNITS]
    }
}

impl Evaluate for ProgramEvaluation {
    fn value(&self, position: &Chess, side: Color) -> i32 {
        let [program, material] = self.parts(position, side);
        let largest = f64::from(LARGEST_VALUE);
        (program + material).round().clamp(-largest, largest) as i32
    }

    fn pawn(&self) -> f64 {
        self.material * UNITS
    }

    fn is_antisymmetric(&self) -> bool {
        true
    }

    fn explain(&self, position: &Chess, side: Color) -> Vec<(String, f64)> {
        let [program, material] = self.parts(position, side);
        vec![("program".into(), program), ("material".into(), material)]
    }
}
