//! Solves the endings of three pieces once, when they are first needed.

use std::sync::{Arc, LazyLock};

use super::{
    material::Material,
    table::{Table, Tables},
};

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
