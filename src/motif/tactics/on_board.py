"""Show a rule on a board: its sentence with the pieces that make it true there, its arrows, and examples from games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import chess
import numpy as np

from motif._core.board import decode_move
from motif.board.drawing import Arrow, Colour, Drawing, move_arrow
from motif.board.wording import pieces_on
from motif.statistics.examples import Evidence, Reference
from motif.tactics.coverage import SQUARE_PLACES, Coverage
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import Vocabulary
from motif.tactics.witnesses import Squares, find_witness


def named_pieces(rule: Rule, board: chess.Board, squares: Squares) -> tuple[chess.Square, ...]:
    """Return the squares of the pieces that make a rule true, except the one that moves."""
    others = [square for name, square in squares.items() if name != rule.head[1] and board.piece_at(square)]
    return tuple(dict.fromkeys(others))


def describe(rule: Rule, board: chess.Board, move: chess.Move, squares: Squares) -> str:
    """Return a rule's sentence about a move, with the pieces that make it true.

    >>> board, move = chess.Board("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1"), chess.Move.from_uci("c3d5")
    >>> take = Rule.parse("t(P, F, T) :- captures(F, T, P), undefended(T, P).")
    >>> describe(take, board, move, {"F": chess.C3, "T": chess.D5})
    'Nxd5: capture an undefended enemy piece (the queen on d5).'
    """
    sentence = rule.sentence().removesuffix(".")
    named = named_pieces(rule, board, squares)
    pieces = f" ({pieces_on(board, named)})" if named else ""
    return f"{board.san(move)}: {sentence[0].lower()}{sentence[1:]}{pieces}."


_NOT_DRAWN = ("legal_move", "make_move", "different_pos")
"""Relations without arrows: the move has its own arrow, and that two squares differ needs none."""


def arrows(
    rule: Rule, vocabulary: Vocabulary, board: chess.Board, move: chess.Move, squares: Squares
) -> tuple[Arrow, ...]:
    """Return the arrows and marks that show why a rule suggests a move, given the squares that make it true."""
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
    library: TacticsLibrary, tactics: Sequence[Tactic], evidence: Evidence, reference: Reference
) -> list[tuple[chess.Board, chess.Move] | None]:
    """Find for each tactic the first position with several legal moves in which it suggests only the reference move.

    No two tactics get the same position; a tactic for which there is none gets None.
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


def draw_example(library: TacticsLibrary, tactic: Tactic, board: chess.Board, move: chess.Move) -> Drawing:
    """Draw the position and the move, with arrows between the pieces that make the tactic true."""
    squares = find_witness(tactic.rule, library.vocabulary, board, move) or {}
    return Drawing.of(board, move_arrow(move), *arrows(tactic.rule, library.vocabulary, board, move, squares))


def _colour(board: chess.Board, square: chess.Square, move: chess.Move) -> Colour:
    is_ours = square == move.to_square or board.color_at(square) == board.turn
    return Colour.BLUE if is_ours else Colour.RED
