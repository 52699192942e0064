"""Make players, advisers and evaluators from the built-in search: `base`, `pruning`, `search`."""

from __future__ import annotations

from dataclasses import replace

from motif.engines.evaluator import Evaluator
from motif.engines.exact import ExactEvaluator
from motif.engines.limits import SEARCH_ADVISER_LIMIT
from motif.engines.small_tables import MOST_PIECES
from motif.errors import BadArgument
from motif.players.find import Makers, with_cache
from motif.players.names import SEARCH, Name
from motif.search.evaluation import fine_weights
from motif.search.player import SearchAdviser, SearchEvaluator, SearchPlayer
from motif.search.settings import Mode, Pruning, PruningMode, SearchSettings, Techniques

PLAY_SETTINGS = SearchSettings(
    fine_weights(),
    techniques=Techniques(replies=True, exchanges=True, trend=True, singular=True, zugzwang=True, exact=True),
)
"""The strongest settings that we tried; experiments/motif-player has the matches."""

EVALUATE_SETTINGS = replace(PLAY_SETTINGS, techniques=replace(PLAY_SETTINGS.techniques, exact=False))
"""PLAY_SETTINGS without tables inside the search: a line that ends in a table does not show how a draw is held."""


def _settings(name: Name) -> SearchSettings:
    if name.argument:
        raise BadArgument(f"{name.head} takes settings after a comma, not {name.argument!r} after a colon")
    pruning = None
    if name.head == "pruning":
        # The paper's player drops moves; in a full search, only their depth is reduced, which costs no strength.
        pruning = Pruning(PruningMode.PAPER if name.options.get("mode") == Mode.PAPER else PruningMode.SOFT)
    return SearchSettings.read(name.options, SearchSettings(pruning=pruning))


def _player(name: Name) -> SearchPlayer:
    return SearchPlayer(name.head, _settings(name), name.limit)


def _adviser(name: Name) -> SearchAdviser:
    return SearchAdviser(name.head, _settings(name), name.limit or SEARCH_ADVISER_LIMIT)


def _evaluator(name: Name) -> Evaluator:
    if name.argument:
        raise BadArgument(f"cannot read the depth {name.argument!r}", hint="write search:8")
    settings = SearchSettings.read(name.options, EVALUATE_SETTINGS)
    return with_cache(ExactEvaluator(SearchEvaluator(name.head, settings, name.limit), most_pieces=MOST_PIECES))


MAKERS = Makers(
    players={"base": _player, "pruning": _player},
    advisers={"base": _adviser, "pruning": _adviser},
    evaluators={SEARCH: _evaluator},
)
