"""Test the core's terminals against plain definitions, and each in a position and in its twin where it fails."""

from __future__ import annotations

import chess
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from endgames.reference_terminals import DEFINITIONS, EXTRA_DEFINITIONS, terminals
from goldens import Golden
from motif._core.board import Positions
from motif._core.endgames import EXTRA_TERMINALS, TERMINALS, endgame_starts, endgame_terminals
from motif.errors import BadArgument
from walks import random_positions

NAMES = [name for name, _, _ in TERMINALS]
ALL_NAMES = NAMES + [name for name, _, _ in EXTRA_TERMINALS]
SIGNATURES = ["KRKR", "KQKQ", "KRRKRR", "KQRKQR", "KBNK", "KPKP", "KNPKB", "KQKPP", "KBBKN"]


def answers(board: chess.Board, before: int = 0) -> dict[str, float]:
    row = endgame_terminals(Positions.from_boards([board]), np.array([before], dtype=np.int32), extras=True)[0]
    return dict(zip(ALL_NAMES, row.tolist(), strict=True))


def agree(boards: list[chess.Board], before: int = 0) -> None:
    balances = np.full(len(boards), before, dtype=np.int32)
    rows = endgame_terminals(Positions.from_boards(boards), balances, extras=True)
    for board, row in zip(boards, rows.tolist(), strict=True):
        assert dict(zip(ALL_NAMES, row, strict=True)) == terminals(board, before), board.fen()


@st.composite
def placements(draw: st.DrawFn) -> chess.Board:
    """Draw a legal position with a few pieces."""
    board = chess.Board(None)
    squares = draw(st.lists(st.integers(0, 63), min_size=3, max_size=8, unique=True))
    kinds = draw(st.lists(st.sampled_from("QRRBNPqrrbnp"), min_size=len(squares) - 2, max_size=len(squares) - 2))
    for square, letter in zip(squares, ["K", "k", *kinds], strict=True):
        if letter not in "Pp" or 8 <= square < 56:
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = draw(st.booleans())
    if board.is_valid() or board.status() == chess.STATUS_IMPOSSIBLE_CHECK:
        return board
    board.turn = not board.turn
    return board


@settings(max_examples=150)
@given(placements(), st.integers(-9, 9))
def test_every_terminal_keeps_to_its_definition(board: chess.Board, before: int) -> None:
    if board.is_valid() or board.status() in (chess.STATUS_IMPOSSIBLE_CHECK, chess.STATUS_TOO_MANY_CHECKERS):
        agree([board], before)


@pytest.mark.parametrize("signature", SIGNATURES)
def test_every_terminal_keeps_to_its_definition_along_endgames(signature: str) -> None:
    boards: list[chess.Board] = []
    draw = np.random.default_rng(5)
    for board in endgame_starts(signature, 8, 3, turn="random"):
        for _ in range(12):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[draw.integers(len(moves))])
            boards.append(board.copy(stack=False))
    agree(boards)


def test_every_terminal_keeps_to_its_definition_in_whole_games() -> None:
    agree(random_positions(120, seed=31))


def test_terminals_are_defined_once() -> None:
    assert list(DEFINITIONS) == NAMES
    assert list(DEFINITIONS | EXTRA_DEFINITIONS) == ALL_NAMES
    assert endgame_terminals(endgame_starts("KRKR", 3, 0), np.zeros(3, dtype=np.int32)).shape == (3, 32)
    assert {kind for _, kind, _ in TERMINALS} == {"Boolean", "Query"}


