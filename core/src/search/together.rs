//! A search on several threads: each searches the same position with the same table.
//!
//! All of them do the same as one alone would, every other one a ply deeper; they differ because they meet at different
//! times what the others left in the table. Whoever is done first ends the search. Who comes first to some position is
//! a matter of chance, so the answer, too, may be another one the next time. Known as lazy SMP.

use std::thread;

use super::{
    crew::{Crew, End},
    ordering::Ordering,
    root,
    table::Table,
    task::{Info, Question},
};

/// Search on as many threads as there are orderings, two or more; this one reports and watches the clock.
pub fn search(
    question: &Question<'_>,
    table: &Table,
    orderings: &mut [Ordering],
    report: &mut dyn FnMut(&Info),
) -> Info {
    let crew = Crew::default();
    let control = question.control.without_clock();
    let helping = Question { control: &control, ..question.clone() };
    let (own, others) = orderings.split_first_mut().expect("a search has a thread");
    let mut found = thread::scope(|scope| {
        let help = |(number, ordering)| {
            let (crew, helping) = (&crew, &helping);
            let work = move || {
                let _end = End(crew);
                root::search(helping, table, ordering, (Some(crew), (number as u32 + 1) % 2), &mut |_| ())
            };
            // A machine that has no thread left to give is searched on with fewer.
            thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let helpers: Vec<_> = others.iter_mut().enumerate().filter_map(help).collect();
        let end = End(&crew);
        let mut found = vec![root::search(question, table, own, (Some(&crew), 0), report)];
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
