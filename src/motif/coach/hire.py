"""A coach by the name of its judge: who ranks, who checks, and whom it asks."""

from __future__ import annotations

from collections.abc import Sequence

from motif.coach.coach import Coach
from motif.players import Name, find_oracle
from motif.players.names import SEARCH
from motif.players.searchers import PLAYED_BY
from motif.search import SearchOracle

COLLEAGUES = ("openings", "tactics", "patterns")
"""Who is asked whether they agree: what each knows was learned from games."""


def find_coach(judge: str = SEARCH, colleagues: Sequence[str] = COLLEAGUES) -> Coach:
    """The coach whose judge answers to this name; close it after use.

    Colleagues are looked for when they are asked, so that an explanation need not wait for them. The built-in search
    ranks moves with its finer evaluation, as the player `motif` does; any other judge by itself.
    """
    oracle = find_oracle(judge)
    ranking = SearchOracle(SEARCH, PLAYED_BY) if Name.parse(judge).head == SEARCH else None
    return Coach(oracle, ranking, colleagues)
