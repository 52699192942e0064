//! Answers questions about one board for the side that just moved: each question once, with shared attacks.

use shakmaty::{Bitboard, Chess, Color, Square, attacks};

use super::{
    board::Board,
    extras::{self, LeadingPawn},
    terminals::{ALL_TERMINALS, Terminal},
};
use crate::chess::{exchange::worth_in_pawns, moves::MoveCode};

/// How many steps each square is away from the nearest edge.
const EDGE: [u8; 64] = {
    let mut steps = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let across = if file < 7 - file { file } else { 7 - file };
        let along = if rank < 7 - rank { rank } else { 7 - rank };
        steps[square] = if across < along { across } else { along } as u8;
        square += 1;
    }
    steps
};

/// For each distance from the edge, the squares off the edge that are at least so far away.
const INNER: [Bitboard; 4] = {
    let mut inner = [Bitboard::EMPTY; 4];
    let mut square = 0;
    while square < 64 {
        let mut from = 0;
        while from < 4 {
            if EDGE[square] > 0 && EDGE[square] as usize >= from {
                inner[from] = Bitboard(inner[from].0 | 1 << square);
            }
            from += 1;
        }
        square += 1;
    }
    inner
};

/// What no move changes that neither captures nor moves a pawn.
const OF_THE_OTHERS: u64 = 1 << Terminal::NotMyKingInCheck as u8
    | 1 << Terminal::OppKingProximityToEdges as u8
    | 1 << Terminal::OppKingDistRook as u8
    | 1 << Terminal::IsOppKingProtectingPiece as u8
    | 1 << Terminal::EvaluateMaterial as u8
    | 1 << Terminal::IsMaterialIncrease as u8;

/// What depends on where the kings stand and on nothing else.
const OF_THE_KINGS: u64 =
    1 << Terminal::MyKingDistEdges as u8 | 1 << Terminal::KingsProximity as u8 | 1 << Terminal::KingsNearness as u8;

/// What each piece of a side attacks.
struct Reach {
    pieces: [(Square, Bitboard); 64],
    count: usize,
    /// All pieces together, the king as well.
    all: Bitboard,
}

impl Reach {
    const EMPTY: Reach = Reach { pieces: [(Square::A1, Bitboard::EMPTY); 64], count: 0, all: Bitboard::EMPTY };

    /// The king comes last.
    fn fill(&mut self, board: &Board, side: Color) {
        let occupied = board.occupied();
        let pieces = board.pieces(side);
        let king = board.king(side);
        let mut count = 0;
        let mut all = Bitboard::EMPTY;
        let mut add = |square, attacks| {
            self.pieces[count] = (square, attacks);
            count += 1;
            all |= attacks;
        };
        let straight = board.straight & pieces;
        for square in straight {
            let mut reached = attacks::rook_attacks(square, occupied);
            if board.diagonal.contains(square) {
                reached |= attacks::bishop_attacks(square, occupied);
            }
            add(square, reached);
        }
        let others = pieces.without(king) & !straight;
        if others.any() {
            for square in others & board.diagonal {
                add(square, attacks::bishop_attacks(square, occupied));
            }
            for square in others & !board.diagonal {
                add(square, board.attacks_from(square, side, occupied));
            }
        }
        add(king, attacks::king_attacks(king));
        self.count = count;
        self.all = all;
    }

    fn pieces(&self) -> &[(Square, Bitboard)] {
        &self.pieces[..self.count]
    }

    fn forks(&self, prey: Bitboard) -> bool {
        (self.all & prey).more_than_one() && self.pieces().iter().any(|&(_, attacks)| (attacks & prey).more_than_one())
    }

    fn worth_attacking(&self, board: &Board, prey: Bitboard) -> i32 {
        if (self.all & prey).is_empty() {
            return 0;
        }
        let attacking = self.pieces().iter().filter(|&&(_, attacks)| (attacks & prey).any());
        attacking.map(|&(square, _)| worth_in_pawns(board.role(square))).sum()
    }

