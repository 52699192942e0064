"""Test that every module of the core can be imported, and every name says where it is defined."""

from __future__ import annotations

import importlib
import pickle

import numpy as np
import pytest

from motif import _core
from motif._core.board import Positions
from motif._core.search import Evaluation


@pytest.mark.parametrize("room", _core.__all__)
def test_a_room_of_the_core_is_a_module(room: str) -> None:
    module = importlib.import_module(f"motif._core.{room}")
    assert module is vars(_core)[room]
    for name in module.__all__:
        value = vars(module)[name]
        if callable(value):
            assert value.__module__ == f"motif._core.{room}", name
            assert pickle.loads(pickle.dumps(value)) is value


def test_there_is_no_module_that_is_no_room() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("motif._core.kitchen")


def test_an_evaluation_is_built_again_as_it_was() -> None:
    column = Positions(["rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"])
    white = np.array([True])
    numbers = np.arange(2 * len(Evaluation.features()), dtype=np.int32).reshape(-1, 2)
    three_terms = Evaluation.heuristic((1.0, 0.5, 0.25), [[kind] * 64 for kind in range(6)])
    for evaluation in (three_terms, Evaluation.tapered(numbers)):
        before = evaluation.values(column, white)
        # What it was built from may change afterwards.
        numbers += 1
        again = pickle.loads(pickle.dumps(evaluation))
        assert again.values(column, white).tolist() == before.tolist()
