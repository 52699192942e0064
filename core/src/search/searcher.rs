//! Searches positions and keeps the transposition table and the history from one position to the next.
//!
//! On several threads (lazy SMP) each thread searches as a single thread would, all with one transposition table and
//! every other one starting a ply deeper. They diverge because they find each other's entries in the table at different
//! times. The first thread to finish ends the search. The timing of threads is random, so the result may differ from run
//! to run.

use std::thread;

use shakmaty::{Chess, Move, Position};

use super::{
    control::{Control, End, SharedProgress},
    evaluation::Evaluation,
    filter::Filter,
    ordering::Ordering,
    paper::{self, Visited},
    root,
    table::Table,
    task::{Info, Options, Question, Task},
};
use crate::{
    chess::{moves::MoveCode, positions},
    errors::{CoreError, refuse},
};

/// The most threads of one search.
pub const MOST_THREADS: usize = 64;

/// An evaluation, a filter and options with the memory of earlier searches.
pub struct Searcher {
    pub evaluation: Evaluation,
    pub filter: Option<Filter>,
    pub options: Options,
    table: Table,
    visited: Visited,
    /// One for each thread.
    orderings: Vec<Ordering>,
}

impl Searcher {
    /// A searcher with an empty table.
    pub fn new(evaluation: Evaluation, filter: Option<Filter>, options: Options) -> Searcher {
        let table = Table::new(if options.paper { 0 } else { options.hash_megabytes });
        let mut searcher =
            Searcher { evaluation, filter, options, table, visited: Visited::default(), orderings: Vec::new() };
        searcher.engage(options.threads);
        searcher
    }

    /// Clears the table and the history.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.orderings.fill_with(Ordering::default);
    }

    /// Sets the number of threads of later searches, at least one.
    pub fn engage(&mut self, threads: usize) {
        self.options.threads = threads.clamp(1, MOST_THREADS);
        self.orderings.resize_with(self.options.threads, Ordering::default);
    }

    /// Replaces the table by an empty one of another size.
    pub fn resize(&mut self, megabytes: usize) {
        self.options.hash_megabytes = megabytes;
        self.table = Table::new(if self.options.paper { 0 } else { megabytes });
    }

    /// Searches a position and calls `report` after every finished iteration. Always returns a legal move.
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
        let (evaluation, filter, options) = (&*self.evaluation, self.filter.as_ref(), self.options);
        let question = Question { evaluation, filter, options, position, moves, task, control };
        Ok(if options.paper {
            paper::search(question, &mut self.visited, report)
        } else {
            self.table.age();
            match &mut self.orderings[..] {
                [alone] => root::search(&question, &self.table, alone, (None, 0), report),
                many => search_on_threads(&question, &self.table, many, report),
            }
        })
    }
}

fn root_moves(position: &Chess, task: &Task) -> Result<Vec<Move>, CoreError> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_unstable_by_key(|&m| MoveCode::of(m));
    if moves.is_empty() {
        return refuse(format!("there is no legal move in {}", positions::fen(position)));
    }
    for code in task.moves.iter().chain(&task.advised) {
        if !moves.iter().any(|&m| MoveCode::of(m) == *code) {
            return Err(CoreError::IllegalMove { uci: code.to_string(), fen: positions::fen(position) });
        }
    }
    if !task.moves.is_empty() {
        moves.retain(|&m| task.moves.contains(&MoveCode::of(m)));
    }
    Ok(moves)
}

/// Searches on one thread for each ordering, two or more; the calling thread reports and watches the clock.
fn search_on_threads(
    question: &Question<'_>,
    table: &Table,
    orderings: &mut [Ordering],
    report: &mut dyn FnMut(&Info),
) -> Info {
    let shared = SharedProgress::default();
    let control = question.control.without_clock();
    let helping = Question { control: &control, ..question.clone() };
    let (own, others) = orderings.split_first_mut().expect("a search has a thread");
    let mut found = thread::scope(|scope| {
        let help = |(number, ordering)| {
            let (shared, helping) = (&shared, &helping);
            let work = move || {
                let _end = End(shared);
                root::search(helping, table, ordering, (Some(shared), (number as u32 + 1) % 2), &mut |_| ())
            };
            // Where the system cannot start another thread, the search runs on fewer.
            thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let helpers: Vec<_> = others.iter_mut().enumerate().filter_map(help).collect();
        let end = End(&shared);
        let mut found = vec![root::search(question, table, own, (Some(&shared), 0), report)];
        drop(end);
        found.extend(helpers.into_iter().map(|helper| helper.join().expect("a search does not panic")));
        found
    });
    let best = (0..found.len()).rev().max_by_key(|&number| (!found[number].stopped, found[number].depth)).unwrap_or(0);
    let mut info = Info { seconds: question.control.elapsed(), ..found.swap_remove(best) };
    for other in found {
        info.nodes += other.nodes;
        info.hits += other.hits;
        info.selective_depth = info.selective_depth.max(other.selective_depth);
        for (sum, count) in info.pruned.iter_mut().zip(other.pruned) {
            *sum += count;
        }
    }
    if best != 0 {
        report(&info);
    }
    info
}
