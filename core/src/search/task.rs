//! Defines the input and the output of a search (options, task, lines, statistics), and plays single moves with their keys.

use shakmaty::{Chess, Color, EnPassantMode, Move, Position, zobrist::Zobrist64};

use super::{control::Control, evaluation::Evaluate, filter::Filter};
use crate::chess::moves::{MoveCode, after};

/// A mate on the board; a mate n plies away is worth n less.
pub const MATE: i32 = 1_000_000_000;

/// No search looks farther than this many plies.
pub const FARTHEST: usize = 128;

/// Values beyond this are mates.
pub const NEARLY_MATE: i32 = MATE - 2 * FARTHEST as i32;

/// The settings of a search; the parts of the full search can be switched off one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    pub paper: bool,
    pub hash_megabytes: usize,
    /// How many threads look at one position; only one of them always gives the same answer.
    pub threads: usize,
    pub quiescence: bool,
    pub learned_ordering: bool,
    pub null_move: bool,
    pub late_move_reductions: bool,
    pub check_extensions: bool,
    pub futility: bool,
    /// Order quiet moves by continuation history, too: how they did after the same last one or two moves.
    pub continuation_history: bool,
    /// Leave out late moves that lose material on their target square.
    pub exchange_pruning: bool,
    /// Reduce late moves more for a side whose static value is falling.
    pub trend_reductions: bool,
    /// Singular extensions in endings: extend the one move that is clearly better than all others.
    pub singular_extensions: bool,
    /// Verify null-move cutoffs of a side with a single piece by a search without the null move.
    pub null_move_verification: bool,
    /// Look endings of three pieces up in tables.
    pub endgame_tables: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            paper: false,
            hash_megabytes: 16,
            threads: 1,
            quiescence: true,
            learned_ordering: true,
            null_move: true,
            late_move_reductions: true,
            check_extensions: true,
            futility: true,
            continuation_history: false,
            exchange_pruning: false,
            trend_reductions: false,
            singular_extensions: false,
            null_move_verification: false,
            endgame_tables: false,
        }
    }
}

/// One search to run. [`Control`] holds its time limits.
#[derive(Debug, Clone, Default)]
pub struct Task {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// How many lines are wanted; 0 counts as 1.
    pub lines: usize,
    /// The root moves to look at; empty for all.
    pub moves: Vec<MoveCode>,
    /// Root moves that the caller advises: searched first, in this order, and never less deeply than the others.
    pub advised: Vec<MoveCode>,
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

/// A task at the board: the position, the root moves, and everything that a search needs besides its memory.
#[derive(Clone)]
pub struct Question<'a> {
    pub evaluation: &'a dyn Evaluate,
    pub filter: Option<&'a Filter>,
    pub options: Options,
    pub position: &'a Chess,
    pub moves: Vec<Move>,
    pub task: &'a Task,
    pub control: &'a Control<'a>,
}

/// The key of a position: equal for positions that count as repeated.
pub fn key_of(position: &Chess) -> u64 {
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
    key
}

/// The position after a move and its key.
pub fn play(position: &Chess, key: u64, m: Move) -> (Chess, u64) {
    let after = after(position, m);
    // Not every move can be hashed step by step, and a double step may open a capture in passing.
    let key = match position.update_zobrist_hash(Zobrist64(key), m, EnPassantMode::Legal) {
        Some(Zobrist64(key)) => key,
        None => key_of(&after),
    };
    (after, key)
}

/// A value as seen by the side to move: evaluations speak for the player at the root.
pub fn sided(value: i32, turn: Color, player: Color) -> i32 {
    if turn == player { value } else { -value }
}

/// Whether neither side can ever mate; the full test runs only when few pieces are left.
pub fn is_drawn_by_material(position: &Chess) -> bool {
    let board = position.board();
    let heavy = board.pawns() | board.rooks_and_queens();
    heavy.is_empty() && position.is_insufficient_material()
}
