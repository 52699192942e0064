//! Computes every fact of one board.

use shakmaty::{Bitboard, Board, Chess, Color, File, Position, Rank, Role, Square, attacks};

use super::names::{BOARD_PAIRS, NEXT_SETS, SETS, TRIPLES};
use crate::chess::{
    exchange::{gain_of_step, worth},
    pawns::passed_of_both,
    safety,
};

/// A pair of squares.
pub type Pair = (u8, u8);
/// Three squares.
pub type Triple = (u8, u8, u8);

/// The facts of one board that do not depend on the side to move.
pub struct BoardFacts {
    /// The sets of [`SETS`] that every board has.
    pub sets: [u64; NEXT_SETS],
    /// The relations of [`super::PAIRS`] that every board has, pairs ascending.
    pub pairs: [Vec<Pair>; BOARD_PAIRS],
    /// The relations of [`TRIPLES`].
    pub triples: [Vec<Triple>; TRIPLES.len()],
    /// What an enemy wins by capturing the piece on each square.
    pub losses: [i16; 64],
    pub(super) attacks: [Bitboard; 64],
}

impl BoardFacts {
    /// Ask everything of a board.
    pub fn of(board: &Board) -> BoardFacts {
        let attack_table = safety::attacks(board);
        let defence_table = safety::defends(board);
        let losses = safety::exchange(board);
        let defenders = transposed(&defence_table);
        let attacked = union(&attack_table);
        let defended = union(&defence_table);
        let hanging: Bitboard = board.occupied().into_iter().filter(|&square| losses[square.to_usize()] > 0).collect();
        let only: Vec<Pair> = pairs_of(&defence_table)
            .into_iter()
            .filter(|&(_, piece)| defenders[usize::from(piece)].count() == 1)
            .collect();
        let burdens =
            |piece: Square| only.iter().filter(|&&(by, of)| by == u8::from(piece) && has(attacked, of)).count();
        let sets = [
            attacked,
            board.occupied() & !attacked,
            defended,
            board.occupied() & !defended & !board.kings(),
            hanging,
            board.occupied() & !hanging & !board.kings(),
            Color::ALL.into_iter().fold(Bitboard::EMPTY, |all, color| all | safety::pinned(board, color)),
            safety::trapped(board, hanging),
            board.occupied().into_iter().filter(|&piece| burdens(piece) >= 2).collect(),
        ];
        let behind: Vec<Triple> =
            safety::behind(board).into_iter().map(|(a, b, c)| (a.into(), b.into(), c.into())).collect();
        let in_line = |better: fn(u8, u8, bool) -> bool| -> Vec<Triple> {
            let rank = |square: u8| worth_rank(board.role_at(Square::new(u32::from(square))));
            let enemies = |front: u8, back: u8| side(board, front) == side(board, back);
            let king_behind = |back: u8| rank(back) == KING;
            behind
                .iter()
                .copied()
                .filter(|&(slider, front, back)| {
                    has(attack_table[usize::from(slider)], front)
                        && enemies(front, back)
                        && better(rank(front), rank(back), king_behind(back))
                })
                .collect()
        };
        let pins_to = in_line(|front, back, king_behind| back > front && !king_behind);
        let skewers = in_line(|front, back, _| back <= front);
        let pins = safety::pins(board);
        let pins = Square::ALL.map(|square| pins[square.to_usize()] & attack_table[square.to_usize()]);
        let attack_pairs = pairs_of(&attack_table);
        let threatens = attack_pairs.iter().copied().filter(|&(by, victim)| wins(board, by, victim)).collect();
        BoardFacts {
            sets: sets.map(u64::from),
            pairs: [attack_pairs, pairs_of(&defence_table), threatens, pairs_of(&pins), only],
            triples: [behind, pins_to, skewers],
            losses,
            attacks: attack_table,
        }
    }
}

