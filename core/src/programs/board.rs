//! A board without castling, small enough to copy for every move.

use shakmaty::{Bitboard, Chess, Color, Position, Role, Square, attacks};

use crate::chess::{
    exchange::worth_in_pawns,
    moves::MoveCode,
    pawns::{forward, pushes},
    safety::screens,
};

/// A position without castling rights: pieces, side to move, and en passant square.
///
/// Rooks and queens are `straight`, bishops and queens `diagonal`. `balance` is White's material minus Black's, kept
/// from move to move, since counting bits is slow on machines that are not known to have an instruction for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub sides: [Bitboard; 2],
    pub pawns: Bitboard,
    pub knights: Bitboard,
    pub straight: Bitboard,
    pub diagonal: Bitboard,
    pub kings: [Square; 2],
    pub turn: Color,
    pub en_passant: Option<Square>,
    pub balance: i32,
}

/// The place of a colour in an array of both.
pub fn place(color: Color) -> usize {
    usize::from(color.is_black())
}

impl Board {
    /// The board of a position; castling rights are passed over.
    pub fn of(position: &Chess) -> Board {
        let board = position.board();
        let king = |color| board.king_of(color).expect("a legal position has both kings");
        let mut own = Board {
            sides: [board.white(), board.black()],
            pawns: board.pawns(),
            knights: board.knights(),
            straight: board.rooks_and_queens(),
            diagonal: board.bishops_and_queens(),
            kings: [king(Color::White), king(Color::Black)],
            turn: position.turn(),
            en_passant: position.legal_ep_square(),
            balance: 0,
        };
        own.balance = own.material(Color::White) - own.material(Color::Black);
        own
    }

    fn material(&self, side: Color) -> i32 {
        (self.sides[place(side)]).into_iter().map(|square| worth_in_pawns(self.role(square))).sum()
    }

    /// All pieces.
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of a side.
    pub fn pieces(&self, side: Color) -> Bitboard {
        self.sides[place(side)]
    }

    /// The pieces of a side without its king.
    pub fn without_king(&self, side: Color) -> Bitboard {
        self.pieces(side).without(self.king(side))
    }

    /// The square of a side's king.
    pub fn king(&self, side: Color) -> Square {
        self.kings[place(side)]
    }

    /// The balance as a side sees it.
    pub fn balance_for(&self, side: Color) -> i32 {
        if side.is_white() { self.balance } else { -self.balance }
    }

    /// The piece on a square that is not empty.
    pub fn role(&self, square: Square) -> Role {
        if self.straight.contains(square) {
            if self.diagonal.contains(square) { Role::Queen } else { Role::Rook }
        } else if self.diagonal.contains(square) {
            Role::Bishop
        } else if self.pawns.contains(square) {
            Role::Pawn
        } else if self.knights.contains(square) {
            Role::Knight
        } else {
            Role::King
        }
    }

    /// What the piece on a square attacks, with these squares in the way.
    pub fn attacks_from(&self, square: Square, side: Color, occupied: Bitboard) -> Bitboard {
        match self.role(square) {
            Role::Rook => attacks::rook_attacks(square, occupied),
            Role::Queen => attacks::queen_attacks(square, occupied),
            Role::Bishop => attacks::bishop_attacks(square, occupied),
            Role::Knight => attacks::knight_attacks(square),
            Role::Pawn => attacks::pawn_attacks(side, square),
            Role::King => attacks::king_attacks(square),
        }
    }

