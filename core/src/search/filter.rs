//! Which of the moves a search looks at, and how deep: somebody chooses, and a filter says what becomes of the rest.
//!
//! Choosers of every room (rules of thumb, patterns) stand behind one trait, and all else is the same for all of them:
//! what becomes of a move that is not chosen, how far from the root the chooser is asked, and two promises. In check
//! nothing is dropped, and when everything would be dropped nothing is.

use std::sync::Arc;

use shakmaty::{Chess, Move};

use crate::errors::{CoreError, refuse};

/// Next to the leaves means this many plies or fewer are left.
const FRONTIER: i32 = 2;

/// Where moves are to be chosen.
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

/// Whether a move is chosen, and the bits of the reasons for that; the chooser knows their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    pub chosen: bool,
    pub reasons: u32,
}

/// Chooses among all legal moves of a position at once, so that it may rank them.
pub trait ChooseMoves: Send + Sync {
    /// One choice for each move, in their order.
    fn choose(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Choice>;

    /// What the bits of a choice's reasons are called; a move with no bit was not chosen by anything.
    fn reasons(&self) -> &[&'static str];

    /// The bits that speak against a move; the others speak for it.
    fn refusing(&self) -> u32;
}

/// What becomes of a move that is not chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unchosen {
    /// Dropped.
    Drop,
    /// Searched so many plies shallower, and dropped where that leaves no ply.
    Reduce(u8),
    /// Dropped next to the leaves, kept elsewhere.
    DropNearLeaves,
}

impl Unchosen {
    /// By the name of the mode: `paper`, `soft` with its reduction, `frontier`.
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
            // Reduced to nothing is not searched: at the last ply nobody would see a lost exchange taken back.
            Unchosen::Reduce(plies) if depth <= i32::from(plies) => Verdict::Drop,
            Unchosen::Reduce(plies) => Verdict::Reduce(plies),
            Unchosen::DropNearLeaves if depth <= FRONTIER => Verdict::Drop,
            Unchosen::DropNearLeaves => Verdict::Keep,
        }
    }
}

/// What becomes of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Searched in full.
    Keep,
    /// Searched this many plies shallower; in full only when it turns out better than expected.
    Reduce(u8),
    /// Not searched.
    Drop,
}

/// A verdict, and the bits of the reasons that led to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    pub reasons: u32,
}

/// A chooser, what becomes of the moves that it does not choose, and where it is asked. Many searches may share it.
#[derive(Clone)]
pub struct Filter {
    chooser: Arc<dyn ChooseMoves>,
    unchosen: Unchosen,
    /// How many plies from the root the chooser is asked; below them every move is kept.
    plies: usize,
}

impl Filter {
    /// A filter that is asked everywhere.
    pub fn new(chooser: Arc<dyn ChooseMoves>, unchosen: Unchosen) -> Filter {
        Filter { chooser, unchosen, plies: usize::MAX }
    }

    /// The same filter, asked in the first so many plies only: 1 is the root alone.
    pub fn within(&self, plies: usize) -> Filter {
        Filter { plies, ..self.clone() }
    }

    /// Whether the filter is asked so many plies from the root.
    pub fn is_asked_at(&self, ply: usize) -> bool {
        ply < self.plies
    }

    /// What the bits of a judgement's reasons are called.
    pub fn reasons(&self) -> &[&'static str] {
        self.chooser.reasons()
    }

    /// One judgement for each move, in their order, with the two promises kept.
    pub fn judge(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Judgement> {
        let unchosen = self.unchosen.verdict(node.depth);
        let judgement = |choice: Choice| Judgement {
            verdict: if choice.chosen { Verdict::Keep } else { unchosen },
            reasons: choice.reasons,
        };
        let mut judgements: Vec<Judgement> = self.chooser.choose(node, moves).into_iter().map(judgement).collect();
        if node.in_check || judgements.iter().all(|judgement| judgement.verdict == Verdict::Drop) {
            for judgement in &mut judgements {
                judgement.verdict = Verdict::Keep;
            }
        }
        judgements
    }
}

/// The moves that a filter kept from being searched in full.
pub struct Pruned {
    refusing: u32,
    /// How many, by the reason that spoke against them; the last place for those that nothing chose.
    pub counts: Vec<u64>,
}

impl Pruned {
    /// Nothing yet, by this filter.
    pub fn by(filter: Option<&Filter>) -> Pruned {
        let reasons = filter.map_or(0, |filter| filter.reasons().len());
        Pruned { refusing: filter.map_or(0, |filter| filter.chooser.refusing()), counts: vec![0; reasons + 1] }
    }

    /// Count what is not kept.
    pub fn count(&mut self, judgements: &[Judgement]) {
        for judgement in judgements.iter().filter(|judgement| judgement.verdict != Verdict::Keep) {
            let bit = (judgement.reasons & self.refusing).trailing_zeros() as usize;
            let place = bit.min(self.counts.len() - 1);
            self.counts[place] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{moves::MoveCode, positions::parse_fen};
    use shakmaty::Position;

    /// Ranks moves by their codes and chooses so many of them, as a room with numbers of its own would.
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
        filter.judge(&node, &position.legal_moves()).iter().map(|judgement| judgement.verdict).collect()
    }

    fn count(verdicts: &[Verdict], wanted: Verdict) -> usize {
        verdicts.iter().filter(|&&verdict| verdict == wanted).count()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn what_becomes_of_the_rest_is_the_same_whoever_chooses() {
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
    fn a_filter_may_be_asked_near_the_root_only() {
        let everywhere = Filter::new(Arc::new(Lowest(3)), Unchosen::Drop);
        assert!(everywhere.is_asked_at(100));
        let near = everywhere.within(2);
        assert_eq!([0, 1, 2].map(|ply| near.is_asked_at(ply)), [true, true, false]);
    }

    #[test]
    fn an_unknown_mode_is_named() {
        let error = Unchosen::by_mode("luck", 1).err().unwrap();
        assert!(error.to_string().contains("there is no mode \"luck\""));
    }
}
