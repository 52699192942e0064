//! The relations that a rule may name, each with the place where its answer is kept.
//!
//! Constants and the position after the move are part of a name: "kind knight", "attacks next".

use crate::{
    errors::CoreError,
    facts::{BOARD_PAIRS, EXCHANGE, FLAGS, NETS, NEXT_SETS, PAIRS, PAWNS, SETS, SETTLES, THREATENS, TRIPLES},
};

/// Where the answer to a relation is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// Always true: a row is a legal move.
    Given,
    /// A bit of the row.
    Flag(u8),
    /// A set of squares, of the position or, with `next`, of the row.
    Set { index: u8, next: bool },
    /// Pairs of squares, of the position or, with `next`, of the row.
    Pairs { index: u8, next: bool },
    /// The order of the pieces by value, read from the sets of kinds.
    WorthMore,
    /// Three pieces in line, of the position or, with `next`, of the row.
    Triples { index: u8, next: bool },
}

impl Relation {
    /// The relation of a name.
    pub fn find(name: &str) -> Result<Relation, CoreError> {
        let unknown = || CoreError::BadArgument { why: format!("no relation is called {name:?}") };
        all().into_iter().find(|(known, _)| known == name).map(|(_, relation)| relation).ok_or_else(unknown)
    }

    /// How many squares it takes.
    pub fn squares(self) -> usize {
        match self {
            Relation::Flag(bit) if matches!(FLAGS.get(usize::from(bit)), Some(&"in_check" | &"ahead")) => 0,
            Relation::Given | Relation::Flag(_) => 2,
            Relation::Set { .. } => 1,
            Relation::Pairs { .. } | Relation::WorthMore => 2,
            Relation::Triples { .. } => 3,
        }
    }
}

/// Every name with its relation.
pub fn all() -> Vec<(String, Relation)> {
    let mut found = vec![("legal_move".into(), Relation::Given), ("make_move".into(), Relation::Given)];
    found.extend(FLAGS.iter().enumerate().map(|(bit, name)| (name.to_string(), Relation::Flag(bit as u8))));
    let thresholds = [
        (EXCHANGE, "exchange_at_least"),
        (NETS, "nets_at_least"),
        (SETTLES, "settles_at_least"),
        (THREATENS, "threatens_at_least"),
    ];
    for (first, name) in thresholds {
        let named = |(bit, pawns)| (format!("{name} {pawns}"), Relation::Flag(first + bit as u8));
        found.extend(PAWNS.iter().enumerate().map(named));
    }
    for (index, name) in SETS.iter().enumerate() {
        found.push((name.to_string(), Relation::Set { index: index as u8, next: false }));
        if index < NEXT_SETS {
            found.push((format!("{name} next"), Relation::Set { index: index as u8, next: true }));
        }
    }
    for (index, name) in PAIRS.iter().enumerate() {
        if index < BOARD_PAIRS {
            found.push((name.to_string(), Relation::Pairs { index: index as u8, next: false }));
            found.push((format!("{name} next"), Relation::Pairs { index: index as u8, next: true }));
        } else {
            found.push((name.to_string(), Relation::Pairs { index: index as u8, next: true }));
        }
    }
    found.push(("worth_more".into(), Relation::WorthMore));
    for (index, name) in TRIPLES.iter().enumerate() {
        found.push((name.to_string(), Relation::Triples { index: index as u8, next: false }));
        found.push((format!("{name} next"), Relation::Triples { index: index as u8, next: true }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_again_and_none_twice() {
        let names = all();
        for (name, relation) in &names {
            assert_eq!(Relation::find(name).unwrap(), *relation, "{name}");
            assert_eq!(names.iter().filter(|(other, _)| other == name).count(), 1, "{name}");
        }
        assert!(Relation::find("flies").unwrap_err().to_string().contains("no relation is called \"flies\""));
    }
}
