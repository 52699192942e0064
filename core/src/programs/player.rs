//! Plays a program that looks ahead by one, three or five plies, or uses it as the evaluation of a search.

use std::cell::RefCell;

use shakmaty::{Chess, Color};

use super::{
    board::Board,
    code::{Code, Token},
    view::View,
};
use crate::{
    chess::moves::MoveCode,
    errors::CoreError,
    random::Random,
    search::evaluation::{Evaluate, LARGEST_VALUE},
};

/// What a mate is worth; a mate later by a ply is worth one less.
pub const MATE: f64 = 1e9;

/// As far as a player may look ahead.
pub const MOST_PLIES: usize = 5;

/// Three trees: for the side that is ahead, level, and behind before its move.
#[derive(Debug, Clone)]
pub struct Program {
    trees: [Code; 3],
    registers: usize,
}

impl Program {
    /// Compile the trees for advantage, even and disadvantage.
    pub fn new(trees: [&[Token]; 3]) -> Result<Program, CoreError> {
        let [advantage, even, disadvantage] = trees;
        let trees = [
            Code::compile(advantage, "advantage")?,
            Code::compile(even, "even")?,
            Code::compile(disadvantage, "disadvantage")?,
        ];
        let registers = trees.iter().map(|tree| tree.registers).max().unwrap_or(0);
        Ok(Program { trees, registers })
    }

    /// The tree for a balance before the move.
    pub fn tree(&self, before: i32) -> &Code {
        match before.signum() {
            1 => &self.trees[0],
            0 => &self.trees[1],
            _ => &self.trees[2],
        }
    }

    /// Give a view the registers that this program needs.
    pub fn prepare(&self, view: &mut View) {
        if view.registers.len() < self.registers {
            view.registers.resize(self.registers, 0.0);
        }
    }

    /// The value of the board after a move, for the side that moved.
    pub fn value(&self, board: Board, before: i32, view: &mut View) -> f64 {
        view.look(board, before);
        self.tree(before).run(view)
    }
}

/// A program that plays.
#[derive(Debug, Clone)]
pub struct Player {
    pub program: Program,
    /// 1, 3 or 5.
    pub plies: u32,
    /// What a pawn's worth of balance adds to the value of a board.
    pub material: f64,
}

/// The working memory of a player, reused from move to move.
#[derive(Default)]
pub struct Workspace {
    pub view: View,
    pub moves: Vec<MoveCode>,
    pub best: Vec<MoveCode>,
    pub evaluations: u64,
    /// The moves that are looked at below the root, a list for each ply.
    lists: [Vec<MoveCode>; MOST_PLIES - 1],
}

/// What the search below one root move keeps in mind.
struct Ahead<'a> {
    player: &'a Player,
    tree: &'a Code,
    before: i32,
    /// The move of each ply that was good last time.
    killers: [Option<MoveCode>; MOST_PLIES - 1],
}

impl Player {
    /// Find the moves of the highest value into `workspace.best`, in ascending order, from the legal ones in
    /// `workspace.moves`.
    pub fn find_best(&self, board: &Board, workspace: &mut Workspace) {
        self.program.prepare(&mut workspace.view);
        let moves = std::mem::take(&mut workspace.moves);
        let mut best = std::mem::take(&mut workspace.best);
        best.clear();
        let mut highest = f64::NEG_INFINITY;
        workspace.view.stand_before(board);
        let mut ahead = self.ahead(board);
        for &m in &moves {
            let value = ahead.value_of(board, m, highest, workspace);
            if value > highest {
                highest = value;
                best.clear();
            }
            if value == highest {
                best.push(m);
            }
        }
        best.sort_unstable();
        workspace.moves = moves;
        workspace.best = best;
    }

    /// The exact value of every legal move, in ascending order of codes.
    pub fn values(&self, board: &Board) -> Vec<(MoveCode, f64)> {
        let mut workspace = Workspace::default();
        self.program.prepare(&mut workspace.view);
        let mut moves = Vec::new();
        board.moves_into(&mut moves);
        moves.sort_unstable();
        workspace.view.stand_before(board);
        let mut ahead = self.ahead(board);
        moves.into_iter().map(|m| (m, ahead.value_of(board, m, f64::NEG_INFINITY, &mut workspace))).collect()
    }

    /// The move that the player chooses, one of the best at random; None without a move.
    pub fn choose(&self, board: &Board, workspace: &mut Workspace, random: &mut Random) -> Option<MoveCode> {
        board.moves_into(&mut workspace.moves);
        if workspace.moves.is_empty() {
            return None;
        }
        self.find_best(board, workspace);
        Some(draw(&workspace.best, random))
    }

