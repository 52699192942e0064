//! What the extra questions measure: how far a bare king is shut in, and how near the kings are.

use shakmaty::{Color, Square};

use super::board::Board;

fn rank_and_file(square: Square) -> [i32; 2] {
    [u32::from(square.rank()) as i32, u32::from(square.file()) as i32]
}

/// The ranks and the files between two squares, added up.
pub fn ranks_and_files(one: Square, two: Square) -> i32 {
    let ([rank, file], [other_rank, other_file]) = (rank_and_file(one), rank_and_file(two));
    (rank - other_rank).abs() + (file - other_file).abs()
}

/// Whether a rook or queen of a side stands on a rank or file strictly between those of the kings.
pub fn is_cut_off(board: &Board, side: Color) -> bool {
    let (mine, other) = (rank_and_file(board.king(side)), rank_and_file(board.king(!side)));
    (board.straight & board.men(side)).into_iter().any(|piece| {
        let lines = rank_and_file(piece);
        (0..2).any(|way| mine[way].min(other[way]) < lines[way] && lines[way] < mine[way].max(other[way]))
    })
}

/// The squares of the smallest box that the lines of one rook or queen of a side leave to the enemy king.
pub fn smallest_box(board: &Board, side: Color) -> i32 {
    let king = rank_and_file(board.king(!side));
    let boxes = (board.straight & board.men(side)).into_iter().map(|piece| {
        let lines = rank_and_file(piece);
        (0..2).map(|way| room(king[way], lines[way])).product()
    });
    boxes.min().unwrap_or(64)
}

/// How many lines are on the king's side of a line; all of them when the king stands on it.
fn room(king: i32, line: i32) -> i32 {
    match king.cmp(&line) {
        std::cmp::Ordering::Less => line,
        std::cmp::Ordering::Equal => 8,
        std::cmp::Ordering::Greater => 7 - line,
    }
}
