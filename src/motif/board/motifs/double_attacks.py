"""One man against two: forks, skewers, and captures through an enemy on the same square."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.material import TARGET_VALUES
from motif.board.motifs.lines import Line, Step
from motif.board.motifs.remedies import Remedy, aside, block, remove
from motif.board.motifs.safety import SLIDERS, is_covered, is_en_prise, worth
from motif.board.motifs.witnesses import Witness


def fork(line: Line) -> Iterator[Witness]:
    """A man that cannot be won itself attacks two or more that are dearer than it, or that nothing defends."""
    for step in line.threats:
        if step.man == chess.KING or len(step.victims) < 2 or step.after.is_checkmate():
            continue
        targets = tuple(square for square in step.victims if _must_be_saved(step, square))
        if len(targets) >= 2 and not is_en_prise(step.after, step.target):
            yield _double_attack("fork", line, step, targets)


def _must_be_saved(step: Step, square: chess.Square) -> bool:
    """Dearer than its attacker; or undefended, and unable to take the attacker."""
    board = step.after
    kind = board.piece_type_at(square)
    if kind in (None, chess.PAWN):
        return False
    if TARGET_VALUES[kind] > TARGET_VALUES[step.man]:
        return True
    return not is_covered(board, square) and step.target not in board.attacks(square)


def king_fork(line: Line) -> Iterator[Witness]:
    """A king attacks two men that nothing defends, one of them at least a piece."""
    for step in line.threats:
        if step.man != chess.KING or len(step.victims) < 2:
            continue
        board = step.after
        targets = tuple(square for square in step.victims if not is_covered(board, square))
        if len(targets) >= 2 and any(board.piece_type_at(square) != chess.PAWN for square in targets):
            yield _double_attack("king fork", line, step, targets)


def _double_attack(name: str, line: Line, step: Step, targets: tuple[chess.Square, ...]) -> Witness:
    # What is won is not the dearest target: that one is saved.
    claim = sorted(worth(step.after, square) for square in targets)[-2]
    remedies: tuple[Remedy, ...] = (remove(*targets),)
    if step.is_check and _is_taken(line, step, targets):
        remedies += aside(step.after, step.after.turn)
    return Witness(name, step.ply, step.target, targets, (), claim, remedies)


def _is_taken(line: Line, step: Step, targets: tuple[chess.Square, ...]) -> bool:
    """Whether one of the men that are attacked is taken later on the line, wherever it goes."""
    places = set(targets)
    for place, move in enumerate(line.moves[step.ply + 1 :]):
        if place % 2:
            if move.to_square in places:
                return True
        elif move.from_square in places:
            places = places - {move.from_square} | {move.to_square}
    return False


def skewer(line: Line) -> Iterator[Witness]:
    """A slider drives a man off its line and takes a cheaper one that stood behind it and can be won."""
    for step in line.steps[1:]:
        drive, answer = step.earlier, step.answer
        if step.taken is None or step.man not in SLIDERS or drive is None or answer is None:
            continue
        if (
            answer.to_square == step.target
            or not chess.between(step.origin, step.target) & (chess.BB_SQUARES[answer.from_square])
        ):
            continue
        driven = drive.after.piece_type_at(answer.from_square)
        if driven is None or TARGET_VALUES[driven] <= TARGET_VALUES[step.taken] or step.after.is_checkmate():
            continue
        if is_en_prise(step.before, step.target):
            along = tuple(chess.SquareSet(chess.between(step.origin, step.target)))
            men = (answer.from_square, step.target)
            remedies: tuple[Remedy, ...] = (remove(step.target),)
            if driven == chess.KING:
                remedies += aside(drive.after, drive.after.turn)
            yield Witness("skewer", drive.ply, step.origin, men, along, TARGET_VALUES[step.taken], remedies)


def x_ray(line: Line) -> Iterator[Witness]:
    """Three captures on one square: the defender that takes back stood on the line of the next attacker."""
    for step in line.steps[1:]:
        first, answer = step.earlier, step.answer
        if not step.is_capture or first is None or answer is None:
            continue
        if not answer.to_square == step.target == first.target or step.answer_by() == chess.KING:
            continue
        if chess.between(step.origin, step.target) & chess.BB_SQUARES[answer.from_square]:
            along = tuple(chess.SquareSet(chess.between(step.origin, step.target)))
            remedies = block(*along), remove(step.origin)
            yield Witness("x-ray", first.ply, first.target, (answer.from_square,), along, 0, remedies)