    /// The value of the board in view, without looking ahead; `before` is the mover's balance before the move.
    pub fn evaluate(&self, before: i32, view: &mut View) -> f64 {
        let value = self.program.tree(before).run(view);
        if self.material == 0.0 { value } else { value + self.material * f64::from(view.balance()) }
    }

    fn ahead(&self, board: &Board) -> Ahead<'_> {
        let before = board.balance_for(board.turn);
        Ahead { player: self, tree: self.program.tree(before), before, killers: [None; MOST_PLIES - 1] }
    }
}

/// One of the moves; uses the random numbers only when there is a choice.
pub fn draw(best: &[MoveCode], random: &mut Random) -> MoveCode {
    if best.len() > 1 { *random.choose(best) } else { best[0] }
}

impl Ahead<'_> {
    /// The value of a move from the root: exact if it is at least `alpha`, otherwise anything below. The view must
    /// stand before the root.
    fn value_of(&mut self, root: &Board, m: MoveCode, alpha: f64, workspace: &mut Workspace) -> f64 {
        if self.player.plies > 1 {
            return self.value(&root.play(m), 0, alpha, f64::NEG_INFINITY, workspace);
        }
        workspace.view.look_after(m, self.before);
        self.evaluate(workspace)
    }

    /// The value of a board by search after our move, `ply` plies below the root. Exact unless it is below
    /// `alpha`, which would not be chosen, or no more than `floor`, which we have already.
    fn value(&mut self, board: &Board, ply: usize, alpha: f64, floor: f64, workspace: &mut Workspace) -> f64 {
        let mut replies = std::mem::take(&mut workspace.lists[ply]);
        board.moves_into(&mut replies);
        let value = if replies.is_empty() {
            if board.checkers(board.turn).any() { MATE - ply as f64 } else { 0.0 }
        } else {
            self.order(board, &mut replies, ply);
            let mut worst = f64::INFINITY;
            for &reply in &replies {
                let value = self.best_next(&board.play(reply), ply + 1, alpha, worst, workspace);
                if value < worst {
                    worst = value;
                    if worst < alpha || worst <= floor {
                        self.killers[ply] = Some(reply);
                        break;
                    }
                }
            }
            worst
        };
        workspace.lists[ply] = replies;
        value
    }

    /// The value of our best next move; the search stops at `beta`.
    fn best_next(&mut self, board: &Board, ply: usize, alpha: f64, beta: f64, workspace: &mut Workspace) -> f64 {
        let mut nexts = std::mem::take(&mut workspace.lists[ply]);
        board.moves_into(&mut nexts);
        let mut best = f64::NEG_INFINITY;
        if nexts.is_empty() {
            best = if board.checkers(board.turn).any() { ply as f64 - MATE } else { 0.0 };
        } else {
            self.order(board, &mut nexts, ply);
            let is_last = ply + 2 > self.player.plies as usize - 1;
            for &next in &nexts {
                let after = board.play(next);
                let value = if !is_last {
                    self.value(&after, ply + 1, alpha, best, workspace)
                } else if after.can_move() {
                    workspace.view.look(after, self.before);
                    self.evaluate(workspace)
                } else if after.checkers(after.turn).any() {
                    MATE - (ply + 1) as f64
                } else {
                    0.0
                };
                if value > best {
                    best = value;
                    if best >= beta {
                        self.killers[ply] = Some(next);
                        break;
                    }
                }
            }
        }
        workspace.lists[ply] = nexts;
        best
    }

    /// The killer first, then captures.
    fn order(&self, board: &Board, moves: &mut [MoveCode], ply: usize) {
        let prey = board.pieces(!board.turn);
        let mut front = 0;
        for index in 0..moves.len() {
            if prey.contains(moves[index].to()) {
                moves.swap(front, index);
                front += 1;
            }
        }
        if let Some(place) = self.killers[ply].and_then(|killer| moves.iter().position(|&m| m == killer)) {
            moves[..=place].rotate_right(1);
        }
    }

    /// The value of the board in view.
    #[inline]
    fn evaluate(&self, workspace: &mut Workspace) -> f64 {
        workspace.evaluations += 1;
        let value = self.tree.run(&mut workspace.view);
        if self.player.material == 0.0 {
            return value;
        }
        value + self.player.material * f64::from(workspace.view.balance())
    }
}

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
