"""Who else advises a move: named, and nothing that they claim repeated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chess

from motif.advice import Adviser
from motif.board.english import ordinal

MOST_CHOICES = 3
"""What somebody would play in the fourth place is no word for it."""


def choices(board: chess.Board, colleagues: Mapping[str, Adviser]) -> dict[str, list[chess.Move]]:
    """What each would play, by name, the first choice first."""
    return {
        name: [advice.move for advice in adviser.advise(board)][:MOST_CHOICES] for name, adviser in colleagues.items()
    }


def agreeing(move: chess.Move, chosen: Mapping[str, Sequence[chess.Move]]) -> tuple[str, ...]:
    """Those among whose choices this move is, and whether it is their first."""
    places = {name: moves.index(move) for name, moves in chosen.items() if move in moves}
    return tuple(name if place == 0 else f"{name} ({ordinal(place + 1)} choice)" for name, place in places.items())
