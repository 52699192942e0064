//! The only folder that knows Python: conversions, errors, and work done with the GIL released.

use pyo3::prelude::*;

mod arrays;
mod books;
mod cases;
mod chess_types;
mod compose;
mod evaluation;
mod games;
mod mates;
mod patterns;
mod positions;
mod programs;
mod search;
mod tactics;

/// Adds classes, and functions, to a room.
macro_rules! offer {
    ($room:ident: $($class:ty),*; $($function:path),*) => {{
        $($room.add_class::<$class>()?;)*
        $($room.add_function(wrap_pyfunction!($function, $room)?)?;)*
        Ok(())
    }};
}

/// What Motif computes in Rust, a module a room. Everything here is typed and documented in `_core/*.pyi`.
#[pymodule]
#[rustfmt::skip] // Names in a row, not one a line.
fn _core(core: &Bound<'_, PyModule>) -> PyResult<()> {
    add_room(core, "board", |room| offer!(room:
        positions::Positions, positions::LegalMoves, games::Game, games::GameBatch, games::GameReader, games::Sample,
        programs::Tables;
        chess_types::encode_move, chess_types::decode_move, compose::canonical_positions, games::draw_positions,
        positions::flights, positions::is_cornered, positions::is_covered, positions::is_en_prise, positions::pins_to
    ))?;
    add_room(core, "search", |room| offer!(room:
        evaluation::Evaluation, evaluation::Filter, search::SearchLine, search::SearchInfo, search::Searcher;
        evaluation::tapered_features, search::play_games
    ))?;
    add_room(core, "openings", |room| offer!(room: books::BookBuilder, cases::Cases;))?;
    add_room(core, "endgames", |room| {
        programs::add_vocabulary(room)?;
        offer!(room:
            programs::CompiledProgram, programs::ProgramGames;
            programs::earned_by_choices, programs::endgame_starts, programs::endgame_terminals, programs::play_programs
        )
    })?;
    add_room(core, "tactics", |room| offer!(room: tactics::RuleTester; tactics::rule_relations))?;
    add_room(core, "patterns", |room| offer!(room:
        patterns::PatternIndex, patterns::PatternRows, patterns::PatternScorer;
        patterns::board_graph, patterns::graph_relations, patterns::marked_graph, patterns::propose_patterns,
        patterns::random_filter, patterns::relation_counts
    ))?;
    add_room(core, "puzzles", |room| offer!(room:
        mates::Key, mates::Line, mates::Solution, mates::Try;
        mates::line_after, mates::mate_keys, mates::mate_lengths, mates::solve, mates::sound_keys,
        compose::compose_around, compose::compose_at_random, compose::check_criteria, compose::has_last_move,
        compose::lengthened, compose::minimise, compose::prolonged, compose::repair, compose::rework
    ))
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
