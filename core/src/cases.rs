//! Finds the opening lines that pass near a position: the boards along every known line, and the nearest ones.
//!
//! Han, Lavelle & Wilkerson 2020: find the smallest distance of the position to any board of any case; take every
//! case with a board within 2 of it, exclusively; the longest line comes first.

use std::borrow::Cow;

use shakmaty::{Chess, Position, san::SanPlus};

use crate::{
    chess::{
        moves::MoveCode,
        positions::{self, Packed},
    },
    errors::CoreError,
};

mod boards;

pub use boards::{Boards, Found, Planes, differing, distance};

/// A case is retrieved when its distance is less than the smallest one plus this.
pub const WITHIN: u32 = 2;

/// The order of retrieved cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As the cases came; what the paper calls not sorted.
    AsGiven,
    /// The longest line first, equal ones as they came.
    LongestFirst,
}

/// The place of a board: its line, and the number of moves before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line's number.
    pub line: u32,
    /// How many of its moves were played.
    pub ply: u32,
}

/// One line from the start position.
struct Line {
    codes: Vec<MoveCode>,
    positions: Vec<Packed>,
}

/// Lines of opening moves, and the distinct boards along them. The start position is no part of a line.
pub struct Cases {
    lines: Vec<Line>,
    boards: Boards,
    places: Vec<Vec<Place>>,
    /// For each line its place when the longest come first.
    ranks: Vec<u32>,
}

impl Cases {
    /// Play lines of standard algebraic notation; the first move that cannot be read or played is the error.
    pub fn new<Text: AsRef<str>>(lines: &[Vec<Text>]) -> Result<Cases, CoreError> {
        let lines: Vec<Line> = lines.iter().map(|texts| play(texts)).collect::<Result<_, _>>()?;
        let boards = Boards::new(lines.iter().flat_map(|line| line.positions.iter().map(planes)), WITHIN);
        let mut places = vec![Vec::new(); boards.len()];
        for (line, played) in (0..).zip(&lines) {
            for (ply, position) in (1..).zip(&played.positions) {
                let number = boards.number(&planes(position)).expect("every board was numbered");
                places[number as usize].push(Place { line, ply });
            }
        }
        let mut longest_first: Vec<usize> = (0..lines.len()).collect();
        longest_first.sort_by_key(|&line| std::cmp::Reverse(lines[line].codes.len()));
        let mut ranks = vec![0; lines.len()];
        for (rank, line) in (0..).zip(longest_first) {
            ranks[line] = rank;
        }
        Ok(Cases { lines, boards, places, ranks })
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The distinct boards, numbered in the order in which the lines first reach them.
    pub fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The places of a distinct board, in the order of the lines.
    pub fn places(&self, board: u32) -> &[Place] {
        &self.places[board as usize]
    }

    /// The moves of a line.
    pub fn codes(&self, line: usize) -> &[MoveCode] {
        &self.lines[line].codes
    }

    /// The positions after each move of a line.
    pub fn positions(&self, line: usize) -> &[Packed] {
        &self.lines[line].positions
    }

    /// The boards within 2 of the nearest one, exclusively.
    pub fn nearest(&self, position: &Packed) -> Cow<'_, [Found]> {
        self.boards.nearest(&planes(position))
    }

    /// Returns the retrieved cases, each with its distance, in this order.
    pub fn retrieve(&self, position: &Packed, order: Order) -> Vec<(Place, u32)> {
        let found = self.nearest(position);
        let all = found.iter().flat_map(|found| self.places(found.board).iter().map(|&place| (place, found.distance)));
        let mut retrieved: Vec<(Place, u32)> = all.collect();
        match order {
            Order::AsGiven => retrieved.sort_unstable(),
            Order::LongestFirst => {
                retrieved.sort_unstable_by_key(|(place, _)| (self.ranks[place.line as usize], place.ply));
            }
        }
        retrieved
    }
}

/// The board of a packed position.
pub fn planes(position: &Packed) -> Planes {
    let Packed([low, middle, high, white, _]) = *position;
    [low, middle, high, white]
}

fn play<Text: AsRef<str>>(texts: &[Text]) -> Result<Line, CoreError> {
    let mut position = Chess::default();
    let mut line = Line { codes: Vec::new(), positions: Vec::new() };
    for text in texts.iter().map(AsRef::as_ref) {
        let illegal = || CoreError::IllegalMove { uci: text.into(), fen: positions::fen(&position) };
        let read: SanPlus = text.parse().map_err(|_| illegal())?;
        let next = read.san.to_move(&position).map_err(|_| illegal())?;
        position.play_unchecked(next);
        line.codes.push(MoveCode::of(next));
        line.positions.push(Packed::pack(&position));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(lines: &[&str]) -> Cases {
        let lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
        Cases::new(&lines).unwrap()
    }

    #[test]
    fn transpositions_share_a_board() {
        let cases = cases(&["d4 Nf6 c4", "c4 Nf6 d4"]);
        assert_eq!((cases.len(), cases.boards().len()), (2, 5));
        let shared = cases.nearest(&cases.positions(0)[2]);
        assert_eq!(shared.len(), 1);
        assert_eq!(cases.places(shared[0].board), [Place { line: 0, ply: 3 }, Place { line: 1, ply: 3 }]);
    }

    #[test]
    fn an_illegal_move_is_named_with_its_position() {
        let error = Cases::new(&[vec!["e4", "e5", "Ke3"]]).err().unwrap().to_string();
        assert!(error.starts_with("illegal move Ke3 in rnbqkbnr/pppp1ppp"), "{error}");
    }
}
