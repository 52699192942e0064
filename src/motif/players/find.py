"""From a name to whoever answers to it, or to the error that says who does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import chess

from motif.advice import Advice, Adviser, Player
from motif.engines.cache import BATCH_SIZE, CachedEvaluator, CacheSettings, EvaluationCache
from motif.engines.evaluator import Evaluator
from motif.engines.limits import DEFAULT_LIMIT, Limit
from motif.errors import BadArgument, UnknownName, nearest
from motif.players.names import TABLE, Entry, Name, Role, entries

if TYPE_CHECKING:
    from motif.arena.game import Entrant

# How those of one file are made, by the first word of their name.


@dataclass(frozen=True, slots=True)
class Makers:
    """Players, advisers and evaluators from their names; `before_a_plus` makes a player from the one after the plus."""

    players: Mapping[str, Callable[[Name], Player]] = field(default_factory=dict)
    advisers: Mapping[str, Callable[[Name], Adviser]] = field(default_factory=dict)
    evaluators: Mapping[str, Callable[[Name], Evaluator]] = field(default_factory=dict)
    before_a_plus: Mapping[str, Callable[[Name, Player], Player]] = field(default_factory=dict)
    try_out: Callable[[Name, Limit | None], None] = lambda name, limit: None
    """Refuses what only starting it can tell: an engine that does not start, or does not know an option or a limit."""


def remembering(evaluator: Evaluator, batch_size: int = BATCH_SIZE) -> Evaluator:
    """An evaluator that keeps its answers."""
    return CachedEvaluator(evaluator, EvaluationCache(), CacheSettings(batch_size=batch_size))


def find_player(text: str) -> Player:
    """The player of this name; close it after use."""
    return _player(Name.parse(text), text)


def find_adviser(text: str) -> Adviser:
    """The adviser of this name; close it after use."""
    name = Name.parse(text)
    return _load(_entry(name, text, Role.ADVISER, "gives no advice")).advisers[name.head](name)


def find_evaluator(text: str) -> Evaluator:
    """The evaluator of this name; close it after use."""
    name = Name.parse(text)
    return _load(_entry(name, text, Role.EVALUATOR, "evaluates no positions")).evaluators[name.head](name)


def try_out(text: str, limit: Limit | None = None) -> None:
    """Refuse here and now an engine that does not start, or that knows no such option or limit; not in the first game.

    The limit is the one that holds where the name has none.
    """
    name = Name.parse(text).last
    _load(_known(name)).try_out(name, name.limit or limit)


def enter(text: str, limit: Limit = DEFAULT_LIMIT) -> Entrant:
    """Somebody for the arena, built anew in every worker; refused here and now when nobody answers to the name."""
    from motif.arena.game import Entrant  # a name can be asked for without the arena

    find_player(text)
    try_out(text, limit)
    # In a composite name the limit is that of the player after the plus.
    return Entrant(text, partial(find_player, text), Name.parse(text).last.limit or limit)


def _player(name: Name, text: str) -> Player:
    if name.other:
        return _load(_known(name)).before_a_plus[name.head](name, _player(name.other, text))
    return _load(_entry(name, text, Role.PLAYER, "does not play")).players[name.head](name)


def _entry(name: Name, text: str, role: Role, cannot: str) -> Entry:
    entry = _known(name)
    if role not in entry.roles or name.other:
        able = ", ".join(entry.name for entry in entries() if role in entry.roles)
        raise UnknownName(f"{text!r} {cannot}", hint=f"these do: {able}")
    if not entry.has_settings and name != Name(name.head):
        raise BadArgument(f"{entry.name} takes no settings, but was called {str(name)!r}")
    return entry


def _known(name: Name) -> Entry:
    entry = TABLE.get(name.head)
    if entry is None:
        if "/" in name.head or "\\" in name.head:
            raise UnknownName(f"nobody is called {name.head!r}", hint=f"an engine of yours is uci:{name.head}")
        known = [entry.name for entry in entries()]
        raise UnknownName(f"nobody is called {name.head!r}", hint=nearest(name.head, known))
    return entry


def _load(entry: Entry) -> Makers:
    # Only now: who asks for a sparring partner need not wait for engines, networks and NumPy.
    module, _, constant = entry.made_by.partition(".")
    makers: Makers = getattr(import_module(f"motif.players.{module}"), constant)
    return makers


# What several doors ask in the same way: advisers by name, each for itself and unchecked.


def heard(board: chess.Board, advisers: Mapping[str, Adviser]) -> list[tuple[str, Advice]]:
    """What each adviser says, by name, the weightiest first."""
    said = [(name, advice) for name, adviser in advisers.items() for advice in adviser.advise(board)]
    return sorted(said, key=lambda pair: pair[1].rank)