    /// Whether two pieces other than the king attack each other's squares.
    fn protect_each_other(&self, pieces: Bitboard) -> bool {
        if (self.all & pieces).is_empty() {
            return false;
        }
        let pieces = &self.pieces[..self.count - 1];
        pieces.iter().enumerate().any(|(place, &(one, from_one))| {
            pieces[place + 1..].iter().any(|&(two, from_two)| from_one.contains(two) && from_two.contains(one))
        })
    }
}

/// What both sides attack, computed when it is first needed.
struct Reaches {
    mine: Reach,
    opponents: Reach,
    knows_mine: bool,
    knows_opponents: bool,
    opp_king_targets: Option<Bitboard>,
    /// The board before the move, and what the opponents attacked there.
    root: Board,
    root_opponents: Reach,
    knows_root_opponents: bool,
    /// The squares that the move changed, if there was no capture and no move of a pawn.
    changed: Option<Bitboard>,
}

impl Reaches {
    fn mine(&mut self, board: &Board, my: Color) -> &Reach {
        if !self.knows_mine {
            self.mine.fill(board, my);
            self.knows_mine = true;
        }
        &self.mine
    }

    /// Attacks end at the first piece in the way: where the move changed no square that the opponents attacked, they
    /// attack what they attacked before.
    fn opponents(&mut self, board: &Board, opp: Color) -> &Reach {
        if let Some(changed) = self.changed {
            if !self.knows_root_opponents {
                self.root_opponents.fill(&self.root, opp);
                self.knows_root_opponents = true;
            }
            if (self.root_opponents.all & changed).is_empty() {
                return &self.root_opponents;
            }
        }
        if !self.knows_opponents {
            self.opponents.fill(board, opp);
            self.knows_opponents = true;
        }
        &self.opponents
    }

    /// Where my king could go. It is not in check, so it hides nothing behind itself.
    fn my_king_targets(&mut self, board: &Board, my: Color) -> Bitboard {
        let attacked = self.opponents(board, !my).all;
        attacks::king_attacks(board.king(my)) & !board.pieces(my) & !attacked
    }

    fn opp_king_targets(&mut self, board: &Board, opp: Color) -> Bitboard {
        if let Some(targets) = self.opp_king_targets {
            return targets;
        }
        let king = board.king(opp);
        let attacked = self.mine(board, !opp).all;
        let targets = if attacked.contains(king) {
            board.king_targets(opp)
        } else {
            attacks::king_attacks(king) & !board.pieces(opp) & !attacked
        };
        self.opp_king_targets = Some(targets);
        targets
    }

    fn is_opp_in_check(&mut self, board: &Board, opp: Color) -> bool {
        if self.knows_mine { self.mine.all.contains(board.king(opp)) } else { board.checkers(opp).any() }
    }

    fn is_mate(&mut self, board: &Board, opp: Color) -> bool {
        self.is_opp_in_check(board, opp) && self.opp_king_targets(board, opp).is_empty() && !board.can_move_another()
    }
}

/// A board and the answers that were given so far.
pub struct View {
    board: Board,
    my: Color,
    before: i32,
    known: u64,
    literal_matches: u64,
    answers: [i32; ALL_TERMINALS],
    /// The answers that stay as they are if the next move from the same root shares them too.
    shared: u64,
    reaches: Reaches,
    pub(super) registers: Vec<f64>,
}

impl Default for View {
    /// A view of the starting position; [`View::look`] comes next.
    fn default() -> View {
        let board = Board::of(&Chess::default());
        View {
            board,
            my: !board.turn,
            before: 0,
            known: 0,
            literal_matches: 0,
            answers: [0; ALL_TERMINALS],
            shared: 0,
            reaches: Reaches {
                mine: Reach::EMPTY,
                opponents: Reach::EMPTY,
                knows_mine: false,
                knows_opponents: false,
                opp_king_targets: None,
                root: board,
                root_opponents: Reach::EMPTY,
                knows_root_opponents: false,
                changed: None,
            },
            registers: Vec::new(),
        }
    }
}

impl View {
    /// Turn to the board after a move; `before` is the mover's balance before it.
    pub fn look(&mut self, board: Board, before: i32) {
        self.board = board;
        self.reaches.changed = None;
        self.shared = 0;
        self.forget(before, 0);
    }

