//! Tests clauses in the paper's vocabulary as Prolog would: any order of literals, variables that may share a square.
//!
//! Variables are numbered; 0 is the position, 1 and 2 are the move's squares. Krishnan & Martens 2022, appendix.

use std::collections::HashMap;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Role, Square};

use crate::{
    chess::{moves::MoveCode, safety},
    errors::CoreError,
    tactics::rows::row_moves,
};

/// The relations of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    LegalMove,
    MakeMove,
    Attacks,
    Behind,
    DifferentPos,
    PieceAt,
    OtherSide,
    SameRow,
    SameCol,
    Turn,
    Castle(CastlingSide),
    SlidingPiece,
}

const SIDES: [Color; 2] = [Color::White, Color::Black];
const SLIDERS: [Role; 3] = [Role::Bishop, Role::Rook, Role::Queen];

/// The value of a variable: a square, the number of a board, a side or a kind of piece.
type Value = u16;

const WORDS: [(&str, Word, usize); 13] = [
    ("legal_move", Word::LegalMove, 3),
    ("make_move", Word::MakeMove, 4),
    ("attacks", Word::Attacks, 3),
    ("behind", Word::Behind, 4),
    ("different_pos", Word::DifferentPos, 2),
    ("piece_at", Word::PieceAt, 4),
    ("other_side", Word::OtherSide, 2),
    ("sameRow", Word::SameRow, 2),
    ("sameCol", Word::SameCol, 2),
    ("turn", Word::Turn, 2),
    ("kingside_castle", Word::Castle(CastlingSide::KingSide), 2),
    ("queenside_castle", Word::Castle(CastlingSide::QueenSide), 2),
    ("sliding_piece", Word::SlidingPiece, 1),
];

/// One condition of a clause.
#[derive(Debug, Clone)]
pub struct Condition {
    word: Word,
    variables: Vec<usize>,
}

impl Condition {
    /// A condition by the name of its relation.
    pub fn new(name: &str, variables: &[u8]) -> Result<Condition, CoreError> {
        let bad = |why: String| CoreError::BadArgument { why };
        let known = WORDS.iter().find(|(word, _, _)| *word == name);
        let &(_, word, arity) = known.ok_or_else(|| bad(format!("the paper has no relation called {name:?}")))?;
        if variables.len() != arity {
            return Err(bad(format!("{name}: {} arguments given, {arity} needed", variables.len())));
        }
        Ok(Condition { word, variables: variables.iter().map(|&variable| usize::from(variable)).collect() })
    }
}

/// Some legal moves of a position, and what follows them, as far as clauses ask.
pub struct World {
    boards: Vec<Facts>,
    after: HashMap<(Value, Value, Value), Value>,
}

struct Facts {
    position: Chess,
    moves: Vec<(Value, Value)>,
    attacks: Vec<(Value, Value)>,
    behind: Vec<(Value, Value, Value)>,
}

impl Facts {
    fn of(position: Chess) -> Facts {
        let board = position.board();
        let controls = safety::controls(board);
        let targets = |square: Square| {
            let enemies = board.color_at(square).map_or(Bitboard::EMPTY, |color| board.by_color(!color));
            (controls[square.to_usize()] & enemies).into_iter().map(move |target| (square.into(), target.into()))
        };
        let attacks = Square::ALL.into_iter().flat_map(targets).collect();
        let behind = safety::behind(board).into_iter().map(|(a, b, c)| (a.into(), b.into(), c.into())).collect();
        let moves =
            row_moves(&position).into_iter().map(MoveCode::of).map(|code| (code.from().into(), code.to().into()));
        Facts { moves: moves.collect(), attacks, behind, position }
    }
}

impl World {
    /// The world of one position.
    pub fn of(position: Chess) -> World {
        World { boards: vec![Facts::of(position)], after: HashMap::new() }
    }

    /// The moves that clauses may bind, as (from, to).
    pub fn moves(&self) -> &[(Value, Value)] {
        &self.boards[0].moves
    }

    /// Whether a clause binds a move.
    pub fn binds(&mut self, clause: &[Condition], from: Value, to: Value) -> bool {
        let count =
            clause.iter().flat_map(|condition| &condition.variables).copied().max().map_or(3, |most| most.max(2) + 1);
        let mut values: Vec<Option<Value>> = vec![None; count];
        values[..3].copy_from_slice(&[Some(0), Some(from), Some(to)]);
        let mut open: Vec<&Condition> = clause.iter().collect();
        self.prove(&mut open, &mut values)
    }

