//! Plays chess on any rectangle of at most eight by eight squares, which shakmaty does not support.
//!
//! The board lies in the corner of a full one with a1 in common, and every square outside is treated as occupied, so
//! the attack tables of the full board serve as they are. Rules: a pawn promotes on the last rank; it steps twice from
//! its second rank only where the board has eight ranks, and only there is there en passant; there is no castling.

use shakmaty::{Bitboard, Board, Color, File, Move, MoveList, Piece, Rank, Role, Square, attacks};

use super::pawns::forward;
use crate::errors::{CoreError, refuse};

/// Files and ranks of a board, each between 1 and 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    pub files: u8,
    pub ranks: u8,
}

impl Size {
    /// The usual board.
    pub const FULL: Size = Size { files: 8, ranks: 8 };

    /// A size, refused with the reason when the board would not fit.
    pub fn new(files: usize, ranks: usize) -> Result<Size, CoreError> {
        if (1..=8).contains(&files) && (1..=8).contains(&ranks) {
            return Ok(Size { files: files as u8, ranks: ranks as u8 });
        }
        refuse(format!("a board of {files}x{ranks} squares; 1x1 to 8x8 are possible"))
    }

    /// The squares of the board.
    pub fn squares(self) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| {
                u32::from(square.file()) < self.files.into() && u32::from(square.rank()) < self.ranks.into()
            })
            .collect()
    }

    /// The rank on which a side's pawns promote.
    pub fn last_rank(self, color: Color) -> Rank {
        color.fold_wb(Rank::new(u32::from(self.ranks) - 1), Rank::First)
    }

    fn double_step_from(self, color: Color) -> Option<Rank> {
        (self.ranks == 8).then_some(color.fold_wb(Rank::Second, Rank::Seventh))
    }
}

/// A position on a small board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SmallBoard {
    board: Board,
    turn: Color,
    en_passant: Option<Square>,
    size: Size,
    inside: Bitboard,
}

impl SmallBoard {
    /// Makes a position of some pieces, or says why no move could be played in it.
    pub fn new(board: Board, turn: Color, en_passant: Option<Square>, size: Size) -> Result<SmallBoard, String> {
        let position = SmallBoard { board, turn, en_passant, size, inside: size.squares() };
        match position.objection() {
            Some(why) => Err(why),
            None => Ok(position),
        }
    }

    /// Read `1K2/1P2/kpp1/rqr1 w`; what may follow the side to move is read as in a FEN.
    pub fn parse(text: &str) -> Result<SmallBoard, CoreError> {
        let bad = |why: String| CoreError::BadPosition { what: text.into(), why };
        let mut words = text.split_whitespace();
        let (board, size) = parse_pieces(words.next().unwrap_or_default()).map_err(bad)?;
        let turn = match words.next() {
            Some("w") | None => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(bad(format!("expected w or b for the side to move, found {other:?}"))),
        };
        if let Some(castling) = words.next().filter(|&word| word != "-") {
            return Err(bad(format!("there is no castling on a board of {} files, found {castling:?}", size.files)));
        }
        let en_passant = match words.next() {
            None | Some("-") => None,
            Some(word) => Some(word.parse().map_err(|_| bad(format!("{word:?} is no en passant square")))?),
        };
        SmallBoard::new(board, turn, en_passant, size).map_err(bad)
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn turn(&self) -> Color {
        self.turn
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// The square behind a pawn that has just stepped twice.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked_king(&self.board, self.turn)
    }

    /// The legal moves: those that leave the own king safe.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mut m| !self.is_attacked_king(&self.board_after(m), self.turn));
        moves
    }

    /// The position after a legal move.
    pub fn play_unchecked(&self, m: Move) -> SmallBoard {
        let stepped_twice = match m {
            Move::Normal { role: Role::Pawn, from, to, .. } if from.distance(to) == 2 => {
                Some(Square::from_coords(from.file(), Rank::new((u32::from(from.rank()) + u32::from(to.rank())) / 2)))
            }
            _ => None,
        };
        SmallBoard { board: self.board_after(m), turn: !self.turn, en_passant: stepped_twice, ..*self }
    }

    /// The same pieces with the other side to move; None when that side could capture the king.
    pub fn pass(&self) -> Option<SmallBoard> {
        (!self.is_check()).then(|| SmallBoard {
            board: self.board.clone(),
            turn: !self.turn,
            en_passant: None,
            ..*self
        })
    }