    /// Take the board whose moves come next.
    pub fn stand_before(&mut self, root: &Board) {
        self.reaches.root = *root;
        self.reaches.knows_root_opponents = false;
        self.shared = 0;
    }

    /// Turns to the board after a move from the root board of the view.
    pub fn look_after(&mut self, m: MoveCode, before: i32) {
        let root = &self.reaches.root;
        let is_quiet = !root.pawns.contains(m.from()) && !root.occupied().contains(m.to());
        let shares = match (is_quiet, root.king(root.turn) == m.from()) {
            (false, _) => 0,
            (true, true) => OF_THE_OTHERS,
            (true, false) => OF_THE_OTHERS | OF_THE_KINGS,
        };
        if is_quiet {
            root.play_quietly(m, &mut self.board);
        } else {
            self.board = root.play(m);
        }
        self.reaches.changed = is_quiet.then(|| Bitboard::from(m.from()) | Bitboard::from(m.to()));
        let kept = shares & std::mem::replace(&mut self.shared, shares);
        self.forget(before, kept);
    }

    fn forget(&mut self, before: i32, kept: u64) {
        self.my = !self.board.turn;
        self.before = before;
        self.known &= kept;
        self.literal_matches &= kept;
        self.reaches.knows_mine = false;
        self.reaches.knows_opponents = false;
        self.reaches.opp_king_targets = None;
    }

    /// The balance as the side sees it that moved.
    pub fn balance(&self) -> i32 {
        self.board.balance_for(self.my)
    }

    /// Whether the answer is yes, or not 0.
    #[inline]
    pub fn is_true(&mut self, terminal: Terminal) -> bool {
        let bit = 1 << terminal as u8;
        if self.known & bit == 0 {
            self.find_out(terminal);
        }
        self.literal_matches & bit != 0
    }

    /// The answer as a number.
    #[inline]
    pub fn answer(&mut self, terminal: Terminal) -> f64 {
        if self.known & 1 << terminal as u8 == 0 {
            self.find_out(terminal);
        }
        f64::from(self.answers[terminal as usize])
    }

    fn find_out(&mut self, terminal: Terminal) {
        let answer = ANSWERERS[terminal as usize](&self.board, self.my, &mut self.reaches, self.before);
        let bit = 1 << terminal as u8;
        self.known |= bit;
        if answer != 0 {
            self.literal_matches |= bit;
        }
        self.answers[terminal as usize] = answer;
    }
}

/// Answers one question: of a board, for the side that moved, with what is attacked there, and the balance before.
type Answerer = fn(&Board, Color, &mut Reaches, i32) -> i32;

/// A function for each question: what one of them needs of the stack, the others do not pay for.
const ANSWERERS: [Answerer; ALL_TERMINALS] = {
    let mut answerers: [Answerer; ALL_TERMINALS] = [answerer(Terminal::at(0)); ALL_TERMINALS];
    let mut place = 0;
    while place < ALL_TERMINALS {
        answerers[place] = answerer(Terminal::at(place as u8));
        place += 1;
    }
    answerers
};

