//! The three-term heuristic: H = c_mat·h_mat + c_pos·h_pos + c_threat·h_threat.
//!
//! h_mat = own minus enemy material; h_pos = the own men's piece-square sum; h_threat = enemy men attacked minus own
//! men attacked. Since h_pos leaves the enemy out, H for one side is not the negative of H for the other.
//! Han, Lavelle and Wilkerson, "Applying CBR Retrieval and Rule-Based Heuristics to Improve Alpha-Beta Search".

use shakmaty::{Board, Chess, Color, Position, Role};

use crate::{
    errors::CoreError,
    evaluation::{Evaluate, LARGEST_VALUE, attacked_by},
};

/// What the men are worth, pawn to king, in pawns.
const MATERIAL: [i64; 6] = [1, 3, 3, 5, 9, 0];

/// Values are thousandths, so that weights with three decimals give exact whole numbers.
const SCALE: f64 = 1000.0;

/// Weights beyond this could make a value that looks like a mate.
const LARGEST_WEIGHT: f64 = 1000.0;

/// The weights in thousandths, and a table for each kind of man, by square as White sees the board.
pub struct Heuristic {
    weights: [i64; 3],
    tables: [[i64; 64]; 6],
}

impl Heuristic {
    /// Weights for material, positioning and threats; tables from a8 to h1 for pawn to king.
    pub fn new(weights: [f64; 3], tables: [[i32; 64]; 6]) -> Result<Heuristic, CoreError> {
        for (name, weight) in ["material", "positioning", "threats"].iter().zip(weights) {
            if !weight.is_finite() || weight.abs() > LARGEST_WEIGHT {
                let why = format!("the weight of {name} must be a number within ±{LARGEST_WEIGHT}, not {weight}");
                return Err(CoreError::BadArgument { why });
            }
        }
        let weights = weights.map(|weight| (weight * SCALE).round() as i64);
        Ok(Heuristic { weights, tables: tables.map(|table| table.map(i64::from)) })
    }

    fn terms(&self, board: &Board, side: Color) -> [i64; 3] {
        let (own, enemy) = (board.by_color(side), board.by_color(!side));
        let flip = if side.is_white() { 56 } else { 0 };
        let (mut material, mut positioning) = (0, 0);
        for role in Role::ALL {
            let (index, men) = (role as usize - 1, board.by_role(role));
            material += MATERIAL[index] * ((men & own).count() as i64 - (men & enemy).count() as i64);
            for square in men & own {
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
        let terms = self.terms(position.board(), side);
        let sum: i64 = terms.iter().zip(self.weights).map(|(term, weight)| term * weight).sum();
        sum.clamp(-i64::from(LARGEST_VALUE), i64::from(LARGEST_VALUE)) as i32
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
    use crate::positions::parse_fen;

    fn terms(fen: &str, side: Color) -> [i64; 3] {
        let mut tables = [[0; 64]; 6];
        tables[1][0] = 7; // a knight on a8, as White sees it
        let heuristic = Heuristic::new([1.0, 1.0, 1.0], tables).unwrap();
        heuristic.terms(parse_fen(fen).unwrap().board(), side)
    }

    #[test]
    fn each_side_sees_its_own_men_only_in_positioning() {
        let fen = "N3k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(terms(fen, Color::White), [3, 7, 0]);
        assert_eq!(terms(fen, Color::Black), [-3, 0, 0]);
        assert_eq!(terms("4k3/8/8/8/8/8/8/n3K3 w - - 0 1", Color::Black), [3, 7, 0]);
    }

    #[test]
    fn threats_count_attacked_men_of_both_sides() {
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
