//! Stores and looks up endgame tables: a value for every position of some pieces.

use std::{collections::HashMap, sync::Arc};

use shakmaty::{Board, Chess, Color, Position, Role, Setup, Square};

use super::{
    material::{self, Material},
    pieces::{Pieces, Placement},
};
use crate::{chess::positions::legal, errors::CoreError};

/// All positions of one endgame.
pub struct Table {
    pub material: Material,
    pub(super) pieces: Pieces,
    pub(super) values: Vec<u8>,
}

impl Table {
    /// The values of a table as bytes, one a position.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Read back what `values` gave.
    pub fn from_values(material: Material, values: Vec<u8>) -> Result<Table, CoreError> {
        let pieces = Pieces::new(&material);
        if values.len() != pieces.count() {
            let why = format!("{material} has {} positions, not {}", pieces.count(), values.len());
            return Err(CoreError::BadBytes { why });
        }
        Ok(Table { material, pieces, values })
    }

    /// The position at a place of `values`, each square exchanged for its mirror image: 0 leaves them as they are,
    /// 7 exchanges left and right, 56 up and down. None when the place holds no legal position.
    pub fn position(&self, index: usize, mirror: u32) -> Option<Chess> {
        if self.values.get(index).is_none_or(|&value| value == ILLEGAL) {
            return None;
        }
        let placement = self.pieces.placement(index);
        let mirrored = |square: Square| Square::new(u32::from(square) ^ mirror);
        let mut setup = Setup::empty();
        for (&(color, role), square) in self.pieces.kinds.iter().zip(placement.squares) {
            setup.board.set_piece_at(mirrored(square), role.of(color));
        }
        setup.turn = placement.turn;
        setup.ep_square = placement.en_passant.then(|| mirrored(self.pieces.passed_square(&placement)));
        legal(setup, String::new).ok()
    }

    /// Which mirror images of a position are worth the same: pawns know up from down.
    pub fn mirrors(&self) -> &'static [u32] {
        if self.material.has_pawns() { &[0, 7] } else { &[0, 7, 56, 63] }
    }

    fn outcome(&self, placement: &Placement) -> Outcome {
        match self.values[self.pieces.index(placement)] {
            ILLEGAL | DRAWN => Outcome::Draw,
            value if is_win(value) => Outcome::Win(value - DECIDED),
            value => Outcome::Loss(value - DECIDED),
        }
    }
}

/// The tables at hand, by their canonical material.
#[derive(Default, Clone)]
pub struct Tables(HashMap<Material, Arc<Table>>);

impl Tables {
    /// Add a table.
    pub fn insert(&mut self, table: Arc<Table>) {
        self.0.insert(table.material.clone(), table);
    }

    /// The table of an endgame.
    pub fn find(&self, material: &Material) -> Result<&Table, CoreError> {
        let found = self.0.get(&material.canonical()).map(Arc::as_ref);
        found.ok_or_else(|| CoreError::BadArgument { why: format!("{material} has not been solved") })
    }

    /// Whether an endgame can be looked up.
    pub fn holds(&self, material: &Material) -> bool {
        is_bare(material) || self.0.contains_key(&material.canonical())
    }

    /// The outcome of a position, or None when no table holds it: too many pieces, or castling.
    pub fn probe(&self, position: &Chess) -> Option<Outcome> {
        let board = position.board();
        if board.occupied().count() > material::MOST_PIECES || position.castles().any() {
            return None;
        }
        self.look_up(board, position.turn(), position.legal_ep_square().is_some())
    }

    fn look_up(&self, board: &Board, turn: Color, en_passant: bool) -> Option<Outcome> {
        let material = Material::of(board);
        if is_bare(&material) {
            return Some(Outcome::Draw);
        }
        let table = self.0.get(&material.canonical())?;
        let (board, turn) =
            if table.material == material { (board.clone(), turn) } else { (board.clone().into_mirrored(), !turn) };
        let mut squares = [Square::A1; material::MOST_PIECES];
        let mut left = board.occupied();
        for (square, &(color, role)) in squares.iter_mut().zip(&table.pieces.kinds) {
            *square = (left & board.by_piece(role.of(color))).first().expect("the material is the table's");
            left.discard(*square);
        }
        Some(table.outcome(&Placement { turn, squares, en_passant }))
    }

