"""Test that a log shows that the work goes on, with no more lines than needed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from goldens import Golden
from motif.cli.console import logged
from motif.runtime.parallel import Progress


class Clock:
    """A clock that goes on by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def hundred_games(seconds_each: float, kept: int = 0) -> Iterator[str]:
    clock, lines = Clock(), list[str]()
    watch = logged("evaluating games", lines.append, clock)
    for done in range(kept, 101):
        watch(Progress(done, 100))
        clock.seconds += seconds_each
    return iter(lines)


def test_a_long_work_says_how_far_it_is_and_how_long_the_rest_will_take(golden: Golden) -> None:
    golden(next(hundred_games(2.0)))


def test_what_an_earlier_run_kept_took_no_time(golden: Golden) -> None:
    golden(next(hundred_games(2.0, kept=90)))


def test_a_short_work_says_nothing() -> None:
    assert not list(hundred_games(0.05))


@pytest.mark.parametrize(("seconds_each", "lines"), [(1.0, 3), (10.0, 18)])
def test_silences_grow_up_to_a_minute(seconds_each: float, lines: int) -> None:
    assert len(list(hundred_games(seconds_each))) == lines


def test_work_without_an_end_says_its_words_alone() -> None:
    clock, lines = Clock(), list[str]()
    watch = logged("composing", lines.append, clock)
    clock.seconds = 11.0
    watch(Progress(3, words="composing for fork: 3"))
    assert lines == ["composing for fork: 3"]
