"""How long a player or an engine may think: plies, nodes or seconds, as text `depth=8`, `nodes=2000`, `seconds=0.5`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from motif.errors import BadArgument

DEEP = 12
"""So deep engines look: a second ply more changes few sentences and takes as long as all that went before."""

DEEPEST = 255
_MOST = {"depth": DEEPEST, "nodes": 10**15, "seconds": 10**9}
"""More than any machine can do, and less than a number in the core can hold."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The thinking allowed for one move or one evaluation; what is None does not bind.

    >>> Limit.parse("depth=8,nodes=2000")
    Limit(depth=8, nodes=2000, seconds=None)
    >>> str(Limit(seconds=0.5))
    'seconds=0.5'
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value is not None and not value > 0:
                raise BadArgument(f"a limit of {name}={value} leaves no time to think; it must be above zero")
            if value is not None and value > _MOST[name]:
                raise BadArgument(f"a limit of {name}={value} is none", hint=f"at most {name}={_MOST[name]:,}")

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read a limit back from its text."""
        values: dict[str, float | int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = part.partition("=")
            if name in values:
                raise BadArgument(f"the limit {text!r} says {name} twice", hint=f"leave one out: {part}")
            try:
                values[name] = {"depth": int, "nodes": int, "seconds": float}[name](value)
            except (KeyError, ValueError):
                raise BadArgument(
                    f"cannot read the limit {part!r}", hint="write depth=8, nodes=2000 or seconds=0.5"
                ) from None
        return cls(**values)  # type: ignore[arg-type]  # each name was read with its own type above

    def __str__(self) -> str:
        # The text reads back to the same number, and no zero after the point is written.
        bound = (f"{name}={value!r}".removesuffix(".0") for name, value in asdict(self).items() if value)
        return ",".join(bound)

    def deeper(self, plies: int) -> Limit:
        """So many plies more, each with twice the nodes; only one where the look is deep already.

        >>> Limit(depth=8, nodes=2000).deeper(2)
        Limit(depth=10, nodes=8000, seconds=None)
        >>> Limit(depth=12).deeper(3)
        Limit(depth=13, nodes=None, seconds=None)
        """
        plies = min(plies, 1) if (self.depth or 0) >= DEEP else plies
        depth = None if self.depth is None else min(DEEPEST, self.depth + plies)
        return replace(self, depth=depth, nodes=None if self.nodes is None else 2**plies * self.nodes)

    @property
    def is_timed(self) -> bool:
        """Whether results under this limit depend on the speed of the machine."""
        return self.seconds is not None