    fn pseudo_legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let own = self.board.by_color(self.turn);
        let occupied = self.board.occupied() | !self.inside;
        for from in own {
            let role = self.board.role_at(from).expect("this square has a piece");
            if role == Role::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            for to in attacks::attacks(from, role.of(self.turn), occupied) & self.inside & !own {
                moves.push(Move::Normal { role, from, capture: self.board.role_at(to), to, promotion: None });
            }
        }
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut MoveList) {
        let forward = forward(self.turn);
        let free = |square: &Square| self.inside.contains(*square) && self.board.role_at(*square).is_none();
        let step = from.offset(forward).filter(free);
        if let Some(to) = step {
            self.push_pawn_move(from, to, None, moves);
            let twice = to.offset(forward).filter(free);
            if let Some(twice) = twice.filter(|_| self.size.double_step_from(self.turn) == Some(from.rank())) {
                self.push_pawn_move(from, twice, None, moves);
            }
        }
        let hits = attacks::pawn_attacks(self.turn, from) & self.inside;
        for to in hits & self.board.by_color(!self.turn) {
            self.push_pawn_move(from, to, self.board.role_at(to), moves);
        }
        if let Some(to) = self.en_passant.filter(|&square| hits.contains(square)) {
            moves.push(Move::EnPassant { from, to });
        }
    }

    fn push_pawn_move(&self, from: Square, to: Square, capture: Option<Role>, moves: &mut MoveList) {
        let role = Role::Pawn;
        if to.rank() != self.size.last_rank(self.turn) {
            moves.push(Move::Normal { role, from, capture, to, promotion: None });
            return;
        }
        for promotion in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            moves.push(Move::Normal { role, from, capture, to, promotion: Some(promotion) });
        }
    }

    fn board_after(&self, m: Move) -> Board {
        let mut board = self.board.clone();
        let from = m.from().expect("chess has no drops");
        board.discard_piece_at(from);
        if m.is_en_passant() {
            board.discard_piece_at(Square::from_coords(m.to().file(), from.rank()));
        }
        board.set_piece_at(m.to(), Piece { color: self.turn, role: m.promotion().unwrap_or(m.role()) });
        board
    }

    fn is_attacked_king(&self, board: &Board, color: Color) -> bool {
        board.king_of(color).is_some_and(|king| board.attacks_to(king, !color, board.occupied() | !self.inside).any())
    }

    fn objection(&self) -> Option<String> {
        for color in [Color::White, Color::Black] {
            match (self.board.kings() & self.board.by_color(color)).count() {
                1 => {}
                0 => return Some("a king is missing".into()),
                _ => return Some("a side has more than one king".into()),
            }
        }
        if !(self.board.occupied() & !self.inside).is_empty() {
            return Some("a piece is outside the board".into());
        }
        let ends = [self.size.last_rank(Color::White), self.size.last_rank(Color::Black)];
        if self.board.pawns().into_iter().any(|square| ends.contains(&square.rank())) {
            return Some("a pawn is on the first or last rank".into());
        }
        if self.is_attacked_king(&self.board, !self.turn) {
            return Some("the side that is not to move is in check".into());
        }
        if self.en_passant.is_some_and(|square| !self.could_have_passed(square)) {
            return Some("no pawn can just have passed the en passant square".into());
        }
        None
    }

    fn could_have_passed(&self, square: Square) -> bool {
        let forward = forward(!self.turn);
        let from = square.offset(-forward);
        let to = square.offset(forward);
        from.is_some_and(|from| {
            self.size.double_step_from(!self.turn) == Some(from.rank())
                && self.board.piece_at(from).is_none()
                && self.board.piece_at(square).is_none()
        }) && to.is_some_and(|to| self.board.piece_at(to) == Some((!self.turn).pawn()))
    }
}

impl std::fmt::Display for SmallBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let en_passant = self.en_passant.map_or("-".into(), |square| square.to_string());
        write!(f, "{} {} - {en_passant} 0 1", write_pieces(&self.board, self.size), self.turn.char())
    }
}

/// The pieces of the first word of a FEN, and the size of their board.
pub fn parse_pieces(text: &str) -> Result<(Board, Size), String> {
    let ranks: Vec<&str> = text.split('/').collect();
    let mut board = Board::empty();
    let mut files = None;
    for (index, rank) in ranks.iter().enumerate() {
        let mut file = 0;
        for symbol in rank.chars() {
            if let Some(empty) = symbol.to_digit(10) {
                file += empty;
                continue;
            }
            let piece = Piece::from_char(symbol).ok_or(format!("{symbol:?} is no chessman"))?;
            if file < 8 && index < 8 && ranks.len() <= 8 {
                board.set_piece_at(
                    Square::from_coords(File::new(file), Rank::new((ranks.len() - 1 - index) as u32)),
                    piece,
                );
            }
            file += 1;
        }
        if *files.get_or_insert(file) != file {
            return Err(format!(
                "rank {} has {file} squares, the one above it {}",
                ranks.len() - index,
                files.unwrap()
            ));
        }
    }
    let size = Size::new(files.unwrap_or(0) as usize, ranks.len()).map_err(|error| error.to_string())?;
    Ok((board, size))
}

