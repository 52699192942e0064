"""Progress over time: how many answers were right, week by week and theme by theme, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from motif.study.training.deck import Answer, Card
from motif.study.training.schedule import Grade
from motif.study.values import Rate

QUIET = "quiet position"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a deck stands: its cards, how many are due now and tomorrow, and how the answers went."""

    cards: int
    new: int
    due: int
    due_tomorrow: int
    right: Rate
    by_week: tuple[tuple[str, Rate], ...]
    by_theme: tuple[tuple[str, Rate], ...]
    themes: dict[str, int]
    """How many cards there are of each theme."""


def standing(cards: Sequence[Card], answers: Sequence[Answer], at: datetime) -> Standing:
    """The standing of a deck at a moment. Right is what was answered without a mistake, with a hint or without."""
    waiting = [card.due for card in cards if card.due is not None]
    return Standing(
        len(cards),
        len(cards) - len(waiting),
        sum(due <= at for due in waiting),
        sum(at < due <= at + timedelta(days=1) for due in waiting),
        _rate(answers),
        _rates(answers, lambda answer: f"{answer.at:%G}, week {answer.at:%V}"),
        tuple(sorted(_rates(answers, lambda answer: answer.theme or QUIET), key=lambda pair: -pair[1].count)),
        dict(Counter(card.exercise.theme for card in cards if card.exercise.theme).most_common()),
    )


def _rates(answers: Sequence[Answer], name: Callable[[Answer], str]) -> tuple[tuple[str, Rate], ...]:
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(name(answer), []).append(answer)
    return tuple((group, _rate(members)) for group, members in groups.items())


def _rate(answers: Sequence[Answer]) -> Rate:
    return Rate(sum(answer.grade is not Grade.AGAIN for answer in answers), len(answers))
