//! Which patterns fit which rows (position, legal move), kept for fitting weights: scores, probabilities and the slope
//! of the conditional logit p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v = sum of the weights of what fits.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::{
    chess::{moves::legal_codes, positions::Packed},
    patterns::{index::Index, literal_matches::Scratch},
};

/// Positions that are worked on as one unit, so that sums do not depend on the number of threads.
const PIECE: usize = 512;

/// The patterns of each row, one position after another.
pub struct Design {
    pieces: Vec<Piece>,
    patterns: usize,
}

struct Piece {
    /// Where the rows of each position begin.
    rows: Vec<u32>,
    /// Where the patterns of each row begin.
    starts: Vec<u32>,
    patterns: Vec<u32>,
}

impl Design {
    /// Matches all patterns against all rows, or against the wanted ones. The result of an interrupted match is
    /// meaningless.
    pub fn new(index: &Index, positions: &[Packed], wanted: Option<&[bool]>, interrupted: &AtomicBool) -> Design {
        let begins: Vec<usize> = match wanted {
            Some(_) => std::iter::once(0)
                .chain(positions.iter().scan(0, |end, packed| {
                    *end += legal_codes(&packed.unpack()).len();
                    Some(*end)
                }))
                .collect(),
            None => vec![0; positions.len() + 1],
        };
        let pieces = positions.par_chunks(PIECE).enumerate().map_init(Scratch::default, |scratch, (number, chunk)| {
            let mut piece = Piece { rows: vec![0], starts: vec![0], patterns: Vec::new() };
            let rows = chunk.iter().zip(&begins[number * PIECE..]);
            for (packed, &begin) in rows.take_while(|_| !interrupted.load(Ordering::Relaxed)) {
                let position = packed.unpack();
                let mut codes = legal_codes(&position);
                if let Some(wanted) = wanted {
                    let mut rows = wanted[begin..].iter();
                    codes.retain(|_| *rows.next().expect("a word on each row"));
                }
                let mut current = 0;
                index.for_each(&position, &codes, scratch, |place, pattern| {
                    while current < place {
                        piece.starts.push(piece.patterns.len() as u32);
                        current += 1;
                    }
                    piece.patterns.push(pattern);
                });
                while current < codes.len() {
                    piece.starts.push(piece.patterns.len() as u32);
                    current += 1;
                }
                piece.rows.push(piece.starts.len() as u32 - 1);
            }
            piece
        });
        Design { pieces: pieces.collect(), patterns: index.patterns().len() }
    }

    /// How many weights there are.
    pub fn patterns(&self) -> usize {
        self.patterns
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.pieces.iter().map(|piece| piece.starts.len() - 1).sum()
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.pieces.iter().map(|piece| piece.rows.len() - 1).sum()
    }

    /// Where the patterns of each row begin, and the patterns.
    pub fn matches(&self) -> (Vec<i64>, Vec<i32>) {
        let mut starts = vec![0];
        let mut patterns = Vec::new();
        for piece in &self.pieces {
            let before = patterns.len() as i64;
            starts.extend(piece.starts[1..].iter().map(|&start| before + i64::from(start)));
            patterns.extend(piece.patterns.iter().map(|&pattern| pattern as i32));
        }
        (starts, patterns)
    }

    /// How many rows each pattern fits.
    pub fn support(&self) -> Vec<i64> {
        let mut counts = vec![0; self.patterns];
        self.pieces.iter().flat_map(|piece| &piece.patterns).for_each(|&pattern| counts[pattern as usize] += 1);
        counts
    }

    /// For each row the sum of the weights of its patterns.
    pub fn scores(&self, weights: &[f64]) -> Vec<f64> {
        self.pieces.par_iter().flat_map_iter(|piece| piece.scores(weights)).collect()
    }

    /// How likely each row is among those of its position.
    pub fn probabilities(&self, weights: &[f64]) -> Vec<f64> {
        self.pieces.par_iter().flat_map_iter(|piece| piece.probabilities(weights)).collect()
    }

    /// The loss of weights, -sum of log p of the chosen rows (given within their positions); its gradient; and
    /// for each pattern a bound on the curvature, the sum of p(1-p) over its rows.
    pub fn slope(&self, weights: &[f64], chosen: &[u32]) -> (f64, Vec<f64>, Vec<f64>) {
        let mut begins = vec![0];
        for piece in &self.pieces {
            begins.push(begins[begins.len() - 1] + piece.rows.len() - 1);
        }
        let parts: Vec<(f64, Vec<f64>)> = self
            .pieces
            .par_iter()
            .enumerate()
            .map(|(number, piece)| {
                let probabilities = piece.probabilities(weights);
                let chosen = &chosen[begins[number]..begins[number + 1]];
                let loss = chosen
                    .iter()
                    .zip(&piece.rows)
                    .map(|(&row, &begin)| -probabilities[(begin + row) as usize].max(1e-300).ln())
                    .sum();
                (loss, probabilities)
            })
            .collect();
        let mut gradient = vec![0.0; self.patterns];
        let mut curvature = vec![0.0; self.patterns];
        for (number, (piece, (_, probabilities))) in self.pieces.iter().zip(&parts).enumerate() {
            for (row, probability) in probabilities.iter().enumerate() {
                for &pattern in &piece.patterns[piece.starts[row] as usize..piece.starts[row + 1] as usize] {
                    gradient[pattern as usize] += probability;
                    curvature[pattern as usize] += probability * (1.0 - probability);
                }
            }
            for (&row, &begin) in chosen[begins[number]..begins[number + 1]].iter().zip(&piece.rows) {
                let row = (begin + row) as usize;
                for &pattern in &piece.patterns[piece.starts[row] as usize..piece.starts[row + 1] as usize] {
                    gradient[pattern as usize] -= 1.0;
                }
            }
        }
        (parts.iter().map(|(loss, _)| loss).sum(), gradient, curvature)
    }
}

impl Piece {
    fn scores(&self, weights: &[f64]) -> Vec<f64> {
        self.starts
            .windows(2)
            .map(|ends| {
                let patterns = &self.patterns[ends[0] as usize..ends[1] as usize];
                patterns.iter().map(|&pattern| weights[pattern as usize]).sum()
            })
            .collect()
    }

    fn probabilities(&self, weights: &[f64]) -> Vec<f64> {
        let mut scores = self.scores(weights);
        for ends in self.rows.windows(2) {
            let rows = &mut scores[ends[0] as usize..ends[1] as usize];
            let highest = rows.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            rows.iter_mut().for_each(|score| *score = (*score - highest).exp());
            let total: f64 = rows.iter().sum();
            rows.iter_mut().for_each(|score| *score /= total);
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::patterns::learning::proposals::{ProposalLimits, propose};

    #[test]
    fn no_further_position_is_looked_at_after_an_interruption() {
        let (never, interrupted) = (AtomicBool::new(false), AtomicBool::new(true));
        let positions = vec![Packed::pack(&Chess::new()); 600];
        let residuals = vec![0.5; 20 * positions.len()];
        let limits = ProposalLimits { edges: 0, support: 1, most: 100, least_residual: 0.0 };
        let found = propose(&positions, &residuals, &limits, &never);
        assert!(!found.is_empty());
        assert!(propose(&positions, &residuals, &limits, &interrupted).is_empty());
        let index = Index::new(found.into_iter().map(|one| one.pattern).collect());
        assert_eq!(Design::new(&index, &positions, None, &never).rows(), 20 * 600);
        assert_eq!(Design::new(&index, &positions, None, &interrupted).rows(), 0);
    }
}
