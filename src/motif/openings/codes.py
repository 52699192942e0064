"""ECO codes by position, learned from games that carry one: the last position of a game that is known decides.

A case has a name and a code, but the Encyclopaedia cuts finer and elsewhere than names do. Here a code begins at a
position because most games through it carry that code; experiments/opening-codes learns the table and measures it.

    C60<TAB>812<TAB>1. e4 e5 2. Nf3 Nc6 3. Bb5
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from motif.board.shipped import DATA
from motif.errors import BadArgument, IllegalMove
from motif.openings.cases import Case, CaseBase
from motif.store import Format

FORMAT = Format("opening-codes", 1)
COLUMNS = "eco\tgames\tpgn"
MOST_PLIES = 30
"""How far into a game a code is looked for."""


@dataclass(frozen=True, slots=True)
class CodedLine:
    """A line after which a code begins, and how many games went through its last position."""

    eco: str
    games: int
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.eco}\t{self.games}\t{Case(self.eco, self.eco, self.moves).line()}"

    @classmethod
    def parse(cls, text: str) -> CodedLine:
        """Read a line back from its text."""
        eco, games, line = [*text.split("\t"), "", ""][:3]
        if not re.fullmatch("[0-9]{1,9}", games):
            raise BadArgument(f"expected a code, a number of games and moves, parted by tabs, found {text[:60]!r}")
        return cls(eco, int(games), Case.parse(f"{eco}\t{eco}\t{line}").moves)


class OpeningCodes:
    """Positions and the codes that begin there.

    >>> codes = OpeningCodes([CodedLine("B00", 9, ("e4",)), CodedLine("C20", 5, ("e4", "e5"))])
    >>> from motif.board.games import Game
    >>> played = Game.parse("1. e4 e5 2. h4 *").positions(range(1, 4)).hashes().tolist()
    >>> codes.code_at(played), codes.code_at(played[:1]), codes.code_at([])
    (('C20', 2), ('B00', 1), None)
    """

    def __init__(self, lines: Iterable[CodedLine]) -> None:
        self.lines = tuple(lines)
        base = CaseBase.of(Case(line.eco, line.eco, line.moves) for line in self.lines)
        self._codes = {
            base.core.positions(number).hashes().tolist()[-1]: case.eco for number, case in enumerate(base.cases)
        }

    def code_at(self, keys: Sequence[int]) -> tuple[str, int] | None:
        """The code of a game whose positions after each move have these keys, and the ply at which it begins."""
        plies = range(min(len(keys), MOST_PLIES), 0, -1)
        return next(((code, ply) for ply in plies if (code := self._codes.get(keys[ply - 1]))), None)

    def save(self, path: Path) -> None:
        """Write the lines as a knowledge file."""
        FORMAT.write(path, [COLUMNS, *map(str, self.lines)])

    @classmethod
    def load(cls, path: Path) -> OpeningCodes:
        """Read a knowledge file; a bad line is refused with its number."""
        rows = FORMAT.read(path)
        if not rows or rows[0][1] != COLUMNS:
            FORMAT.refuse(path, 2, "expected the columns eco, games and pgn, parted by tabs")
        lines = []
        for number, text in rows[1:]:
            try:
                lines.append(CodedLine.parse(text))
            except BadArgument as error:
                FORMAT.refuse(path, number, str(error))
        try:
            return cls(lines)
        except IllegalMove as error:
            FORMAT.refuse(path, 2, str(error))


@cache
def shipped_codes() -> OpeningCodes:
    """The table that ships."""
    return OpeningCodes.load(DATA / "opening_codes.tsv")