# Each terminal in a position where it holds and in its twin where it does not. White has just moved.
TWINS = {
    "IsOppKingInCheck": ("4k3/8/8/8/8/8/8/4RK2", "4k3/4r3/8/8/8/8/8/4RK2"),
    "IsMyQueenNotAttacked": ("4k3/8/8/3q4/8/8/8/2Q1K3", "4k3/8/8/2q5/8/8/8/2Q1K3"),
    "IsOppQueenAttacked": ("4k3/8/8/2q5/8/8/8/2Q1K3", "4k3/8/8/3q4/8/8/8/2Q1K3"),
    # The rook attacks king and rook; with the pawn in between it attacks only one of them.
    "IsMyFork": ("8/8/8/r2R2k1/8/8/8/4K3", "8/8/8/r2RP1k1/8/8/8/4K3"),
    "IsOppNotFork": ("4k3/8/8/8/1R1r4/8/8/4K3", "4k3/8/8/8/1R1r1R2/8/8/4K3"),
    "MyPiecesSameLine": ("4k3/8/8/8/1R3R2/8/8/4K3", "4k3/8/8/8/1R1p1R2/8/8/4K3"),
    # A rook protects a bishop; a bishop does not protect a rook on its rank.
    "OppPiecesNotSameLine": ("4k3/8/8/8/1r3b2/8/8/4K3", "4k3/8/8/8/1r3r2/8/8/4K3"),
    "IsOppKingProtectingPiece": ("4k3/4r3/8/8/8/8/8/3K4", "4k3/8/4r3/8/8/8/8/3K4"),
    "IsMyKingProtectingPiece": ("4k3/8/8/8/8/8/3R4/4K3", "4k3/8/8/8/8/3R4/8/4K3"),
    "IsMate": ("R5k1/5ppp/8/8/8/8/8/4K3", "R5k1/5pp1/8/8/8/8/8/4K3"),
    "IsMateInOne": ("r5k1/8/8/8/8/8/5PPP/7K", "r5k1/8/8/8/8/7P/5PP1/7K"),
    # The rook is undefended, or its king defends it.
    "OppPieceCanBeCaptured": ("7k/8/8/r7/8/8/8/R3K3", "8/1k6/r7/8/8/8/8/R3K3"),
    "MyPieceCannotBeCaptured": ("r6k/8/8/8/8/8/R7/1K6", "r6k/8/8/8/8/8/R7/3K4"),
    # The king has two squares on the edge only, or can also leave the edge.
    "IsOppKingStuck": ("4k3/R7/8/8/8/8/8/4K3", "4k3/8/R7/8/8/8/8/4K3"),
    "IsMyKingNotStuck": ("4k3/8/8/8/8/r7/8/4K3", "4k3/8/8/8/8/8/r7/4K3"),
    "IsOppKingBehindPiece": ("4k3/8/8/8/4r3/8/8/R2K4", "4k3/8/8/8/3r4/8/8/R1K5"),
    "IsMyKingNotBehindPiece": ("4k2r/8/8/8/8/2R5/8/4K3", "4k2r/8/8/8/4R3/8/8/4K3"),
    "IsOppPiecePinned": ("4k3/8/4r3/8/8/8/8/3KR3", "4k3/8/3r4/8/8/8/8/2K1R3"),
    "IsDraw": ("4k3/8/8/8/8/8/8/4KN2", "4k3/8/8/8/8/8/8/4KR2"),
    # Two rooks mate in two; one rook cannot.
    "IsMateInTwo": ("7k/8/8/8/1r6/r7/8/6K1", "7k/8/8/8/8/r7/8/6K1"),
    # The king must leave the rook undefended; if the rook is one square nearer, the king can defend it.
    "MyCheckWinsPiece": ("8/R3k2r/8/8/8/8/8/K7", "8/R3k1r1/8/8/8/8/8/K7"),
    "OppHasNoWinningCheck": ("r4k2/8/8/8/8/8/4K1R1/8", "r5k1/8/8/8/8/8/4K2R/8"),
    "IsStalemate": ("7k/5Q2/6K1/8/8/8/8/8", "7k/4Q3/6K1/8/8/8/8/8"),
    "IsOppKingCutOff": ("4k3/8/R7/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/R3K3"),
    "IsMyPieceNotPinned": ("4k3/3r4/8/8/8/5R2/8/4K3", "4k3/4r3/8/8/8/4R3/8/4K3"),
}


