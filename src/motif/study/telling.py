"""What `reasons` explains, as a study keeps it."""

from __future__ import annotations

import chess

from motif.reasons import Explanation, Mistake
from motif.study.games import Fault, Told, Without


def told(explanation: Explanation | None) -> Told | None:
    """An explanation in words, moves and arrows."""
    if explanation is None:
        return None
    cause = explanation.cause
    return Told(
        explanation.line.boards[0].fen(),
        explanation.line.moves,
        explanation.sentence,
        cause.witness.motif if cause else None,
        explanation.motifs,
        explanation.reason().arrows,
        Without(cause.undone.board.fen(), explanation.counterfactual) if cause else None,
    )


HARDLY_BETTER = 50
"""Centipawns: a move that is better by less, in the eyes of the judge, does not explain a mistake."""


def fault(ply: int, mistake: Mistake, lost: float) -> Fault:
    """A mistake with both its sides; where a file says that a move lost and the judge does not see it, that is said."""
    sentence = mistake.sentence
    played, best = mistake.board.san(mistake.played), mistake.board.san(mistake.best)
    if best == played:
        sentence = f"{played} loses {100 * lost:.0f} % of the winning chance by the file; this judge does not see why."
    elif not mistake.reasons and mistake.centipawns < HARDLY_BETTER:
        sentence = f"{played} loses {100 * lost:.0f} % of the winning chance; {best} looks only a little better here."
    return Fault(ply, sentence, told(mistake.missed), told(mistake.allowed))


def motif_of(explanation: Explanation | None) -> str | None:
    """The cause that passed the test."""
    return None if explanation is None or explanation.cause is None else explanation.cause.witness.motif


def san_moves(start: chess.Board, moves: list[chess.Move]) -> list[str]:
    """The moves of a game as players write them."""
    board = start.copy(stack=False)
    written = []
    for move in moves:
        written.append(board.san(move))
        board.push(move)
    return written
