"""Find a player, adviser or evaluator by its name."""

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


@dataclass(frozen=True, slots=True)
class Makers:
    """The functions of a module of this package that make players, advisers and evaluators, by a name's first word.

    `before_a_plus` makes a player that leaves some moves to the player after the plus. `try_out` starts an engine, to
    refuse one that does not start or does not support an option or a limit.
    """

    players: Mapping[str, Callable[[Name], Player]] = field(default_factory=dict)
    advisers: Mapping[str, Callable[[Name], Adviser]] = field(default_factory=dict)
    evaluators: Mapping[str, Callable[[Name], Evaluator]] = field(default_factory=dict)
    before_a_plus: Mapping[str, Callable[[Name, Player], Player]] = field(default_factory=dict)
    try_out: Callable[[Name, Limit | None], None] = lambda name, limit: None


def with_cache(evaluator: Evaluator, batch_size: int = BATCH_SIZE) -> Evaluator:
    """Return an evaluator that keeps its answers in the cache file."""
    return CachedEvaluator(evaluator, EvaluationCache(), CacheSettings(batch_size=batch_size))


def find_player(text: str) -> Player:
    """Return the player with this name; close it after use."""
    return _player(Name.parse(text), text)


def find_adviser(text: str) -> Adviser:
    """Return the adviser with this name; close it after use."""
    name = Name.parse(text)
    return _load(_entry(name, text, Role.ADVISER, "does not give advice")).advisers[name.head](name)


def find_evaluator(text: str) -> Evaluator:
    """Return the evaluator with this name; close it after use."""
    name = Name.parse(text)
    return _load(_entry(name, text, Role.EVALUATOR, "does not evaluate positions")).evaluators[name.head](name)


def try_out(text: str, limit: Limit | None = None) -> None:
    """Refuse an engine that does not start or does not support an option or a limit, before the first game.

    `limit` applies if the name does not have one.
    """
    name = Name.parse(text).last
    _load(_known(name)).try_out(name, name.limit or limit)


def enter(text: str, limit: Limit = DEFAULT_LIMIT) -> Entrant:
    """Return an entrant for the arena, whose player each worker makes for itself; refuse an unknown name now."""
    from motif.arena.game import Entrant  # find_evaluator and find_adviser work without the arena

    find_player(text)
    try_out(text, limit)
    # In a name with a plus, the limit belongs to the player after the plus.
    return Entrant(text, partial(find_player, text), Name.parse(text).last.limit or limit)


def collect_advice(board: chess.Board, advisers: Mapping[str, Adviser]) -> list[tuple[str, Advice]]:
    """Return the advice of all advisers, each with its adviser's name, the highest weight first."""
    said = [(name, advice) for name, adviser in advisers.items() for advice in adviser.advise(board)]
    return sorted(said, key=lambda pair: pair[1].rank)


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
        raise BadArgument(f"{entry.name} takes no settings", hint=f"write {entry.name}, not {name}")
    return entry


def _known(name: Name) -> Entry:
    entry = TABLE.get(name.head)
    if entry is None:
        is_path = "/" in name.head or "\\" in name.head
        known = [entry.name for entry in entries()]
        hint = f"for your own engine, write uci:{name.head}" if is_path else nearest(name.head, known)
        raise UnknownName(f"there is no player called {name.head!r}", hint=hint)
    return entry


def _load(entry: Entry) -> Makers:
    # Imported only now, so that a command loads only what it uses.
    makers: Makers = import_module(f"motif.players.{entry.module}").MAKERS
    return makers
