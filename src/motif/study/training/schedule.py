"""When an exercise comes back: FSRS keeps how stable a memory is, and asks again when it is likely to fade.

Every answer has a grade; the next day follows from it and from those before. No chance is drawn (FSRS can add some),
and the clock is an argument, so that the same answers give the same days.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import IntEnum

import fsrs

SOON = timedelta(minutes=10)
"""What was wrong comes back in the same sitting."""

_SCHEDULER = fsrs.Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)


class Grade(IntEnum):
    """How an exercise was answered, with FSRS's own numbers."""

    AGAIN = 1
    """Wrong, or told down to the square."""
    HARD = 2
    """Right with a hint."""
    GOOD = 3
    """Right."""

    @classmethod
    def of(cls, hints: int) -> Grade:
        """The grade of a right answer after so many hints.

        >>> [Grade.of(hints).name for hints in range(4)]
        ['GOOD', 'HARD', 'HARD', 'AGAIN']
        """
        return cls.GOOD if hints == 0 else cls.HARD if hints < 3 else cls.AGAIN


def reviewed(schedule: str | None, grade: Grade, at: datetime) -> tuple[str, datetime]:
    """What FSRS remembers of an exercise after an answer, and when it is due; None before the first one.

    >>> noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    >>> memory, due = reviewed(None, Grade.GOOD, noon)
    >>> due.isoformat()
    '2026-01-03T12:00:00+00:00'
    """
    card = fsrs.Card(card_id=0, due=at) if schedule is None else fsrs.Card.from_json(schedule)
    # A clock that was set back must not make the days since the last answer negative.
    if card.last_review is not None:
        at = max(at, card.last_review)
    card, _ = _SCHEDULER.review_card(card, fsrs.Rating(int(grade)), at)
    return card.to_json(), card.due


def now() -> datetime:
    """The time of the machine's clock."""
    return datetime.now(UTC)
