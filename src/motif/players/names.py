"""A name taken apart, and put together again: `Name.parse(str(name)) == name`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from motif.board.limits import Limit
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
