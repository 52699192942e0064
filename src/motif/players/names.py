"""Parse the names of players, advisers and evaluators (`openings+base,depth=4`), list them, and make what is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import chess

from motif.advice import Advice, Adviser, Player
from motif.engines.cache import BATCH_SIZE, CachedEvaluator, EvaluationCache
from motif.engines.evaluator import Evaluator
from motif.engines.limits import DEFAULT_LIMIT, Limit
from motif.engines.process import get_engine
from motif.errors import BadArgument, UnknownName, nearest

if TYPE_CHECKING:
    from motif.arena.game import Entrant

OPENINGS = "openings"
TACTICS = "tactics"
PATTERNS = "patterns"
SEARCH = "search"

ENDGAME = "endgame"

BEFORE_A_PLUS = (OPENINGS, TACTICS)
"""Players that play some moves and leave the others to the player after the plus."""

_LIMIT_KEYS = ("depth", "nodes", "seconds")
_UCI_PREFIX = "UCI_"


@dataclass(frozen=True, slots=True)
class Name:
    """A name split into parts, `HEAD:ARGUMENT,LIMIT,OPTIONS+OTHER`; `Name.parse(str(name)) == name`.

    >>> Name.parse("uci:/opt/wasp,depth=3,Skill_Level=2").options
    {'Skill Level': '2'}
    >>> Name.parse("openings+base,depth=4").other
    Name(head='base', argument='', limit=Limit(depth=4, nodes=None, seconds=None), options={}, other=None)
    >>> str(Name.parse("openings+base,depth=4").with_limit(Limit(nodes=500)))
    'openings+base,nodes=500'
    """

    head: str
    argument: str = ""
    limit: Limit | None = None
    options: dict[str, str] = field(default_factory=dict)
    other: Name | None = None

    @classmethod
    def parse(cls, text: str) -> Name:
        """Read a name. A plus separates two players only after `openings` and `tactics`; a path may contain one."""
        first, plus, rest = text.partition("+")
        if plus and _split(first)[0] in BEFORE_A_PLUS:
            return replace(cls._parse_one(first), other=cls.parse(rest))
        return cls._parse_one(text)

    @classmethod
    def _parse_one(cls, text: str) -> Name:
        head, argument, settings = _split(text)
        limits, options = [], {}
        if head == SEARCH and argument.isdecimal():
            # `search:8` is short for `search,depth=8`.
            limits, argument = [f"depth={argument}"], ""
        for setting in settings:
            key, equals, value = setting.partition("=")
            if not equals:
                raise BadArgument(
                    f"cannot read {setting!r} in {text!r}", hint="write KEY=VALUE, e.g. stockfish,depth=8"
                )
            if key in _LIMIT_KEYS:
                limits.append(setting)
            else:
                options[_spaced(key)] = value
        return cls(head, argument, Limit.parse(",".join(limits)) if limits else None, options)

    def __str__(self) -> str:
        head = f"{self.head}:{self.argument}" if self.argument else self.head
        limit = [str(self.limit)] if self.limit else []
        options = [f"{key.replace(' ', '_')}={value}" for key, value in self.options.items()]
        one = ",".join([head, *limit, *options])
        return one if self.other is None else f"{one}+{self.other}"

    @property
    def last(self) -> Name:
        """The name after the last plus: its player does the thinking, so the limit belongs to it."""
        return self.other.last if self.other else self

    def with_limit(self, limit: Limit | None) -> Name:
        """Return the name with another limit, or with none."""
        if self.other:
            return replace(self, other=self.other.with_limit(limit))
        return replace(self, limit=limit)


def _spaced(key: str) -> str:
    """Replace underscores in an option's name by spaces, but not in the prefix UCI_ of the protocol's own options."""
    start = _UCI_PREFIX if key.startswith(_UCI_PREFIX) else ""
    return start + key.removeprefix(start).replace("_", " ")


def _split(text: str) -> tuple[str, str, list[str]]:
    call, *settings = text.split(",")
    head, _, argument = call.partition(":")
    return head, argument, settings


class Role(StrEnum):
    """The roles that a name can be used in; an engine, for instance, can be all three."""

    PLAYER = "player"
    ADVISER = "adviser"
    EVALUATOR = "evaluator"


KNOWN_ENGINES = {
    "stockfish": "Stockfish",
    "fairy-stockfish": "Fairy-Stockfish",
    "lc0": "Leela Chess Zero",
    "gnuchess": "GNU Chess",
    "crafty": "Crafty",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A name that users can write, and the module of this package whose MAKERS make it."""

    name: str
    summary: str
    roles: tuple[Role, ...]
    module: str
    has_settings: bool = True
    by_default: bool = False
    """Whether the web page selects this adviser at first."""


