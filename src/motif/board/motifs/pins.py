"""Pins: a man that may not move, or dares not, because of what stands behind it."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.motifs.lines import Line, Step
from motif.board.motifs.remedies import Remedy, aside, block, remove
from motif.board.motifs.safety import SLIDERS, Pin, absolute_pins, is_covered, is_en_prise, pins_to, worth
from motif.board.motifs.witnesses import Witness


def absolute_pin(line: Line) -> Iterator[Witness]:
    """A man pinned to its king cannot take what it attacks, or cannot flee from its pinner."""
    for step in line.steps:
        for pin in absolute_pins(step.after, not line.winner):
            if _cannot_take(step.after, pin) or _cannot_flee(step.after, pin):
                remedies: tuple[Remedy, ...] = (block(*_shields(pin)), remove(_home(step, pin.pinner)))
                if not step.ply:
                    remedies += aside(step.after, not line.winner)
                yield _witness("pin", step, pin, remedies)


def _cannot_take(board: chess.Board, pin: Pin) -> bool:
    """The pinned man attacks something off its line that is dearer than it or undefended."""
    own = worth(board, pin.pinned)
    prey = board.attacks(pin.pinned) & board.occupied_co[not board.turn] & ~int(pin.line)
    return any(_value_of_prey(board, square) > own or not is_covered(board, square) for square in prey)


def _value_of_prey(board: chess.Board, square: chess.Square) -> int:
    return 0 if board.piece_type_at(square) == chess.KING else worth(board, square)


def _cannot_flee(board: chess.Board, pin: Pin) -> bool:
    """The pinner is cheaper; or nothing defends the pinned man, it cannot take the pinner, and it would like to go."""
    if worth(board, pin.pinned) > worth(board, pin.pinner):
        return True
    if is_covered(board, pin.pinned) or pin.pinner in board.attacks(pin.pinned):
        return False
    ways = board.generate_pseudo_legal_moves(chess.BB_SQUARES[pin.pinned])
    return any(move.to_square not in pin.line for move in ways)


def relative_pin(line: Line) -> Iterator[Witness]:
    """A man that may move dares not: behind it stands a dearer one that the pinner would win."""
    for step in line.threats:
        board, loser = step.after, not line.winner
        if board.is_check():
            continue
        for behind in chess.scan_forward(board.occupied_co[loser] & (board.queens | board.rooks)):
            for pin in pins_to(board, behind):
                is_pawn = board.piece_type_at(pin.pinned) == chess.PAWN
                if _dares_not(board, pin) and (_cannot_take(board, pin) or (not is_pawn and _cannot_flee(board, pin))):
                    yield _witness("relative pin", step, pin, (remove(pin.behind),))


def _dares_not(board: chess.Board, pin: Pin) -> bool:
    front, back = worth(board, pin.pinned), worth(board, pin.behind)
    if back <= front or is_en_prise(board, pin.pinner):
        return False
    if board.piece_type_at(pin.pinner) not in SLIDERS or pin.pinner in board.attacks(pin.pinned):
        return False
    if back > worth(board, pin.pinner):
        return True
    # What stands behind is undefended if the pinned man moves: it is no help that the pinned man guards it now.
    guards = board.attackers(not board.color_at(pin.pinner), pin.behind)
    return not guards - {pin.pinned}


def _witness(name: str, step: Step, pin: Pin, remedies: tuple[Remedy, ...]) -> Witness:
    along = tuple(chess.SquareSet(chess.between(pin.pinner, pin.behind)))
    claim = worth(step.after, pin.pinned)
    return Witness(name, step.ply, pin.pinner, (pin.pinned, pin.behind), along, claim, remedies)


def _shields(pin: Pin) -> chess.SquareSet:
    """The squares between the pinned man and its king."""
    return chess.SquareSet(chess.between(pin.pinned, pin.behind))


def _home(step: Step, square: chess.Square) -> chess.Square:
    """Where a man stands before the move that stands on a square after it."""
    return step.origin if square == step.target else square
