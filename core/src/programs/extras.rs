//! Answers the extra questions: how far a bare king is shut in, how near the kings are, and whether a pawn promotes.

use shakmaty::{Bitboard, Color, File, Rank, Square};

use super::board::Board;

fn rank_and_file(square: Square) -> [i32; 2] {
    [u32::from(square.rank()) as i32, u32::from(square.file()) as i32]
}

/// The ranks and the files between two squares, added up.
pub fn ranks_and_files(one: Square, two: Square) -> i32 {
    let ([rank, file], [other_rank, other_file]) = (rank_and_file(one), rank_and_file(two));
    (rank - other_rank).abs() + (file - other_file).abs()
}

/// Whether a rook or queen of a side is on a rank or file strictly between those of the kings.
pub fn is_cut_off(board: &Board, side: Color) -> bool {
    let (mine, other) = (rank_and_file(board.king(side)), rank_and_file(board.king(!side)));
    (board.straight & board.pieces(side)).into_iter().any(|piece| {
        let lines = rank_and_file(piece);
        (0..2).any(|way| mine[way].min(other[way]) < lines[way] && lines[way] < mine[way].max(other[way]))
    })
}

/// The squares of the smallest box that the lines of one rook or queen of a side leave to the enemy king.
pub fn smallest_box(board: &Board, side: Color) -> i32 {
    let king = rank_and_file(board.king(!side));
    let boxes = (board.straight & board.pieces(side)).into_iter().map(|piece| {
        let lines = rank_and_file(piece);
        (0..2).map(|way| room(king[way], lines[way])).product()
    });
    boxes.min().unwrap_or(64)
}

/// How many lines are on the king's side of a line; all of them when the king is on it.
fn room(king: i32, line: i32) -> i32 {
    match king.cmp(&line) {
        std::cmp::Ordering::Less => line,
        std::cmp::Ordering::Equal => 8,
        std::cmp::Ordering::Greater => 7 - line,
    }
}

/// The pawn that is nearest to its last rank, and whose it is; of several the one on the lowest square.
#[derive(Clone, Copy)]
pub struct LeadingPawn {
    square: Square,
    side: Color,
}

impl LeadingPawn {
    pub fn of(board: &Board) -> Option<LeadingPawn> {
        let pawns = board.pawns.into_iter().map(|square| LeadingPawn {
            square,
            side: if board.pieces(Color::White).contains(square) { Color::White } else { Color::Black },
        });
        pawns.min_by_key(|pawn| (7 - pawn.rank(), u32::from(pawn.square)))
    }

    /// Counted from its own side, 1 where it begins.
    fn rank(self) -> i32 {
        let rank = u32::from(self.square.rank()) as i32;
        if self.side.is_white() { rank } else { 7 - rank }
    }

    fn file(self) -> i32 {
        u32::from(self.square.file()) as i32
    }

    /// The square on a file and a rank as the pawn's side counts them, if the board has one.
    fn seen_from(self, file: i32, rank: i32) -> Option<Square> {
        let rank = if self.side.is_white() { rank } else { 7 - rank };
        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
            return None;
        }
        Some(Square::from_coords(File::new(file as u32), Rank::new(rank as u32)))
    }

    /// Whether it promotes before the enemy king, which is alone with its pawns, can come into its square, and no piece
    /// is in its way.
    pub fn runs(self, board: &Board) -> bool {
        let hunter = !self.side;
        let promotion = self.seen_from(self.file(), 7).expect("a file has a last rank");
        let pushes = if self.rank() == 1 { 5 } else { 7 - self.rank() };
        let path = (self.rank() + 1..8).filter_map(|rank| self.seen_from(self.file(), rank)).collect::<Bitboard>();
        let begins = i32::from(board.turn == hunter);
        (board.without_king(hunter) & !board.pawns).is_empty()
            && (path & board.occupied()).is_empty()
            && board.king(hunter).distance(promotion) as i32 > pushes + begins
    }

    /// The king's steps from a square to the nearest of the squares from which the pawn's king wins with it alone.
    pub fn steps_to_key_square(self, from: Square) -> i32 {
        let (file, rank) = (self.file(), self.rank());
        let ranks = match (file, rank) {
            (0 | 7, _) => 6..=7,
            (_, 1..=3) => rank + 2..=rank + 2,
            (_, 4..=5) => rank + 1..=rank + 2,
            _ => 7..=7,
        };
        let files = match file {
            0 => 1..=1,
            7 => 6..=6,
            _ => file - 1..=file + 1,
        };
        let squares = ranks.flat_map(|rank| files.clone().filter_map(move |file| self.seen_from(file, rank)));
        squares.map(|square| from.distance(square) as i32).min().unwrap_or(0)
    }

    pub fn steps_from(self, square: Square) -> i32 {
        square.distance(self.square) as i32
    }

    pub fn files_from(self, square: Square) -> i32 {
        (u32::from(square.file()) as i32 - self.file()).abs()
    }
}

/// Whether one square lies between the kings on a rank or file.
pub fn is_opposition(board: &Board) -> bool {
    let (one, two) = (board.king(Color::White), board.king(Color::Black));
    one.distance(two) == 2 && ranks_and_files(one, two) == 2
}
