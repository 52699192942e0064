"""What evolved endgame programs say about a move that was chosen: those of the men on the board, where there is one.

A program is asked only whether it would play the same move; its conditions are then the reason.
"""

from __future__ import annotations

from functools import cache

import chess

from motif.advice import Reason
from motif.board.tablebases import signature_of
from motif.endgames import EndgamePlayer, find_program, shipped_names

MOST_MEN = 6


def program_speaks(board: chess.Board, move: chess.Move) -> Reason | None:
    """Why a program plays this move here; None where no program was evolved for these men, or it plays another."""
    if chess.popcount(board.occupied) > MOST_MEN:
        return None
    player = _programs().get(_without_side(signature_of(board)))
    if player is None:
        return None
    first = player.advise(board)[0]
    return first.because if first.move == move else None


def _without_side(signature: str) -> str:
    """The same men, whoever has White."""
    black = signature.rindex("K")
    return max(signature, signature[black:] + signature[:black])


@cache
def _programs() -> dict[str, EndgamePlayer]:
    names = [name for name in shipped_names() if name.isupper()]
    return {_without_side(name): EndgamePlayer(f"endgame:{name}", find_program(name)) for name in names}
