"""The search: as a player with and without the pruning rules, as an adviser, and as a judge."""

from __future__ import annotations

from dataclasses import replace

from motif.board.exact_oracle import ExactOracle
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.board.tablebases import MOST_MEN
from motif.errors import BadArgument
from motif.players.makers import Makers, remembering
from motif.players.names import SEARCH, Name
from motif.search import (
    Mode,
    Pruning,
    PruningMode,
    SearchAdviser,
    SearchOracle,
    SearchPlayer,
    SearchSettings,
    Techniques,
    fine_weights,
)

ADVISER_LIMIT = Limit(depth=6)


PLAYED_BY = SearchSettings(
    fine_weights(),
    techniques=Techniques(replies=True, exchanges=True, trend=True, singular=True, zugzwang=True, exact=True),
)
"""What was best of what was tried; experiments/motif-player has the matches."""

JUDGED_BY = replace(PLAYED_BY, techniques=replace(PLAYED_BY.techniques, exact=False))
"""The same search judges, but for tables inside of it: a line that ends in them shows nobody how a draw is held."""


def _settings(name: Name) -> SearchSettings:
    if name.argument:
        raise BadArgument(f"{name.head} takes settings after a comma, not {name.argument!r} after a colon")
    pruning = None
    if name.head == "pruning":
        # The paper's player drops moves; in a full search the rules only reduce, which costs no strength.
        pruning = Pruning(PruningMode.PAPER if name.options.get("mode") == Mode.PAPER else PruningMode.SOFT)
    return SearchSettings.read(name.options, SearchSettings(pruning=pruning))


def _player(name: Name) -> SearchPlayer:
    return SearchPlayer(name.head, _settings(name), name.limit)


def _adviser(name: Name) -> SearchAdviser:
    return SearchAdviser(name.head, _settings(name), name.limit or ADVISER_LIMIT)


def _oracle(name: Name) -> Oracle:
    if name.argument:
        raise BadArgument(f"cannot read the depth {name.argument!r}", hint="write search:8")
    settings = SearchSettings.read(name.options, JUDGED_BY)
    return remembering(ExactOracle(SearchOracle(name.head, settings, name.limit), reach=MOST_MEN))


MAKERS = Makers(
    players={"base": _player, "pruning": _player},
    advisers={"base": _adviser, "pruning": _adviser},
    oracles={SEARCH: _oracle},
)
