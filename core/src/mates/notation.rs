//! Moves as a score sheet has them, on boards of every size.

use std::fmt::Write;

use shakmaty::{CastlingSide, Move, Role};

use super::any_position::Rules;

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
