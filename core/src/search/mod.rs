//! One alpha-beta with a plug-in evaluation and a plug-in move filter, in two modes.
//!
//! [`paper`] searches to a fixed depth and no further; [`root`] deepens step by step and sees captures through.
//! Both are deterministic for a fixed depth or number of nodes. Scores at a node are for the side to move there.

pub mod control;
mod full;
mod ordering;
mod paper;
mod quiescence;
mod root;
mod survey;
mod swap;
pub mod table;

use shakmaty::{Chess, Color, EnPassantMode, Move, Position, zobrist::Zobrist64};

use crate::{
    errors::CoreError,
    evaluation::Evaluation,
    filter::{Filter, Judgement},
    moves::MoveCode,
    positions,
};
use control::Control;
use table::Table;

/// A mate on the board; a mate n plies away is worth n less.
pub const MATE: i32 = 1_000_000_000;

/// No search looks farther than this many plies.
pub const FARTHEST: usize = 128;

/// Values beyond this are mates.
pub const NEARLY_MATE: i32 = MATE - 2 * FARTHEST as i32;

/// What can be switched on and off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    pub paper: bool,
    pub hash_megabytes: usize,
    pub quiescence: bool,
    pub ordering: bool,
    pub null_move: bool,
    pub late_move_reductions: bool,
    pub check_extensions: bool,
    pub futility: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            paper: false,
            hash_megabytes: 16,
            quiescence: true,
            ordering: true,
            null_move: true,
            late_move_reductions: true,
            check_extensions: true,
            futility: true,
        }
    }
}

/// What is asked of one search. Time is the business of [`Control`].
#[derive(Debug, Clone, Default)]
pub struct Task {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// How many lines are wanted; 0 counts as 1.
    pub lines: usize,
    /// The root moves to look at; empty for all.
    pub moves: Vec<MoveCode>,
    /// The keys of the positions before this one, oldest first.
    pub history: Vec<u64>,
}

/// One line of play, its value seen from the side to move at the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub value: i32,
    pub moves: Vec<MoveCode>,
}

/// In how many moves a value means mate: above zero for the one who mates.
pub fn mate_in(value: i32) -> Option<i32> {
    if value.abs() < NEARLY_MATE {
        return None;
    }
    let plies = MATE - value.abs();
    Some(if value > 0 { (plies + 1) / 2 } else { -(plies + 1) / 2 })
}

/// What a search knows after an iteration, and at its end.
#[derive(Debug, Clone, Default)]
pub struct Info {
    pub lines: Vec<Line>,
    pub depth: u32,
    pub selective_depth: u32,
    pub nodes: u64,
    pub hits: u64,
    pub seconds: f64,
    pub stopped: bool,
    /// Moves that went without a full search, by the filter's reason; the last place for those nothing chose.
    pub pruned: Vec<u64>,
}

/// A search with its table.
pub struct Searcher {
    pub evaluation: Evaluation,
    pub filter: Option<Filter>,
    pub options: Options,
    table: Table,
    visited: paper::Visited,
    ordering: ordering::Ordering,
}

impl Searcher {
    /// A searcher with an empty table.
    pub fn new(evaluation: Evaluation, filter: Option<Filter>, options: Options) -> Searcher {
        let table = Table::new(if options.paper { 0 } else { options.hash_megabytes });
        let (visited, ordering) = Default::default();
        Searcher { evaluation, filter, options, table, visited, ordering }
    }

    /// Forget everything.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.ordering = ordering::Ordering::default();
    }

    /// Give the table another size.
    pub fn resize(&mut self, megabytes: usize) {
        self.options.hash_megabytes = megabytes;
        self.table = Table::new(if self.options.paper { 0 } else { megabytes });
    }

    /// Search a position; `report` hears of every finished iteration. Always answers with a legal move.
    pub fn search(
        &mut self,
        position: &Chess,
        task: &Task,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Info, CoreError> {
        let moves = root_moves(position, task)?;
        if task.depth == Some(0) {
            return Err(CoreError::BadArgument {
                why: "a search to depth 0 looks at no move; ask for 1 or more".into(),
            });
        }
        if self.options.paper {
            paper::search(self, position, moves, task, control, report)
        } else {
            Ok(root::search(self, position, moves, task, control, report))
        }
    }
}

fn root_moves(position: &Chess, task: &Task) -> Result<Vec<Move>, CoreError> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_unstable_by_key(|&m| MoveCode::of(m));
    if moves.is_empty() {
        let why = format!("there is no legal move in {}", positions::fen(position));
        return Err(CoreError::BadArgument { why });
    }
    for code in &task.moves {
        if !moves.iter().any(|&m| MoveCode::of(m) == *code) {
            return Err(CoreError::IllegalMove { uci: code.to_string(), fen: positions::fen(position) });
        }
    }
    if !task.moves.is_empty() {
        moves.retain(|&m| task.moves.contains(&MoveCode::of(m)));
    }
    Ok(moves)
}

/// The key of a position: equal for positions that count as repeated.
pub fn key_of(position: &Chess) -> u64 {
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
    key
}

/// The position after a move and its key.
fn play(position: &Chess, key: u64, m: Move) -> (Chess, u64) {
    let mut after = position.clone();
    after.play_unchecked(m);
    // Not every move can be hashed step by step, and a double step may open a capture in passing.
    let key = match position.update_zobrist_hash(Zobrist64(key), m, EnPassantMode::Legal) {
        Some(Zobrist64(key)) => key,
        None => key_of(&after),
    };
    (after, key)
}

/// Count what a filter kept from being searched in full.
fn count_pruned(pruned: &mut [u64], judgement: Judgement, refusing: u32) {
    let bit = (judgement.reasons & refusing).trailing_zeros() as usize;
    let place = bit.min(pruned.len() - 1);
    pruned[place] += 1;
}

/// A value as seen by the side to move: evaluations speak for the player at the root.
fn sided(value: i32, turn: Color, player: Color) -> i32 {
    if turn == player { value } else { -value }
}
