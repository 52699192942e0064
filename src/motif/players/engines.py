"""Choose the engine that evaluates positions, and make players, advisers and evaluators from engines.

An engine is a program (`stockfish`, `uci:PATH`), a network (`maia:PATH`) or the built-in search (`search`, `base`,
`pruning`). Every command, the page's server and `import motif` choose by `choose_engine`, so that all of them say the
same about a move.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import inf
from pathlib import Path

from motif.arena.engine_players import EnginePlayer, EvaluatorAdviser, PolicyAdviser, PolicyPlayer
from motif.engines.evaluator import Evaluator
from motif.engines.exact import ExactEvaluator
from motif.engines.limits import (
    BUILT_IN_LIMITS,
    DEFAULT_LIMIT,
    OTHER_ENGINE_LIMITS,
    SEARCH_ADVISER_LIMIT,
    EngineLimits,
    Limit,
)
from motif.engines.maia import Maia
from motif.engines.process import EngineProtocol, find_engine, get_engine
from motif.engines.small_tables import MOST_PIECES
from motif.engines.uci_engines import Engine, Patience
from motif.errors import BadArgument, UnknownName
from motif.players.names import KNOWN_ENGINES, SEARCH, TABLE, Makers, Name, find_evaluator, try_out, with_cache
from motif.search.evaluation import fine_weights
from motif.search.player import SearchAdviser, SearchEvaluator, SearchPlayer
from motif.search.settings import Mode, Pruning, PruningMode, SearchSettings, Techniques

_PROTOCOLS = {"uci": EngineProtocol.UCI, "xboard": EngineProtocol.XBOARD}
_NAMES = (*KNOWN_ENGINES, *_PROTOCOLS)

PATIENCE = "patience"
"""A setting that is not an option of the engine: how many seconds it may exceed its limit before it counts as hung."""

MAIA = "maia"
BUILT_IN_PLAYERS = ("base", "pruning")


def _engine(name: Name) -> Engine:
    protocol = _PROTOCOLS.get(name.head)
    if protocol and not name.argument:
        raise BadArgument(f"{name.head} needs an engine", hint=f"write {name.head}:/path/to/engine")
    program = find_engine(name.argument if protocol else name.head, protocol)
    options = dict(name.options)
    return Engine(program, options, _patience(options.pop(PATIENCE, None)))


def _patience(seconds: str | None) -> Patience:
    if seconds is None:
        return Patience()
    try:
        limit = float(seconds)
    except ValueError:
        limit = 0.0
    if not 0 < limit < inf:
        raise BadArgument(f"cannot wait {seconds!r} seconds for an engine", hint="write patience=10, for instance")
    return Patience(
        max(limit, Patience().start_seconds), search_seconds=limit, margin_seconds=limit, silent_seconds=limit
    )


def _evaluator(name: Name) -> Evaluator:
    # Many positions at once do not make an engine quicker, and each may take long, so every answer is kept at once.
    return with_cache(_engine(name), batch_size=1)


def _try_out(name: Name, limit: Limit | None) -> None:
    if name.head in _NAMES:
        with _engine(name) as engine:
            engine.start(limit)


def _maia(name: Name) -> Maia:
    if not name.argument:
        raise BadArgument("maia needs a network", hint="write maia:/path/to/maia-1600.pb.gz")
    if name.limit or name.options:
        raise BadArgument("maia takes no settings: it never looks ahead")
    return Maia(Path(name.argument))


STOCKFISH = "stockfish"
ENGINE_VARIABLE = "MOTIF_ENGINE"
"""The environment variable that names the default engine."""

SPOKEN = {SEARCH: "Motif's own search", STOCKFISH: "Stockfish"}
"""The names of engines as sentences write them."""


@dataclass(frozen=True, slots=True)
class ChosenEngine:
    """An engine by the name that `find_evaluator` knows, and how far it looks for each purpose."""

    name: str
    limits: EngineLimits

    @property
    def is_built_in(self) -> bool:
        return Name.parse(self.name).head == SEARCH

    def evaluator(self) -> Evaluator:
        """Return the evaluator; close it after use."""
        return find_evaluator(self.name)


def choose_engine(named: str | None = None, limit: Limit | None = None) -> ChosenEngine:
    """Return the engine of this name or path; without one, Stockfish if it is installed, else the built-in search.

    A limit, or one in the name, is used for every purpose. A named engine that does not start raises an error now.

    >>> choose_engine("search:6").limits.explain
    Limit(depth=6, nodes=None, seconds=None)
    """
    asked = named or os.environ.get(ENGINE_VARIABLE)
    text = asked or (STOCKFISH if get_engine(STOCKFISH) else SEARCH)
    name = Name.parse(f"uci:{text}" if _is_path(text) else text)
    if name.head not in TABLE:
        near = get_close_matches(name.head.casefold(), (STOCKFISH, SEARCH), n=1)
        raise UnknownName(
            f"there is no engine called {name.head!r}",
            hint=f"{f'did you mean {near[0]}? ' if near else ''}write stockfish, search or the path of an engine",
        )
    given = limit or name.limit
    usual = BUILT_IN_LIMITS if name.head == SEARCH else OTHER_ENGINE_LIMITS
    limits = EngineLimits.all_alike(given) if given else usual
    if asked:
        try_out(str(name), limits.explain)
    return ChosenEngine(str(name.with_limit(None)), limits)


def evaluated_by(evaluator: Evaluator, limit: Limit, deeper: Limit | None = None) -> str:
    """Say in one line which engine evaluated, and its limit; `deeper` is the limit of its second search, of doubtful
    moves.

    >>> evaluated_by(find_evaluator("search"), Limit(depth=8, nodes=20_000))
    "Evaluated by Motif's own search at depth 8."
    """
    name = SPOKEN[SEARCH] if evaluator.name == SEARCH else evaluator.name
    again = f", doubtful moves {how_far(deeper)}" if deeper and how_far(deeper) != how_far(limit) else ""
    return f"Evaluated by {name} {how_far(limit)}{again}."


def how_far(limit: Limit) -> str:
    """A limit as a sentence writes it."""
    if limit.depth:
        return f"at depth {limit.depth}"
    return f"with {limit.nodes:,} positions a move" if limit.nodes else f"with {limit.seconds:g} seconds a move"


def _is_path(text: str) -> bool:
    # uci:/path and tables:/path name their kind themselves.
    head = text.partition(",")[0]
    return head.startswith(("/", "./", "../", "~")) or (":" not in head and "/" in head)


PLAY_SETTINGS = SearchSettings(
    fine_weights(),
    techniques=Techniques(replies=True, exchanges=True, trend=True, singular=True, zugzwang=True, exact=True),
)
"""The strongest settings that were tried; experiments/motif-player has the matches."""

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


def _search_player(name: Name) -> SearchPlayer:
    return SearchPlayer(name.head, _settings(name), name.limit)


def _search_adviser(name: Name) -> SearchAdviser:
    return SearchAdviser(name.head, _settings(name), name.limit or SEARCH_ADVISER_LIMIT)


def _search_evaluator(name: Name) -> Evaluator:
    if name.argument:
        raise BadArgument(f"cannot read the depth {name.argument!r}", hint="write search:8")
    settings = SearchSettings.read(name.options, EVALUATE_SETTINGS)
    return with_cache(ExactEvaluator(SearchEvaluator(name.head, settings, name.limit), most_pieces=MOST_PIECES))


MAKERS = Makers(
    players={
        **dict.fromkeys(BUILT_IN_PLAYERS, _search_player),
        **dict.fromkeys(_NAMES, lambda name: EnginePlayer(_engine(name), name.limit)),
        MAIA: lambda name: PolicyPlayer(_maia(name)),
    },
    advisers={
        **dict.fromkeys(BUILT_IN_PLAYERS, _search_adviser),
        **dict.fromkeys(_NAMES, lambda name: EvaluatorAdviser(_evaluator(name), name.limit or DEFAULT_LIMIT)),
        MAIA: lambda name: PolicyAdviser(_maia(name)),
    },
    evaluators={**dict.fromkeys(_NAMES, _evaluator), MAIA: _maia, SEARCH: _search_evaluator},
    try_out=_try_out,
)
