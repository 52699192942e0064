"""Choose the engine that evaluates positions: the named one, else Stockfish if it is installed, else Motif's search.

Every command, the page's server and `import motif` choose by `choose_engine`, so that all of them say the same about a
move. The variable MOTIF_ENGINE names an engine for all of them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from difflib import get_close_matches

from motif.engines.evaluator import Evaluator
from motif.engines.limits import BUILT_IN_LIMITS, OTHER_ENGINE_LIMITS, EngineLimits, Limit
from motif.engines.process import get_engine
from motif.errors import UnknownName
from motif.players.find import find_evaluator, try_out
from motif.players.names import SEARCH, TABLE, Name

STOCKFISH = "stockfish"
ENGINE_VARIABLE = "MOTIF_ENGINE"

SPOKEN = {SEARCH: "Motif's own search", STOCKFISH: "Stockfish"}
"""What the engines of the rule are called in a sentence."""


@dataclass(frozen=True, slots=True)
class ChosenEngine:
    """An engine by the name that `find_evaluator` knows, and how far it looks for each purpose."""

    name: str
    limits: EngineLimits

    @property
    def is_built_in(self) -> bool:
        """Whether it is Motif's own search."""
        return Name.parse(self.name).head == SEARCH

    def evaluator(self) -> Evaluator:
        """Return the evaluator itself; close it after use."""
        return find_evaluator(self.name)


def choose_engine(named: str | None = None, limit: Limit | None = None) -> ChosenEngine:
    """Return the engine of this name or path; without one, Stockfish if it is installed, else the built-in search.

    A limit, or one in the name, holds for every purpose. A named engine that does not start is refused now; Stockfish
    chosen by this rule is not started twice for that.

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
    """Say in one line which engine evaluated, and how far it looked; `deeper` is its second look, at doubtful moves.

    >>> evaluated_by(find_evaluator("search"), Limit(depth=8, nodes=20_000))
    "Evaluated by Motif's own search at depth 8."
    """
    name = SPOKEN[SEARCH] if evaluator.name == SEARCH else evaluator.name
    again = f", doubtful moves {_how_far(deeper)}" if deeper and _how_far(deeper) != _how_far(limit) else ""
    return f"Evaluated by {name} {_how_far(limit)}{again}."


def _how_far(limit: Limit) -> str:
    if limit.depth:
        return f"at depth {limit.depth}"
    return f"with {limit.nodes:,} positions a move" if limit.nodes else f"with {limit.seconds:g} seconds a move"


def _is_path(text: str) -> bool:
    # uci:/path and tables:/path name their kind themselves.
    head = text.partition(",")[0]
    return head.startswith(("/", "./", "../", "~")) or (":" not in head and "/" in head)