_PLAYS, _ADVISES, _EVALUATES = (Role.PLAYER,), (Role.ADVISER,), (Role.EVALUATOR,)
_ALL = _PLAYS + _ADVISES + _EVALUATES


def _engine(name: str, summary: str) -> Entry:
    return Entry(name, summary, _ALL, "engines")


TABLE = {
    entry.name: entry
    for entry in (
        Entry("random", "any legal move, at random", _PLAYS, "sparring", has_settings=False),
        Entry("greedy", "the capture that wins the most material", _PLAYS + _ADVISES, "sparring", False, True),
        Entry(
            "motif",
            "everything in Motif together, every move with a checked reason; motif:/path/to/syzygy also uses tables",
            _PLAYS + _ADVISES,
            "motif_player",
        ),
        Entry(
            "human",
            "people of a rating, human,rating=1500 or human,level=1 to 8: it makes the mistakes they make",
            _PLAYS + _ADVISES,
            "human",
        ),
        Entry("tablebase", "exact endgames of up to four pieces", _ALL, "endgames", has_settings=False),
        Entry("tables", "Syzygy or Gaviota files, tables:/path/to/folder", _ALL, "endgames"),
        Entry(
            "technique",
            "textbook rules of endgames, checked by tables if they cover them; technique:/path/to/syzygy adds tables",
            _ADVISES,
            "endgames",
            by_default=True,
        ),
        Entry(
            OPENINGS,
            "the opening book that ships, or openings:FILE; openings+NAME plays by it and leaves the rest to NAME",
            _ADVISES,
            "learned",
        ),
        Entry(
            ENDGAME,
            "an evolved endgame program: endgame:KRKR by name or path, endgame:KRKR,plies=3",
            _PLAYS + _ADVISES,
            "endgames",
        ),
        Entry(
            "master",
            "endgame principles written by hand in the language of the programs",
            _PLAYS + _ADVISES,
            "endgames",
        ),
        Entry(
            TACTICS,
            "tactics learned from games, tactics:mine.pl for yours; tactics+NAME leaves other moves to NAME",
            _PLAYS + _ADVISES,
            "learned",
            by_default=True,
        ),
        Entry(
            "reasons",
            "the best move with a checked reason; reasons:stockfish,depth=12 for another engine",
            _PLAYS + _ADVISES,
            "coaches",
            by_default=True,
        ),
        Entry(
            PATTERNS,
            "patterns of moves, patterns:mine.txt for yours; plays by searching the moves they keep: patterns,k=5",
            _PLAYS + _ADVISES,
            "learned",
        ),
        Entry(
            "base",
            "the built-in search; base,mode=paper,weights=winning is the search of the paper",
            _PLAYS + _ADVISES,
            "engines",
        ),
        Entry(
            "pruning",
            "the built-in search with the four pruning rules",
            _PLAYS + _ADVISES,
            "engines",
        ),
        Entry(
            SEARCH, "the built-in search as an engine, search:8 for depth 8", _EVALUATES, "engines", has_settings=True
        ),
        Entry(
            "maia",
            "a network that plays like people of a rating, maia:/path/to/maia-1600.pb.gz",
            _ALL,
            "engines",
        ),
        *(_engine(name, full_name) for name, full_name in KNOWN_ENGINES.items()),
        _engine("uci", "any UCI engine by path, uci:/path/to/engine"),
        _engine("xboard", "any XBoard engine by path, xboard:/path/to/engine"),
    )
}


def entries() -> list[Entry]:
    """Return every entry that works on this machine: well-known engines only if they are installed."""
    return [entry for entry in TABLE.values() if entry.name not in KNOWN_ENGINES or get_engine(entry.name)]


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
    return CachedEvaluator(evaluator, EvaluationCache(), batch_size)


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
    """Return an entrant for the arena, whose player each worker makes; raise an error now if the name is unknown."""
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
