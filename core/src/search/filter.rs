//! Decides which moves a search keeps, reduces or drops: a chooser picks moves, and a filter decides about the rest.
//!
//! Every chooser (rules of thumb, patterns) implements one trait. The filter around it is always the same: what happens
//! to moves that were not chosen, how many plies from the root it applies, and two guarantees: it drops nothing in
//! check, and it drops nothing when it would have to drop every move.

use std::sync::Arc;

use shakmaty::{Chess, Move};

use crate::errors::{CoreError, refuse};

/// "Near the leaves" means that at most this many plies are left.
const FRONTIER: i32 = 2;

/// The node at which a chooser picks moves.
pub struct Node<'a> {
    pub position: &'a Chess,
    /// Whether the side to move is the one that searches.
    pub own: bool,
    /// The plies that are left, at least 1.
    pub depth: i32,
    /// The plies from the root, which is 0.
    pub ply: usize,
    pub in_check: bool,
}

/// Whether a move is chosen, and the bits of the reasons; the chooser names the bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    pub chosen: bool,
    pub reasons: u32,
}

/// Chooses among all legal moves of a position at once, so that it may rank them.
pub trait ChooseMoves: Send + Sync {
    /// One choice for each move, in their order.
    fn choose(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Choice>;

    /// Names the bits of a choice's reasons; a move without a bit was not chosen for any reason.
    fn reasons(&self) -> &[&'static str];

    /// The bits that speak against a move; the others speak for it.
    fn refusing(&self) -> u32;
}

/// What the filter does with a move that the chooser did not choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unchosen {
    /// Dropped.
    Drop,
    /// Searched this many plies less deeply, and dropped where that leaves no ply.
    Reduce(u8),
    /// Dropped next to the leaves, kept elsewhere.
    DropNearLeaves,
}

impl Unchosen {
    /// Reads the name of a mode: `paper`, `soft` with its reduction, `frontier`.
    pub fn by_mode(mode: &str, reduction: u8) -> Result<Unchosen, CoreError> {
        match mode {
            "paper" => Ok(Unchosen::Drop),
            "soft" => Ok(Unchosen::Reduce(reduction)),
            "frontier" => Ok(Unchosen::DropNearLeaves),
            _ => refuse(format!("there is no mode {mode:?}; there are paper, soft and frontier")),
        }
    }

    fn verdict(self, depth: i32) -> Verdict {
        match self {
            Unchosen::Drop => Verdict::Drop,
            // A move reduced to depth 0 is not searched: at the last ply the search would not see the recapture.
            Unchosen::Reduce(plies) if depth <= i32::from(plies) => Verdict::Drop,
            Unchosen::Reduce(plies) => Verdict::Reduce(plies),
            Unchosen::DropNearLeaves if depth <= FRONTIER => Verdict::Drop,
            Unchosen::DropNearLeaves => Verdict::Keep,
        }
    }
}

/// What the filter decides about one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Searched in full.
    Keep,
    /// Searched this many plies shallower; in full only when it turns out better than expected.
    Reduce(u8),
    /// Not searched.
    Drop,
}

/// A verdict and the bits of its reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    pub verdict: Verdict,
    pub reasons: u32,
}

/// A chooser, the treatment of the moves that it does not choose, and the plies where it applies. Searches may share
/// one.
#[derive(Clone)]
pub struct Filter {
    chooser: Arc<dyn ChooseMoves>,
    unchosen: Unchosen,
    /// The number of plies from the root in which the filter applies; below them every move is kept.
    plies: usize,
}

impl Filter {
    /// Makes a filter that applies at every ply.
    pub fn new(chooser: Arc<dyn ChooseMoves>, unchosen: Unchosen) -> Filter {
        Filter { chooser, unchosen, plies: usize::MAX }
    }

    /// Returns this filter limited to the first `plies` plies; 1 is the root alone.
    pub fn within(&self, plies: usize) -> Filter {
        Filter { plies, ..self.clone() }
    }

    /// Whether the filter applies this many plies from the root.
    pub fn applies_at(&self, ply: usize) -> bool {
        ply < self.plies
    }

    /// Names the bits of a decision's reasons.
    pub fn reasons(&self) -> &[&'static str] {
        self.chooser.reasons()
    }

