//! Reads the text of one game, or says why it cannot be read.

use shakmaty::{CastlingMode, Chess, Outcome, fen::Fen};

use super::{
    filter::Filter,
    frames::{Ending, next_frame, skip_blank},
    game::Game,
    movetext,
    tags::Tags,
};
use crate::{chess::positions::legal, errors::CoreError};

impl std::str::FromStr for Game {
    type Err = CoreError;

    /// Read the PGN text of one game.
    fn from_str(text: &str) -> Result<Game, CoreError> {
        let bad = |why: &str| CoreError::BadGameFile { path: "the game".into(), why: why.into() };
        let text = &text.as_bytes()[skip_blank(text.as_bytes(), true)..];
        let frame = next_frame(text, true).ok_or_else(|| bad("the text is empty"))?;
        if skip_blank(&text[frame.end..], true) < text.len() - frame.end {
            return Err(bad("there is more than one game in the text"));
        }
        match read(&text[..frame.end], frame.ending, &Filter::default()) {
            Verdict::Game(game) => Ok(*game),
            Verdict::Bad(problem) => Err(bad(&problem)),
            Verdict::Variant(name) => Err(bad(&format!("it is a game of {name}"))),
            Verdict::Unwanted | Verdict::Nothing => Err(bad("there is only a comment in the text")),
        }
    }
}

/// What became of the text of one game.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    Game(Box<Game>),
    /// It does not pass the filter.
    Unwanted,
    /// Its rules are not those of chess; here is their name.
    Variant(String),
    /// It is malformed; here is what is wrong.
    Bad(String),
    /// A comment between games.
    Nothing,
}

/// Read the text of one game, as [`super::frames`] cut it.
pub fn read(text: &[u8], ending: Ending, filter: &Filter) -> Verdict {
    read_or_refuse(text, ending, filter).unwrap_or_else(Verdict::Bad)
}

fn read_or_refuse(text: &[u8], ending: Ending, filter: &Filter) -> Result<Verdict, String> {
    let (tags, movetext) = Tags::parse(text)?;
    if let Some(name) = variant(&tags) {
        return Ok(Verdict::Variant(name));
    }
    if !filter.wants_tags(&tags) {
        return Ok(Verdict::Unwanted);
    }
    if ending == Ending::OpenComment {
        return Err("a comment is opened and never closed".into());
    }
    let start = match tags.get("FEN").filter(|fen| !fen.is_empty()) {
        None => Chess::default(),
        Some(fen) => match start_position(fen)? {
            Some(start) => start,
            None => return Ok(Verdict::Variant("Chess960".into())),
        },
    };
    if tags.is_empty() && movetext::first_number(movetext).is_some_and(|number| number != 1) {
        return Err("there are no tags, and the moves do not begin at 1".into());
    }
    let record = movetext::replay(movetext, start.clone())?;
    if tags.is_empty() && record.moves.is_empty() && record.outcome.is_none() {
        return Ok(Verdict::Nothing);
    }
    let tagged = tags.get("Result").and_then(|result| result.parse().ok()).unwrap_or(Outcome::Unknown);
    if ending == Ending::EndOfText && record.outcome.is_none() {
        if tagged.is_known() {
            return Err(format!("it is cut short: the file ends before the result {tagged}"));
        } else if record.moves.is_empty() && tags.get("Result").is_none() {
            return Err("it is cut short: the file ends before the moves".into());
        }
    }
    let result = if tagged.is_known() { tagged } else { record.outcome.unwrap_or(Outcome::Unknown) };
    let game = Game {
        tags,
        start,
        result,
        moves: record.moves,
        evals: record.remarks.evals,
        clocks: record.remarks.clocks,
        nags: record.nags,
        comments: record.remarks.comments,
        arrows: record.remarks.arrows,
    };
    Ok(if filter.wants_game(&game) { Verdict::Game(Box::new(game)) } else { Verdict::Unwanted })
}

/// The name of the variant, when it is not chess as everybody knows it.
fn variant(tags: &Tags) -> Option<String> {
    let name = tags.get("Variant")?.trim();
    let plain = ["", "standard", "chess", "normal", "from position"];
    (!plain.iter().any(|plain| name.eq_ignore_ascii_case(plain))).then(|| name.to_string())
}

/// The position of a FEN tag; None when its castling rights are those of Chess960.
fn start_position(fen: &str) -> Result<Option<Chess>, String> {
    let refuse = |why: String| format!("bad FEN {fen:?}: {why}");
    let setup = fen.trim().parse::<Fen>().map_err(|error| refuse(error.to_string()))?.into_setup();
    if CastlingMode::detect(&setup) == CastlingMode::Chess960 {
        return Ok(None);
    }
    legal(setup, String::new).map(Some).map_err(|error| match error {
        CoreError::BadPosition { why, .. } => refuse(why),
        other => refuse(other.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::moves::MoveCode;

    fn why(text: &str) -> String {
        text.parse::<Game>().unwrap_err().to_string()
    }

    #[test]
    fn the_shortest_mate() {
        let game: Game = "1. f3 e5 2. g4?? Qh4# 0-1".parse().unwrap();
        assert_eq!(game.moves.iter().map(MoveCode::to_string).collect::<Vec<_>>(), ["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(game.nags, [(3, 4)]);
        assert_eq!(game.result.as_str(), "0-1");
        assert_eq!(game.positions(4).len(), 5);
    }

    #[test]
    fn a_result_tag_holds_when_the_moves_have_no_marker() {
        let game: Game = "[Result \"1-0\"]\n\n1. e4 e5\n\n".parse().unwrap();
        assert_eq!(game.result.as_str(), "1-0");
    }

    #[test]
    fn a_game_cut_short_is_no_game() {
        assert!(why("[Result \"1-0\"]\n\n1. e4 e5").contains("the file ends before the result 1-0"));
        assert!(why("[Event \"?\"]\n[White \"Reti\"]\n").contains("the file ends before the moves"));
        assert!(why("[Event \"?\"]\n\n1. e4 { The best").contains("a comment is opened and never closed"));
        assert!("1. e4 e5".parse::<Game>().is_ok(), "no result was promised");
    }

    #[test]
    fn two_white_kings_are_refused_with_a_reason() {
        let problem = why("[FEN \"4k3/8/8/8/8/8/8/K3K3 w - - 0 1\"]\n\n1. Kd1 *");
        assert!(problem.contains("a side has more than one king"), "{problem}");
    }

    #[test]
    fn chess960_shows_in_the_tag_or_in_the_castling_rights() {
        assert!(why("[Variant \"Chess960\"]\n\n1. e4 *").contains("it is a game of Chess960"));
        assert!(why("[FEN \"1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1\"]\n\n1. O-O-O *").contains("Chess960"));
        assert!("[Variant \"From Position\"]\n\n1. e4 *".parse::<Game>().is_ok());
    }

    #[test]
    fn half_a_game_after_a_blank_line_is_not_taken_for_a_new_one() {
        assert!(why("2. Nf3 Nc6 1-0").contains("the moves do not begin at 1"));
    }

    #[test]
    fn one_text_holds_one_game() {
        assert!(why("").contains("the text is empty"));
        assert!(why("1. e4 *\n\n1. d4 *").contains("more than one game"));
        assert!(why("{ An evening at the club }").contains("only a comment"));
    }
}
