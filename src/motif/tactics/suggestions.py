"""What rules suggest: for every rule the rows (position, legal move) it covers, asked of the core for all at once.

The core knows a move by its two squares, and a pawn that reaches the last rank becomes a queen there; here a row is a
legal move in the order of `positions.legal_moves().codes`, so an underpromotion is a row that no rule suggests.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.tactics import RuleTester
from motif.board.positions import Positions
from motif.tactics.evidence import UNKNOWN_SQUARE, Evidence
from motif.tactics.ordered import Rows
from motif.tactics.paper_mode import numbered
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import PAPER, Place, Vocabulary

CoreRule = list[tuple[str, list[int]]]

SQUARE_PLACES = (Place.FROM, Place.TO, Place.SQUARE)
_CONSTANT_PLACES = (Place.PIECE, Place.NUMBER)


def compiled(rule: Rule, vocabulary: Vocabulary) -> CoreRule:
    """A rule as the core reads it: relations with their constants and times, squares by number, the move's first.

    >>> from motif.tactics.vocabulary import FULL
    >>> compiled(Rule.parse("t(P, F, T) :- make_move(F, T, P, N), attacks(T, A, N), kind(A, queen, P)."), FULL)
    [('make_move', [0, 1]), ('attacks next', [1, 2]), ('kind queen', [2])]
    """
    if vocabulary is PAPER:
        return numbered(rule)
    before, origin, target = rule.head
    numbers = {origin: 0, target: 1}
    found = []
    for literal in rule.body:
        name, squares = literal.relation, []
        for argument, place in zip(literal.arguments, vocabulary.find(literal.relation).places, strict=True):
            if place in SQUARE_PLACES:
                squares.append(numbers.setdefault(argument, len(numbers)))
            elif place in _CONSTANT_PLACES:
                name += f" {argument}"
            elif place is Place.POSITION and argument != before:
                name += " next"
        found.append((name, squares))
    return found


class Examiner:
    """Positions on which rules of one vocabulary are examined."""

    def __init__(
        self, positions: Positions, vocabulary: Vocabulary, captured_on: NDArray[np.int8] | None = None
    ) -> None:
        self.vocabulary = vocabulary
        self._tester = RuleTester(positions, None, captured_on)
        legal = positions.legal_moves()
        self.offsets = legal.offsets
        # The tester's rows are the legal moves without underpromotions, in the same order.
        self._row = _places_of(self._tester, legal.offsets, legal.codes)

    @classmethod
    def of(cls, evidence: Evidence, vocabulary: Vocabulary) -> Examiner:
        """The positions of evidence."""
        return cls(evidence.positions, vocabulary, evidence.captured_on)

    def covered(self, rules: Sequence[Rule]) -> list[Rows]:
        """For each rule the rows that it suggests, in ascending order."""
        forms = [compiled(rule, self.vocabulary) for rule in rules]
        ask = self._tester.covered_by_clauses if self.vocabulary is PAPER else self._tester.covered
        rows, starts = ask(forms)
        return [self._row[rows[start:end]] for start, end in pairwise(starts)]


def suggested_moves(rules: Sequence[Rule], vocabulary: Vocabulary, board: chess.Board) -> list[list[chess.Move]]:
    """For each rule the moves that it suggests on one board; the move before is known from the board's stack."""
    positions = Positions.from_boards([board])
    captured_on = np.array([square_of_last_capture(board)], np.int8)
    moves = positions.legal_moves()[0]
    return [[moves[row] for row in rows] for rows in Examiner(positions, vocabulary, captured_on).covered(rules)]


def square_of_last_capture(board: chess.Board) -> int:
    """The square on which the last move captured, UNKNOWN_SQUARE if it did not or nobody knows it."""
    if not board.move_stack:
        return UNKNOWN_SQUARE
    before = board.copy(stack=1)
    move = before.pop()
    return move.to_square if before.is_capture(move) else UNKNOWN_SQUARE


def _places_of(tester: RuleTester, offsets: Rows, codes: NDArray[np.uint16]) -> Rows:
    # A position and a move make one number, which ascends with the rows on both sides.
    all_rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)) << 16 | codes
    known = tester.offsets
    own_rows = np.repeat(np.arange(len(known) - 1), np.diff(known)) << 16 | tester.codes
    return np.searchsorted(all_rows, own_rows)