/// The sets of [`SETS`] of the board before the move.
pub fn sets_before(position: &Chess, facts: &BoardFacts) -> [u64; SETS.len()] {
    let board = position.board();
    let (us, them) = (position.turn(), !position.turn());
    let near = |color: Color| board.king_of(color).map_or(Bitboard::EMPTY, attacks::king_attacks);
    let without = |pawns: Bitboard| {
        let files = File::ALL.into_iter().map(Bitboard::from_file).filter(|&file| (file & pawns).is_empty());
        files.fold(Bitboard::EMPTY, |all, file| all | file)
    };
    let center = [Square::D4, Square::E4, Square::D5, Square::E5].into_iter().collect::<Bitboard>();
    let kinds = Role::ALL.map(|role| board.by_role(role));
    let rest = [
        board.by_color(us),
        board.by_color(them),
        near(them),
        near(us),
        Bitboard::from_rank(us.fold_wb(Rank::Eighth, Rank::First)),
        Bitboard::from_rank(us.fold_wb(Rank::First, Rank::Eighth)),
        center,
        without(board.pawns()),
        undeveloped(board),
        passed_of_both(board),
        without(board.pawns() & board.by_color(us)),
        us.fold_wb(Bitboard::NORTH, Bitboard::SOUTH),
        Bitboard::EDGES,
    ];
    let mut sets = [0; SETS.len()];
    let all = facts.sets.into_iter().chain(kinds.into_iter().chain(rest).map(u64::from));
    sets.iter_mut().zip(all).for_each(|(set, value)| *set = value);
    sets
}

fn has(set: Bitboard, square: u8) -> bool {
    set.contains(Square::new(u32::from(square)))
}

fn side(board: &Board, square: u8) -> Option<Color> {
    board.color_at(Square::new(u32::from(square)))
}

/// A king is worth more than every other piece.
const KING: u8 = 5;

/// The order of the pieces by value: a knight and a bishop are worth the same.
pub fn worth_rank(role: Option<Role>) -> u8 {
    match role {
        None => 0,
        Some(Role::Pawn) => 1,
        Some(Role::Knight | Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        Some(Role::King) => KING,
    }
}

fn transposed(table: &[Bitboard; 64]) -> [Bitboard; 64] {
    let mut by = [Bitboard::EMPTY; 64];
    for square in Square::ALL {
        for target in table[square.to_usize()] {
            by[target.to_usize()].add(square);
        }
    }
    by
}

fn union(table: &[Bitboard; 64]) -> Bitboard {
    table.iter().fold(Bitboard::EMPTY, |all, set| all | *set)
}

fn pairs_of(table: &[Bitboard; 64]) -> Vec<Pair> {
    let row = |square: Square| table[square.to_usize()].into_iter().map(move |target| (square.into(), target.into()));
    Square::ALL.into_iter().flat_map(row).collect()
}

/// Whether capturing the second piece with the first wins something, once the captures there are done.
pub(super) fn wins(board: &Board, by: u8, victim: u8) -> bool {
    let (by, victim) = (Square::new(by.into()), Square::new(victim.into()));
    match (board.piece_at(by), board.role_at(victim)) {
        (Some(piece), Some(role)) if role != Role::King => {
            gain_of_step(board, by, victim, piece).is_some_and(|won| won > 0)
        }
        _ => false,
    }
}

/// With pieces of both sides worth no more than this together it is an endgame, in centipawns.
const ENDGAME: i16 = 2600;

/// Whether the board is one of an endgame.
pub fn is_endgame(board: &Board) -> bool {
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    pieces.iter().map(|&role| worth(role) * board.by_role(role).count() as i16).sum::<i16>() <= ENDGAME
}

/// Knights and bishops of both sides that stand where they began.
pub fn undeveloped(board: &Board) -> Bitboard {
    let home = |rank: Rank, files: [File; 2]| -> Bitboard {
        files.map(|file| Square::from_coords(file, rank)).into_iter().collect()
    };
    Color::ALL.into_iter().fold(Bitboard::EMPTY, |all, color| {
        let rank = color.fold_wb(Rank::First, Rank::Eighth);
        let knights = home(rank, [File::B, File::G]) & board.knights();
        let bishops = home(rank, [File::C, File::F]) & board.bishops();
        all | (knights | bishops) & board.by_color(color)
    })
}
