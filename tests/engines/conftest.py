"""Fixtures for the tests of engines."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from motif.engines.small_tables import Tablebase


@pytest.fixture(scope="session")
def tables(solved_tables: Path) -> Tablebase:
    """Tables that are solved once for all tests."""
    return Tablebase(solved_tables)


@pytest.fixture
def no_thread_is_left_behind() -> Iterator[None]:
    """Check that the thread of every engine ends with the engine."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
        assert not thread.is_alive()
