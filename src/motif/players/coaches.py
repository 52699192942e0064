"""Make the coach: the engine that checks reasons, the one that ranks moves, and the advisers that may agree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from motif.explain.coach import Coach
from motif.players.find import find_adviser, find_evaluator
from motif.players.names import SEARCH, Name
from motif.players.searchers import PLAYED_BY
from motif.search.player import SearchEvaluator

ADVISERS = ("openings", "tactics", "patterns")
"""The advisers whose agreement the coach reports; each learned from games."""


def find_coach(judge: str = SEARCH, advisers: Sequence[str] = ADVISERS) -> Coach:
    """Return the coach whose engine has this name; close it after use.

    Advisers are loaded when the coach first needs them, so that an explanation does not wait for them. The built-in
    search ranks moves with its finer evaluation, as the player `motif` does; any other engine ranks them itself.
    """
    evaluator = find_evaluator(judge)
    ranking = SearchEvaluator(SEARCH, PLAYED_BY) if Name.parse(judge).head == SEARCH else None
    return Coach(evaluator, ranking, {name: partial(find_adviser, name) for name in advisers})
