"""How many games are needed to see a doubled rate: the power of each question, written down.

With r cases a game on both sides alike, n games hold r n of each. Where the player does it twice as often, the
logarithm of the ratio is log 2 with a variance of 1 / (2 r n) + 1 / (r n); it is seen in four cases of five at the
level a single claim among many needs (one in 500, one-sided) when log 2 = (2.88 + 0.84) times its square root.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log

from motif.study.profile import PowerRecord
from motif.study.subjects.questions import Question
from motif.study.subjects.verdicts import title

AT_ONE_IN_500 = 2.88
IN_FOUR_OF_FIVE = 0.84


def games_needed(rate: float) -> int | None:
    """The games in which a doubled rate would be proven, with so many cases a game; None where there are none.

    >>> games_needed(1.0), games_needed(0.1)
    (44, 433)
    """
    if rate <= 0:
        return None
    return ceil(1.5 * ((AT_ONE_IN_500 + IN_FOUR_OF_FIVE) / log(2)) ** 2 / rate)


def power_records(questions: Sequence[Question]) -> tuple[PowerRecord, ...]:
    """For each question how often it comes up with the opponents, and how many games a doubled rate needs."""
    records = []
    for question in questions:
        rate = len(question.theirs.cases) / max(1, len(question.theirs.hits))
        needed = games_needed(rate)
        if needed is not None and question.line is None:
            records.append(PowerRecord(question.kind, title(question.kind, question.subject), rate, needed))
    return tuple(sorted(records, key=lambda record: record.games))
