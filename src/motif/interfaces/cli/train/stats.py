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
        opened = keep(Deck(options.existing(deck)))
        now = standing(opened.cards(), opened.answers(), opened.time())
    if as_json:
        say_json(_json(now))
        return
    say(f"{counted(now.cards, 'card')}: {now.new} new, {now.due} due now, {now.due_tomorrow} more by tomorrow")
    if not now.right.count:
        say("nothing was answered yet")
        return
    say(f"right answers: {now.right}")
    _tell("by week", now.by_week)
    _tell("by theme", now.by_theme)


def _tell(title: str, rates: Sequence[tuple[str, Rate]]) -> None:
    say(f"\n{title}")
    width = max(len(name) for name, _ in rates)
    for name, rate in rates:
        say(f"  {name:{width}}  {rate}")


def _json(now: Standing) -> dict[str, Any]:
    def of(rate: Rate) -> dict[str, Any]:
        return {"right": rate.hits, "of": rate.count, "interval": [round(end, 4) for end in rate.interval]}

    return {
        "cards": now.cards,
        "new": now.new,
        "due": now.due,
        "due tomorrow": now.due_tomorrow,
        "right": of(now.right),
        "by week": {name: of(rate) for name, rate in now.by_week},
        "by theme": {name: of(rate) for name, rate in now.by_theme},
    }