    /// What a conversion leads to, seen from the side then to move.
    pub(super) fn convert(
        &self,
        pieces: &Pieces,
        placement: &Placement,
        captured: Option<usize>,
        promoted: Option<(usize, Role)>,
    ) -> Outcome {
        let mut board = Board::empty();
        for (piece, &(color, role)) in pieces.kinds.iter().enumerate() {
            if captured != Some(piece) {
                let role = promoted.filter(|(pawn, _)| *pawn == piece).map_or(role, |(_, promotion)| promotion);
                board.set_piece_at(placement.squares[piece], role.of(color));
            }
        }
        self.look_up(&board, placement.turn, false).expect("conversions were checked to be there")
    }
}

fn is_bare(material: &Material) -> bool {
    material.white.is_empty() && material.black.is_empty()
}

/// How a position ends with best play, seen from the side to move; in plies to mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Win(u8),
    Draw,
    Loss(u8),
}

/// A place that is no legal position.
pub const ILLEGAL: u8 = 0;
/// A drawn position, or one of which nothing is known yet.
pub const DRAWN: u8 = 1;
/// What a decided position holds on top of its plies to mate.
pub const DECIDED: u8 = 2;

/// A position is won when it takes an odd number of plies.
pub fn is_win(value: u8) -> bool {
    (value - DECIDED) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    fn solved(signature: &str) -> Tables {
        fn add(material: &Material, tables: &mut Tables) {
            if tables.holds(material) {
                return;
            }
            for needed in material.conversions() {
                add(&needed, tables);
            }
            tables.insert(Arc::new(Table::solve(material.canonical(), tables).unwrap()));
        }
        let mut tables = Tables::default();
        add(&Material::parse(signature).unwrap(), &mut tables);
        tables
    }

    fn outcome(tables: &Tables, fen: &str) -> Outcome {
        tables.probe(&parse_fen(fen).unwrap()).unwrap()
    }

    #[test]
    fn king_and_rook_mate_in_sixteen_at_most() {
        let tables = solved("KRK");
        let longest =
            tables.0.values().flat_map(|table| table.values()).copied().filter(|&v| v >= DECIDED && is_win(v)).max();
        assert_eq!(longest.map(|value| (value - DECIDED).div_ceil(2)), Some(16));
    }

    #[test]
    fn the_pawn_queens_with_the_opposition_and_not_without() {
        let tables = solved("KPK");
        assert!(matches!(outcome(&tables, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), Outcome::Win(_)));
        assert_eq!(
            outcome(&tables, "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"),
            outcome(&tables, "8/8/8/8/4p3/4k3/8/4K3 w - - 0 1")
        );
        assert_eq!(outcome(&tables, "8/8/4k3/8/4PK2/8/8/8 b - - 0 1"), Outcome::Draw);
        assert_eq!(outcome(&tables, "7k/5K2/7P/8/8/8/8/8 b - - 0 1"), Outcome::Draw);
    }

    #[test]
    fn mate_and_stalemate_differ() {
        let tables = solved("KQK");
        assert_eq!(outcome(&tables, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Outcome::Loss(0));
        assert_eq!(outcome(&tables, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Outcome::Draw);
        assert_eq!(outcome(&tables, "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), Outcome::Win(1));
    }

    #[test]
    fn a_place_is_the_position_that_is_looked_up_there() {
        let tables = solved("KPK");
        let table = tables.find(&Material::parse("KPK").unwrap()).unwrap();
        for index in (0..table.values().len()).step_by(89) {
            for &mirror in table.mirrors() {
                let Some(position) = table.position(index, mirror) else {
                    assert_eq!(table.values()[index], ILLEGAL);
                    continue;
                };
                assert_eq!(tables.probe(&position), Some(table.outcome(&table.pieces.placement(index))));
            }
        }
        assert!(table.position(table.values().len(), 0).is_none());
    }
}
