//! The three-term heuristic: H = c_mat·h_mat + c_pos·h_pos + c_threat·h_threat.
//!
//! h_mat = own minus enemy material; h_pos = the piece-square sum of the own pieces; h_threat = enemy pieces attacked
//! minus own pieces attacked. Since h_pos leaves the enemy out, H for one side is not the negative of H for the other.
//! Han, Lavelle and Wilkerson, "Applying CBR Retrieval and Rule-Based Heuristics to Improve Alpha-Beta Search".

use std::any::Any;

use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};

use super::evaluation::{Evaluate, LARGEST_VALUE};
use crate::{
    chess::{exchange::worth_in_pawns, safety::attacked_by},
    errors::{CoreError, refuse},
};

/// What the pieces are worth, pawn to king, in pawns.
const MATERIAL: [i64; 6] = {
    let mut pawns = [0; 6];
    let mut kind = 0;
    while kind < 6 {
        pawns[kind] = worth_in_pawns(Role::ALL[kind]) as i64;
        kind += 1;
    }
    pawns
};

/// Values are thousandths, so that weights with three decimals give exact whole numbers.
const SCALE: f64 = 1000.0;

/// Weights beyond this could make a value that looks like a mate.
const LARGEST_WEIGHT: f64 = 1000.0;

/// The weights in thousandths, and a table for each kind of piece, by square as White sees the board.
pub struct Heuristic {
    weights: [i64; 3],
    tables: [[i64; 64]; 6],
    /// What a piece adds to H by its kind alone, and with its square.
    prices: [i64; 6],
    places: [[i64; 64]; 6],
}

impl Heuristic {
    /// The heuristic, if that is what an evaluation is: its terms can be carried from move to move.
    pub fn behind(evaluation: &dyn Evaluate) -> Option<&Heuristic> {
        let anything: &dyn Any = evaluation;
        anything.downcast_ref()
    }

    /// Weights for material, positioning and threats; tables from a8 to h1 for pawn to king.
    pub fn new(weights: [f64; 3], tables: [[i32; 64]; 6]) -> Result<Heuristic, CoreError> {
        for (name, weight) in ["material", "positioning", "threats"].iter().zip(weights) {
            if !weight.is_finite() || weight.abs() > LARGEST_WEIGHT {
                return refuse(format!("the weight of {name} must be a number within ±{LARGEST_WEIGHT}, not {weight}"));
            }
        }
        let weights = weights.map(|weight| (weight * SCALE).round() as i64);
        let tables = tables.map(|table| table.map(i64::from));
        let prices = MATERIAL.map(|pawns| weights[0] * pawns);
        let mut places = tables.map(|table| table.map(|points| weights[1] * points));
        for (table, price) in places.iter_mut().zip(prices) {
            table.iter_mut().for_each(|value| *value += price);
        }
        Ok(Heuristic { weights, tables, prices, places })
    }

    /// Material and positioning of a side, weighted: the part of H that a move changes in a way known beforehand.
    pub fn standing(&self, board: &Board, side: Color) -> i64 {
        let [material, positioning, _] = self.terms(board, side);
        self.weights[0] * material + self.weights[1] * positioning
    }

    /// How a move changes the standing of a side, its own or the other; None for castling and captures in passing.
    pub fn change(&self, m: Move, mover: Color, side: Color) -> Option<i64> {
        let Move::Normal { role, from, capture, to, promotion } = m else { return None };
        let becomes = promotion.unwrap_or(role);
        let flip = if side.is_white() { 56 } else { 0 };
        let place = |role: Role, square: Square| self.places[role as usize - 1][square.to_usize() ^ flip];
        let price = |role: Role| self.prices[role as usize - 1];
        Some(if mover == side {
            place(becomes, to) - place(role, from) + capture.map_or(0, price)
        } else {
            price(role) - price(becomes) - capture.map_or(0, |taken| place(taken, to))
        })
    }

    /// H of a side with this standing and these threats.
    pub fn value_of(&self, standing: i64, threats: i64) -> i32 {
        let sum = standing + self.weights[2] * threats;
        sum.clamp(-i64::from(LARGEST_VALUE), i64::from(LARGEST_VALUE)) as i32
    }

    fn terms(&self, board: &Board, side: Color) -> [i64; 3] {
        let (own, enemy) = (board.by_color(side), board.by_color(!side));
        let flip = if side.is_white() { 56 } else { 0 };
        let (mut material, mut positioning) = (0, 0);
        for role in Role::ALL {
            let (index, pieces) = (role as usize - 1, board.by_role(role));
            material += MATERIAL[index] * ((pieces & own).count() as i64 - (pieces & enemy).count() as i64);
            for square in pieces & own {
                positioning += self.tables[index][square.to_usize() ^ flip];
            }
        }
        let threatened = (attacked_by(board, side) & enemy).count() as i64;
        let threats = threatened - (attacked_by(board, !side) & own).count() as i64;
        [material, positioning, threats]
    }
}

impl Evaluate for Heuristic {
    fn value(&self, position: &Chess, side: Color) -> i32 {
        let [material, positioning, threats] = self.terms(position.board(), side);
        self.value_of(self.weights[0] * material + self.weights[1] * positioning, threats)
    }

    fn pawn(&self) -> f64 {
        // Without a price for a pawn the weights give no measure; then one point of H counts as a pawn.
        if self.weights[0] > 0 { self.weights[0] as f64 } else { SCALE }
    }

    fn is_antisymmetric(&self) -> bool {
        self.weights[1] == 0
    }

    fn explain(&self, position: &Chess, side: Color) -> Vec<(String, f64)> {
        let terms = self.terms(position.board(), side);
        let share = |index: usize| terms[index] as f64 * self.weights[index] as f64;
        ["material", "positioning", "threats"]
            .iter()
            .enumerate()
            .map(|(i, name)| (name.to_string(), share(i)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positions::parse_fen;

    fn terms(fen: &str, side: Color) -> [i64; 3] {
        let mut tables = [[0; 64]; 6];
        tables[1][0] = 7; // a knight on a8, as White sees it
        let heuristic = Heuristic::new([1.0, 1.0, 1.0], tables).unwrap();
        heuristic.terms(parse_fen(fen).unwrap().board(), side)
    }

    #[test]
    fn each_side_sees_its_own_pieces_only_in_positioning() {
        let fen = "N3k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(terms(fen, Color::White), [3, 7, 0]);
        assert_eq!(terms(fen, Color::Black), [-3, 0, 0]);
        assert_eq!(terms("4k3/8/8/8/8/8/8/n3K3 w - - 0 1", Color::Black), [3, 7, 0]);
    }

    #[test]
    fn threats_count_attacked_pieces_of_both_sides() {
        // The rook attacks the knight; nothing attacks the rook.
        assert_eq!(terms("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", Color::White), [2, 0, 1]);
        // A bishop and a rook on one diagonal: only the rook is attacked.
        assert_eq!(terms("4k3/8/8/4b3/8/2R5/8/4K3 w - - 0 1", Color::White), [2, 0, -1]);
    }

    #[test]
    fn a_weight_that_is_no_number_is_refused() {
        let error = Heuristic::new([1.0, f64::NAN, 1.0], [[0; 64]; 6]).err().unwrap();
        assert!(error.to_string().contains("positioning"));
    }
}