    /// Returns one decision for each move, in their order, with the two guarantees of this module.
    pub fn decide(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Decision> {
        let unchosen = self.unchosen.verdict(node.depth);
        let decision = |choice: Choice| Decision {
            verdict: if choice.chosen { Verdict::Keep } else { unchosen },
            reasons: choice.reasons,
        };
        let mut decisions: Vec<Decision> = self.chooser.choose(node, moves).into_iter().map(decision).collect();
        if node.in_check || decisions.iter().all(|decision| decision.verdict == Verdict::Drop) {
            for decision in &mut decisions {
                decision.verdict = Verdict::Keep;
            }
        }
        decisions
    }
}

/// The moves that a filter kept from being searched in full.
pub struct Pruned {
    refusing: u32,
    /// How many, by the reason that spoke against them; the last place for those that nothing chose.
    pub counts: Vec<u64>,
}

impl Pruned {
    /// Starts with zero counts for this filter.
    pub fn by(filter: Option<&Filter>) -> Pruned {
        let reasons = filter.map_or(0, |filter| filter.reasons().len());
        Pruned { refusing: filter.map_or(0, |filter| filter.chooser.refusing()), counts: vec![0; reasons + 1] }
    }

    /// Counts the moves that were reduced or dropped.
    pub fn count(&mut self, decisions: &[Decision]) {
        for decision in decisions.iter().filter(|decision| decision.verdict != Verdict::Keep) {
            let bit = (decision.reasons & self.refusing).trailing_zeros() as usize;
            let place = bit.min(self.counts.len() - 1);
            self.counts[place] += 1;
        }
    }
}

/// The bits of these names among the known ones; an unknown one is refused, with `what` it should have been.
pub fn bits_of(names: &[String], known: &[&str], what: &str) -> Result<u32, CoreError> {
    names.iter().try_fold(0, |all, name| match known.iter().position(|each| each == name) {
        Some(bit) => Ok(all | 1 << bit),
        None => refuse(format!("there is no {what} {name:?}; there are {}", known.join(", "))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{moves::MoveCode, positions::parse_fen};
    use shakmaty::Position;

    /// Ranks moves by their codes and chooses the first few, like a chooser with scores.
    struct Lowest(usize);

    impl ChooseMoves for Lowest {
        fn choose(&self, _node: &Node<'_>, moves: &[Move]) -> Vec<Choice> {
            let mut codes: Vec<MoveCode> = moves.iter().map(|&m| MoveCode::of(m)).collect();
            codes.sort_unstable();
            codes.truncate(self.0);
            let choice = |&m: &Move| {
                let chosen = codes.contains(&MoveCode::of(m));
                Choice { chosen, reasons: u32::from(chosen) }
            };
            moves.iter().map(choice).collect()
        }

        fn reasons(&self) -> &[&'static str] {
            &["lowest"]
        }

        fn refusing(&self) -> u32 {
            0
        }
    }

    fn verdicts(filter: &Filter, fen: &str, depth: i32) -> Vec<Verdict> {
        let position = parse_fen(fen).unwrap();
        let node = Node { position: &position, own: true, depth, ply: 0, in_check: position.is_check() };
        filter.decide(&node, &position.legal_moves()).iter().map(|decision| decision.verdict).collect()
    }

    fn count(verdicts: &[Verdict], wanted: Verdict) -> usize {
        verdicts.iter().filter(|&&verdict| verdict == wanted).count()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn every_chooser_gets_the_same_treatment_of_the_rest() {
        let three = |unchosen| Filter::new(Arc::new(Lowest(3)), unchosen);
        assert_eq!(count(&verdicts(&three(Unchosen::Drop), START, 4), Verdict::Drop), 17);
        assert_eq!(count(&verdicts(&three(Unchosen::Reduce(2)), START, 4), Verdict::Reduce(2)), 17);
        assert_eq!(count(&verdicts(&three(Unchosen::Reduce(2)), START, 2), Verdict::Drop), 17);
        assert_eq!(count(&verdicts(&three(Unchosen::DropNearLeaves), START, 2), Verdict::Drop), 17);
        assert_eq!(count(&verdicts(&three(Unchosen::DropNearLeaves), START, 3), Verdict::Keep), 20);
    }

    #[test]
    fn in_check_nothing_is_dropped() {
        let filter = Filter::new(Arc::new(Lowest(1)), Unchosen::Drop);
        let found = verdicts(&filter, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 3);
        assert_eq!(count(&found, Verdict::Keep), found.len());
    }

    #[test]
    fn when_all_would_be_dropped_all_are_kept() {
        let filter = Filter::new(Arc::new(Lowest(0)), Unchosen::Drop);
        assert_eq!(count(&verdicts(&filter, START, 3), Verdict::Keep), 20);
    }

    #[test]
    fn a_filter_may_apply_near_the_root_only() {
        let everywhere = Filter::new(Arc::new(Lowest(3)), Unchosen::Drop);
        assert!(everywhere.applies_at(100));
        let near = everywhere.within(2);
        assert_eq!([0, 1, 2].map(|ply| near.applies_at(ply)), [true, true, false]);
    }

    #[test]
    fn an_unknown_mode_is_named() {
        let error = Unchosen::by_mode("luck", 1).err().unwrap();
        assert!(error.to_string().contains("there is no mode \"luck\""));
    }
}
