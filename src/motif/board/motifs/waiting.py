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

MOST_MOVES = 15
"""With more moves than this somebody has a useful one."""

WORTH_OF_PASSING = 0.05
"""How much of a winning chance passing would save. Tuned with the built-in search at depth 8, which sees less of a
pawn ending than an engine: more asked for would find fewer of them, less would find them where there are none."""


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
    """The loser, not in check and with few moves, would rather pass. Only a judge can tell; none is found without."""
    if line.judge is None:
        return
    for step in line.steps:
        moves = len(list(islice(step.after.legal_moves, MOST_MOVES + 1)))
        if step.is_check or not 0 < moves <= MOST_MOVES:
            continue
        passed = step.after.copy(stack=False)
        passed.push(chess.Move.null())
        to_move, after_pass = line.judge([step.after, passed])
        if 1 - after_pass - to_move >= WORTH_OF_PASSING:
            yield Witness("zugzwang", step.ply, step.target)
