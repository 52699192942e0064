"""Test rules about squares and pieces on every legal move of many positions."""

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions

__all__ = [
    "RuleTester",
    "rule_relations",
]

def rule_relations() -> list[tuple[str, int]]:
    """The relations that rules are tested with, and how many squares each takes.

    A constant and the position after the move are part of the name: "kind knight", "exchange_at_least 3",
    "attacks next".
    """

@final
class RuleTester:
    """Rows (position, legal move) on which rules are tested, on every core, block by block of rows.

    A rule is a list of (relation name, squares): 0 is the move's origin, 1 its target, 2 and above are further pieces,
    which are all different. It covers a row if some choice of those pieces makes all its conditions true. Pawns promote
    only to queens: underpromotions are not rows.
    """

    def __new__(
        cls,
        positions: Positions,
        references: NDArray[np.uint16] | None = None,
        captured_on: NDArray[np.int8] | None = None,
        /,
    ) -> RuleTester:
        """Lay out the rows. The reference moves are the positive rows, at most one per position.

        `captured_on` has the square on which the previous move captured, -1 if it did not or is unknown.
        """

    @property
    def positions(self) -> Positions:
        """The positions the rows belong to."""

    @property
    def offsets(self) -> NDArray[np.int64]:
        """The index of each position's first row, and at the end the number of rows."""

    @property
    def codes(self) -> NDArray[np.uint16]:
        """The moves of the rows, to be read with `decode_move`."""

    @property
    def positives(self) -> NDArray[np.int64]:
        """The rows with a reference move."""

    def __len__(self) -> int: ...
    def test(
        self, rules: Sequence[Sequence[tuple[str, Sequence[int]]]], fewest: int = 0, /
    ) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """(rules, 3): covered rows, covered positions and covered positive rows; and a fingerprint of each coverage.

        For a rule that covers fewer than `fewest` positive rows only these are counted, which is quicker. Two
        rules with the same fingerprint cover the same rows. Raises BadArgument for an unknown relation.
        """

    def covered(
        self, rules: Sequence[Sequence[tuple[str, Sequence[int]]]], /
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows that each rule covers, ascending, rule by rule, and the index of each rule's first row."""

    def covered_by_clauses(
        self, rules: Sequence[Sequence[tuple[str, Sequence[int]]]], /
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """As `covered`, for clauses in the paper's vocabulary, tested as Prolog would.

        Their variables are numbered: 0 is the position, 1 and 2 are the move's squares, and two may share a square.
        """

    def witness(self, rule: Sequence[tuple[str, Sequence[int]]], row: int, /) -> list[int] | None:
        """The squares of a rule's variables on one row, origin and target first; None if the rule does not cover the
        row."""

    def facts(self, relation: str, /) -> NDArray[np.int32]:
        """(facts, 1 + squares): row and squares for which a relation holds."""
