//! Reads stipulations such as `#2` and `h#3`, and writes moves in the notation of problemists.

use std::fmt::{self, Write};

use shakmaty::{CastlingSide, Move, Role};

use super::any_position::Rules;
use crate::errors::CoreError;

/// The most moves that a full-width search is let loose on.
pub const LONGEST: u8 = 8;
/// The most moves of a selfmate or helpmate.
pub const LONGEST_OTHER: u8 = 3;

/// Who helps whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The side to move forces mate.
    Direct,
    /// The side to move forces the other side to mate it.
    SelfMate,
    /// Both sides together mate the side to move, which moves first.
    HelpMate,
}

/// A goal and in how many moves it is to be reached, written `#2`, `s#2`, `h#2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stipulation {
    pub goal: Goal,
    pub moves: u8,
}

impl Stipulation {
    /// Read a stipulation as problemists write it.
    pub fn parse(text: &str) -> Result<Stipulation, CoreError> {
        let bad = |why: &str| CoreError::BadArgument { why: format!("cannot read the stipulation {text:?}: {why}") };
        let (goal, longest) = match text.split('#').next() {
            Some("") => (Goal::Direct, LONGEST),
            Some("s") => (Goal::SelfMate, LONGEST_OTHER),
            Some("h") => (Goal::HelpMate, LONGEST_OTHER),
            _ => return Err(bad("write #2, s#2 or h#2")),
        };
        let digits = text.split('#').nth(1).unwrap_or_default();
        let moves: u8 = digits.parse().map_err(|_| bad("write #2, s#2 or h#2"))?;
        if !(1..=longest).contains(&moves) {
            return Err(bad(&format!("between 1 and {longest} moves are possible")));
        }
        Ok(Stipulation { goal, moves })
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.goal {
            Goal::Direct => "#",
            Goal::SelfMate => "s#",
            Goal::HelpMate => "h#",
        };
        write!(f, "{sign}{}", self.moves)
    }
}

/// A legal move in standard algebraic notation, check and mate marked.
pub fn san<P: Rules>(position: &P, m: Move) -> String {
    let mut text = match m.castling_side() {
        Some(CastlingSide::KingSide) => "O-O".into(),
        Some(CastlingSide::QueenSide) => "O-O-O".into(),
        None => without_castling(position, m),
    };
    let after = position.after(m);
    if after.is_check() {
        text.push(if after.moves().is_empty() { '#' } else { '+' });
    }
    text
}

fn without_castling<P: Rules>(position: &P, m: Move) -> String {
    let from = m.from().expect("chess has no drops");
    let mut text = String::new();
    if m.role() == Role::Pawn {
        if m.is_capture() {
            text.push(from.file().char());
        }
    } else {
        text.push(m.role().upper_char());
        let rivals: Vec<_> = position
            .moves()
            .into_iter()
            .filter(|&other| other.role() == m.role() && other.to() == m.to() && !other.is_castle())
            .filter_map(|other| other.from())
            .filter(|&other| other != from)
            .collect();
        let file_decides = rivals.iter().all(|other| other.file() != from.file());
        if !rivals.is_empty() && (file_decides || rivals.iter().any(|other| other.rank() == from.rank())) {
            text.push(from.file().char());
        }
        if !rivals.is_empty() && !file_decides {
            text.push(from.rank().char());
        }
    }
    if m.is_capture() {
        text.push('x');
    }
    let _ = write!(text, "{}", m.to());
    if let Some(role) = m.promotion() {
        text.push('=');
        text.push(role.upper_char());
    }
    text
}
