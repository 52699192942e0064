//! The only folder that knows Python: conversions, errors, and work done with the GIL released.

mod arrays;
mod cases;
mod chess_types;
mod errors;
mod evaluation;
mod filter;
mod games;
mod mates;
mod patterns;
mod positions;
mod programs;
mod recipe;
mod search;
mod tables;
mod tactics;
mod threads;

use pyo3::prelude::*;

/// What Motif computes in Rust, a module a room. Everything here is typed and documented in `_core/*.pyi`.
#[pymodule]
fn _core(core: &Bound<'_, PyModule>) -> PyResult<()> {
    add_room(core, "board", |room| {
        room.add_class::<positions::Positions>()?;
        room.add_class::<positions::LegalMoves>()?;
        room.add_class::<games::Game>()?;
        room.add_class::<games::GameBatch>()?;
        room.add_class::<games::GameReader>()?;
        room.add_class::<tables::Tables>()?;
        room.add_function(wrap_pyfunction!(chess_types::encode_move, room)?)?;
        room.add_function(wrap_pyfunction!(chess_types::decode_move, room)?)?;
        room.add_function(wrap_pyfunction!(mates::canonical_positions, room)?)
    })?;
    add_room(core, "search", |room| {
        room.add_class::<evaluation::Evaluation>()?;
        room.add_class::<filter::Filter>()?;
        room.add_class::<search::SearchLine>()?;
        room.add_class::<search::SearchInfo>()?;
        room.add_class::<search::Searcher>()?;
        room.add_function(wrap_pyfunction!(evaluation::tapered_features, room)?)?;
        room.add_function(wrap_pyfunction!(search::play_games, room)?)
    })?;
    add_room(core, "openings", |room| room.add_class::<cases::Cases>())?;
    add_room(core, "endgames", |room| {
        room.add_class::<programs::CompiledProgram>()?;
        room.add_class::<programs::ProgramGames>()?;
        room.add_function(wrap_pyfunction!(programs::earned_by_choices, room)?)?;
        room.add_function(wrap_pyfunction!(programs::endgame_starts, room)?)?;
        room.add_function(wrap_pyfunction!(programs::endgame_terminals, room)?)?;
        room.add_function(wrap_pyfunction!(programs::play_programs, room)?)?;
        programs::add_vocabulary(room)
    })?;
    add_room(core, "tactics", |room| {
        room.add_class::<tactics::RuleTester>()?;
        room.add_function(wrap_pyfunction!(tactics::rule_relations, room)?)
    })?;
    add_room(core, "patterns", |room| {
        room.add_class::<patterns::PatternIndex>()?;
        room.add_class::<patterns::PatternRows>()?;
        room.add_class::<patterns::PatternScorer>()?;
        room.add_function(wrap_pyfunction!(patterns::board_graph, room)?)?;
        room.add_function(wrap_pyfunction!(patterns::graph_relations, room)?)?;
        room.add_function(wrap_pyfunction!(patterns::marked_graph, room)?)?;
        room.add_function(wrap_pyfunction!(patterns::propose_patterns, room)?)?;
        room.add_function(wrap_pyfunction!(patterns::random_filter, room)?)?;
        room.add_function(wrap_pyfunction!(patterns::relation_counts, room)?)
    })?;
    add_room(core, "puzzles", |room| {
        room.add_class::<mates::Key>()?;
        room.add_class::<mates::Line>()?;
        room.add_class::<mates::Solution>()?;
        room.add_class::<mates::Try>()?;
        room.add_function(wrap_pyfunction!(mates::lengthened, room)?)?;
        room.add_function(wrap_pyfunction!(mates::compose_around, room)?)?;
        room.add_function(wrap_pyfunction!(mates::compose_at_random, room)?)?;
        room.add_function(wrap_pyfunction!(mates::has_last_move, room)?)?;
        room.add_function(wrap_pyfunction!(mates::judge, room)?)?;
        room.add_function(wrap_pyfunction!(mates::line_after, room)?)?;
        room.add_function(wrap_pyfunction!(mates::mate_keys, room)?)?;
        room.add_function(wrap_pyfunction!(mates::mate_lengths, room)?)?;
        room.add_function(wrap_pyfunction!(mates::minimise, room)?)?;
        room.add_function(wrap_pyfunction!(mates::repair, room)?)?;
        room.add_function(wrap_pyfunction!(mates::rework, room)?)?;
        room.add_function(wrap_pyfunction!(mates::prolonged, room)?)?;
        room.add_function(wrap_pyfunction!(mates::solve, room)?)?;
        room.add_function(wrap_pyfunction!(mates::sound_keys, room)?)
    })
}

/// A module of the core that Python can import by its full name, although there is no file of that name.
fn add_room(
    core: &Bound<'_, PyModule>,
    name: &str,
    fill: impl FnOnce(&Bound<'_, PyModule>) -> PyResult<()>,
) -> PyResult<()> {
    let full_name = format!("motif._core.{name}");
    let room = PyModule::new(core.py(), &full_name)?;
    fill(&room)?;
    core.py().import("sys")?.getattr("modules")?.set_item(full_name, &room)?;
    core.add(name, room)
}
