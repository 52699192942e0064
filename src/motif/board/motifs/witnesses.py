"""A witness shows a motif on a line, and knows how to undo it: the smallest edit of the board that takes it away.

All squares are those of the board before the witness's move, except `by`, which is where the man stands after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from motif.board.motifs.lines import Line
from motif.board.motifs.remedies import Remedy


@dataclass(frozen=True, slots=True)
class Witness:
    """Where a line shows a motif: at which ply, by which man, against which men, along which squares.

    `claim` is what the motif says it wins, in pawns; the remedies say what would take it away, the smallest first.
    A witness without remedies describes the line and causes nothing.
    """

    motif: str
    ply: int
    by: chess.Square
    against: tuple[chess.Square, ...] = ()
    along: tuple[chess.Square, ...] = ()
    claim: int = 0
    remedies: tuple[Remedy, ...] = ()

    def edits(self, line: Line) -> Iterator[Undone]:
        """The boards of the line without this cause, each as early as the men concerned stand where they stand.

        On each of them the moves up to the witness's own can still be played, and nobody is newly in check.
        """
        for remedy in self.remedies:
            named = (*remedy.squares, *self.against)
            since = max((line.standing(square, self.ply) for square in named), default=0)
            for ply in sorted({min(since, self.ply), self.ply}):
                board = line.boards[ply]
                for edited, square in remedy.applied(board, loser=not line.winner):
                    if edited.is_check() <= board.is_check() and _allows(edited, line.moves[ply : self.ply]):
                        yield Undone(self, ply, edited, square)


@dataclass(frozen=True, slots=True)
class Undone:
    """The board without a cause: at which ply of the line, and which square was edited."""

    witness: Witness
    ply: int
    board: chess.Board
    square: chess.Square


def _allows(board: chess.Board, moves: tuple[chess.Move, ...]) -> bool:
    """Whether a board can be, and the moves be played on it."""
    if not board.is_valid():
        return False
    walk = board.copy(stack=False)
    for move in moves:
        if not walk.is_legal(move):
            return False
        walk.push(move)
    return True
