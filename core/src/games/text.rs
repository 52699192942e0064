//! Writes a game as PGN, so that reading it again gives the same game.

use std::fmt;

use shakmaty::{Color, Position, san::SanPlus};

use super::{
    comments::{Eval, at},
    game::{Game, replayed},
};

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.iter() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut position = self.start.clone();
        let mut needs_number = true;
        for ply in 0..=self.moves.len() {
            if let Some(code) = ply.checked_sub(1).map(|played| self.moves[played]) {
                if position.turn() == Color::White {
                    write!(f, "{}. ", position.fullmoves())?;
                } else if needs_number {
                    write!(f, "{}... ", position.fullmoves())?;
                }
                let played = replayed(code, &position);
                write!(f, "{} ", SanPlus::from_move_and_play_unchecked(&mut position, played))?;
                needs_number = false;
            }
            for nag in at(&self.nags, ply as u32) {
                write!(f, "${nag} ")?;
            }
            let comment = comment_after(self, ply as u32);
            if !comment.is_empty() {
                write!(f, "{{ {comment} }} ")?;
                needs_number = true;
            }
        }
        writeln!(f, "{}", self.result)
    }
}

/// The comment that follows this many moves of a game, commands first; empty when there is nothing to say.
fn comment_after(game: &Game, ply: u32) -> String {
    let mut parts = Vec::new();
    let arrows: Vec<&str> = at(&game.arrows, ply).map(String::as_str).collect();
    for (name, length) in [("csl", 3), ("cal", 5)] {
        let list: Vec<&str> = arrows.iter().copied().filter(|arrow| arrow.len() == length).collect();
        if !list.is_empty() {
            parts.push(format!("[%{name} {}]", list.join(",")));
        }
    }
    parts.extend(at(&game.evals, ply).map(|eval| match eval {
        Eval::Centipawns(value) => format!("[%eval {:.2}]", f64::from(*value) / 100.0),
        Eval::Mate(moves) => format!("[%eval #{moves}]"),
    }));
    parts.extend(at(&game.clocks, ply).map(|clock| {
        let (seconds, milliseconds) = (clock / 1000, clock % 1000);
        let fraction = format!(".{milliseconds:03}");
        let time = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("[%clk {time}{}]", if milliseconds == 0 { "" } else { fraction.trim_end_matches('0') })
    }));
    parts.extend(at(&game.comments, ply).cloned());
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_reads_back_as_it_was_written() {
        for text in [
            "*\n",
            "[White \"The \\\"Magician\\\"\"]\n[Result \"1-0\"]\n\n1. e4 $1 { [%csl Re5] [%cal Ge2e4] [%eval 0.30] \
             [%clk 0:01:00.5] Best by test. } 1... e5 { [%eval #-3] } 2. Nf3 Nc6 1-0\n",
            "[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 3 40\"]\n\n{ An ending. } 40... Kd7 41. a8=Q *\n",
        ] {
            let game: Game = text.parse().unwrap();
            assert_eq!(game.to_string(), text);
            assert_eq!(game.to_string().parse::<Game>().unwrap(), game);
        }
    }
}
