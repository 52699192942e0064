"""A name taken apart, and put together again: `Name.parse(str(name)) == name`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from motif.engines.limits import Limit
from motif.engines.process import get_engine
from motif.errors import BadArgument

OPENINGS = "openings"
TACTICS = "tactics"
PATTERNS = "patterns"
SEARCH = "search"

BEFORE_A_PLUS = (OPENINGS, TACTICS)
"""Who plays some moves and leaves the others to the player after the plus."""

_LIMIT_KEYS = ("depth", "nodes", "seconds")
_PROTOCOLS_OWN = "UCI_"


@dataclass(frozen=True, slots=True)
class Name:
    """Whom to call, with what, for how long; `other` is the name after the plus.

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
        """Read a name. A plus parts two players only after one that leaves moves to another: it may be in a path."""
        first, plus, rest = text.partition("+")
        if plus and _parted(first)[0] in BEFORE_A_PLUS:
            return replace(cls._parse_one(first), other=cls.parse(rest))
        return cls._parse_one(text)

    @classmethod
    def _parse_one(cls, text: str) -> Name:
        head, argument, settings = _parted(text)
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
        called = f"{self.head}:{self.argument}" if self.argument else self.head
        limit = [str(self.limit)] if self.limit else []
        options = [f"{key.replace(' ', '_')}={value}" for key, value in self.options.items()]
        one = ",".join([called, *limit, *options])
        return one if self.other is None else f"{one}+{self.other}"

    @property
    def last(self) -> Name:
        """Who plays when nobody before a plus does; whoever thinks, so that a limit is this one's."""
        return self.other.last if self.other else self

    def with_limit(self, limit: Limit | None) -> Name:
        """The same players under another limit, or under none of their own."""
        if self.other:
            return replace(self, other=self.other.with_limit(limit))
        return replace(self, limit=limit)


def _spaced(key: str) -> str:
    """An option's name with spaces; those that the protocol itself names begin with UCI_ and keep it."""
    start = _PROTOCOLS_OWN if key.startswith(_PROTOCOLS_OWN) else ""
    return start + key.removeprefix(start).replace("_", " ")


def _parted(text: str) -> tuple[str, str, list[str]]:
    call, *settings = text.split(",")
    head, _, argument = call.partition(":")
    return head, argument, settings


# Everybody who can be called by name: what each is, in which roles, and which file here makes it.


class Role(StrEnum):
    """What somebody can be asked to do."""

    PLAYER = "player"
    ADVISER = "adviser"
    EVALUATOR = "evaluator"


PLAYS = (Role.PLAYER,)
ADVISES = (Role.ADVISER,)
JUDGES = (Role.EVALUATOR,)

ENDGAME = "endgame"

KNOWN_ENGINES = {
    "stockfish": "Stockfish",
    "fairy-stockfish": "Fairy-Stockfish",
    "lc0": "Leela Chess Zero",
    "gnuchess": "GNU Chess",
    "crafty": "Crafty",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What answers to a name, in which roles, the file that makes it, whether its name takes settings, and more."""

    name: str
    summary: str
    roles: tuple[Role, ...]
    made_by: str
    has_settings: bool = False
    by_default: bool = False
    """Whether it is asked for advice unbidden."""


def _engine(name: str, summary: str) -> Entry:
    return Entry(name, summary, PLAYS + ADVISES + JUDGES, "engines.ENGINE_MAKERS", has_settings=True)


TABLE = {
    entry.name: entry
    for entry in (
        Entry("random", "any legal move, by lot", PLAYS, "sparring.MAKERS"),
        Entry("greedy", "the best static exchange", PLAYS + ADVISES, "sparring.MAKERS", by_default=True),
        Entry(
            "motif",
            "all systems together, every move with a checked reason; motif:/path/to/syzygy plays by tables, too",
            PLAYS + ADVISES,
            "combined.MAKERS",
            has_settings=True,
        ),
        Entry(
            "human",
            "people of a rating, human,rating=1500 or human,level=1 to 8: it misses what they miss",
            PLAYS + ADVISES,
            "human.MAKERS",
            has_settings=True,
        ),
        Entry(
            "tablebase", "the truth about endgames of up to four men", PLAYS + ADVISES + JUDGES, "engines.TABLE_MAKERS"
        ),
        Entry(
            "tables",
            "Syzygy or Gaviota files, tables:/path/to/folder",
            PLAYS + ADVISES + JUDGES,
            "engines.TABLE_MAKERS",
            has_settings=True,
        ),
        Entry(
            "technique",
            "the rules of endings, by tables where they reach; technique:/path/to/syzygy reaches further",
            ADVISES,
            "engines.TABLE_MAKERS",
            has_settings=True,
            by_default=True,
        ),
        Entry(
            OPENINGS,
            "the nearest opening case; openings+NAME plays by it and leaves the rest to NAME",
            ADVISES,
            "systems.OPENING_MAKERS",
        ),
        Entry(
            ENDGAME,
            "an evolved endgame program: endgame:KRKR by name or path, endgame:KRKR,plies=3",
            PLAYS + ADVISES,
            "systems.ENDGAME_MAKERS",
            has_settings=True,
        ),
        Entry(
            "master",
            "endgame principles written by hand in the language of the programs",
            PLAYS + ADVISES,
            "systems.ENDGAME_MAKERS",
            has_settings=True,
        ),
        Entry(
            TACTICS,
            "tactics learned from games, tactics:mine.pl for your own; tactics+NAME leaves other moves to NAME",
            PLAYS + ADVISES,
            "systems.TACTIC_MAKERS",
            has_settings=True,
            by_default=True,
        ),
        Entry(
            "reasons",
            "the best move with a cause that was checked; reasons:stockfish,depth=12 for another judge",
            PLAYS + ADVISES,
            "systems.REASON_MAKERS",
            has_settings=True,
            by_default=True,
        ),
        Entry(
            PATTERNS,
            "patterns of moves, patterns:mine.txt for your own; a search of the moves they keep: patterns,k=5",
            PLAYS + ADVISES,
            "systems.PATTERN_MAKERS",
            has_settings=True,
        ),
        Entry(
            "base",
            "the search; base,mode=paper,weights=winning is the paper's",
            PLAYS + ADVISES,
            "searchers.MAKERS",
            has_settings=True,
        ),
        Entry(
            "pruning", "the search with the four pruning rules", PLAYS + ADVISES, "searchers.MAKERS", has_settings=True
        ),
        Entry(SEARCH, "the search as a judge, search:8 for depth 8", JUDGES, "searchers.MAKERS", has_settings=True),
        Entry(
            "maia",
            "a network that plays as people do, maia:/path/to/maia-1600.pb.gz",
            PLAYS + ADVISES + JUDGES,
            "engines.NETWORK_MAKERS",
            has_settings=True,
        ),
        *(_engine(name, full_name) for name, full_name in KNOWN_ENGINES.items()),
        _engine("uci", "any UCI engine by path, uci:/path/to/engine"),
        _engine("xboard", "any XBoard engine by path, xboard:/path/to/engine"),
    )
}


def entries() -> list[Entry]:
    """Everybody who can be called by name here; the well-known engines only if they are installed."""
    return [entry for entry in TABLE.values() if entry.name not in KNOWN_ENGINES or get_engine(entry.name)]
