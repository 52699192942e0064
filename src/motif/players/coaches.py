"""Make the coach, and the player and adviser `reasons`: they explain moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from motif.engines.evaluator import Evaluator
from motif.engines.limits import EXPLAIN_LIMIT
from motif.explain.coach import Coach
from motif.explain.moves import ReasonsAdviser, ReasonsPlayer
from motif.players.engines import PLAY_SETTINGS, ChosenEngine, choose_engine
from motif.players.names import SEARCH, Makers, Name, find_adviser, find_evaluator
from motif.search.player import SearchEvaluator

REASONS = "reasons"

ADVISERS = ("openings", "tactics", "patterns")
"""The advisers whose agreement the coach reports; each learned from games."""


def find_coach(engine: ChosenEngine | str | None = None, advisers: Sequence[str] = ADVISERS) -> Coach:
    """Return a coach that uses this engine, or the one that `choose_engine` chooses; close it after use.

    Advisers are loaded only when the coach needs them, so that other explanations need not wait. If the engine is the
    built-in search, moves are ranked with its finer evaluation, as by `motif`; any other engine ranks them itself.
    """
    chosen = engine if isinstance(engine, ChosenEngine) else choose_engine(engine)
    ranking = SearchEvaluator(SEARCH, PLAY_SETTINGS) if chosen.is_built_in else None
    makers = {name: partial(find_adviser, name) for name in advisers}
    return Coach(chosen.evaluator(), ranking, makers)


def _evaluator(name: Name) -> Evaluator:
    return find_evaluator(str(replace(Name.parse(name.argument or SEARCH), options=name.options)))


MAKERS = Makers(
    players={REASONS: lambda name: ReasonsPlayer(_evaluator(name), name.limit)},
    advisers={REASONS: lambda name: ReasonsAdviser(_evaluator(name), name.limit or EXPLAIN_LIMIT)},
)