/// The first word of a FEN.
pub fn write_pieces(board: &Board, size: Size) -> String {
    let mut text = String::new();
    for rank in (0..u32::from(size.ranks)).rev() {
        let mut empty = 0;
        for file in 0..u32::from(size.files) {
            match board.piece_at(Square::from_coords(File::new(file), Rank::new(rank))) {
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    text.push(piece.char());
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::moves::{MoveCode, legal_codes};
    use shakmaty::{Chess, Position};

    fn moves(text: &str) -> Vec<String> {
        let mut codes: Vec<MoveCode> =
            SmallBoard::parse(text).unwrap().legal_moves().into_iter().map(MoveCode::of).collect();
        codes.sort_unstable();
        codes.iter().map(MoveCode::to_string).collect()
    }

    fn why(text: &str) -> String {
        SmallBoard::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_position_has_legal_moves_and_reads_back() {
        let position = SmallBoard::parse("1K2/1P2/kpp1/rqr1 w").unwrap();
        assert_eq!(position.legal_moves().len(), 3);
        assert_eq!(position.to_string(), "1K2/1P2/kpp1/rqr1 w - - 0 1");
    }

    #[test]
    fn a_pawn_promotes_on_the_last_rank_and_never_steps_twice() {
        assert_eq!(moves("k3/2P1/4/K3 w").iter().filter(|text| text.starts_with("c3c4")).count(), 4);
        assert_eq!(moves("k3/4/4/4/2P1/K3 w").iter().filter(|text| text.starts_with("c2")).count(), 1);
        assert_eq!(moves("k3/4/4/4/4/4/2P1/K3 w").iter().filter(|text| text.starts_with("c2")).count(), 2);
    }

    #[test]
    fn a_pawn_that_stepped_twice_is_taken_in_passing() {
        let position = SmallBoard::parse("k3/4/4/4/1p2/4/2P1/K3 w").unwrap();
        let step = MoveCode::new(Square::C2, Square::C4, None);
        let m = position.legal_moves().into_iter().find(|&m| MoveCode::of(m) == step).unwrap();
        let after = position.play_unchecked(m);
        let capture = after.legal_moves().into_iter().find(|m| m.is_en_passant()).unwrap();
        assert!(after.play_unchecked(capture).board().piece_at(Square::C4).is_none());
    }

    #[test]
    fn no_piece_leaves_the_board_or_the_pin() {
        assert_eq!(moves("1k1/3/K1R w"), ["a1b1", "c1b1", "c1c2", "c1c3"].map(String::from));
        assert_eq!(moves("k3/r3/R3/K3 w"), ["a1b1", "a1b2", "a2a3"].map(String::from));
    }

    #[test]
    fn refusals_say_why() {
        assert!(why("4/4/4/K3 w").contains("a king is missing"));
        assert!(why("kk2/4/4/K3 w").contains("more than one king"));
        assert!(why("k3/4/3/K3 w").contains("rank 2 has 3 squares, the one above it 4"));
        assert!(why("k3/4/4/K3 x").contains("expected w or b"));
        assert!(why("k3/4/4/K3 w K").contains("there is no castling"));
        assert!(why("kP2/4/4/K3 w").contains("a pawn is on the first or last rank"));
        assert!(why("k3/4/4/R1K1 w").contains("not to move is in check"));
        assert!(why("k3/4/4/R1x1 w").contains("'x' is no chessman"));
        assert!(why("k8/9/K8 w").contains("a board of 9x3 squares"));
    }

    #[test]
    fn on_a_full_board_without_castling_it_plays_as_shakmaty_does() {
        let mut seed = 7_u64;
        for _ in 0..60 {
            let mut position = Chess::default();
            for _ in 0..120 {
                let setup = position.to_setup(shakmaty::EnPassantMode::Always);
                let small = SmallBoard::new(setup.board, setup.turn, setup.ep_square, Size::FULL).unwrap();
                let mut ours: Vec<MoveCode> = small.legal_moves().into_iter().map(MoveCode::of).collect();
                ours.sort_unstable();
                let mut theirs = legal_codes(&position);
                theirs.retain(|code| !code.find_in(&position).unwrap().is_castle());
                assert_eq!(ours, theirs, "{small}");
                assert_eq!(small.is_check(), position.is_check());
                let all = position.legal_moves();
                if all.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                position.play_unchecked(all[(seed >> 33) as usize % all.len()]);
            }
        }
    }
}
