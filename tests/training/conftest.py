"""The evaluator that the tests of training share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from motif.engines.cache import CachedEvaluator
from motif.engines.evaluator import Evaluator
from motif.players.names import find_evaluator


@pytest.fixture(scope="package")
def remembering() -> Iterator[Evaluator]:
    """The built-in search, which evaluates each position once for all tests."""
    with CachedEvaluator(find_evaluator("search")) as evaluator:
        yield evaluator


@pytest.fixture
def evaluator(empty_folder: object, remembering: Evaluator) -> Evaluator:
    return remembering
