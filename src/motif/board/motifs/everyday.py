"""What many moves do and nobody would call a motif: a check, taking back, going to safety.

They tell of a single move. A line is not described by them, but a learned rule may play nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from motif.board.motifs.lines import Line
from motif.board.motifs.safety import is_en_prise
from motif.board.motifs.witnesses import Witness


def check(line: Line) -> Iterator[Witness]:
    """The move gives check."""
    for step in line.steps[:1]:
        if step.is_check:
            yield Witness("check", step.ply, step.target)


def recapture(line: Line) -> Iterator[Witness]:
    """The move takes where the opponent has just taken."""
    for step in line.steps[:1]:
        if step.takes_back:
            yield Witness("recapture", step.ply, step.target, (step.target,))


def escape(line: Line) -> Iterator[Witness]:
    """A man that could be won goes, without taking anything, to where it cannot."""
    for step in line.steps[:1]:
        if is_en_prise(step.before, step.origin) and not step.is_capture and not is_en_prise(step.after, step.target):
            yield Witness("escape", step.ply, step.target)
