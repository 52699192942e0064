"""Moves that threaten something which then cannot be held: a man, or the king."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.puzzles import mate_keys
from motif.board.motifs.lines import Line, Step
from motif.board.motifs.mates import mate
from motif.board.motifs.remedies import Kind, Remedy, remove
from motif.board.motifs.safety import exchange, is_en_prise
from motif.board.motifs.witnesses import Witness


def threat(line: Line) -> Iterator[Witness]:
    """A move attacks a man that could not be won before; the opponent does not save it, and it is taken next."""
    for step in line.steps[1:]:
        first, answer = step.earlier, step.answer
        if first is None or answer is None or step.taken is None or first.is_check:
            continue
        if answer.to_square == step.target or step.target not in first.victims:
            continue
        if _wins(first.before, step.target) or not _wins(_passed(first.after), step.target):
            continue
        won = exchange(step.before, step.move)
        if won >= 1:
            remedies = (remove(step.target),)
            yield Witness("threat", first.ply, first.target, (step.target,), (step.origin,), won, remedies)
    yield from _carried_out_later(line)


def _carried_out_later(line: Line) -> Iterator[Witness]:
    """A move attacks a man, which is taken two moves later, after a check or a capture that changed nothing."""
    for step in line.steps[2:]:
        middle, first = step.earlier, step.earlier.earlier if step.earlier else None
        if first is None or middle is None or step.taken is None or first.is_check:
            continue
        if not (middle.is_capture or middle.is_check) or _wins(first.before, step.target):
            continue
        if line.standing(step.target, step.ply) > first.ply or step.target not in first.victims:
            continue
        at_once, passed = chess.Move(first.target, step.target), _passed(first.after)
        if not passed.is_legal(at_once) or exchange(passed, at_once) < 1:
            continue
        won = exchange(step.before, step.move)
        if won >= 1:
            remedies = (remove(step.target),)
            yield Witness("threat", first.ply, first.target, (step.target,), (step.origin,), won, remedies)


def _wins(board: chess.Board, square: chess.Square) -> bool:
    """Whether the side to move can take on a square and wins something by it."""
    captures = board.generate_legal_captures(to_mask=chess.BB_SQUARES[square])
    return any(exchange(board, capture) >= 1 for capture in captures)


def _passed(board: chess.Board) -> chess.Board:
    """The board when the side to move does nothing."""
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    return passed


def mate_threat(line: Line) -> Iterator[Witness]:
    """A move without check threatens mate on the next move, from a man that cannot be won."""
    for step in line.threats:
        if step.is_check or is_en_prise(step.after, step.target) or _mates_at_once(step.before):
            continue
        passed = _passed(step.after)
        mating = _mates_at_once(passed)
        if mating is None:
            continue
        (shown,) = mate(Line.of(passed, [mating]))
        king = shown.against[0]
        origin = (mating.from_square, mating.to_square)
        yield Witness("mate threat", step.ply, step.target, (king,), origin, 0, _remedies(step, shown))


def _mates_at_once(board: chess.Board) -> chess.Move | None:
    if board.is_check():
        return None
    (keys,) = mate_keys([board.fen()], 1)
    return min(keys, key=chess.Move.uci, default=None)


def _remedies(step: Step, shown: Witness) -> tuple[Remedy, ...]:
    """What would undo the mate that is threatened, leaving the man that moves alone."""
    return tuple(
        Remedy(Kind.REMOVE, tuple(square for square in remedy.squares if square != step.target))
        for remedy in shown.remedies
    )
