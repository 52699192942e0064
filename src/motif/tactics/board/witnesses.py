"""Which men make a rule true for a move: all choices of them, and the most telling one.

Among several the dearest victims tell most, then those nearest to the enemy king.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice

import chess
import numpy as np

from motif._core.tactics import RuleTester
from motif.board.material import TARGET_VALUES
from motif.board.positions import Positions, encode_move
from motif.errors import IllegalMove
from motif.tactics.board import paper_witnesses
from motif.tactics.language.coverage import SQUARE_PLACES, CoreRule, compiled, square_of_last_capture
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import PAPER, Vocabulary

Squares = Mapping[str, chess.Square]
"""The square of each variable of a rule."""

_OF_THE_MOVE = 2
"""Origin and target are the first two squares of a rule; from here on they are other men's."""

MOST_ANSWERS = 500


class Scene:
    """A legal move on its board, of which rules are asked; the facts are laid out once for all rules."""

    def __init__(self, board: chess.Board, move: chess.Move) -> None:
        if move not in board.legal_moves:
            raise IllegalMove(f"illegal move {move.uci()} in {board.fen()}")
        self.board = board
        self.move = move

    @cached_property
    def after(self) -> chess.Board:
        """The board after the move."""
        after = self.board.copy(stack=False)
        after.push(self.move)
        return after

    @cached_property
    def _tester(self) -> RuleTester:
        captured_on = np.array([square_of_last_capture(self.board)], np.int8)
        return RuleTester(Positions.from_boards([self.board]), None, captured_on)

    @cached_property
    def _row(self) -> int | None:
        """The row of the move; None for an underpromotion, of which no rule speaks."""
        (rows,) = np.nonzero(self._tester.codes == encode_move(self.move))
        return int(rows[0]) if len(rows) else None

    def holds(self, relation: str) -> bool:
        """Whether a relation of the move itself holds, by the core's name for it, such as `settles_at_least 3`."""
        return self._row is not None and self._row in self._tester.facts(relation)[:, 0]

    def witness(self, rule: Rule, vocabulary: Vocabulary) -> Squares | None:
        """The most telling squares that make a rule true; None where it does not suggest the move.

        The paper's rules may put two variables on one square, and of their answers the first MOST_ANSWERS are compared.
        """
        if self._row is None:
            return None
        if vocabulary is PAPER:
            answers = islice(paper_witnesses.answers(rule, self.board, self.move), MOST_ANSWERS)
            return max(answers, key=lambda squares: self._telling(tuple(squares.values())), default=None)
        form = compiled(rule, vocabulary)
        names = _square_variables(rule, vocabulary)
        choice = max(self._choices(form, len(names)), key=self._telling, default=None)
        return None if choice is None else dict(zip(names, choice, strict=True))

    def _choices(self, form: CoreRule, count: int) -> Iterator[tuple[chess.Square, ...]]:
        """All squares of a rule's variables that make it true."""
        assert self._row is not None
        first = self._tester.witness(form, self._row)
        if first is None:
            return
        known = [tuple(first)[:_OF_THE_MOVE]]
        facts = {name: self._facts(name) for name, squares in form if any(s >= _OF_THE_MOVE for s in squares)}
        for variable in range(_OF_THE_MOVE, count):
            grown = ((*given, square) for given in known for square in chess.SQUARES if square not in given)
            about = [(name, squares) for name, squares in form if max(squares, default=0) == variable]
            known = [
                given
                for given in grown
                if all(tuple(given[square] for square in squares) in facts[name] for name, squares in about)
            ]
        yield from known

    def _facts(self, relation: str) -> set[tuple[chess.Square, ...]]:
        table = self._tester.facts(relation)
        return {tuple(line[1:]) for line in table[table[:, 0] == self._row].tolist()}

    def _telling(self, squares: tuple[chess.Square, ...]) -> tuple[int, int]:
        """How much a choice of men tells: what its victims are worth, and how near they are to their king."""
        king = self.board.king(not self.board.turn)
        others = [
            square for square in set(squares[_OF_THE_MOVE:]) if self.board.color_at(square) == (not self.board.turn)
        ]
        worth = sum(TARGET_VALUES[self.board.piece_type_at(square) or chess.PAWN] for square in others)
        nearness = -sum(chess.square_distance(square, king) for square in others) if king is not None else 0
        return worth, nearness


def _square_variables(rule: Rule, vocabulary: Vocabulary) -> list[str]:
    """The variables for squares in the order of the core's numbers."""
    _, origin, target = rule.head
    names = dict.fromkeys((origin, target))
    for literal in rule.body:
        places = vocabulary.find(literal.relation).places
        for argument, place in zip(literal.arguments, places, strict=True):
            if place in SQUARE_PLACES:
                names.setdefault(argument)
    return list(names)