const fn answerer(terminal: Terminal) -> Answerer {
    match terminal {
        // The position is legal, so the side that is not to move is never in check.
        Terminal::NotMyKingInCheck => |_, _, _, _| 1,
        Terminal::IsOppKingInCheck => |board, my, reaches, _| truth(reaches.is_opp_in_check(board, !my)),
        Terminal::MyKingDistEdges => |board, my, _, _| edge(board.king(my)),
        Terminal::OppKingProximityToEdges => |board, my, _, _| 3 - edge(board.king(!my)),
        Terminal::NumMyPiecesNotAttacked => {
            |board, my, reaches, _| count(board.without_king(my) & !reaches.opponents(board, !my).all)
        }
        Terminal::NumOppPiecesAttacked => {
            |board, my, reaches, _| count(board.without_king(!my) & reaches.mine(board, my).all)
        }
        Terminal::ValueMyPiecesAttacking => {
            |board, my, reaches, _| reaches.mine(board, my).worth_attacking(board, board.pieces(!my))
        }
        Terminal::ValueOppPiecesAttacking => {
            |board, my, reaches, _| reaches.opponents(board, !my).worth_attacking(board, board.pieces(my))
        }
        Terminal::IsMyQueenNotAttacked => |board, my, reaches, _| {
            let queens = queens(board, my);
            truth(queens.is_empty() || (queens & reaches.opponents(board, !my).all).is_empty())
        },
        Terminal::IsOppQueenAttacked => |board, my, reaches, _| {
            let queens = queens(board, !my);
            truth(queens.any() && (queens & reaches.mine(board, my).all).any())
        },
        Terminal::IsMyFork => |board, my, reaches, _| truth(reaches.mine(board, my).forks(board.pieces(!my))),
        Terminal::IsOppNotFork => |board, my, reaches, _| truth(!reaches.opponents(board, !my).forks(board.pieces(my))),
        Terminal::NumMovesMyKing => |board, my, reaches, _| count(reaches.my_king_targets(board, my)),
        Terminal::NumNotMovesOppKing => |board, my, reaches, _| 8 - count(reaches.opp_king_targets(board, !my)),
        Terminal::MyKingProxRook => |board, my, _, _| nearest_rook(board, my).map_or(0, |steps| 8 - steps),
        Terminal::OppKingDistRook => |board, my, _, _| nearest_rook(board, !my).unwrap_or(0),
        Terminal::MyPiecesSameLine => {
            |board, my, reaches, _| truth(reaches.mine(board, my).protect_each_other(board.without_king(my)))
        }
        Terminal::OppPiecesNotSameLine => {
            |board, my, reaches, _| truth(!reaches.opponents(board, !my).protect_each_other(board.without_king(!my)))
        }
        Terminal::IsOppKingProtectingPiece => |board, my, _, _| truth(king_protects(board, !my)),
        Terminal::IsMyKingProtectingPiece => |board, my, _, _| truth(king_protects(board, my)),
        Terminal::EvaluateMaterial => |board, my, _, _| board.balance_for(my),
        Terminal::IsMaterialIncrease => |board, my, _, before| truth(board.balance_for(my) > before),
        Terminal::IsMate => |board, my, reaches, _| truth(reaches.is_mate(board, !my)),
        Terminal::IsMateInOne => |board, _, _, _| truth(board.can_mate()),
        Terminal::OppPieceCanBeCaptured => |board, _, _, _| truth(board.passed().can_capture_freely()),
        Terminal::MyPieceCannotBeCaptured => |board, _, _, _| truth(!board.can_capture_freely()),
        Terminal::IsOppKingStuck => {
            |board, my, reaches, _| truth(!leads_inward(board.king(!my), reaches.opp_king_targets(board, !my)))
        }
        Terminal::IsMyKingNotStuck => {
            |board, my, reaches, _| truth(leads_inward(board.king(my), reaches.my_king_targets(board, my)))
        }
        Terminal::IsOppKingBehindPiece => |board, my, _, _| truth(is_king_behind(board, !my)),
        Terminal::IsMyKingNotBehindPiece => |board, my, _, _| truth(!is_king_behind(board, my)),
        Terminal::IsOppPiecePinned => |board, my, _, _| truth(board.pinned(!my).any()),
        Terminal::IsMyPieceNotPinned => |board, my, _, _| truth(board.pinned(my).is_empty()),
        _ => extra_answerer(terminal),
    }
}

