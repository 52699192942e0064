"""What a quiet move is for, as a value: the kind, the words, the squares, and the board that was the check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import chess


class PurposeKind(Enum):
    """What a move that wins nothing is for."""

    MEETS = "meets a threat"
    MAKES = "makes a threat"
    TAKES_BACK = "takes back"
    ONLY = "is the only legal move"
    PREVENTS = "prevents a move"
    PREPARES = "prepares a move"
    IMPROVES = "improves the position"
    AS_GOOD = "is as good as others"
    RIVAL_FAILS = "the natural move fails"
    TRADES = "it trades a man for another"
    MATED = "mate follows"


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a quiet move is for; checked by a pass where there is a board without it."""

    kind: PurposeKind
    sentence: str
    squares: tuple[chess.Square, ...] = ()
    """Who threatens, and what is threatened; or where the move's own threat comes from and goes."""
    without: chess.Board | None = None
    """The board after a pass, on which the threat is carried out."""
    counterfactual: str = ""
    """What happens there, in words."""
    name: str = ""
    """The idea that the move shows, where it is one of `board.ideas`."""
