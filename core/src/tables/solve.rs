//! Solves an endgame by retrograde analysis: from the mates backwards, one ply at a time, until nothing new is found.
//!
//! A position is won in n plies when a move leads to one lost in n - 1, and lost in n when every move leads to a
//! win and the longest takes n - 1. Each position counts its quiet moves that are not yet known to lose; moves
//! into other endgames are looked up once at the start. Thompson 1986.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicU8, Ordering::Relaxed},
};

use rayon::prelude::*;

use super::{
    material::Material,
    pieces::{Pieces, Placement, Step},
    table::{DECIDED, DRAWN, ILLEGAL, Outcome, Table, Tables, is_win},
};
use crate::errors::{CoreError, refuse};

/// Marks the quiet moves of a position that a conversion saves: it is never lost, whatever they lead to.
const REFUGE: u8 = 255;

/// The best that a conversion brings, for the side to move.
#[derive(Clone, Copy)]
enum Best {
    None,
    Lost(u8),
    Drawn,
    Won(u8),
}

struct Work<'a> {
    pieces: &'a Pieces,
    values: Vec<AtomicU8>,
    /// Quiet moves that are not yet known to lose, or REFUGE.
    hopes: Vec<AtomicU8>,
    /// The outcome by conversion alone, written like a value; ILLEGAL when there is no conversion.
    conversions: Vec<u8>,
}

impl Table {
    /// Solve an endgame, given the tables that its captures and promotions lead to.
    pub fn solve(material: Material, tables: &Tables) -> Result<Table, CoreError> {
        let missing = material.conversions().into_iter().find(|needed| !tables.holds(needed));
        if let Some(needed) = missing {
            return refuse(format!("{material} cannot be solved before {needed}"));
        }
        let pieces = Pieces::new(&material);
        let values = solve(&pieces, tables);
        Ok(Table { material, pieces, values })
    }
}

/// The value of every place of a table; conversions are looked up in the tables given.
fn solve(pieces: &Pieces, tables: &Tables) -> Vec<u8> {
    let first: Vec<(u8, u8, u8)> =
        (0..pieces.count()).into_par_iter().map(|index| examine(pieces, tables, &pieces.placement(index))).collect();
    let mut converting: Vec<Vec<u32>> = vec![Vec::new(); 1 + usize::from(u8::MAX)];
    let mut decided = Vec::new();
    for (index, &(value, _, conversion)) in first.iter().enumerate() {
        if conversion >= DECIDED {
            converting[usize::from(conversion)].push(index as u32);
        }
        if value >= DECIDED {
            decided.push(index as u32);
        }
    }
    let work = Work {
        pieces,
        values: first.iter().map(|&(value, ..)| AtomicU8::new(value)).collect(),
        hopes: first.iter().map(|&(_, hopes, _)| AtomicU8::new(hopes)).collect(),
        conversions: first.iter().map(|&(.., conversion)| conversion).collect(),
    };
    drop(first);
    for value in DECIDED..u8::MAX {
        decided.extend(work.admit(&converting[usize::from(value)], value));
        decided = work.spread(&decided, value);
        // Nothing new now, and no conversion that takes longer: the rest is drawn.
        if decided.is_empty() && converting[usize::from(value) + 1..].iter().all(Vec::is_empty) {
            break;
        }
    }
    work.values.into_iter().map(AtomicU8::into_inner).collect()
}

/// A place at the start: its value as far as the rules alone decide, its quiet moves, its conversions.
fn examine(pieces: &Pieces, tables: &Tables, placement: &Placement) -> (u8, u8, u8) {
    if !pieces.is_legal(placement) {
        return (ILLEGAL, 0, ILLEGAL);
    }
    let (mut quiet, mut best) = (0, Best::None);
    pieces.for_each_step(placement, |step| match step {
        Step::Quiet => quiet += 1,
        Step::Conversion { placement, captured, promoted } => {
            let reply = tables.convert(pieces, &placement, captured, promoted);
            best = match (best, reply) {
                (Best::Won(plies), Outcome::Loss(reply)) => Best::Won(plies.min(reply + 1)),
                (_, Outcome::Loss(reply)) => Best::Won(reply + 1),
                (Best::Won(plies), _) => Best::Won(plies),
                (_, Outcome::Draw) | (Best::Drawn, _) => Best::Drawn,
                (Best::Lost(plies), Outcome::Win(reply)) => Best::Lost(plies.max(reply + 1)),
                (Best::None, Outcome::Win(reply)) => Best::Lost(reply + 1),
            };
        }
    });
    let conversion = match best {
        Best::None => ILLEGAL,
        Best::Drawn => DRAWN,
        Best::Won(plies) | Best::Lost(plies) => DECIDED + plies,
    };
    let mated = quiet == 0 && matches!(best, Best::None) && pieces.is_check(placement);
    let hopes = if matches!(best, Best::Drawn | Best::Won(_)) { REFUGE } else { quiet };
    (if mated { DECIDED } else { DRAWN }, hopes, conversion)
}

impl Work<'_> {
    /// Decide the positions whose conversions take exactly this long, unless something shorter was found.
    fn admit(&self, converting: &[u32], value: u8) -> Vec<u32> {
        let is_due = |&&index: &&u32| {
            let index = index as usize;
            let undecided = self.values[index].load(Relaxed) == DRAWN;
            undecided && (is_win(value) || self.hopes[index].load(Relaxed) == 0)
        };
        let due: Vec<u32> = converting.iter().filter(is_due).copied().collect();
        for &index in &due {
            self.values[index as usize].store(value, Relaxed);
        }
        due
    }

    /// Updates the predecessors of the positions with this value; returns those that this decides.
    fn spread(&self, decided: &[u32], value: u8) -> Vec<u32> {
        let tell = |mut news: Vec<u32>, &index: &u32| {
            self.pieces.for_each_origin(&self.pieces.placement(index as usize), |before| {
                let before = self.pieces.index(&before);
                if self.values[before].load(Relaxed) == DRAWN {
                    let is_news =
                        if is_win(value) { self.lose_hope(before, value + 1) } else { self.win(before, value + 1) };
                    if is_news {
                        news.push(before as u32);
                    }
                }
            });
            news
        };
        let join = |mut one: Vec<u32>, other: Vec<u32>| {
            one.extend(other);
            one
        };
        decided.par_iter().fold(Vec::new, tell).reduce(Vec::new, join)
    }

    fn win(&self, index: usize, value: u8) -> bool {
        self.values[index].compare_exchange(DRAWN, value, Relaxed, Relaxed).is_ok()
    }

    fn lose_hope(&self, index: usize, value: u8) -> bool {
        let hopes = &self.hopes[index];
        if hopes.load(Relaxed) == REFUGE || hopes.fetch_sub(1, Relaxed) > 1 {
            return false;
        }
        // The longest defence may be a conversion, whose turn comes later.
        let is_due = self.conversions[index] <= value;
        if is_due {
            self.values[index].store(value, Relaxed);
        }
        is_due
    }
}

/// Kings and one piece more.
pub const PIECES: usize = 3;

static SOLVED: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables::default();
    // Pieces first: a pawn becomes one of them.
    for signature in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
        let material = Material::parse(signature).expect("a signature");
        let table = Table::solve(material.canonical(), &tables).expect("what it leads to is solved");
        tables.insert(Arc::new(table));
    }
    tables
});

/// The tables of all endings of three pieces; the first to ask waits until they are solved.
pub fn smallest() -> &'static Tables {
    &SOLVED
}
