//! The only folder that knows Python: conversions, errors, and work done with the GIL released.

mod arrays;
mod cases;
mod chess_types;
mod errors;
mod evaluation;
mod games;
mod mates;
mod patterns;
mod positions;
mod programs;
mod search;
mod tables;
mod tactics;

use pyo3::prelude::*;

/// What Motif computes in Rust. Everything here is typed and documented in `_core.pyi`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::cases::Cases;
    #[pymodule_export]
    use super::chess_types::{decode_move, encode_move};
    #[pymodule_export]
    use super::evaluation::{Evaluation, Filter, tapered_features};
    #[pymodule_export]
    use super::games::{Game, GameBatch, GameReader};
    #[pymodule_export]
    use super::mates::{
        Key, Line, Solution, Try, canonical_positions, compose_at_random, has_last_move, judge, mate_keys,
        mate_lengths, minimise, repair, rework, solve, sound_keys,
    };
    #[pymodule_export]
    use super::patterns::{PatternIndex, PatternRows, board_graph, graph_relations, propose_patterns, relation_counts};
    #[pymodule_export]
    use super::positions::{LegalMoves, Positions};
    #[pymodule_export]
    use super::programs::{CompiledProgram, ProgramGames, endgame_starts, endgame_terminals, play_programs};
    #[pymodule_export]
    use super::search::{SearchInfo, SearchLine, Searcher, play_games};
    #[pymodule_export]
    use super::tables::Tables;
    #[pymodule_export]
    use super::tactics::{RuleTester, rule_relations};

    use super::*;

    #[pymodule_init]
    fn add_constants(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::programs::add_vocabulary(module)
    }
}
