"""A case is a named line of opening moves; a case base is many of them, played out and ready to be searched.

Case = (ECO code, name, moves); the boards along the line follow from the moves. As text it is one line of three
columns, parted by tabs, as Lichess's chess-openings writes it: `C60<TAB>Ruy Lopez<TAB>1. e4 e5 2. Nf3 Nc6 3. Bb5`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from motif._core.openings import Cases
from motif.errors import BadArgument

_ECO = re.compile(r"[A-E]\d\d|\?")
_MOVE_NUMBER = re.compile(r"\d+\.+")
_RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}


@dataclass(frozen=True, slots=True)
class Case:
    """A line from the start position: its ECO code (`?` when unknown), its name, and its moves as players write them.

    >>> case = Case.parse("C60\\tRuy Lopez\\t1. e4 e5 2. Nf3 Nc6 3. Bb5")
    >>> case.name, case.moves
    ('Ruy Lopez', ('e4', 'e5', 'Nf3', 'Nc6', 'Bb5'))
    >>> Case.parse(str(case)) == case
    True
    """

    eco: str
    name: str
    moves: tuple[str, ...]

    def __post_init__(self) -> None:
        if not _ECO.fullmatch(self.eco):
            raise BadArgument(f"{self.eco!r} is no ECO code", hint="write A00 to E99, or ? when it is unknown")
        if not self.name.strip() or self.name != " ".join(self.name.split()):
            raise BadArgument(f"an opening cannot be called {self.name!r}")
        if not self.moves:
            raise BadArgument(f"the opening {self.name!r} has no moves")

    @classmethod
    def parse(cls, text: str) -> Case:
        """Read a case back from its text; whether its moves can be played is asked when the case joins a base."""
        columns = text.split("\t")
        if len(columns) < 3:
            raise BadArgument(
                f"expected an ECO code, a name and moves, parted by tabs, found {text[:60]!r}",
                hint="the columns are eco, name and pgn",
            )
        eco, name, line = columns[:3]
        moves = (word for word in _MOVE_NUMBER.sub(" ", line).split() if word not in _RESULTS)
        return cls(eco.strip() or "?", name.strip(), tuple(moves))

    def __str__(self) -> str:
        return f"{self.eco}\t{self.name}\t{self.line()}"

    def line(self, plies: int | None = None) -> str:
        """The moves with their numbers, all of them or only the first few."""
        numbered = (f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(self.moves[:plies]))
        return " ".join(numbered)

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True, slots=True, eq=False)
class CaseBase:
    """Cases in their order, each played out in the core, which holds the distinct boards along them.

    >>> base = CaseBase.of([Case("C60", "Ruy Lopez", ("e4", "e5", "Nf3", "Nc6", "Bb5"))])
    >>> len(base), base.core.distinct_boards
    (1, 5)
    """

    cases: tuple[Case, ...]
    core: Cases = field(repr=False)

    @classmethod
    def of(cls, cases: Iterable[Case]) -> CaseBase:
        """Play out cases; raises IllegalMove for the first move that cannot be played."""
        together = tuple(cases)
        return cls(together, Cases([case.moves for case in together]))

    def __len__(self) -> int:
        return len(self.cases)
