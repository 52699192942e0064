"""A rule on a board: which men make it true for a move, and the arrows and marks that show it.

The move itself is not drawn here. A relation of two or three men becomes arrows along them, red where an enemy's man
points; a man that only one-place relations speak of is marked. What is true after the move is drawn from where the men
stand then.
"""

from __future__ import annotations

from itertools import pairwise

import chess
import numpy as np

from motif._core.tactics import RuleTester
from motif.board.drawing import Arrow, Colour
from motif.board.positions import Positions, encode_move
from motif.errors import IllegalMove
from motif.tactics.rule import Rule
from motif.tactics.suggestions import SQUARE_PLACES, compiled, square_of_last_capture
from motif.tactics.vocabulary import PAPER, Vocabulary

# These say what the move is, which its own arrow shows already.
_THE_MOVE_ITSELF = ("legal_move", "make_move")


def witness(rule: Rule, vocabulary: Vocabulary, board: chess.Board, move: chess.Move) -> dict[str, chess.Square] | None:
    """The squares of a rule's variables that make it true for a legal move; None where it does not suggest the move.

    The paper's rules may put two variables on one square and are not looked into: of them only the move is known.
    """
    if move not in board.legal_moves:
        raise IllegalMove(f"illegal move {move.uci()} in {board.fen()}")
    tester = RuleTester(Positions.from_boards([board]), None, np.array([square_of_last_capture(board)], np.int8))
    (rows,) = np.nonzero(tester.codes == encode_move(move))
    if not len(rows):
        return None  # an underpromotion, of which no rule speaks
    form = compiled(rule, vocabulary)
    if vocabulary is PAPER:
        covered, _ = tester.covered_by_clauses([form])
        return {rule.head[1]: move.from_square, rule.head[2]: move.to_square} if rows[0] in covered else None
    squares = tester.witness(form, int(rows[0]))
    if squares is None:
        return None
    return dict(zip(_square_variables(rule, vocabulary), squares, strict=True))


def arrows(rule: Rule, vocabulary: Vocabulary, board: chess.Board, move: chess.Move) -> tuple[Arrow, ...]:
    """What to draw beside the move to show why a rule suggests it; nothing where it does not."""
    squares = witness(rule, vocabulary, board, move)
    if squares is None:
        return ()
    lines: list[Arrow] = []
    marked: list[chess.Square] = []
    for literal in rule.body:
        places = vocabulary.find(literal.relation).places
        known = [
            squares[name]
            for name, place in zip(literal.arguments, places, strict=True)
            if place in SQUARE_PLACES and name in squares
        ]
        if len(known) == 1:
            marked += known
        elif literal.relation not in _THE_MOVE_ITSELF and set(known) != {move.from_square, move.to_square}:
            lines += [Arrow(tail, head, _colour(board, tail, move)) for tail, head in pairwise(known)]
    touched = {square for line in lines for square in (line.tail, line.head)} | {move.from_square, move.to_square}
    marks = [Arrow(square, colour=Colour.YELLOW) for square in marked if square not in touched]
    return tuple(dict.fromkeys([*lines, *marks]))


def _colour(board: chess.Board, square: chess.Square, move: chess.Move) -> Colour:
    is_ours = square == move.to_square or board.color_at(square) == board.turn
    return Colour.BLUE if is_ours else Colour.RED


def _square_variables(rule: Rule, vocabulary: Vocabulary) -> list[str]:
    """The variables for squares in the order of the core's numbers."""
    _, origin, target = rule.head
    found = dict.fromkeys((origin, target))
    for literal in rule.body:
        places = vocabulary.find(literal.relation).places
        for argument, place in zip(literal.arguments, places, strict=True):
            if place in SQUARE_PLACES:
                found.setdefault(argument)
    return list(found)
