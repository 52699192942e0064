"""The pruning player's four rules, by name, in three modes.

considered = (threatened piece or activity or capture) and not losing exchange; for the opponent only the last holds.
What is not considered is dropped (`paper`), searched shallower and in full only when it surprises, and dropped where
no ply is left for that (`soft`), or dropped next to the leaves (`frontier`). In check nothing is dropped, and nothing
when everything would be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self

from motif._core.search import Filter
from motif.errors import BadArgument


class Pruner(Protocol):
    """Whatever says which moves a search looks at: the rules here, or what another room knows about moves."""

    def filter(self) -> Filter:
        """The filter, for a search."""
        ...


NOT_CHOSEN = "not chosen"


class Divisible(Pruner, Protocol):
    """A pruner of named parts, each of which can be switched off to see what it does."""

    @property
    def parts(self) -> tuple[str, ...]:
        """All that can be switched off."""
        ...

    def without(self, part: str) -> Self:
        """The same with one part switched off."""
        ...

    def why(self, reasons: Sequence[str]) -> str:
        """Why a move with these reasons is left out."""
        ...


class PruningRule(StrEnum):
    """A reason to consider a move, or to leave it out."""

    THREATENED_PIECE = "threatened piece"
    """Consider moves of men that the enemy attacks."""
    ACTIVITY = "activity"
    """Consider moves after which the own men together reach or threaten more squares."""
    CAPTURE = "capture"
    """Consider captures."""
    LOSING_EXCHANGE = "losing exchange"
    """Leave out moves whose exchanges on the target square lose material."""


class PruningMode(StrEnum):
    """What becomes of a move that is not considered."""

    PAPER = "paper"
    SOFT = "soft"
    FRONTIER = "frontier"


@dataclass(frozen=True, slots=True)
class Pruning:
    """Which rules hold for the own side and for the opponent, and what they do.

    >>> str(Pruning(PruningMode.SOFT))
    'soft: threatened piece, activity, capture, losing exchange'
    """

    mode: PruningMode = PruningMode.PAPER
    own: tuple[PruningRule, ...] = tuple(PruningRule)
    other: tuple[PruningRule, ...] = (PruningRule.LOSING_EXCHANGE,)
    reduction: int = 1

    def __post_init__(self) -> None:
        checked_reduction(self.reduction)

    def __str__(self) -> str:
        return f"{self.mode}: {', '.join(self.own) or 'no rules'}"

    @property
    def parts(self) -> tuple[str, ...]:
        """All that can be switched off."""
        return self.own

    def without(self, part: str) -> Pruning:
        """The same with one rule switched off for both sides."""
        own = tuple(kept for kept in self.own if kept != part)
        other = tuple(kept for kept in self.other if kept != part)
        return Pruning(self.mode, own, other, self.reduction)

    def why(self, reasons: Sequence[str]) -> str:
        """Why a move is left out: no rule chose it, or the last one refuses it."""
        return PruningRule.LOSING_EXCHANGE.value if PruningRule.LOSING_EXCHANGE in reasons else NOT_CHOSEN

    def filter(self) -> Filter:
        """The filter, for a search."""
        return Filter.rules(self.own, self.other, self.mode, self.reduction)


def checked_reduction(plies: int) -> None:
    """Refuse what no search can be reduced by."""
    if not 1 <= plies <= 8:
        raise BadArgument(f"a reduction of {plies} plies makes no sense; write 1 to 8")
