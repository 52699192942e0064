"""Test the finer terms of the evaluation against plain Python, and each in a position and in its twin without it."""

from __future__ import annotations

import chess
import numpy as np
import pytest

from motif._core.board import Positions
from motif._core.search import Evaluation, tapered_features
from motif.search.evaluation import TaperedWeights, explain, fine_weights
from search.plain_terms import finer_terms
from walks import random_positions

FINER = Evaluation.features()[Evaluation.features().index("tempo") + 1 :]


def counted(boards: list[chess.Board]) -> list[dict[str, int]]:
    counts, _ = tapered_features(Positions.from_boards(boards))
    return [dict(zip(FINER, row[-len(FINER) :].tolist(), strict=True)) for row in counts]


def test_the_core_counts_as_plain_python_does() -> None:
    boards = random_positions(300, seed=11)
    for board, found in zip(boards, counted(boards), strict=True):
        white, black = (finer_terms(board, side) for side in (chess.WHITE, chess.BLACK))
        assert found == {name: white[name] - black[name] for name in FINER}, board.fen()


@pytest.mark.parametrize(
    ("name", "there", "twin"),
    [
        ("passed pawn: blocked", "4k3/8/3n4/3P4/8/8/8/4K3 w - - 0 1", "4k3/8/4n3/3P4/8/8/8/4K3 w - - 0 1"),
        ("passed pawn: free path", "7k/8/8/P7/8/8/8/4K3 w - - 0 1", "1k6/8/8/P7/8/8/8/4K3 w - - 0 1"),
        ("passed pawn: with a neighbour", "4k3/8/8/2PP4/8/8/8/4K3 w - - 0 1", "4k3/8/8/1P1P4/8/8/8/4K3 w - - 0 1"),
        ("passed pawn: own rook behind", "4k3/8/P7/8/8/8/8/R3K3 w - - 0 1", "R7/4k3/P7/8/8/8/8/4K3 w - - 0 1"),
        ("passed pawn: outruns the king", "8/8/P7/8/8/8/6k1/4K3 w - - 0 1", "8/8/P7/3k4/8/8/8/4K3 w - - 0 1"),
        ("pawns: side by side", "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", "4k3/8/8/8/3P4/4P3/8/4K3 w - - 0 1"),
        ("outposts: knight", "4k3/p7/8/3N4/4P3/8/8/4K3 w - - 0 1", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1"),
        ("outposts: bishop", "4k3/p7/8/3B4/4P3/8/8/4K3 w - - 0 1", "4k3/p7/8/3B4/8/4P3/8/4K3 w - - 0 1"),
        ("king safety: check by rook", "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "4k3/2n5/8/1b6/8/8/R7/6K1 w - - 0 1"),
        ("threats: hanging", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1"),
        ("threats: by a pawn's step", "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1"),
    ],
)
def test_a_term_counts_in_one_position_and_not_in_its_twin(name: str, there: str, twin: str) -> None:
    found, missing = counted([chess.Board(there), chess.Board(twin)])
    assert found[name] > 0
    assert missing[name] <= 0


def test_the_terms_of_the_finer_evaluation_sum_up_to_its_value() -> None:
    evaluation = fine_weights().evaluation()
    for board in [*random_positions(60, seed=5), chess.Board("4kb2/8/8/8/8/8/3PP3/4KB2 w - - 0 1")]:
        value = evaluation.values(Positions.from_boards([board]), np.array([board.turn]))[0]
        assert sum(term.centipawns for term in explain(board, fine_weights())) == pytest.approx(value, abs=1)


def test_two_pawns_more_count_half_with_bishops_of_opposite_colours() -> None:
    opposite, same = (
        chess.Board("4kb2/8/8/8/8/8/3PP3/4KB2 w - - 0 1"),
        chess.Board("4kb2/8/8/8/8/8/3PP3/2B1K3 w - - 0 1"),
    )
    shares = [
        {term.name: term.centipawns for term in explain(board, fine_weights())}["drawish material"]
        for board in (opposite, same)
    ]
    assert shares[0] < -50
    assert shares[1] == 0


def test_finer_terms_without_weight_are_not_listed() -> None:
    coarse = TaperedWeights.named({"material: pawn": (100, 100)})
    names = {term.name for term in explain(chess.Board(), coarse)}
    assert not names & {"outposts", "pieces", "drawish material"}
