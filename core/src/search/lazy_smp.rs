//! Searches one position on several threads that share one transposition table (lazy SMP).
//!
//! Each thread searches as a single thread would, every other one starting a ply deeper. They diverge because they find
//! each other's entries in the table at different times. The first thread to finish ends the search. The timing of
//! threads is random, so the result may differ from run to run.

use std::thread;

use super::{
    ordering::Ordering,
    root,
    shared::{End, SharedProgress},
    table::Table,
    task::{Info, Question},
};

/// Searches on one thread for each ordering, two or more; the calling thread reports and watches the clock.
pub fn search(
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
