"""Test the three-term heuristic against plain Python, and weights as text and in files."""

from __future__ import annotations

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif._core.board import Positions
from motif.errors import BadArgument
from motif.search.evaluation import NAMED, TaperedWeights, Weights, explain, fine_weights, shipped_weights
from motif.search.settings import SearchSettings
from search.plain import heuristic, heuristic_terms
from walks import random_positions


@pytest.mark.parametrize("name", NAMED)
def test_the_core_agrees_with_plain_python_on_random_positions(name: str) -> None:
    boards = random_positions(200, seed=3)
    evaluation = NAMED[name].evaluation()
    for side in chess.COLORS:
        values = evaluation.values(Positions.from_boards(boards), np.full(len(boards), side))
        assert values.tolist() == [heuristic(board, side, NAMED[name]) for board in boards]


def test_the_heuristic_is_one_sided_because_of_positioning() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
    assert heuristic_terms(board, chess.WHITE)[1] != -heuristic_terms(board, chess.BLACK)[1]
    assert not NAMED["winning"].evaluation().is_antisymmetric
    assert Weights(1, 0, 1).evaluation().is_antisymmetric


@given(st.tuples(*[st.floats(-100, 100)] * 3))
def test_weights_read_back_from_their_text(values: tuple[float, float, float]) -> None:
    weights = Weights(*values)
    assert Weights.parse(str(weights)) == weights


def test_weights_that_are_no_numbers_are_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        Weights.parse("much/1/1")
    with golden.raises(BadArgument):
        Weights.parse("1/nan/1")
    with golden.raises(BadArgument):
        Weights(1, 1, 5000).evaluation()


def test_an_unknown_name_of_weights_gets_the_nearest_one_as_a_hint(golden: Golden) -> None:
    with golden.raises(BadArgument) as caught:
        SearchSettings.read({"weights": "fin"})
    assert caught.value.hint == "did you mean fine?"
    assert SearchSettings.read({"weights": "fine"}).evaluation_weights == fine_weights()


def test_the_terms_explain_the_value() -> None:
    for board in random_positions(50, seed=5):
        terms = {term.name: term for term in explain(board, NAMED["handmade"])}
        material, positioning, threats = heuristic_terms(board, board.turn)
        assert terms["material"].centipawns == 100 * material
        assert terms["positioning"].centipawns == pytest.approx(2 * positioning)
        assert terms["threats"].centipawns == pytest.approx(5 * threats)
        assert sum(term.share for term in terms.values()) in (0, pytest.approx(1))


def test_the_tapered_terms_sum_up_to_the_tapered_value() -> None:
    evaluation = shipped_weights().evaluation()
    for board in random_positions(100, seed=7):
        value = evaluation.values(Positions.from_boards([board]), np.array([board.turn]))[0]
        assert sum(term.centipawns for term in explain(board, shipped_weights())) == pytest.approx(value, abs=1)


def test_tapered_weights_read_back_from_their_file(tmp_path: pytest.TempPathFactory) -> None:
    path = tmp_path / "weights.tsv"  # type: ignore[operator]
    shipped_weights().save(path)
    assert TaperedWeights.load(path) == shipped_weights()
