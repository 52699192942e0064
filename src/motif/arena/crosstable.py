"""Who scored what against whom, best first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from motif.arena.records import PairRecord
from motif.arena.standing import Standing


@dataclass(frozen=True, slots=True)
class Row:
    """One player and its standing against all."""

    name: str
    total: Standing


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
        return [Row(name, totals[name]) for name in names]
