"""`motif train stats`: how the training goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motif.interfaces.cli.console import closing_all, counted, say, say_json
from motif.interfaces.cli.options import Json
from motif.interfaces.cli.train import options
from motif.study.training.deck import Deck
from motif.study.training.progress import Standing, standing
from motif.study.values import Rate


def stats(deck: options.DeckFile = None, as_json: Json = False) -> None:
    """How the training goes: what is due, and how many answers were right week by week and theme by theme.

    Shares come with the interval in which they lie with a confidence of 95 %.

    Example: `motif train stats`
    """
    with closing_all() as keep:
        opened = keep(Deck(deck))
        found = standing(opened.cards(), opened.answers(), opened.time())
    if as_json:
        say_json(_json(found))
        return
    say(f"{counted(found.cards, 'card')}: {found.new} new, {found.due} due now, {found.due_tomorrow} more by tomorrow")
    if not found.right.count:
        say("nothing was answered yet")
        return
    say(f"right answers: {found.right}")
    _tell("by week", found.by_week)
    _tell("by theme", found.by_theme)


def _tell(title: str, rates: Sequence[tuple[str, Rate]]) -> None:
    say(f"\n{title}")
    width = max(len(name) for name, _ in rates)
    for name, rate in rates:
        say(f"  {name:{width}}  {rate}")


def _json(found: Standing) -> dict[str, Any]:
    def of(rate: Rate) -> dict[str, Any]:
        return {"right": rate.hits, "of": rate.count, "interval": [round(end, 4) for end in rate.interval]}

    return {
        "cards": found.cards,
        "new": found.new,
        "due": found.due,
        "due tomorrow": found.due_tomorrow,
        "right": of(found.right),
        "by week": {name: of(rate) for name, rate in found.by_week},
        "by theme": {name: of(rate) for name, rate in found.by_theme},
    }