    fn prove(&mut self, open: &mut Vec<&Condition>, values: &mut Vec<Option<Value>>) -> bool {
        // The condition with the fewest open places first; one of an unknown position has to wait.
        let unknown = |condition: &Condition| {
            let waiting =
                condition.word.board_place().is_some_and(|place| values[condition.variables[place]].is_none());
            let free = condition.variables.iter().filter(|&&variable| values[variable].is_none()).count();
            (waiting, free)
        };
        let Some(at) = (0..open.len()).min_by_key(|&at| unknown(open[at])) else { return true };
        let condition = open.remove(at);
        let proved = self.answers(condition, values).into_iter().any(|answer| {
            let before = values.clone();
            let fits = condition.variables.iter().zip(answer).all(|(&variable, value)| match values[variable] {
                Some(known) => known == value,
                None => {
                    values[variable] = Some(value);
                    true
                }
            });
            let proved = fits && self.prove(open, values);
            if !proved {
                *values = before;
            }
            proved
        });
        open.insert(at, condition);
        proved
    }

    fn answers(&mut self, condition: &Condition, values: &[Option<Value>]) -> Vec<Vec<Value>> {
        let value = |place: usize| values[condition.variables[place]];
        let fits = |answer: &Vec<Value>| {
            answer.iter().enumerate().all(|(place, found)| value(place).is_none_or(|known| known == *found))
        };
        let board = match condition.word.board_place().map(value) {
            // Nothing says which position is meant, so nothing can be shown.
            Some(None) => return Vec::new(),
            Some(Some(board)) => board,
            None => 0,
        };
        let all: Vec<Vec<Value>> = match condition.word {
            Word::LegalMove => self.facts(board).moves.iter().map(|&(from, to)| vec![from, to, board]).collect(),
            Word::Attacks => self.facts(board).attacks.iter().map(|&(by, of)| vec![by, of, board]).collect(),
            Word::Behind => self.facts(board).behind.iter().map(|&(a, b, c)| vec![a, b, c, board]).collect(),
            Word::PieceAt => pieces(self.facts(board).position.board(), board),
            Word::OtherSide => vec![vec![0, 1], vec![1, 0]],
            Word::DifferentPos | Word::SameRow | Word::SameCol => {
                let squares = |place: usize| value(place).map_or((0..64).collect(), |known| vec![known]);
                let seconds: Vec<Value> = squares(1);
                let pairs = squares(0).into_iter().flat_map(|a| seconds.iter().map(move |&b| vec![a, b]));
                pairs.filter(|pair| condition.word.relates(pair[0], pair[1])).collect()
            }
            Word::Turn => vec![vec![side_number(self.facts(board).position.turn()), board]],
            Word::Castle(wing) => {
                let castles = self.facts(board).position.castles();
                let may = SIDES.into_iter().filter(|&side| castles.has(side, wing));
                may.map(|side| vec![side_number(side), board]).collect()
            }
            Word::SlidingPiece => SLIDERS.into_iter().map(|role| vec![kind_number(role)]).collect(),
            Word::MakeMove => {
                let legal = self.facts(board).moves.clone();
                let wanted = |&&(from, to): &&(Value, Value)| {
                    value(0).is_none_or(|known| known == from) && value(1).is_none_or(|known| known == to)
                };
                let chosen: Vec<(Value, Value)> = legal.iter().filter(wanted).copied().collect();
                chosen.into_iter().map(|(from, to)| vec![from, to, board, self.play(board, from, to)]).collect()
            }
        };
        all.into_iter().filter(fits).collect()
    }

    fn facts(&self, board: Value) -> &Facts {
        &self.boards[usize::from(board)]
    }

    fn play(&mut self, board: Value, from: Value, to: Value) -> Value {
        if let Some(&known) = self.after.get(&(board, from, to)) {
            return known;
        }
        let mut position = self.facts(board).position.clone();
        let wanted = |code: MoveCode| Value::from(code.from()) == from && Value::from(code.to()) == to;
        let chosen = row_moves(&position).into_iter().find(|&m| wanted(MoveCode::of(m)));
        position.play_unchecked(chosen.expect("only legal moves are played"));
        let number = self.boards.len() as Value;
        self.boards.push(Facts::of(position));
        self.after.insert((board, from, to), number);
        number
    }
}

impl Word {
    /// The place of the position argument.
    fn board_place(self) -> Option<usize> {
        match self {
            Word::LegalMove | Word::Attacks | Word::MakeMove => Some(2),
            Word::Behind => Some(3),
            Word::PieceAt | Word::Turn | Word::Castle(_) => Some(1),
            Word::DifferentPos | Word::OtherSide | Word::SameRow | Word::SameCol | Word::SlidingPiece => None,
        }
    }

    /// Whether two squares have a relation that needs no position.
    fn relates(self, one: Value, other: Value) -> bool {
        match self {
            Word::SameRow => one / 8 == other / 8,
            Word::SameCol => one % 8 == other % 8,
            _ => one != other,
        }
    }
}

fn side_number(side: Color) -> Value {
    SIDES.iter().position(|&color| color == side).expect("one of two") as Value
}

fn kind_number(role: Role) -> Value {
    Value::from(role) - 1
}

fn pieces(board: &shakmaty::Board, number: Value) -> Vec<Vec<Value>> {
    let row = |square: Square| {
        board
            .piece_at(square)
            .map(|piece| vec![square.into(), number, side_number(piece.color), kind_number(piece.role)])
    };
    Square::ALL.into_iter().filter_map(row).collect()
}
