//! A position in forty bytes: four planes of pieces and one word for the rest.
//!
//! A million positions take 40 MB. Unpacking costs a fraction of what any question about the position costs.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError,
    PositionErrorKinds, Setup, Square,
    fen::{Epd, Fen},
    zobrist::Zobrist64,
};

use crate::errors::CoreError;

/// One packed position: three planes spell the kind of piece (1 pawn … 6 king) in binary, the fourth is White;
/// the last word holds turn, castling, en passant square and the two counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed(pub [u64; 5]);

/// How many bytes a packed position takes when written out.
pub const PACKED_BYTES: usize = 40;

const CORNERS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

/// The highest count of moves that is kept: sixteen bits in `Packed`.
const MOST_COUNTED: u32 = 0xffff;

impl Packed {
    /// Pack a legal position. Counters above 65,535 stay there.
    pub fn pack(position: &Chess) -> Packed {
        let (role, color) = position.board().clone().into_bitboards();
        let plane = |bitboards: [Bitboard; 3]| bitboards.iter().fold(0, |all, bitboard| all | u64::from(*bitboard));
        let rights = position.castles().castling_rights();
        let castling = (0..4).filter(|&i| rights.contains(CORNERS[i])).map(|i| 1 << i).sum::<u64>();
        let en_passant = position.maybe_ep_square().map_or(0, |square| u64::from(square) + 1);
        Packed([
            plane([role.pawn, role.bishop, role.queen]),
            plane([role.knight, role.bishop, role.king]),
            plane([role.rook, role.queen, role.king]),
            u64::from(color.white),
            u64::from(position.turn().is_black())
                | castling << 1
                | en_passant << 8
                | u64::from(position.halfmoves().min(MOST_COUNTED)) << 16
                | u64::from(position.fullmoves().get().min(MOST_COUNTED)) << 32,
        ])
    }

    /// The position again; an error when the planes hold no legal one.
    pub fn try_unpack(&self) -> Result<Chess, CoreError> {
        legal(self.setup(), || format!("{:x?}", self.0))
    }

    /// The position again, for rows that were checked when they came in.
    pub fn unpack(&self) -> Chess {
        self.try_unpack().expect("packed positions are checked on entry")
    }

    fn setup(&self) -> Setup {
        let [low, middle, high, white, rest] = self.0;
        let role = ByRole {
            pawn: Bitboard(low & !middle & !high),
            knight: Bitboard(!low & middle & !high),
            bishop: Bitboard(low & middle & !high),
            rook: Bitboard(!low & !middle & high),
            queen: Bitboard(low & !middle & high),
            king: Bitboard(!low & middle & high),
        };
        let occupied = low | middle | high;
        let color = ByColor { black: Bitboard(occupied & !white), white: Bitboard(white) };
        let mut setup = Setup::empty();
        setup.board = Board::try_from_bitboards(role, color).unwrap_or(Board::empty());
        setup.turn = Color::from_black(rest & 1 != 0);
        setup.castling_rights = (0..4).filter(|i| rest >> (i + 1) & 1 != 0).map(|i| CORNERS[i]).collect();
        setup.ep_square = Square::try_from((rest >> 8 & 127).wrapping_sub(1) as u32).ok();
        setup.halfmoves = (rest >> 16 & 0xffff) as u32;
        setup.fullmoves = NonZeroU32::new((rest >> 32 & 0xffff) as u32).unwrap_or(NonZeroU32::MIN);
        setup
    }
}

/// Reads a FEN; the error says what is wrong.
pub fn parse_fen(fen: &str) -> Result<Chess, CoreError> {
    let bad = |why: String| CoreError::BadPosition { what: fen.into(), why };
    let ranks = fen.split_whitespace().next().map_or(0, |board| board.split('/').count());
    if ranks != 8 {
        // The parser would take a ninth rank for a variant's pocket.
        return Err(bad(format!("expected 8 ranks of pieces, found {ranks}")));
    }
    let parsed: Fen = fen.trim().parse().map_err(|error: shakmaty::fen::ParseFenError| bad(error.to_string()))?;
    legal(parsed.into_setup(), || fen.into())
}

