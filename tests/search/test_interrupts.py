"""Test that Ctrl-C ends every kind of search in the core at once."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from threading import Timer

import chess
import pytest

from motif._core.board import Positions
from motif._core.search import play_games
from motif.search.settings import SearchSettings

UNREACHABLE_DEPTH = 40

SOON_SECONDS = 10.0
"""A tenth would do on an idle machine."""


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Send Ctrl-C to this process in half a second."""
    timer = Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    yield
    timer.cancel()


@pytest.mark.usefixtures("ctrl_c")
def test_a_batch_of_searches_ends() -> None:
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        SearchSettings().searcher().search_all(Positions.from_boards([chess.Board()] * 3), depth=UNREACHABLE_DEPTH)
    assert time.monotonic() - begin < SOON_SECONDS


@pytest.mark.usefixtures("ctrl_c")
def test_games_between_searchers_end() -> None:
    begin = time.monotonic()
    searcher = SearchSettings().searcher()
    with pytest.raises(KeyboardInterrupt):
        play_games([searcher, searcher], [(0, 1, chess.Board())] * 3, [UNREACHABLE_DEPTH, UNREACHABLE_DEPTH])
    assert time.monotonic() - begin < SOON_SECONDS


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_ends_on_one_thread_and_on_three(threads: int) -> None:
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        SearchSettings(threads=threads).searcher().search(chess.Board(), depth=UNREACHABLE_DEPTH)
    assert time.monotonic() - begin < SOON_SECONDS


def test_without_it_the_same_batch_is_answered() -> None:
    answers = SearchSettings().searcher().search_all(Positions.from_boards([chess.Board()] * 3), depth=3)
    assert [answer.stopped for answer in answers] == [False] * 3