@pytest.mark.parametrize("name", TWINS)
def test_a_terminal_holds_and_fails_in_its_twin(name: str) -> None:
    holds, fails = (chess.Board(f"{placement} b - - 0 1") for placement in TWINS[name])
    assert answers(holds)[name] == 1
    assert answers(fails)[name] == 0


NUMBERS = [
    ("MyKingDistEdges", "4k3/8/8/8/3K4/8/8/8", 3),
    ("MyKingDistEdges", "4k3/8/8/8/8/8/K7/8", 0),
    ("OppKingProximityToEdges", "4k3/8/8/8/3K4/8/8/8", 3),
    ("OppKingProximityToEdges", "8/4k3/8/8/3K4/8/8/8", 2),
    ("NumMyPiecesNotAttacked", "4k3/8/8/8/1R1r1R2/8/8/R3K3", 1),
    ("NumOppPiecesAttacked", "4k3/8/8/8/1r1R1r2/8/8/4K3", 2),
    ("ValueMyPiecesAttacking", "4k3/8/8/8/1r1R4/8/Q7/4K3", 5),
    ("ValueOppPiecesAttacking", "4k3/8/8/8/1r1R4/8/8/1Q2K2b", 5),
    ("NumMovesMyKing", "4k3/8/8/8/8/8/r7/4K3", 2),
    ("NumNotMovesOppKing", "7k/8/8/8/8/8/8/R3K3", 5),
    ("NumNotMovesOppKing", "4k3/8/8/8/8/8/8/K3R3", 4),  # in check on the file, which is closed behind the king too
    ("MyKingProxRook", "4k3/8/8/8/8/8/3R4/4K2R", 7),
    ("MyKingProxRook", "4k3/8/8/8/8/8/8/4KQ2", 0),
    ("OppKingDistRook", "4k2r/8/8/r7/8/8/8/4K3", 3),
    ("KingsProximity", "4k3/8/4K3/8/8/8/8/8", 6),
    ("KingsNearness", "4k3/8/3K4/8/8/8/8/8", 11),
    ("OppKingProxPiece", "4k3/8/8/4Q3/8/8/R7/4K3", 5),
    ("OppKingProxPiece", "4k3/8/8/8/8/8/8/4K3", 0),
    ("OppKingConfinement", "7k/8/5R2/8/8/8/8/4K3", 60),  # four squares are left: g7, g8, h7, h8
    ("OppKingConfinement", "7k/8/8/8/8/8/8/4K3", 0),
    ("EvaluateMaterial", "4k3/8/8/1r6/8/8/P7/4K1QN", 8),
]


@pytest.mark.parametrize(("name", "placement", "number"), NUMBERS)
def test_a_terminal_counts(name: str, placement: str, number: int) -> None:
    assert answers(chess.Board(f"{placement} b - - 0 1"))[name] == number


def test_a_pinned_guard_guards_nothing() -> None:
    # The rook on d5 defends the rook on a5, but the rook on d1 pins it to its king.
    assert answers(chess.Board("3k4/8/8/r2r4/8/8/8/R2RK3 b - - 0 1"))["OppPieceCanBeCaptured"] == 1
    assert answers(chess.Board("4k3/8/8/r2r4/8/8/8/R2RK3 b - - 0 1"))["OppPieceCanBeCaptured"] == 0


def test_a_capture_increases_material_and_a_quiet_move_does_not() -> None:
    before = chess.Board("4k3/8/8/8/1r1R4/8/8/4K3 w - - 0 1")
    for move, increase in [("d4b4", 1), ("d4d5", 0)]:
        after = before.copy()
        after.push_uci(move)
        assert answers(after, before=0)["IsMaterialIncrease"] == increase


def test_a_promotion_increases_material() -> None:
    after = chess.Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    after.push_uci("a7a8q")
    assert answers(after, before=1)["IsMaterialIncrease"] == 1
    assert answers(after, before=9)["IsMaterialIncrease"] == 0


def test_there_must_be_a_balance_for_each_position(golden: Golden) -> None:
    with golden.raises(BadArgument):
        endgame_terminals(endgame_starts("KRKR", 1, 0), np.zeros(2, dtype=np.int32))
