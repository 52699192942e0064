//! Computes once for a node what every piece attacks and which pieces are pinned.
//!
//! The map yields the legal moves one by one, in the order of the paper's search, so that a cutoff saves generating the
//! rest; and it counts the threats after a move of the last ply without making the move.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Rank, Role, Square, attacks};

use crate::chess::{
    pawns::{forward, pawn_attacks},
    safety::screens,
};

/// A map is only made of positions in which no side has more pieces than this.
const MOST_PIECES: usize = 16;

/// A bishop, rook or queen.
#[derive(Clone, Copy)]
struct Slider {
    square: Square,
    role: Role,
    reach: Bitboard,
}

/// What the pieces of one side reach, by their kind.
struct Reach {
    sliders: [Slider; MOST_PIECES],
    count: usize,
    pawns: Bitboard,
    knights: Bitboard,
    king: Bitboard,
    /// All but the pawns.
    officers: Bitboard,
}

impl Reach {
    #[inline(always)]
    fn of(board: &Board, side: Color, king: Square) -> Reach {
        let ours = board.by_color(side);
        let empty = Slider { square: Square::A1, role: Role::Queen, reach: Bitboard::EMPTY };
        let mut found = Reach {
            sliders: [empty; MOST_PIECES],
            count: 0,
            pawns: pawn_attacks(board.pawns() & ours, side),
            knights: knights_reach(board.knights() & ours),
            king: attacks::king_attacks(king),
            officers: Bitboard::EMPTY,
        };
        found.officers = found.knights | found.king;
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for square in board.by_role(role) & ours {
                let reach = reach(role, square, board.occupied());
                found.sliders[found.count] = Slider { square, role, reach };
                found.count += 1;
                found.officers |= reach;
            }
        }
        found
    }

    fn all(&self) -> Bitboard {
        self.pawns | self.officers
    }

    fn sliders(&self) -> &[Slider] {
        &self.sliders[..self.count]
    }

    /// What the sliders reach on a changed board, all but one on a square; `changed` has been filled or emptied.
    fn sliders_without(&self, absent: Square, changed: Bitboard, occupied: Bitboard) -> Bitboard {
        let mut all = Bitboard::EMPTY;
        for slider in self.sliders() {
            if slider.square == absent {
                continue;
            }
            all |= match (slider.reach & changed).any() {
                true => reach(slider.role, slider.square, occupied),
                false => slider.reach,
            };
        }
        all
    }
}

/// What the threats are after a move, for the side that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threats(pub i64);

/// The attacks and pins of one position.
pub struct AttackMap<'a> {
    position: &'a Chess,
    board: &'a Board,
    turn: Color,
    own: Reach,
    enemy: Reach,
    king: Square,
    enemy_king: Square,
    pinned: Bitboard,
    /// Enemy pawns that no line ties to their king.
    free_pawns: Bitboard,
}

