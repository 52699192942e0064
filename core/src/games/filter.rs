//! Which games are wanted. Most questions are answered by the tags, before a single move is replayed.

use std::ops::RangeInclusive;

use super::{game::Game, tags::Tags};

/// What a game must be like; what is not set does not bind.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// The lowest and the highest rating that either player may have.
    pub ratings: Option<RangeInclusive<u32>>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; any when empty.
    pub results: Vec<String>,
    /// How the game ended, as its tag says in any case; any when empty.
    pub terminations: Vec<String>,
    /// The time control exactly as its tag says: `600+5`.
    pub time_control: Option<String>,
    /// The seconds that one player is expected to need for a game.
    pub expected_seconds: Option<RangeInclusive<u32>>,
    /// The name of one of the players, in any case.
    pub player: Option<String>,
    pub minimum_plies: usize,
}

impl Filter {
    /// Whether the tags alone rule the game out.
    pub fn wants_tags(&self, tags: &Tags) -> bool {
        let tag = |name| tags.get(name).unwrap_or("").trim();
        if let Some(range) = &self.ratings {
            let fits = |name| tag(name).parse().is_ok_and(|rating: u32| range.contains(&rating));
            if !fits("WhiteElo") || !fits("BlackElo") {
                return false;
            }
        }
        // A result that the tags do not know is checked when the moves are read.
        let result = tag("Result");
        if !matches!(result, "" | "*") && !allows(&self.results, result)
            || !allows(&self.terminations, tag("Termination"))
        {
            return false;
        }
        let control = tag("TimeControl");
        if self.time_control.as_ref().is_some_and(|wanted| wanted != control) {
            return false;
        }
        if let Some(range) = &self.expected_seconds
            && !expected_seconds(control).is_some_and(|seconds| range.contains(&seconds))
        {
            return false;
        }
        self.player.as_ref().is_none_or(|player| {
            let wanted = player.trim().to_lowercase();
            tag("White").to_lowercase() == wanted || tag("Black").to_lowercase() == wanted
        })
    }

    /// Whether a game that was replayed is wanted.
    pub fn wants_game(&self, game: &Game) -> bool {
        game.moves.len() >= self.minimum_plies && allows(&self.results, game.result.as_str())
    }
}

/// How long a player is expected to need by Lichess's estimate: base + 40 * increment. A game without a clock,
/// by correspondence, takes for ever.
pub fn expected_seconds(time_control: &str) -> Option<u32> {
    if time_control == "-" {
        return Some(u32::MAX);
    }
    let (base, increment) = time_control.split_once('+').unwrap_or((time_control, "0"));
    base.parse::<u32>().ok()?.checked_add(increment.parse::<u32>().ok()?.checked_mul(40)?)
}

fn allows(wanted: &[String], found: &str) -> bool {
    wanted.is_empty() || wanted.iter().any(|one| one.eq_ignore_ascii_case(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAGS: &str = "[White \"Anna\"]\n[Black \"Boris\"]\n[Result \"1-0\"]\n[WhiteElo \"1800\"]\n\
        [BlackElo \"1700\"]\n[TimeControl \"600+5\"]\n[Termination \"Time forfeit\"]\n";

    fn wants(filter: Filter) -> bool {
        filter.wants_tags(&Tags::parse(TAGS.as_bytes()).unwrap().0)
    }

    #[test]
    fn both_players_must_be_in_the_range() {
        assert!(wants(Filter { ratings: Some(1700..=1800), ..Filter::default() }));
        assert!(!wants(Filter { ratings: Some(1750..=1800), ..Filter::default() }));
    }

    #[test]
    fn names_and_terminations_in_any_case() {
        assert!(wants(Filter { player: Some("BORIS".into()), ..Filter::default() }));
        assert!(!wants(Filter { player: Some("Bo".into()), ..Filter::default() }));
        assert!(wants(Filter { terminations: vec!["time forfeit".into()], ..Filter::default() }));
        assert!(!wants(Filter { terminations: vec!["normal".into()], ..Filter::default() }));
    }

    #[test]
    fn time_controls_by_text_or_by_length() {
        assert!(wants(Filter { time_control: Some("600+5".into()), ..Filter::default() }));
        assert!(!wants(Filter { time_control: Some("600+0".into()), ..Filter::default() }));
        assert!(wants(Filter { expected_seconds: Some(480..=1499), ..Filter::default() }));
        assert!(!wants(Filter { expected_seconds: Some(0..=479), ..Filter::default() }));
        assert_eq!(expected_seconds("-"), Some(u32::MAX));
        assert_eq!(expected_seconds("40/9000"), None);
    }

    #[test]
    fn a_result_may_be_ruled_out_by_its_tag() {
        assert!(wants(Filter { results: vec!["1-0".into()], ..Filter::default() }));
        assert!(!wants(Filter { results: vec!["0-1".into(), "1/2-1/2".into()], ..Filter::default() }));
    }
}
