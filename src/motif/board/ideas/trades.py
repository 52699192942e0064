"""Exchanges: who wants them, and who keeps the two bishops."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.ideas.idea import Scene, Sighting
from motif.board.material import balance

CLEARLY_AHEAD = 2
"""So many pawns' worth make every exchange of pieces welcome."""


def trade_while_ahead(scene: Scene) -> Iterator[Sighting]:
    """Who is ahead in material exchanges a piece for one of its kind."""
    taken = scene.board.piece_type_at(scene.target)
    before, now = balance(scene.board, scene.side), balance(scene.settled, scene.side)
    if taken in (None, chess.PAWN) or before < CLEARLY_AHEAD or now < before or scene.settled == scene.after:
        return
    assert taken is not None
    name = chess.piece_name(taken)
    if taken == scene.kind:
        words = "trades queens while ahead" if taken == chess.QUEEN else f"trades a pair of {name}s while ahead"
        yield Sighting("trade while ahead", words, (scene.target,))


def bishop_pair(scene: Scene) -> Iterator[Sighting]:
    """After an exchange only the mover has both bishops."""
    if not scene.is_capture:
        return
    before = len(scene.own(chess.BISHOP)), len(scene.theirs(chess.BISHOP))
    now = len(scene.own(chess.BISHOP, scene.settled)), len(scene.theirs(chess.BISHOP, scene.settled))
    if before[1] == 2 and now == (2, 1):
        squares = tuple(scene.own(chess.BISHOP, scene.settled))
        yield Sighting("bishop pair", "leaves only this side with two bishops", squares)
    elif before[1] == 2 and now[1] == 1 and before[0] < 2:
        yield Sighting("bishop pair", "takes the bishop pair from the opponent", (scene.target,))