/// As [`answerer`], for the questions that the paper's tables do not ask.
const fn extra_answerer(terminal: Terminal) -> Answerer {
    match terminal {
        Terminal::IsStalemate => |board, my, _, _| truth(!board.can_move() && board.checkers(!my).is_empty()),
        Terminal::IsOppKingCutOff => |board, my, _, _| truth(extras::is_cut_off(board, my)),
        Terminal::KingsProximity => |board, my, _, _| 8 - board.king(my).distance(board.king(!my)) as i32,
        Terminal::KingsNearness => |board, my, _, _| 14 - extras::ranks_and_files(board.king(my), board.king(!my)),
        Terminal::OppKingProxPiece => |board, my, _, _| {
            let nearest = board.without_king(my).into_iter().map(|square| square.distance(board.king(!my))).min();
            nearest.map_or(0, |steps| 8 - steps as i32)
        },
        Terminal::OppKingConfinement => |board, my, _, _| 64 - extras::smallest_box(board, my),
        Terminal::IsDraw => {
            |board, my, _, _| truth(board.is_insufficient() || (!board.can_move() && board.checkers(!my).is_empty()))
        }
        Terminal::IsMateInTwo => |board, _, _, _| truth(board.can_mate_in_two()),
        Terminal::MyCheckWinsPiece => |board, _, _, _| truth(board.loses_to_check()),
        Terminal::OppHasNoWinningCheck => |board, _, _, _| truth(!board.has_winning_check()),
        Terminal::MyMateFollows => |board, _, _, _| truth(board.is_mated_next()),
        Terminal::IsOpposition => |board, _, _, _| truth(extras::is_opposition(board)),
        Terminal::IsPawnRunning => |board, _, _, _| truth(LeadingPawn::of(board).is_some_and(|pawn| pawn.runs(board))),
        Terminal::MyKingNearerPawn => |board, my, _, _| {
            let nearer = |pawn: LeadingPawn| pawn.steps_from(board.king(my)) <= pawn.steps_from(board.king(!my));
            truth(LeadingPawn::of(board).is_some_and(nearer))
        },
        Terminal::MyKingProxPawn => {
            |board, my, _, _| LeadingPawn::of(board).map_or(0, |pawn| 8 - pawn.steps_from(board.king(my)))
        }
        Terminal::MyKingProxPawnFile => {
            |board, my, _, _| LeadingPawn::of(board).map_or(0, |pawn| 8 - pawn.files_from(board.king(my)))
        }
        Terminal::MyKeySquareLead => |board, my, _, _| {
            let lead = |pawn: LeadingPawn| {
                pawn.steps_to_key_square(board.king(!my)) - pawn.steps_to_key_square(board.king(my))
            };
            LeadingPawn::of(board).map_or(0, |pawn| 8 + lead(pawn))
        },
        _ => panic!("the paper's questions are answered above"),
    }
}

fn truth(answer: bool) -> i32 {
    i32::from(answer)
}

fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}

fn edge(square: Square) -> i32 {
    i32::from(EDGE[square.to_usize()])
}

fn queens(board: &Board, side: Color) -> Bitboard {
    board.straight & board.diagonal & board.pieces(side)
}

fn nearest_rook(board: &Board, side: Color) -> Option<i32> {
    let rooks = board.straight & !board.diagonal & board.pieces(side);
    rooks.into_iter().map(|rook| board.king(side).distance(rook) as i32).min()
}

fn king_protects(board: &Board, side: Color) -> bool {
    (attacks::king_attacks(board.king(side)) & board.without_king(side)).any()
}

/// Whether some of these squares is off the edge and no closer to the edges than the king is.
fn leads_inward(king: Square, targets: Bitboard) -> bool {
    (targets & INNER[usize::from(EDGE[king.to_usize()])]).any()
}

/// Whether the king and one of its pieces face each other across an empty square or more, on a line that some enemy
/// slider can use: a pin or a skewer in waiting, where the king does not protect its piece.
fn is_king_behind(board: &Board, side: Color) -> bool {
    let king = board.king(side);
    let far = board.without_king(side) & !attacks::king_attacks(king);
    if far.is_empty() {
        return false;
    }
    let enemies = board.pieces(!side);
    let occupied = board.occupied();
    (board.straight & enemies).any() && (attacks::rook_attacks(king, occupied) & far).any()
        || (board.diagonal & enemies).any() && (attacks::bishop_attacks(king, occupied) & far).any()
}

/// Every answer for the board after a move.
pub fn all_answers(view: &mut View, board: Board, before: i32) -> [f64; ALL_TERMINALS] {
    view.look(board, before);
    std::array::from_fn(|terminal| view.answer(Terminal::at(terminal as u8)))
}