    /// Every square that a side attacks, with these squares in the way.
    pub fn attacked_by(&self, side: Color, occupied: Bitboard) -> Bitboard {
        self.pieces(side)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, square| all | self.attacks_from(square, side, occupied))
    }

    /// The pieces of a side that attack a square, with these squares in the way.
    pub fn attackers(&self, square: Square, side: Color, occupied: Bitboard) -> Bitboard {
        let straight = self.straight & self.pieces(side);
        let diagonal = self.diagonal & self.pieces(side);
        let mut found = attacks::king_attacks(square) & Bitboard::from(self.king(side));
        if straight.any() {
            found |= attacks::rook_attacks(square, occupied) & straight;
        }
        if diagonal.any() {
            found |= attacks::bishop_attacks(square, occupied) & diagonal;
        }
        found |= attacks::knight_attacks(square) & self.knights & self.pieces(side);
        found | attacks::pawn_attacks(!side, square) & self.pawns & self.pieces(side)
    }

    /// The pieces that give check to a side.
    pub fn checkers(&self, side: Color) -> Bitboard {
        self.attackers(self.king(side), !side, self.occupied())
    }

    /// The single pieces that stand between a king and the sliders of a side, `own` saying whose pieces count.
    fn shields(&self, king: Square, sliders: Color, own: Bitboard) -> Bitboard {
        let pieces = self.pieces(sliders);
        screens(king, self.straight & pieces, self.diagonal & pieces, self.occupied()) & own
    }

    /// The pieces of a side that may not leave the line to their own king.
    pub fn pinned(&self, side: Color) -> Bitboard {
        self.shields(self.king(side), !side, self.pieces(side))
    }

    /// The pieces of a side between the enemy king and a slider of the same side: discovered checks.
    pub fn discoverers(&self, side: Color) -> Bitboard {
        self.shields(self.king(!side), side, self.pieces(side))
    }

    /// The board after a legal move.
    pub fn play(&self, m: MoveCode) -> Board {
        let (from, to) = (m.from(), m.to());
        let mover = self.turn;
        let mut after = *self;
        after.turn = !mover;
        after.en_passant = None;
        if self.pieces(!mover).contains(to) {
            after.remove(to, !mover);
        }
        let step = Bitboard::from(from) | Bitboard::from(to);
        after.sides[place(mover)] ^= step;
        if self.kings[place(mover)] == from {
            after.kings[place(mover)] = to;
        } else if self.pawns.contains(from) {
            after.move_pawn(self, m);
        } else if self.knights.contains(from) {
            after.knights ^= step;
        } else {
            if self.straight.contains(from) {
                after.straight ^= step;
            }
            if self.diagonal.contains(from) {
                after.diagonal ^= step;
            }
        }
        after
    }

    /// The board after a legal move that neither captures nor moves a pawn, put where another one was.
    #[inline]
    pub fn play_quietly(&self, m: MoveCode, after: &mut Board) {
        let (from, to) = (Bitboard::from(m.from()), Bitboard::from(m.to()));
        let mover = place(self.turn);
        let moved = |pieces: Bitboard| if (pieces & from).any() { pieces ^ (from | to) } else { pieces };
        *after = *self;
        after.sides[mover] ^= from | to;
        after.knights = moved(self.knights);
        after.straight = moved(self.straight);
        after.diagonal = moved(self.diagonal);
        if self.kings[mover] == m.from() {
            after.kings[mover] = m.to();
        }
        after.turn = !self.turn;
        after.en_passant = None;
    }

    fn move_pawn(&mut self, before: &Board, m: MoveCode) {
        let (from, to, mover) = (m.from(), m.to(), before.turn);
        self.pawns.discard(from);
        match m.promotion() {
            None => self.pawns.add(to),
            Some(role) => {
                match role {
                    Role::Knight => self.knights.add(to),
                    Role::Bishop => self.diagonal.add(to),
                    Role::Rook => self.straight.add(to),
                    _ => {
                        self.straight.add(to);
                        self.diagonal.add(to);
                    }
                }
                let gain = worth_in_pawns(role) - worth_in_pawns(Role::Pawn);
                self.balance += if mover.is_white() { gain } else { -gain };
            }
        }
        if before.en_passant == Some(to) {
            self.remove(behind(to, mover), !mover);
        }
        if (u32::from(to) as i32 - u32::from(from) as i32).abs() == 16 {
            let passed = behind(to, mover);
            self.en_passant = Some(passed);
            let capturers = attacks::pawn_attacks(mover, passed) & self.pawns & self.pieces(!mover);
            if !capturers.into_iter().any(|capturer| self.may_capture_in_passing(capturer, passed)) {
                self.en_passant = None;
            }
        }
    }

    /// Whether capturing in passing leaves the capturer's king safe.
    pub fn may_capture_in_passing(&self, from: Square, to: Square) -> bool {
        let after = self.play(MoveCode::new(from, to, None));
        after.checkers(self.turn).is_empty()
    }

    fn remove(&mut self, square: Square, side: Color) {
        let lost = worth_in_pawns(self.role(square));
        self.balance -= if side.is_white() { lost } else { -lost };
        self.sides[place(side)].discard(square);
        self.pawns.discard(square);
        self.knights.discard(square);
        self.straight.discard(square);
        self.diagonal.discard(square);
    }

    /// The same board with the other side to move, as if the side to move passed.
    pub fn passed(&self) -> Board {
        Board { turn: !self.turn, en_passant: None, ..*self }
    }

    /// A key that is equal for positions that count as repeated.
    pub fn key(&self) -> u64 {
        let rest = u64::from(self.kings[0])
            | u64::from(self.kings[1]) << 8
            | u64::from(self.turn.is_black()) << 16
            | self.en_passant.map_or(0, |square| u64::from(square) + 1) << 24;
        let words = [self.sides[0].0, self.sides[1].0, self.pawns.0, self.knights.0, self.straight.0, self.diagonal.0];
        words.into_iter().fold(rest.wrapping_mul(0x9e37_79b9_7f4a_7c15), |mixed, word| {
            let mixed = (mixed ^ word).wrapping_mul(0xd134_2543_de82_ef95);
            mixed ^ mixed >> 32
        })
    }

    /// Whether neither side could ever mate.
    pub fn is_insufficient(&self) -> bool {
        if (self.pawns | self.straight).any() {
            return false;
        }
        if self.knights.any() {
            return self.diagonal.is_empty() && !self.knights.more_than_one();
        }
        (self.diagonal & Bitboard::LIGHT_SQUARES).is_empty() || (self.diagonal & Bitboard::DARK_SQUARES).is_empty()
    }
}

