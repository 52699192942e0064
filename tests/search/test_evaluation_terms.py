"""Test the terms of the evaluation: boards that differ in one term only are equal without it."""

from __future__ import annotations

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif._core.search import Evaluation, tapered_features
from motif.engines.limits import Limit
from motif.errors import BadPosition
from motif.search.evaluation import TaperedWeights, Weights, fine_weights, shipped_weights
from motif.search.player import SearchEvaluator
from motif.search.settings import SearchSettings

COARSE, FINE = shipped_weights(), fine_weights()

ROOKS = "r4rk1/pp3ppp/2p5/8/8/2P5/PP3PPP/R4RK1 w - - 0 1"


def evaluator(weights: TaperedWeights | Weights) -> SearchEvaluator:
    return SearchEvaluator("search", SearchSettings(weights=weights))


def details_that_differ(boards: Positions) -> set[str]:
    """Return the terms that must be left out for two boards to have the same value."""
    (one, other), _ = tapered_features(boards)
    names = zip(Evaluation.features(), (one != other).tolist(), strict=True)
    differ = {name for name, is_other in names if is_other}
    return {" ".join(name.split()[:2]) if name.startswith("placement") else name for name in differ}


def is_part(feature: str, terms: set[str]) -> bool:
    """Say whether a feature is one of these terms, or a part of one."""
    detail = " ".join(feature.split()[:2]) if feature.startswith("placement") else feature
    return detail in terms or feature.partition(": ")[0] in terms


@pytest.mark.parametrize(
    ("term", "there", "twin", "weights"),
    [
        ("rook files", "4k3/p7/8/8/8/8/P1P5/3RK3 w - - 0 1", "4k3/p7/8/8/8/8/P2P4/3RK3 w - - 0 1", COARSE),
        ("rook files: open", "4k3/p7/8/8/8/8/P1P5/3RK3 w - - 0 1", "4k3/p7/8/8/8/8/P2P4/3RK3 w - - 0 1", FINE),
        ("bishop pair", "4k3/pp6/8/8/8/8/PP6/2B1KB2 w - - 0 1", "4k3/pp6/8/8/8/8/PP6/2N1KB2 w - - 0 1", COARSE),
        ("passed pawn", "4k3/p5pp/8/3P4/8/8/6PP/4K3 w - - 0 1", "4k3/2p3pp/8/3P4/8/8/6PP/4K3 w - - 0 1", COARSE),
        ("pawns: doubled", "4k3/pp6/8/8/8/1P6/1P6/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/1P6/4K3 w - - 0 1", COARSE),
        ("pawns: isolated", "4k3/ppp5/8/8/8/8/P1P5/4K3 w - - 0 1", "4k3/ppp5/8/8/8/8/PP6/4K3 w - - 0 1", FINE),
        ("pawns: backward", "4k3/8/8/2p1p3/4P3/3P4/8/4K3 w - - 0 1", "4k3/8/8/1p2p3/4P3/3P4/8/4K3 w - - 0 1", FINE),
        ("king safety: shelter", "4k3/ppp5/8/8/8/8/PPP5/1K6 w - - 0 1", "4k3/ppp5/8/8/8/8/PPP5/6K1 w - - 0 1", FINE),
        ("outposts", "4k3/p7/8/3N4/4P3/8/8/4K3 w - - 0 1", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", FINE),
        ("mobility: rook", "4k3/p7/8/3R4/8/8/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", COARSE),
        ("threats", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3n4/3P4/8/8/4K3 w - - 0 1", COARSE),
        ("placement: king", "8/8/4k3/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", COARSE),
    ],
)
def test_boards_that_differ_in_one_term_are_equal_without_it(
    term: str, there: str, twin: str, weights: TaperedWeights
) -> None:
    boards = Positions([there, twin])
    others = {name for name in details_that_differ(boards) if name != term and not name.startswith(f"{term}:")}

    def values(terms: set[str]) -> list[int]:
        counts = np.array([not is_part(feature, terms) for feature in Evaluation.features()])
        left = TaperedWeights(np.where(counts[:, None], weights.values, 0))
        return [int(value) for value in left.evaluation().values(boards, np.array([True, True]))]

    with_it, without_it = values(others), values(others | {term})
    assert with_it[0] != with_it[1]
    assert without_it[0] == without_it[1]


def test_a_null_move_can_be_searched_and_clears_en_passant() -> None:
    board = chess.Board("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3")
    board.push(chess.Move.null())
    assert board.ep_square is None
    by_stack, by_fen = evaluator(FINE).evaluate([board, chess.Board(board.fen())], Limit(depth=5))
    assert by_stack == by_fen


@pytest.mark.parametrize(("rook", "wins"), [("d1", True), ("b1", False)])
def test_after_a_null_move_the_rook_takes_the_queen_it_attacks(rook: str, wins: bool) -> None:
    board = chess.Board("4k3/8/8/8/3q4/8/8/4K3 b - - 0 1")
    board.set_piece_at(chess.parse_square(rook), chess.Piece(chess.ROOK, chess.WHITE))
    board.push(chess.Move.null())
    (answer,) = evaluator(FINE).evaluate([chess.Board(board.fen())], Limit(depth=5))
    assert (answer.centipawns > 400) == wins
    assert (answer.best == chess.Move.from_uci("d1d4")) == wins


def test_a_null_move_in_check_is_refused(golden: Golden) -> None:
    board = chess.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    board.push(chess.Move.null())
    with golden.raises(BadPosition):
        evaluator(COARSE).evaluate([board], Limit(depth=2))
