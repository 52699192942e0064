"""Moves without force: quiet moves, defences, and positions in which having to move is the misfortune."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import chess

from motif.board.motifs.lines import Line, Step
from motif.board.motifs.pawns import advance
from motif.board.motifs.witnesses import Witness

CHOICES = 3
"""With fewer legal moves than this there is nothing to choose."""


def quiet_move(line: Line) -> Iterator[Witness]:
    """Before the last move, one that neither takes, checks, answers a check, attacks anything nor runs with a pawn."""
    for step in line.threats:
        if step.man != chess.KING and not step.escapes_check and _is_calm(step):
            yield Witness("quiet move", step.ply, step.target)


def _is_calm(step: Step) -> bool:
    """It neither takes nor checks, attacks nothing, and is no pawn past the fifth rank."""
    runs = step.is_by_pawn and advance(step.target, not step.after.turn) >= 6
    return not (step.is_capture or runs or step.victims or step.is_check)


def defensive_move(line: Line) -> Iterator[Witness]:
    """The last move is calm though there was a choice; or a check is met, calmly and by choice, before any force."""
    for step in line.steps[-1:]:
        if _is_calm(step) and _has_choice(step):
            yield Witness("defensive move", step.ply, step.target)
            return
    for step in line.steps:
        if step.is_check or step.is_capture or not _has_choice(step):
            return
        if step.escapes_check:
            yield Witness("defensive move", step.ply, step.target)
            return


def _has_choice(step: Step) -> bool:
    return len(list(islice(step.before.legal_moves, CHOICES))) == CHOICES


def zugzwang(line: Line) -> Iterator[Witness]:
    """To be written."""
    yield from ()
