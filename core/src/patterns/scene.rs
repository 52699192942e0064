//! Lays a position out for matching: its edges, the labels of its squares, and on demand the edges that touch each
//! square.

use shakmaty::{Board, Color, Position};

use super::{
    graph::{self, Label},
    relation::Edge,
};

/// The graph of a position with an index by square; its memory is reused for each position.
#[derive(Default)]
pub struct Scene {
    pub edges: Vec<Edge>,
    pub labels: Labels,
    starts: Vec<u32>,
    touching: Vec<u32>,
}

/// The label of each square for the side that moves.
pub struct Labels(pub [Label; 64]);

impl Default for Labels {
    fn default() -> Labels {
        Labels([graph::EMPTY; 64])
    }
}

impl Scene {
    /// Lay out a position for the side to move.
    pub fn set(&mut self, position: &impl Position) {
        self.set_board(position.board(), position.turn());
    }

    /// Lay out a board for one side.
    pub fn set_board(&mut self, board: &Board, side: Color) {
        self.edges.clear();
        graph::edges_and_marks(board, side, &mut self.edges);
        self.labels = Labels(graph::labels(board, side));
    }

    /// Indexes the edges that touch each square; call it before the queries.
    pub fn sort_by_square(&mut self) {
        self.starts.clear();
        self.starts.resize(65, 0);
        for edge in &self.edges {
            for &square in edge.squares() {
                self.starts[usize::from(square) + 1] += 1;
            }
        }
        for square in 0..64 {
            self.starts[square + 1] += self.starts[square];
        }
        self.touching.resize(self.starts[64] as usize, 0);
        let mut next = [0; 64];
        next.copy_from_slice(&self.starts[..64]);
        for (number, edge) in self.edges.iter().enumerate() {
            for &square in edge.squares() {
                self.touching[next[usize::from(square)] as usize] = number as u32;
                next[usize::from(square)] += 1;
            }
        }
    }

    /// The edges that touch a square.
    pub fn touching(&self, square: u8) -> &[u32] {
        let square = usize::from(square);
        &self.touching[self.starts[square] as usize..self.starts[square + 1] as usize]
    }

    /// The label of a square.
    pub fn label(&self, square: u8) -> Label {
        self.labels.0[usize::from(square)]
    }
}
