//! Pruning by cases: where a position is near enough to that of a case, the moves that the case names are left out,
//! unless one of the adaptations speaks for a move.
//!
//! near enough = all pieces of `here` and `enemy` in place, nothing on `empty`, and two thirds of the pieces of `near`.
//! Han, Lavelle and Wilkerson, "1st Attempt: Case-Based Reasoning"; the first case and the first adaptation are theirs.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Role, Square};

use crate::{
    chess::{
        exchange::{best_capture, worth},
        moves::after,
    },
    errors::CoreError,
    search::filter::{Choice, ChooseMoves, Node, bits_of},
};

/// Pieces by their letters and squares, as White sees the board: `Kg1 f2` is a king and a pawn.
type Pieces = &'static str;

/// The pieces of a case and the moves to leave out there; for Black the board is mirrored.
struct Case {
    name: &'static str,
    here: Pieces,
    near: Pieces,
    enemy: Pieces,
    empty: Pieces,
    /// Who moves, by letters; everybody when there are none.
    movers: &'static str,
    /// From where, to where; from and to anywhere when nothing is said.
    from: Pieces,
    to: Pieces,
}

const NOTHING: Case = Case { name: "", here: "", near: "", enemy: "", empty: "", movers: "", from: "", to: "" };

const CASES: [Case; 12] = [
    Case { name: "king castled short", here: "Kg1", near: "f2 g2 h2", movers: "P", from: "f2 g2 h2", ..NOTHING },
    Case { name: "king in the corner", here: "Kh1", near: "g2 h2", movers: "P", from: "f2 g2 h2", ..NOTHING },
    Case { name: "king castled long", here: "Kc1", near: "a2 b2 c2", movers: "P", from: "a2 b2 c2", ..NOTHING },
    Case { name: "king on b1", here: "Kb1", near: "a2 b2 c2", movers: "P", from: "a2 b2 c2", ..NOTHING },
    Case { name: "castling short", here: "Ke1 Rh1", near: "f2 g2 h2", movers: "KR", from: "e1 h1", ..NOTHING },
    Case { name: "castling long", here: "Ke1 Ra1", near: "a2 b2 c2", movers: "KR", from: "e1 a1", ..NOTHING },
    Case { name: "early queen", here: "Qd1", near: "Nb1 Ng1 Bc1 Bf1", movers: "Q", from: "d1", ..NOTHING },
    Case { name: "rook pawns", here: "Ke1", near: "Nb1 Ng1 Bc1 Bf1", movers: "P", from: "a2 h2", ..NOTHING },
    Case { name: "bishop before the king", here: "Kg1 Bg2", near: "f2 g3 h2", movers: "B", from: "g2", ..NOTHING },
    Case { name: "pinned knight", here: "Qd1 Nf3", enemy: "Bg4", empty: "e2", movers: "N", from: "f3", ..NOTHING },
    Case { name: "trapped bishop", enemy: "b7", movers: "B", to: "a7", ..NOTHING },
    Case { name: "knight on the rim", movers: "N", from: "b1 c3 f3 g1", to: "a3 a4 h3 h4", ..NOTHING },
];

/// What overrides a case: the paper's own exception, and two more.
const ADAPTATIONS: [&str; 3] = ["takes a dearer man", "man in danger", "check"];
const DEARER: u32 = 1 << CASES.len();
const DANGER: u32 = DEARER << 1;
const CHECK: u32 = DANGER << 1;
const ALL_CASES: u32 = DEARER - 1;

/// The cases by name, then the adaptations, in the order of their bits.
pub const NAMES: [&str; CASES.len() + ADAPTATIONS.len()] = {
    let mut names = [""; CASES.len() + ADAPTATIONS.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = if place < CASES.len() { CASES[place].name } else { ADAPTATIONS[place - CASES.len()] };
        place += 1;
    }
    names
};

/// A case with its pieces as sets of squares.
struct Known {
    bit: u32,
    here: Vec<(Square, Role)>,
    near: Vec<(Square, Role)>,
    enemy: Vec<(Square, Role)>,
    empty: Bitboard,
    movers: Vec<Role>,
    from: Bitboard,
    to: Bitboard,
}