impl<'a> AttackMap<'a> {
    /// Makes the map of a position in which neither side has more than sixteen pieces.
    // Inlined, so that less is copied: this saves one fifteenth of the time of a search, measured.
    #[inline(always)]
    pub fn of(position: &'a Chess) -> AttackMap<'a> {
        let (board, turn) = (position.board(), position.turn());
        let [king, enemy_king] = [turn, !turn].map(|side| board.king_of(side).expect("each side has a king"));
        let lines = attacks::queen_attacks(enemy_king, Bitboard::EMPTY);
        let others = board.by_color(!turn);
        AttackMap {
            position,
            board,
            turn,
            own: Reach::of(board, turn, king),
            enemy: Reach::of(board, !turn, enemy_king),
            king,
            enemy_king,
            // Includes pieces of the other side, which no caller uses: leaving them out would cost more.
            pinned: screens(
                king,
                board.rooks_and_queens() & others,
                board.bishops_and_queens() & others,
                board.occupied(),
            ),
            free_pawns: board.pawns() & others & !lines,
        }
    }

    /// Whether maps can be made of this position and of every position that follows from it.
    pub fn can_be_made(position: &Chess) -> bool {
        Color::ALL.into_iter().all(|side| position.board().by_color(side).count() <= MOST_PIECES)
    }

    /// The threats after a legal move: enemy pieces attacked minus own pieces attacked. None for rare kinds of moves,
    /// and where the map does not show at once that the game goes on.
    pub fn threats_after(&self, m: Move) -> Option<Threats> {
        let Move::Normal { role, from, to, capture, promotion: None } = m else { return None };
        let (start, target) = (Bitboard::from_square(from), Bitboard::from_square(to));
        let own = self.board.by_color(self.turn) ^ start ^ target;
        let enemy = self.board.by_color(!self.turn) & !target;
        let occupied = own | enemy;
        let changed = occupied ^ self.board.occupied();
        if (self.board.pawns() | self.board.rooks_and_queens()).0 & !target.0 == 0 {
            return None;
        }
        let mut attacked = self.own.sliders_without(from, changed, occupied);
        attacked |= match role {
            Role::Pawn => {
                let pawns = (self.board.pawns() & own) | target;
                pawn_attacks(pawns, self.turn) | self.own.knights | self.own.king
            }
            Role::Knight => {
                let knights = (self.board.knights() & own) | target;
                self.own.pawns | knights_reach(knights & !start) | self.own.king
            }
            Role::King => self.own.pawns | self.own.knights | attacks::king_attacks(to),
            _ => self.own.pawns | self.own.knights | self.own.king | reach(role, to, occupied),
        };
        if !self.goes_on(attacked, own, enemy, target) {
            return None;
        }
        let mut suffered = self.enemy.sliders_without(to, changed, occupied) | self.enemy.king;
        suffered |= match capture {
            Some(Role::Pawn) => pawn_attacks(self.board.pawns() & enemy, !self.turn),
            _ => self.enemy.pawns,
        };
        suffered |= match capture {
            Some(Role::Knight) => knights_reach(self.board.knights() & enemy),
            _ => self.enemy.knights,
        };
        Some(Threats((attacked & enemy).count() as i64 - (suffered & own).count() as i64))
    }

    /// Whether the opponent certainly has a move: a pawn can step ahead, or the king can step out of check.
    fn goes_on(&self, attacked: Bitboard, own: Bitboard, enemy: Bitboard, target: Bitboard) -> bool {
        if attacked.contains(self.enemy_king) {
            // A slider that gives check also attacks the squares behind the king on its line.
            let lines = attacks::king_attacks(self.enemy_king) & !enemy & !own & !attacked;
            return lines.into_iter().any(|square| !self.is_behind_king(square, own));
        }
        let step = forward(!self.turn);
        ((self.free_pawns & !target).shift(step) & !(own | enemy)).any()
    }

    /// Whether some piece beyond the enemy king might reach this square through it.
    fn is_behind_king(&self, square: Square, own: Bitboard) -> bool {
        (attacks::ray(self.enemy_king, square) & own).any()
    }

    /// Whether the moves can be listed lazily: no check, no promotion and no capture in passing.
    pub fn is_plain(&self) -> bool {
        let last_step = forward(self.turn);
        let pawns = self.board.pawns() & self.board.by_color(self.turn);
        !self.enemy.all().contains(self.king)
            && (pawns.shift(last_step) & Bitboard::BACKRANKS).is_empty()
            && self.position.pseudo_legal_ep_square().is_none()
    }

    fn is_legal(&self, from: Square, to: Square) -> bool {
        if from == self.king {
            return !self.enemy.all().contains(to);
        }
        !self.pinned.contains(from) || attacks::aligned(from, to, self.king)
    }

    /// The legal captures of a plain node, in no order.
    pub fn captures(&self, mut each: impl FnMut(Move)) {
        let enemy = self.board.by_color(!self.turn);
        let mut push = |role: Role, from: Square, to: Square| {
            if self.is_legal(from, to) {
                each(Move::Normal { role, from, capture: self.board.role_at(to), to, promotion: None });
            }
        };
        let pawns = self.board.pawns() & self.board.by_color(self.turn);
        for from in pawns & pawn_attacks(enemy, !self.turn) {
            for to in attacks::pawn_attacks(self.turn, from) & enemy {
                push(Role::Pawn, from, to);
            }
        }
        for from in self.board.knights() & self.board.by_color(self.turn) {
            for to in attacks::knight_attacks(from) & enemy {
                push(Role::Knight, from, to);
            }
        }
        for slider in self.own.sliders() {
            for to in slider.reach & enemy {
                push(slider.role, slider.square, to);
            }
        }
        for to in self.own.king & enemy {
            push(Role::King, self.king, to);
        }
    }

    /// The legal moves of a plain node that capture nothing, by target and then by origin.
    pub fn quiet_moves(&self) -> QuietMoves<'_> {
        let free = !self.board.occupied();
        let pawns = self.board.pawns() & self.board.by_color(self.turn);
        let (step, third) = if self.turn.is_white() { (8, Rank::Third) } else { (-8, Rank::Sixth) };
        let single = pawns.shift(step) & free;
        let double = (single & Bitboard::from_rank(third)).shift(step) & free;
        let mut targets = single | double | (self.own.officers & free);
        let mut castles = [None; 2];
        if self.position.castles().has_color(self.turn) {
            for (place, side) in castles.iter_mut().zip(shakmaty::CastlingSide::ALL) {
                if let Some(&castle) = self.position.castling_moves(side).first() {
                    let to = side.king_to(self.turn);
                    *place = Some((to, castle));
                    targets.add(to);
                }
            }
        }
        QuietMoves { attack_map: self, single, double, castles, targets, to: Square::A1, origins: Bitboard::EMPTY }
    }
}