/// The square behind a pawn of a side.
fn behind(square: Square, side: Color) -> Square {
    square.offset(-forward(side)).expect("a pawn is never on its own first rank")
}

/// What keeps the pieces of a side from moving as they like: the king in check, and pins.
pub struct Guard {
    side: Color,
    pinned: Bitboard,
    /// Where a piece other than the king must go: anywhere, or to capture or block the one checker.
    allowed: Bitboard,
}

impl Guard {
    /// The restrictions on a side's moves, also when it is not to move.
    pub fn of(board: &Board, side: Color) -> Guard {
        let checkers = board.checkers(side);
        let allowed = match checkers.single_square() {
            Some(checker) => attacks::between(board.king(side), checker).with(checker),
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        Guard { side, pinned: board.pinned(side), allowed }
    }

    /// Whether a piece other than the king may go to a square it can reach.
    pub fn allows(&self, board: &Board, from: Square, to: Square) -> bool {
        self.allowed.contains(to) && (!self.pinned.contains(from) || attacks::aligned(board.king(self.side), from, to))
    }

    fn filter(&self, board: &Board, from: Square, targets: Bitboard) -> Bitboard {
        let targets = targets & self.allowed;
        if self.pinned.contains(from) { targets & attacks::ray(board.king(self.side), from) } else { targets }
    }

    /// Where a piece may go, captures in passing left out.
    pub fn targets(&self, board: &Board, from: Square) -> Bitboard {
        match board.role(from) {
            Role::King => board.king_targets(self.side),
            Role::Pawn => self.filter(board, from, pawn_targets(board, from, self.side)),
            _ => self.filter(
                board,
                from,
                board.attacks_from(from, self.side, board.occupied()) & !board.pieces(self.side),
            ),
        }
    }
}

/// Where a pawn may go if its king does not mind, captures in passing left out.
pub fn pawn_targets(board: &Board, from: Square, side: Color) -> Bitboard {
    attacks::pawn_attacks(side, from) & board.pieces(!side) | pushes(from.into(), side, board.occupied())
}

impl Board {
    /// Where the king of a side may go.
    pub fn king_targets(&self, side: Color) -> Bitboard {
        let king = self.king(side);
        let open = attacks::king_attacks(king) & !self.pieces(side);
        // The king must not hide behind itself.
        open & !self.attacked_by(!side, self.occupied().without(king))
    }

    /// The pawns of the side to move that may capture in passing.
    pub fn passing_pawns(&self) -> Bitboard {
        let Some(target) = self.en_passant else { return Bitboard::EMPTY };
        let pawns = attacks::pawn_attacks(!self.turn, target) & self.pawns & self.pieces(self.turn);
        pawns.into_iter().filter(|&from| self.may_capture_in_passing(from, target)).collect()
    }

    /// Show every legal move, in no particular order.
    pub fn for_each_move(&self, mut visit: impl FnMut(MoveCode)) {
        let guard = Guard::of(self, self.turn);
        for from in self.pieces(self.turn) {
            for_each_step(self, from, guard.targets(self, from), &mut visit);
        }
        for from in self.passing_pawns() {
            visit(MoveCode::new(from, self.en_passant.expect("some pawn may capture there"), None));
        }
    }

    /// All legal moves in a list that can be used again.
    pub fn moves_into(&self, list: &mut Vec<MoveCode>) {
        list.clear();
        self.for_each_move(|m| list.push(m));
    }

    /// Whether the side to move has a legal move.
    pub fn can_move(&self) -> bool {
        self.king_targets(self.turn).any() || self.can_move_another()
    }

    /// Whether a piece other than the king has a legal move.
    pub fn can_move_another(&self) -> bool {
        let guard = Guard::of(self, self.turn);
        self.without_king(self.turn).into_iter().any(|from| guard.targets(self, from).any())
            || self.passing_pawns().any()
    }
}

/// Show the moves of one piece to these squares, every promotion by itself.
pub fn for_each_step(board: &Board, from: Square, targets: Bitboard, visit: &mut impl FnMut(MoveCode)) {
    let promotes = board.pawns.contains(from);
    for to in targets {
        if promotes && Bitboard::BACKRANKS.contains(to) {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                visit(MoveCode::new(from, to, Some(role)));
            }
        } else {
            visit(MoveCode::new(from, to, None));
        }
    }
}
