//! What the search asks of a board, answered by shakmaty on the full one and by our own generator below that.

use std::hash::Hash;

use shakmaty::{
    Bitboard, Board, ByRole, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, MoveList, Position,
    PositionError, Setup, Square, attacks,
};

use crate::{
    chess::{
        moves::after,
        positions::{fen, parse_fen},
        small_boards::{Size, SmallBoard, parse_pieces},
    },
    errors::CoreError,
};

/// A position in which moves can be made, on a board of any size.
pub trait Rules: Clone + Eq + Hash + Send + Sync {
    fn board(&self) -> &Board;
    fn turn(&self) -> Color;
    fn size(&self) -> Size;
    fn is_check(&self) -> bool;
    /// All legal moves.
    fn moves(&self) -> MoveList;
    /// The position after a legal move.
    fn after(&self, m: Move) -> Self;
    /// The same with the other side to move; None in check.
    fn passed(&self) -> Option<Self>;
    /// The position as text.
    fn text(&self) -> String;
    /// A position of these pieces without castling and en passant; None when it is not legal.
    fn placed(board: Board, turn: Color, size: Size) -> Option<Self>;
    /// This position with other pieces; None when that is not legal, or its en passant square means nothing any more.
    fn with_pieces(&self, board: Board) -> Option<Self>;
    /// The rooks that may still castle.
    fn castling_rooks(&self) -> Bitboard;
    /// The square behind a pawn that has just stepped twice, if a FEN would name it.
    fn en_passant(&self) -> Option<Square>;

    /// Whether the side to move is mated.
    fn is_mate(&self) -> bool {
        self.is_check() && self.moves().is_empty()
    }
}

impl Rules for Chess {
    fn board(&self) -> &Board {
        Position::board(self)
    }

    fn turn(&self) -> Color {
        Position::turn(self)
    }

    fn size(&self) -> Size {
        Size::FULL
    }

    fn is_check(&self) -> bool {
        Position::is_check(self)
    }

    fn moves(&self) -> MoveList {
        self.legal_moves()
    }

    fn after(&self, m: Move) -> Chess {
        after(self, m)
    }

    fn passed(&self) -> Option<Chess> {
        let mut setup = self.to_setup(EnPassantMode::Legal);
        setup.swap_turn();
        legal(setup)
    }

    fn text(&self) -> String {
        fen(self)
    }

    fn placed(board: Board, turn: Color, _size: Size) -> Option<Chess> {
        let mut setup = Setup::empty();
        setup.board = board;
        setup.turn = turn;
        legal(setup)
    }

    fn with_pieces(&self, board: Board) -> Option<Chess> {
        let mut setup = self.to_setup(EnPassantMode::Legal);
        setup.castling_rights &= board.rooks();
        setup.board = board;
        legal(setup)
    }

    fn castling_rooks(&self) -> Bitboard {
        self.castles().castling_rights()
    }

    fn en_passant(&self) -> Option<Square> {
        self.legal_ep_square()
    }
}

impl Rules for SmallBoard {
    fn board(&self) -> &Board {
        self.board()
    }

    fn turn(&self) -> Color {
        self.turn()
    }

    fn size(&self) -> Size {
        self.size()
    }

    fn is_check(&self) -> bool {
        self.is_check()
    }

    fn moves(&self) -> MoveList {
        self.legal_moves()
    }

    fn after(&self, m: Move) -> SmallBoard {
        self.play_unchecked(m)
    }

    fn passed(&self) -> Option<SmallBoard> {
        self.pass()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn placed(board: Board, turn: Color, size: Size) -> Option<SmallBoard> {
        SmallBoard::new(board, turn, None, size).ok()
    }

    fn with_pieces(&self, board: Board) -> Option<SmallBoard> {
        SmallBoard::new(board, self.turn(), self.en_passant(), self.size()).ok()
    }

    fn castling_rooks(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    fn en_passant(&self) -> Option<Square> {
        self.en_passant()
    }
}

fn legal(setup: Setup) -> Option<Chess> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// A position on a board of either kind.
#[derive(Debug, Clone)]
pub enum AnyPosition {
    Full(Chess),
    Small(SmallBoard),
}

impl AnyPosition {
    /// Read a FEN, or the same with fewer ranks or files.
    pub fn parse(text: &str) -> Result<AnyPosition, CoreError> {
        let pieces = text.split_whitespace().next().unwrap_or_default();
        match parse_pieces(pieces) {
            Ok((_, size)) if size != Size::FULL => Ok(AnyPosition::Small(SmallBoard::parse(text)?)),
            // A text that is no rectangle is a full board gone wrong, unless it has fewer ranks.
            Err(_) if pieces.split('/').count() < 8 && !pieces.is_empty() => {
                Ok(AnyPosition::Small(SmallBoard::parse(text)?))
            }
            _ => Ok(AnyPosition::Full(parse_fen(text)?)),
        }
    }
}

/// Ask the same question of a position on a board of either kind.
#[macro_export]
macro_rules! on_any_board {
    ($position:expr, $name:ident => $question:expr) => {
        match $position {
            $crate::mates::AnyPosition::Full($name) => $question,
            $crate::mates::AnyPosition::Small($name) => $question,
        }
    };
}

/// From where a move can give check: a quick test that misses no check, before the move is made and asked for sure.
pub struct Checks {
    squares: ByRole<Bitboard>,
    uncovering: Bitboard,
}

impl Checks {
    /// The checking squares of the side to move.
    pub fn of<P: Rules>(position: &P) -> Checks {
        let (board, color) = (position.board(), position.turn());
        let occupied = board.occupied() | !position.size().squares();
        let Some(king) = board.king_of(!color) else {
            return Checks { squares: ByRole::default(), uncovering: Bitboard::EMPTY };
        };
        let bishop = attacks::bishop_attacks(king, occupied);
        let rook = attacks::rook_attacks(king, occupied);
        Checks {
            squares: ByRole {
                pawn: attacks::pawn_attacks(!color, king),
                knight: attacks::knight_attacks(king),
                bishop,
                rook,
                queen: bishop | rook,
                king: Bitboard::EMPTY,
            },
            uncovering: uncovering(board, color, king),
        }
    }

    /// Whether a move may give check.
    pub fn may_check(&self, m: Move) -> bool {
        match m {
            // A promoted pawn can look back through the square that it left; castling and en passant open lines.
            Move::Normal { promotion: Some(_), .. } | Move::EnPassant { .. } | Move::Castle { .. } => true,
            Move::Normal { role, from, to, .. } => {
                self.squares.get(role).contains(to) || self.uncovering.contains(from)
            }
            Move::Put { .. } => false,
        }
    }
}

/// The pieces of a side that alone stand between one of its sliders and the enemy king.
fn uncovering(board: &Board, color: Color, king: Square) -> Bitboard {
    let sliders = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens())
        & board.by_color(color);
    let mut found = Bitboard::EMPTY;
    for slider in sliders {
        let between = attacks::between(king, slider) & board.occupied();
        if between.count() == 1 {
            found |= between & board.by_color(color);
        }
    }
    found
}