/// See [`AttackMap::quiet_moves`].
pub struct QuietMoves<'a> {
    attack_map: &'a AttackMap<'a>,
    single: Bitboard,
    double: Bitboard,
    castles: [Option<(Square, Move)>; 2],
    targets: Bitboard,
    to: Square,
    origins: Bitboard,
}

impl QuietMoves<'_> {
    fn origins_of(&self, to: Square) -> Bitboard {
        let AttackMap { board, turn, .. } = self.attack_map;
        let leapers = (attacks::knight_attacks(to) & board.knights()) | (attacks::king_attacks(to) & board.kings());
        let mut origins = leapers & board.by_color(*turn);
        for slider in self.attack_map.own.sliders() {
            if slider.reach.contains(to) {
                origins.add(slider.square);
            }
        }
        let back = -forward(*turn);
        if self.single.contains(to) {
            origins |= Bitboard::from_square(to).shift(back);
        }
        if self.double.contains(to) {
            origins |= Bitboard::from_square(to).shift(2 * back);
        }
        if self.castles.iter().flatten().any(|(target, _)| *target == to) {
            origins.add(self.attack_map.king);
        }
        origins
    }
}

impl Iterator for QuietMoves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            let Some(from) = self.origins.pop_front() else {
                self.to = self.targets.pop_front()?;
                self.origins = self.origins_of(self.to);
                continue;
            };
            let to = self.to;
            if from == self.attack_map.king
                && let Some((_, castle)) = self.castles.iter().flatten().find(|(target, _)| *target == to)
            {
                return Some(*castle);
            }
            if self.attack_map.is_legal(from, to) {
                let role = self.attack_map.board.role_at(from).expect("one of our pieces is there");
                return Some(Move::Normal { role, from, capture: None, to, promotion: None });
            }
        }
    }
}

/// What a slider reaches.
fn reach(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Bishop => attacks::bishop_attacks(square, occupied),
        Role::Rook => attacks::rook_attacks(square, occupied),
        _ => attacks::queen_attacks(square, occupied),
    }
}

