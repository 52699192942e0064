"""A rule on a board: which men make it true for a move, and the arrows and marks that show it.

The move itself is not drawn here. A relation of two or three men becomes arrows along them, red where an enemy's man
points; a man that only one-place relations speak of is marked. What is true after the move is drawn from where the men
stand then. A tactic is shown by example in a position where the one move that it suggests is the reference move.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import chess
import numpy as np

from motif.board.drawing import Arrow, Colour, Drawing, move_arrow
from motif.board.positions import decode_move
from motif.evidence.examples import Evidence, Reference
from motif.tactics.board.witnesses import Scene, Squares
from motif.tactics.language.coverage import SQUARE_PLACES, Coverage
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import Vocabulary
from motif.tactics.library.library import Library, Tactic

# These say what the move is, which its own arrow shows already, or that two squares are not the same.
_NOT_DRAWN = ("legal_move", "make_move", "different_pos")


def witness(rule: Rule, vocabulary: Vocabulary, board: chess.Board, move: chess.Move) -> Squares | None:
    """The most telling squares of a rule's variables that make it true for a legal move; None where it says nothing."""
    return Scene(board, move).witness(rule, vocabulary)


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
        elif literal.relation not in _NOT_DRAWN and set(known) != {move.from_square, move.to_square}:
            lines += [Arrow(tail, head, _colour(board, tail, move)) for tail, head in pairwise(known)]
    touched = {square for line in lines for square in (line.tail, line.head)} | {move.from_square, move.to_square}
    marks = [Arrow(square, colour=Colour.YELLOW) for square in marked if square not in touched]
    return tuple(dict.fromkeys([*lines, *marks]))


def find_examples(
    library: Library, tactics: Sequence[Tactic], evidence: Evidence, reference: Reference
) -> list[tuple[chess.Board, chess.Move] | None]:
    """For each tactic the first position where it suggests one move of several legal ones, and rightly; None if none.

    No two tactics get the same position.
    """
    legal = evidence.positions.legal_moves()
    right = evidence.targets({reference: 1.0}) > 0
    counts = np.diff(legal.offsets)
    position = np.repeat(np.arange(len(evidence)), counts)
    taken: set[int] = set()
    examples: list[tuple[chess.Board, chess.Move] | None] = []
    for rows in Coverage.of(evidence, library.vocabulary).rows([tactic.rule for tactic in tactics]):
        suggestions = np.bincount(position[rows], minlength=len(evidence))
        fitting = [row for row in rows if right[row] and suggestions[position[row]] == 1 and counts[position[row]] > 1]
        row = next((row for row in fitting if int(position[row]) not in taken), None)
        if row is None:
            examples.append(None)
            continue
        taken.add(int(position[row]))
        examples.append((evidence.positions[int(position[row])], decode_move(int(legal.codes[row]))))
    return examples


def draw_example(library: Library, tactic: Tactic, board: chess.Board, move: chess.Move) -> Drawing:
    """The position with the move, and the men that make the tactic true."""
    return Drawing.of(board, move_arrow(move), *arrows(tactic.rule, library.vocabulary, board, move))


def _colour(board: chess.Board, square: chess.Square, move: chess.Move) -> Colour:
    is_ours = square == move.to_square or board.color_at(square) == board.turn
    return Colour.BLUE if is_ours else Colour.RED
