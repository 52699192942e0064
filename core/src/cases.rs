//! Suggests opening moves from cases: the boards along every known line, and the line to follow from a position.
//!
//! Han, Lavelle & Wilkerson 2020: find the smallest distance of the position to any board of any case; take every
//! case with a board within 2 of it, exclusively; longest line first, play the first next move that is legal here.

use std::borrow::Cow;

use shakmaty::{
    Chess, Move, Position, Role,
    san::{San, SanPlus},
};

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

/// The order in which retrieved cases may suggest their next move.
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
    texts: Vec<SanPlus>,
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
        longest_first.sort_by_key(|&line| std::cmp::Reverse(lines[line].texts.len()));
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

    /// Returns the retrieved cases, each with its distance, in the order in which they may suggest a move.
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

    /// The move that the cases suggest: the first next move that is legal here, as its text reads here.
    pub fn suggest(&self, position: &Chess, order: Order) -> Option<(Move, Place, u32)> {
        let retrieved = self.retrieve(&Packed::pack(position), order);
        retrieved.into_iter().find_map(|(place, distance)| {
            let text = self.lines[place.line as usize].texts.get(place.ply as usize)?;
            Some((read_here(&text.san, position)?, place, distance))
        })
    }
}

/// The one legal move that a text means here. Whether it captures is for the board to say: in a position that differs
/// a little, `Nxd4` may find nothing to take, and is the knight's move all the same.
fn read_here(text: &San, position: &Chess) -> Option<Move> {
    let San::Normal { role, file, rank, to, promotion, .. } = *text else { return text.to_move(position).ok() };
    let file = file.or((role == Role::Pawn).then_some(to.file()));
    let mut meant = position.san_candidates(role, to);
    meant.retain(|m| {
        let from = m.from().expect("standard chess has no drops");
        file.is_none_or(|file| from.file() == file)
            && rank.is_none_or(|rank| from.rank() == rank)
            && m.promotion() == promotion
    });
    (meant.len() == 1).then(|| meant[0])
}

/// The board of a packed position.
pub fn planes(position: &Packed) -> Planes {
    let Packed([low, middle, high, white, _]) = *position;
    [low, middle, high, white]
}

fn play<Text: AsRef<str>>(texts: &[Text]) -> Result<Line, CoreError> {
    let mut position = Chess::default();
    let mut line = Line { texts: Vec::new(), codes: Vec::new(), positions: Vec::new() };
    for text in texts.iter().map(AsRef::as_ref) {
        let illegal = || CoreError::IllegalMove { uci: text.into(), fen: positions::fen(&position) };
        let read: SanPlus = text.parse().map_err(|_| illegal())?;
        let next = read.san.to_move(&position).map_err(|_| illegal())?;
        position.play_unchecked(next);
        line.texts.push(read);
        line.codes.push(MoveCode::of(next));
        line.positions.push(Packed::pack(&position));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    fn cases(lines: &[&str]) -> Cases {
        let lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
        Cases::new(&lines).unwrap()
    }

    fn suggested(cases: &Cases, fen: &str, order: Order) -> Option<String> {
        let position = parse_fen(fen).unwrap();
        cases.suggest(&position, order).map(|(m, _, _)| MoveCode::of(m).to_string())
    }

    #[test]
    fn the_longest_line_is_followed_unless_lines_are_taken_as_given() {
        let cases = cases(&["e4 e5 f4", "e4 e5 Nf3 Nc6 Bb5"]);
        let open_game = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(suggested(&cases, open_game, Order::LongestFirst).as_deref(), Some("g1f3"));
        assert_eq!(suggested(&cases, open_game, Order::AsGiven).as_deref(), Some("f2f4"));
    }

    #[test]
    fn a_move_that_is_not_legal_here_is_passed_over() {
        let cases = cases(&["e4 e5 Nf3 Nc6 Bb5 a6", "e4 e5 f4"]);
        let without_knights = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 2";
        assert_eq!(suggested(&cases, without_knights, Order::LongestFirst).as_deref(), Some("f2f4"));
    }

    #[test]
    fn a_capture_with_nothing_to_take_is_still_a_move() {
        let cases = cases(&["e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6"]);
        let taken_already = "rnbqkbnr/pp2pppp/3p4/8/4P3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4";
        assert_eq!(suggested(&cases, taken_already, Order::LongestFirst).as_deref(), Some("f3d4"));
    }

    #[test]
    fn the_last_board_of_a_line_has_no_next_move() {
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(suggested(&cases(&["e4"]), after, Order::LongestFirst), None);
        assert_eq!(suggested(&Cases::new::<&str>(&[]).unwrap(), after, Order::LongestFirst), None);
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
