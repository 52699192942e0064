"""Who scored what against whom, best first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from motif.arena.records import PairRecord
from motif.arena.standing import Standing


@dataclass(frozen=True, slots=True)
class Row:
    """One player: its standing against all, and against each opponent in the order of the table."""

    name: str
    total: Standing
    against: tuple[Standing | None, ...]


@dataclass(slots=True)
class CrossTable:
    """The standings of a tournament, which grow pair by pair."""

    standings: dict[tuple[str, str], Standing] = field(default_factory=dict)

    @classmethod
    def of(cls, pairs: Iterable[PairRecord]) -> CrossTable:
        """The table after all these pairs."""
        table = cls()
        for pair in pairs:
            table.add(pair)
        return table

    def add(self, pair: PairRecord) -> None:
        """Enter one more pair, for both players."""
        standing = Standing.of([pair])
        for names, seen in (
            ((pair.first, pair.second), standing),
            ((pair.second, pair.first), standing.flipped()),
        ):
            self.standings[names] = self.standings.get(names, Standing()) + seen

    def total(self, name: str) -> Standing:
        """The standing of a player against everybody."""
        return sum((seen for (mine, _), seen in self.standings.items() if mine == name), Standing())

    def rows(self) -> list[Row]:
        """The players by their share of the points, then by name."""
        totals = {name: self.total(name) for name, _ in self.standings}
        names = sorted(totals, key=lambda name: (-totals[name].points / totals[name].games, name))
        return [Row(name, totals[name], tuple(self.standings.get((name, other)) for other in names)) for name in names]

    def text(self) -> str:
        """The table as plain text: rank, name, points against each opponent, points of all games."""
        rows = self.rows()
        width = max((len(row.name) for row in rows), default=0)
        lines = []
        for rank, row in enumerate(rows, start=1):
            cells = "".join("     -" if cell is None else f"{cell.points:6.1f}" for cell in row.against)
            lines.append(f"{rank:2} {row.name:{width}}{cells}  {row.total.points:6.1f} / {row.total.games}")
        return "\n".join(lines)
