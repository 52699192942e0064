"""A tactic by example: a position in which the one move that it suggests is the reference move."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import numpy as np

from motif.board.drawing import Drawing, move_arrow
from motif.board.positions import decode_move
from motif.tactics.evidence import Evidence, Reference, rows_of_moves
from motif.tactics.illustration import arrows
from motif.tactics.library import Library, Tactic
from motif.tactics.suggestions import Examiner


def find_examples(
    library: Library, tactics: Sequence[Tactic], evidence: Evidence, reference: Reference
) -> list[tuple[chess.Board, chess.Move] | None]:
    """For each tactic the first position where it suggests one move of several legal ones, and rightly; None if none.

    No two tactics get the same position.
    """
    legal = evidence.positions.legal_moves()
    right = np.zeros(len(legal.codes), np.bool_)
    right[rows_of_moves(legal, evidence.moves(reference))] = True
    counts = np.diff(legal.offsets)
    position = np.repeat(np.arange(len(evidence)), counts)
    taken: set[int] = set()
    found: list[tuple[chess.Board, chess.Move] | None] = []
    for rows in Examiner.of(evidence, library.vocabulary).covered([tactic.rule for tactic in tactics]):
        suggestions = np.bincount(position[rows], minlength=len(evidence))
        fitting = [row for row in rows if right[row] and suggestions[position[row]] == 1 and counts[position[row]] > 1]
        row = next((row for row in fitting if int(position[row]) not in taken), None)
        if row is None:
            found.append(None)
            continue
        taken.add(int(position[row]))
        found.append((evidence.positions[int(position[row])], decode_move(int(legal.codes[row]))))
    return found


def draw_example(library: Library, tactic: Tactic, board: chess.Board, move: chess.Move) -> Drawing:
    """The position with the move, and the men that make the tactic true."""
    return Drawing.of(board, move_arrow(move), *arrows(tactic.rule, library.vocabulary, board, move))
