"""Progress for those without a terminal: a line now and then, so that a log shows that it goes on, and how long."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from motif.progress import Progress, Watch

FIRST_SILENCE, LONGEST_SILENCE = 10.0, 60.0
"""Seconds: short work says nothing, and each silence is twice as long as the one before."""


def logged(title: str, tell: Callable[[str], object], clock: Callable[[], float] = monotonic) -> Watch:
    """A watch that tells how far the work is, and how long the rest will take where that is known."""
    silence = FIRST_SILENCE
    begun = spoke = clock()
    done_before: int | None = None

    def watch(news: Progress) -> None:
        nonlocal silence, spoke, done_before
        now = clock()
        if done_before is None:
            # What was kept from an earlier run took no time.
            done_before = news.done
        if now - spoke < silence:
            return
        spoke, silence = now, min(2 * silence, LONGEST_SILENCE)
        tell(f"{news.words or title}{_how_far(news)}{_time_left(news, done_before, now - begun)}")

    return watch


def duration(seconds: float) -> str:
    """A stretch of time as people say it.

    >>> duration(40), duration(200), duration(9000)
    ('40 seconds', '3 minutes', '2.5 hours')
    """
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"


def _how_far(news: Progress) -> str:
    return f", {news.done:,} of {news.total:,}" if news.total else ""


def _time_left(news: Progress, done_before: int, seconds: float) -> str:
    done = news.done - done_before
    if not news.total or done <= 0 or news.done >= news.total:
        return ""
    return f", about {duration(seconds / done * (news.total - news.done))} left"