impl Known {
    fn of(bit: u32, case: &Case) -> Known {
        let squares = |text| pieces(text).into_iter().map(|(square, _)| square).collect::<Bitboard>();
        let anywhere = |found: Bitboard| if found.is_empty() { Bitboard::FULL } else { found };
        Known {
            bit,
            here: pieces(case.here),
            near: pieces(case.near),
            enemy: pieces(case.enemy),
            empty: squares(case.empty),
            movers: case.movers.chars().filter_map(Role::from_char).collect(),
            from: anywhere(squares(case.from)),
            to: anywhere(squares(case.to)),
        }
    }

    fn is_near_enough(&self, board: &Board, side: Color) -> bool {
        let is_there = |color: Color| {
            move |&&(square, role): &&(Square, Role)| {
                board.piece_at(seen_by(side, square)) == Some(Piece { color, role })
            }
        };
        self.here.iter().filter(is_there(side)).count() == self.here.len()
            && self.enemy.iter().filter(is_there(!side)).count() == self.enemy.len()
            && self.empty.into_iter().all(|square| board.piece_at(seen_by(side, square)).is_none())
            && 3 * self.near.iter().filter(is_there(side)).count() >= 2 * self.near.len()
    }

    fn leaves_out(&self, side: Color, m: Move) -> bool {
        let Some(from) = m.from().filter(|_| !m.is_castle()) else { return false };
        self.movers.contains(&m.role())
            && self.from.contains(seen_by(side, from))
            && self.to.contains(seen_by(side, m.to()))
    }
}

/// A square as a side sees it; its own inverse.
fn seen_by(side: Color, square: Square) -> Square {
    side.fold_wb(square, square.flip_vertical())
}

fn pieces(text: Pieces) -> Vec<(Square, Role)> {
    let piece = |word: &str| {
        let (letter, square) = word.split_at(word.len() - 2);
        let role = letter.chars().next().and_then(Role::from_char).unwrap_or(Role::Pawn);
        (square.parse().expect("a case names squares"), role)
    };
    text.split(' ').filter(|word| !word.is_empty()).map(piece).collect()
}

/// Which cases and adaptations hold; for the side that searches alone.
pub struct PruningCases {
    cases: Vec<Known>,
    active: u32,
}

impl PruningCases {
    /// Cases and adaptations by name.
    pub fn new(names: &[String]) -> Result<PruningCases, CoreError> {
        let active = bits_of(names, &NAMES, "case")?;
        let known = |(place, case): (usize, &Case)| Known::of(1 << place, case);
        let cases = CASES.iter().enumerate().map(known).filter(|case| active & case.bit != 0).collect();
        Ok(PruningCases { cases, active })
    }

    fn adaptations(&self, position: &Chess, m: Move) -> u32 {
        let mut found = 0;
        if self.active & DEARER != 0 && m.capture().is_some_and(|victim| worth(victim) > worth(m.role())) {
            found |= DEARER;
        }
        let in_danger = |from| best_capture(position.board(), from, !position.turn()) > 0;
        if self.active & DANGER != 0 && m.from().is_some_and(in_danger) {
            found |= DANGER;
        }
        if self.active & CHECK != 0 {
            found |= if after(position, m).is_check() { CHECK } else { 0 };
        }
        found
    }
}

impl ChooseMoves for PruningCases {
    fn choose(&self, node: &Node<'_>, moves: &[Move]) -> Vec<Choice> {
        if !node.own {
            return vec![Choice { chosen: true, reasons: 0 }; moves.len()];
        }
        let (position, side) = (node.position, node.position.turn());
        let near: Vec<&Known> = self.cases.iter().filter(|case| case.is_near_enough(position.board(), side)).collect();
        let choice = |&m: &Move| {
            let against = near.iter().filter(|case| case.leaves_out(side, m)).fold(0, |bits, case| bits | case.bit);
            let adapted = if against == 0 { 0 } else { self.adaptations(position, m) };
            Choice { chosen: against == 0 || adapted != 0, reasons: against | adapted }
        };
        moves.iter().map(choice).collect()
    }

    fn reasons(&self) -> &[&'static str] {
        &NAMES
    }

    fn refusing(&self) -> u32 {
        ALL_CASES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_can_be_read() {
        let names: Vec<String> = NAMES.map(String::from).to_vec();
        assert_eq!(PruningCases::new(&names).unwrap().cases.len(), CASES.len());
        assert_eq!(pieces("Kg1 f2"), [(Square::G1, Role::King), (Square::F2, Role::Pawn)]);
    }

    #[test]
    fn an_unknown_case_is_named() {
        let error = PruningCases::new(&["luck".to_string()]).err().unwrap();
        assert!(error.to_string().contains("there is no case \"luck\""));
    }
}
