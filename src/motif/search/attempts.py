"""The paper's three attempts at pruning, by name: cases with adaptations, a hierarchy of situations, the four rules.

Cases: where a position is near enough to that of a case, the moves it names are left out, unless an adaptation speaks
for them. Hierarchy: each situation that a position is in names its answers; what answers to none is left out. Both hold
for the side that searches alone. Han, Lavelle and Wilkerson, "1st Attempt" and "2nd Attempt": one example of each is
theirs, the others were chosen here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from motif._core.search import Filter
from motif.search.pruning import NOT_CHOSEN, Pruning, PruningMode, checked_reduction

BY_A_CASE = "left out by a case"


class PruningCase(StrEnum):
    """A situation on certain squares, seen by White, and what had better not be moved there; for Black it is turned."""

    CASTLED_SHORT = "king castled short"
    """Kg1 with at least two of f2, g2, h2: these pawns stay. The paper's own example."""
    CORNER = "king in the corner"
    """Kh1 with g2 and h2: these pawns and that on f2 stay."""
    CASTLED_LONG = "king castled long"
    """Kc1 with at least two of a2, b2, c2: these pawns stay."""
    ON_B1 = "king on b1"
    """Kb1 with at least two of a2, b2, c2: these pawns stay."""
    CASTLING_SHORT = "castling short"
    """Ke1, Rh1 and two of f2, g2, h2: king and rook stay, but for castling."""
    CASTLING_LONG = "castling long"
    """Ke1, Ra1 and two of a2, b2, c2: king and rook stay, but for castling."""
    EARLY_QUEEN = "early queen"
    """Qd1 and three minor pieces at home: the queen stays."""
    ROOK_PAWNS = "rook pawns"
    """Ke1 and three minor pieces at home: the pawns on a2 and h2 stay."""
    BISHOP_BEFORE_KING = "bishop before the king"
    """Kg1, Bg2 and two of f2, g3, h2: the bishop stays."""
    PINNED_KNIGHT = "pinned knight"
    """Qd1, Nf3, e2 empty and a bishop on g4: the knight stays."""
    TRAPPED_BISHOP = "trapped bishop"
    """An enemy pawn on b7: no bishop goes to a7, where b6 would shut it in."""
    RIM = "knight on the rim"
    """Knights on b1, c3, f3 and g1 do not go to a3, a4, h3 or h4."""


class Adaptation(StrEnum):
    """Why a move is looked at although a case would leave it out."""

    DEARER = "takes a dearer man"
    """It takes a man that is worth more than the one who takes. The paper's own example."""
    DANGER = "man in danger"
    """The man that moves would be lost where it stands."""
    CHECK = "check"
    """It gives check."""


class Situation(StrEnum):
    """Something about a position that calls for certain moves."""

    DANGER = "man in danger"
    """The enemy wins a man by taking it: move it, take who attacks it, support it, shut the line. The paper's own."""
    WIN = "man to win"
    """A capture wins material: captures that lose nothing."""
    HOME = "men at home"
    """Two minor pieces or more on the first rank, and no endgame: bring them out, castle, pawns to the centre."""
    PROMOTE = "pawn to promote"
    """A pawn on the sixth or seventh rank: pawns go to the seventh and eighth."""
    KING = "king in reach"
    """Two men or more reach squares beside the enemy king: checks, captures there, one more man that reaches it."""
    ENDGAME = "endgame"
    """Both sides together have 26 points or fewer besides pawns: moves of kings, pawns and rooks."""
    CATCH_ALL = "catch-all"
    """None of the others that are switched on: captures, checks and what makes the own men more active."""


@dataclass(frozen=True, slots=True)
class CasePruning:
    """Pruning by cases.

    >>> str(CasePruning(cases=(PruningCase.CASTLED_SHORT,)))
    'paper: king castled short, unless it takes a dearer man, man in danger, check'
    """

    mode: PruningMode = PruningMode.PAPER
    cases: tuple[PruningCase, ...] = tuple(PruningCase)
    adaptations: tuple[Adaptation, ...] = tuple(Adaptation)
    reduction: int = 1

    def __post_init__(self) -> None:
        checked_reduction(self.reduction)

    def __str__(self) -> str:
        unless = f", unless it {', '.join(self.adaptations)}" if self.adaptations else ""
        return f"{self.mode}: {', '.join(self.cases) or 'no cases'}{unless}"

    @property
    def parts(self) -> tuple[str, ...]:
        """All that can be switched off."""
        return (*self.cases, *self.adaptations)

    def without(self, part: str) -> CasePruning:
        """The same with one case or adaptation switched off."""
        cases = tuple(kept for kept in self.cases if kept != part)
        return replace(self, cases=cases, adaptations=tuple(kept for kept in self.adaptations if kept != part))

    def why(self, reasons: Sequence[str]) -> str:
        """Why a move is left out."""
        return BY_A_CASE

    def filter(self) -> Filter:
        """The filter, for a search."""
        return Filter.cases(self.parts, self.mode, self.reduction)


@dataclass(frozen=True, slots=True)
class HierarchyPruning:
    """Pruning by situations and what answers to them.

    >>> str(HierarchyPruning(situations=(Situation.DANGER, Situation.CATCH_ALL)))
    'paper: man in danger, catch-all'
    """

    mode: PruningMode = PruningMode.PAPER
    situations: tuple[Situation, ...] = tuple(Situation)
    reduction: int = 1

    def __post_init__(self) -> None:
        checked_reduction(self.reduction)

    def __str__(self) -> str:
        return f"{self.mode}: {', '.join(self.situations) or 'no situations'}"

    @property
    def parts(self) -> tuple[str, ...]:
        """All that can be switched off."""
        return self.situations

    def without(self, part: str) -> HierarchyPruning:
        """The same with one situation switched off."""
        return replace(self, situations=tuple(kept for kept in self.situations if kept != part))

    def why(self, reasons: Sequence[str]) -> str:
        """Why a move is left out."""
        return NOT_CHOSEN

    def filter(self) -> Filter:
        """The filter, for a search."""
        return Filter.hierarchy(self.situations, self.mode, self.reduction)


class Way(StrEnum):
    """How moves are chosen that a search looks at."""

    RULES = "rules"
    """Four rules, the last attempt and the one that stands."""
    CASES = "cases"
    HIERARCHY = "hierarchy"

    def pruning(
        self, mode: PruningMode = PruningMode.PAPER, reduction: int = 1
    ) -> Pruning | CasePruning | HierarchyPruning:
        """This way with everything switched on."""
        if self is Way.RULES:
            return Pruning(mode, reduction=reduction)
        return (CasePruning if self is Way.CASES else HierarchyPruning)(mode, reduction=reduction)
