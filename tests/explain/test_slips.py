"""Test what a bad move did wrong, each kind on a board that shows it and on a similar one that does not."""

from __future__ import annotations

import chess
import pytest

from goldens import Golden
from motif.engines.evaluator import Evaluator
from motif.explain.found_mistake import FoundMistake
from motif.explain.kinds import PointKind
from motif.explain.mistakes import explain_mistake
from motif.players.names import find_evaluator


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return find_evaluator("search:8")


def _mistake(fen: str, san: str, evaluator: Evaluator) -> FoundMistake:
    board = chess.Board(fen)
    return explain_mistake(board, board.parse_san(san), evaluator)


def test_a_threat_that_was_there_before_is_not_met(golden: Golden, evaluator: Evaluator) -> None:
    # The rook attacks the bishop on c5 already: a pass loses it, too.
    mistake = _mistake("1k3rr1/ppp5/8/1Pb5/3p1p2/5B2/1P3RP1/2R3K1 b - - 0 30", "Re8", evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.IGNORED_THREAT
    golden(mistake.sentence)


def test_a_guard_that_is_left_is_the_slip(evaluator: Evaluator) -> None:
    mistake = _mistake("1r3rk1/pb4bp/1pnNp1p1/2p1P3/5PPq/2PP4/P5B1/R1BQ1RK1 b - - 0 19", "Ba6", evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.UNDEFENDED
    assert mistake.sentence.startswith("Ba6 leaves the knight on c6 undefended: Bxc6 wins a knight for a pawn.")
    assert mistake.slip.without.piece_at(chess.B7) == chess.Piece.from_symbol("b"), "put back, the bishop guards it"


def test_a_line_that_is_opened_is_the_slip(golden: Golden, evaluator: Evaluator) -> None:
    mistake = _mistake("rn1qkb1r/p1p1pppp/bp3n2/3p4/2PP4/2N1PQ2/PP3PPP/R1B1KBNR b KQkq - 3 5", "dxc4", evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.OPENED_LINE
    golden(mistake.sentence)


def test_with_the_line_shut_by_a_pawn_on_c6_the_same_capture_opens_nothing(evaluator: Evaluator) -> None:
    mistake = _mistake("rn1qkb1r/p3pppp/bpp2n2/3p4/2PP4/2N1PQ2/PP3PPP/R1B1KBNR b KQkq - 3 5", "dxc4", evaluator)
    assert mistake.slip is None or mistake.slip.kind is not PointKind.OPENED_LINE


def test_a_queen_on_an_attacked_square_is_the_slip(evaluator: Evaluator) -> None:
    mistake = _mistake("r2qr1k1/ppp2pb1/6n1/3p1pNQ/3P4/4P1P1/PP1N1PP1/R3K2R w KQ - 4 16", "Qh8+", evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.HUNG_PIECE
    assert mistake.sentence.startswith("Qh8+ puts the queen on an attacked square: Bxh8 wins the queen.")


def test_a_guarded_pawn_that_is_taken_is_the_slip(evaluator: Evaluator) -> None:
    mistake = _mistake("8/p7/6k1/2R4p/1p1B2pP/3P4/PP3PPK/4q3 b - - 1 31", "Qxf2", evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.GREEDY_CAPTURE
    assert mistake.sentence.startswith("Qxf2 captures a defended pawn: Bxf2 wins the queen for a pawn.")


def test_an_undefended_pawn_may_be_taken(evaluator: Evaluator) -> None:
    mistake = _mistake("8/p7/6k1/2R4p/1p5P/3P4/PP3PPK/4q3 b - - 1 31", "Qxf2", evaluator)
    assert mistake.slip is None


def test_a_bishop_in_the_way_of_its_queen_is_the_slip(evaluator: Evaluator) -> None:
    mistake = _mistake("rnb2rk1/pppp1pp1/4p2p/4P3/3P1N2/2q2P2/P1P2KPP/R2Q1B1R w - - 4 13", "Bd3", evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.BLOCKED_GUARD
    assert mistake.sentence.startswith("Bd3 cuts the queen on d1 off from the pawn on d4: Qxd4+ wins two pawns.")


def test_a_king_that_castles_into_a_pin_steps_into_it(evaluator: Evaluator) -> None:
    mistake = _mistake("r4rk1/3p1ppp/1p3n2/3P4/1pB5/5P2/PP3P1P/R3K2R w KQ - 0 19", "O-O-O", evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.WALKED_INTO
    assert mistake.sentence.startswith(
        "O-O-O walks into a pin: Rfc8 pins the bishop on c4 to the king on c1, winning a bishop."
    )


def test_castling_to_the_other_side_is_no_mistake(evaluator: Evaluator) -> None:
    mistake = _mistake("r4rk1/3p1ppp/1p3n2/3P4/1pB5/5P2/PP3P1P/R3K2R w KQ - 0 19", "O-O", evaluator)
    assert mistake.slip is None


def test_with_the_rook_back_the_queen_cannot_be_taken(evaluator: Evaluator) -> None:
    mistake = _mistake("1q4rk/2R3p1/7p/4Q3/3Nb3/1P5P/P4PP1/6K1 w - - 5 32", "Rc4", evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.OPENED_LINE
    assert not mistake.slip.without.is_legal(chess.Move.from_uci("b8e5"))
    assert mistake.slip.fall >= 400


def test_a_king_that_leaves_check_may_leave_a_knight_too(evaluator: Evaluator) -> None:
    # From a rapid game: the king on e2 is checked by the queen that attacks d3, so it can neither stay nor pass.
    board = chess.Board("1n3rk1/4Qpbp/1pp3p1/8/5B2/3N4/P1q1KPPP/R6R w - - 0 18")
    mistake = explain_mistake(board, board.parse_san("Kf3"), evaluator)
    assert mistake.slip is not None
    assert mistake.slip.kind is PointKind.UNDEFENDED
    assert mistake.sentence.startswith("Kf3 leaves the knight on d3 undefended: Qxd3+ wins a knight.")
    guarding = explain_mistake(board, board.parse_san("Ke3"), evaluator)
    assert guarding.slip is None or guarding.slip.kind is not PointKind.UNDEFENDED


def test_the_wrong_piece_trades_what_the_right_one_wins(evaluator: Evaluator) -> None:
    # From a rapid game: Nxf6+ gxf6 Rxf6 takes a bishop and a pawn for a knight; after Rxf6 gxf6 the knight forks.
    board = chess.Board("6k1/3r2pp/p3pb2/8/1n2N3/6P1/P5KP/5R2 w - - 1 32")
    said = explain_mistake(board, board.parse_san("Nxf6+"), evaluator).sentence
    assert said.startswith("Nxf6+ captures with the wrong piece: Rxf6 wins a bishop, as recapturing loses more")
    unguarded = chess.Board("6k1/3r3p/p3pb2/8/1n2N3/6P1/P5KP/5R2 w - - 1 32")
    assert "wrong piece" not in explain_mistake(unguarded, unguarded.parse_san("Nxf6+"), evaluator).sentence


def test_a_better_move_that_wins_nothing_yet_is_explained_by_what_it_prepares(evaluator: Evaluator) -> None:
    # From a rapid game: with the king off the first rank the other rook comes to h1.
    board = chess.Board("r3r3/1p5k/p3b1p1/3p1pR1/3B1PP1/1PP5/8/4R1K1 w - - 0 27")
    looked_at = find_evaluator("search")
    assert (
        explain_mistake(board, board.parse_san("gxf5"), looked_at).sentence == "gxf5 misses Kg2, which prepares Rh1+."
    )
    # From another, where the next step is no check: after Nbd7 a rook could come to b8.
    calm = chess.Board("rn3rk1/p4pp1/3bqn1p/2pp4/B7/P1P1BN2/1P3PPP/R2Q1RK1 b - - 0 16")
    assert "prepares" not in explain_mistake(calm, calm.parse_san("c4"), looked_at).sentence


def test_a_bishop_given_for_a_pawn_is_named_though_both_sides_can_capture(evaluator: Evaluator) -> None:
    # From a rapid game: the knight on c3 has just taken and is taken back either way.
    board = chess.Board("rnbqkb1r/ppp2ppp/8/8/2B1np2/2N2N2/PPPP2PP/R1BQK2R b KQkq - 1 6")
    board.push_san("Nxc3")
    said = explain_mistake(board, board.parse_san("Bxf7+"), evaluator).sentence
    assert said == "Bxf7+ gives the bishop on c4 for the pawn on f7."


def test_queens_that_come_off_cost_a_king_the_right_to_castle(evaluator: Evaluator) -> None:
    opening = "r1bqkbnr/ppp1pppp/2n5/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R w {} - 0 3"
    assert _mistake(opening.format("KQkq"), "d3", evaluator).sentence.endswith(
        "d3 is answered by dxe4 dxe4 Qxd1+, and the king can no longer castle."
    )
    assert "castle" not in _mistake(opening.format("kq"), "d3", evaluator).sentence


def test_a_queen_that_hangs_is_taken_and_the_check_before_it_is_left_out(evaluator: Evaluator) -> None:
    mistake = _mistake("6k1/5pp1/2Qp3p/q2Pn3/4P1B1/7P/5PP1/6K1 w - - 2 39", "Bf5", evaluator)
    assert mistake.sentence.startswith("Bf5 ignores the threat Nxc6, which wins the queen for a knight.")
