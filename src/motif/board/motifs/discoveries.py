"""A man steps aside: discovered attacks and checks, double checks, lines and squares cleared."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.material import TARGET_VALUES
from motif.board.motifs.lines import Line, Step
from motif.board.motifs.remedies import Remedy, aside, block, remove
from motif.board.motifs.safety import SLIDERS, is_en_prise
from motif.board.motifs.witnesses import Witness


def discovered_check(line: Line) -> Iterator[Witness]:
    """Not the man that moves gives check, but one whose line it opens; the rook that castles, too."""
    for step in line.steps:
        checkers = step.after.checkers() if step.is_check else chess.SquareSet()
        king = step.after.king(step.after.turn)
        if not checkers or step.target in checkers or king is None:
            continue
        checker = checkers.pop()
        along = tuple(chess.SquareSet(chess.between(checker, king)))
        slider = _rook_at_home(step) if step.before.is_castling(step.move) else checker
        yield Witness("discovered check", step.ply, checker, (king,), along, 0, (block(*along), remove(slider)))


def _rook_at_home(step: Step) -> chess.Square:
    """Where the rook stands before it castles."""
    file = 7 if chess.square_file(step.target) > chess.square_file(step.origin) else 0
    return chess.square(file, chess.square_rank(step.origin))


def discovered_attack(line: Line) -> Iterator[Witness]:
    """A man steps out of the way of another, which then takes what stood behind."""
    for step in line.steps[1:]:
        opening, answer = step.earlier, step.answer
        if not step.is_capture or opening is None or answer is None:
            continue
        if answer.to_square == step.target:
            return  # It takes back: from here on the line is an exchange.
        opened = chess.between(step.origin, step.target) & chess.BB_SQUARES[opening.origin]
        if opened and opening.target not in (step.origin, step.target):
            if opening.before.is_castling(opening.move):
                continue
            claim = TARGET_VALUES[step.taken or chess.PAWN]
            along = tuple(chess.SquareSet(chess.between(step.origin, step.target)))
            remedies: tuple[Remedy, ...] = (block(*along), remove(step.origin))
            if opening.is_check:
                remedies += aside(opening.after, not line.winner)
            yield Witness("discovered attack", opening.ply, step.origin, (step.target,), along, claim, remedies)


def double_check(line: Line) -> Iterator[Witness]:
    """Two men give check at once."""
    for step in line.steps:
        checkers = tuple(step.after.checkers()) if step.is_check else ()
        king = step.after.king(step.after.turn)
        if len(checkers) >= 2 and king is not None:
            undo = tuple(square for square in checkers if square != step.target)
            yield Witness("double check", step.ply, step.target, (king,), checkers, 0, (remove(*undo),))


def clearance(line: Line) -> Iterator[Witness]:
    """A man leaves a square or a line, at a price or to no purpose of its own, so that a slider can go there."""
    for step in line.steps[1:]:
        leave = step.earlier
        if step.taken is not None or step.man not in SLIDERS or leave is None:
            continue
        if leave.move.promotion or leave.target in (step.origin, step.target) or step.escapes_check:
            continue
        if step.is_check and step.answer_by() == chess.KING:
            continue
        way = chess.between(step.origin, step.target) | chess.BB_SQUARES[step.target]
        if not way & chess.BB_SQUARES[leave.origin]:
            continue
        if leave.taken is None or is_en_prise(leave.after, leave.target):
            yield Witness(
                "clearance", leave.ply, step.origin, (), (leave.origin, step.target), 0, (remove(step.origin),)
            )