/// What knights reach, all at once: two files over and one rank up or down, or one and two.
fn knights_reach(knights: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;
    let Bitboard(knights) = knights;
    let near = (knights >> 1 & NOT_H) | (knights << 1 & NOT_A);
    let far = (knights >> 2 & NOT_GH) | (knights << 2 & NOT_AB);
    Bitboard(near << 16 | near >> 16 | far << 8 | far >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::positions::parse_fen,
        search::{
            evaluation::Evaluate,
            heuristic::Heuristic,
            paper::{has_legal_move, order},
            task::is_drawn_by_material,
        },
    };

    const STARTS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "4k3/8/8/8/8/8/4N3/R3K2B w Q - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ];

    /// Positions of games in which every move is chosen at random.
    fn walks() -> Vec<Chess> {
        let mut lot = 1_u64;
        let mut positions = Vec::new();
        for fen in STARTS.iter().cycle().take(60) {
            let mut position = parse_fen(fen).unwrap();
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                positions.push(position.clone());
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position.play_unchecked(moves[(lot >> 33) as usize % moves.len()]);
            }
        }
        positions
    }

    #[test]
    fn plain_nodes_list_the_legal_moves_in_the_order_of_the_search() {
        let (mut plain, mut castles) = (0, 0);
        let positions = walks();
        for position in &positions {
            let attack_map = AttackMap::of(position);
            if !attack_map.is_plain() {
                continue;
            }
            let mut listed = Vec::new();
            attack_map.captures(|m| listed.push(m));
            listed.sort_by_key(|&m| order(m));
            listed.extend(attack_map.quiet_moves());
            let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
            legal.sort_by_key(|&m| order(m));
            assert_eq!(listed, legal, "{}", crate::chess::positions::fen(position));
            plain += 1;
            castles += usize::from(legal.iter().any(|m| m.is_castle()));
        }
        assert!(2 * plain > positions.len() && castles > 20, "{plain} plain, {castles} with castling");
    }

    #[test]
    fn a_move_that_is_not_made_is_worth_what_it_is_when_made() {
        let table: [i32; 64] = std::array::from_fn(|square| (square * 7 % 31) as i32 - 15);
        let heuristic = Heuristic::new([1.0, 0.03, 0.2], [table; 6]).unwrap();
        let (mut answered, mut asked) = (0, 0);
        for position in walks() {
            let attack_map = AttackMap::of(&position);
            for m in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(m);
                asked += 1;
                let Some(Threats(threats)) = attack_map.threats_after(m) else { continue };
                answered += 1;
                assert!(has_legal_move(&after) && !is_drawn_by_material(&after));
                for side in Color::ALL {
                    let change = heuristic.change(m, position.turn(), side).unwrap();
                    let standing = heuristic.standing(position.board(), side) + change;
                    let threats = if side == position.turn() { threats } else { -threats };
                    assert_eq!(heuristic.value_of(standing, threats), heuristic.value(&after, side), "{m:?}");
                }
            }
        }
        assert!(2 * answered > asked, "{answered} of {asked}");
    }

    #[test]
    fn a_mate_and_a_stalemate_are_left_to_those_who_make_the_move() {
        let ask = |fen: &str, from: Square, to: Square, role: Role| {
            let position = parse_fen(fen).unwrap();
            let m = Move::Normal { role, from, capture: None, to, promotion: None };
            assert!(position.is_legal(m));
            AttackMap::of(&position).threats_after(m)
        };
        let back_rank = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        assert_eq!(ask(back_rank, Square::A1, Square::A8, Role::Rook), None);
        // With room for the king on h7 the same check is no mate: one check, and the king attacks nothing.
        let with_room = "6k1/5pp1/7p/8/8/8/8/R5K1 w - - 0 1";
        assert_eq!(ask(with_room, Square::A1, Square::A8, Role::Rook), Some(Threats(1)));
        let cornered = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
        assert_eq!(ask(cornered, Square::G5, Square::G6, Role::Queen), None);
    }
}
