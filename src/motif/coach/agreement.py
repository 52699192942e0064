"""Who else advises a move: named, and nothing that they claim repeated."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from motif.advice import Adviser
from motif.board.english import ordinal

MOST_CHOICES = 3
"""What somebody would play in the fourth place is no word for it."""


def agreeing(board: chess.Board, move: chess.Move, colleagues: Mapping[str, Adviser]) -> tuple[str, ...]:
    """Those whose advice is this move, and whether it is their first choice."""
    names = []
    for name, adviser in colleagues.items():
        advised = [advice.move for advice in adviser.advise(board)][:MOST_CHOICES]
        if move in advised:
            place = advised.index(move)
            names.append(name if place == 0 else f"{name} ({ordinal(place + 1)} choice)")
    return tuple(names)