/// The position of a setup, if moves can be played in it. Whether a game could ever lead there is not asked:
/// composers' nine queens and checks without a last move are welcome.
///
/// The counters are kept within what `Packed` holds: a game goes on from here, and counts further in Python too.
pub fn legal(mut setup: Setup, what: impl Fn() -> String) -> Result<Chess, CoreError> {
    if setup.pockets.is_some() || setup.remaining_checks.is_some() {
        let why = "pieces in hand and counted checks belong to a variant".into();
        return Err(CoreError::BadPosition { what: what(), why });
    }
    setup.halfmoves = setup.halfmoves.min(MOST_COUNTED);
    setup.fullmoves = setup.fullmoves.min(NonZeroU32::new(MOST_COUNTED).expect("more than none"));
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| CoreError::BadPosition { what: what(), why: describe(error.kinds()) })
}

/// The FEN that python-chess writes: the en passant square only when a capture there is legal.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// The FEN without its counters.
pub fn epd(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// The Polyglot key, so that opening books and python-chess agree with it.
pub fn hash(position: &Chess) -> u64 {
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
    key
}

fn describe(kinds: PositionErrorKinds) -> String {
    let reasons = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn is on the first or last rank"),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            "the castling rights name a king or rook that is not at home (Chess960 castling is not supported)",
        ),
        (PositionErrorKinds::INVALID_EP_SQUARE, "no pawn can just have passed the en passant square"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side that is not to move is in check"),
    ];
    let named: Vec<&str> = reasons.iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, words)| *words).collect();
    if named.is_empty() { "not a legal chess position".into() } else { named.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(text: &str) -> String {
        parse_fen(text).unwrap_err().to_string()
    }

    #[test]
    fn packing_keeps_everything_a_fen_says() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "8/8/8/8/8/4k3/4p3/4K3 w - - 99 250",
        ] {
            let position = parse_fen(text).unwrap();
            assert_eq!(fen(&Packed::pack(&position).unpack()), text);
        }
    }

    #[test]
    fn refusals_say_why() {
        assert!(why("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1").contains("more than one king"));
        assert!(why("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1").contains("expected 8 ranks of pieces, found 9"));
        assert!(why("").contains("expected 8 ranks of pieces, found 0"));
        assert!(why("8/8/8/8/8/8/8/4K3 w - - 0 1").contains("a king is missing"));
        assert!(why("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1").contains("not to move is in check"));
        assert!(why("P3k3/8/8/8/8/8/8/4K3 w - - 0 1").contains("a pawn is on the first or last rank"));
        assert!(why("4k3/8/8/8/8/8/8/4K3 w K - 0 1").contains("Chess960 castling is not supported"));
    }

    #[test]
    fn a_variants_pieces_in_hand_are_not_dropped_without_a_word() {
        assert!(parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").is_ok());
        assert!(why("4k3/8/8/8/8/8/4P3/4K3[Q] w - - 0 1").contains("belong to a variant"));
        assert!(why("4k3/8/8/8/8/8/4P3/4K3 w - - 3+3 0 1").contains("belong to a variant"));
    }

    #[test]
    fn counters_beyond_all_games_are_cut_to_what_can_be_counted_further() {
        let position = parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 99999999999 99999999999").unwrap();
        assert_eq!((position.halfmoves(), position.fullmoves().get()), (65_535, 65_535));
    }

    #[test]
    fn nine_queens_and_impossible_checks_are_a_composers_right() {
        assert!(parse_fen("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1").is_ok());
        assert!(parse_fen("7k/8/8/QQQQ4/8/QQQQQ3/PPPPPPPP/7K b - - 0 1").is_ok());
    }

    #[test]
    fn empty_planes_are_no_position() {
        assert!(Packed([0; 5]).try_unpack().unwrap_err().to_string().contains("the board is empty"));
    }
}
