"""What is asked in one sitting: what is due, the longest waiting first, then new exercises; quiet ones between."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from motif.study.training.deck import Card

ONE_QUIET_IN = 4
"""Of so many questions one is quiet, as far as there are quiet ones."""


def choose(cards: Sequence[Card], at: datetime, count: int, seed: int = 0, only_due: bool = False) -> list[Card]:
    """At most so many cards; the same cards, time and seed give the same choice."""
    draw = random.Random(seed)
    due = sorted((card for card in cards if card.due is not None and card.due <= at), key=_waiting)
    new = [card for card in cards if card.due is None]
    queue = due if only_due else [*due, *draw.sample(new, len(new))]
    puzzles = [card for card in queue if not card.exercise.is_quiet]
    quiet = [card for card in queue if card.exercise.is_quiet]
    room = min(len(quiet), max(count // ONE_QUIET_IN, count - len(puzzles)))
    chosen = [*puzzles[: count - room], *quiet[:room]]
    # In any other order the quiet ones would be told by their place.
    draw.shuffle(chosen)
    return chosen


def _waiting(card: Card) -> tuple[datetime, int]:
    assert card.due is not None
    return card.due, card.number
