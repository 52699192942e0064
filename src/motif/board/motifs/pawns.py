"""Pawns that run, promote, or take in passing."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.material import TARGET_VALUES
from motif.board.motifs.lines import Line, Step
from motif.board.motifs.remedies import Kind, Remedy, remove
from motif.board.motifs.witnesses import Witness


def advance(square: chess.Square, side: chess.Color) -> int:
    """The rank of a square as a side counts it, from 1 to 8."""
    rank = chess.square_rank(square)
    return rank + 1 if side == chess.WHITE else 8 - rank


def advanced_pawn(line: Line) -> Iterator[Witness]:
    """A pawn reaches the seventh or the eighth rank."""
    promotes = any(step.move.promotion for step in line.steps)
    for step in line.steps:
        if step.is_by_pawn and advance(step.target, line.winner) >= 7:
            # A pawn that gets no further is seen, but it is not what wins; one that promotes has a motif of its own.
            remedies = _stopped(step) if promotes and not step.move.promotion else ()
            yield Witness("advanced pawn", step.ply, step.target, (), (), 8, remedies)


def _stopped(step: Step) -> tuple[Remedy, ...]:
    """What would stop a pawn: a knight on the square that it goes to, or nobody there to take; else its absence."""
    ahead = remove(step.target) if step.is_capture else Remedy(Kind.BLOCK, (step.target,), chess.KNIGHT)
    return ahead, remove(step.origin)


def promotion(line: Line) -> Iterator[Witness]:
    """A pawn promotes."""
    for step in line.steps:
        if step.move.promotion:
            claim = TARGET_VALUES[step.move.promotion] - TARGET_VALUES[chess.PAWN]
            yield Witness("promotion", step.ply, step.target, (), (), claim, _stopped(step))


def underpromotion(line: Line) -> Iterator[Witness]:
    """A pawn becomes less than a queen, and for a reason: if it mates, only a knight could."""
    for step in line.steps:
        kind = step.move.promotion
        if kind in (None, chess.QUEEN) or (kind != chess.KNIGHT and step.after.is_checkmate()):
            continue
        assert kind is not None
        claim = TARGET_VALUES[kind] - TARGET_VALUES[chess.PAWN]
        yield Witness("underpromotion", step.ply, step.target, (), (), claim, _stopped(step))


def en_passant(line: Line) -> Iterator[Witness]:
    """A pawn is taken in passing."""
    for step in line.steps:
        if step.man == chess.PAWN and step.is_capture and step.taken is None:
            victim = chess.square(chess.square_file(step.target), chess.square_rank(step.origin))
            yield Witness("en passant", step.ply, step.target, (victim,), (), 1, (remove(step.origin),))
