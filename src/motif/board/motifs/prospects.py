"""What a single move sets up: the same motifs, told from one move where no line is there to prove them.

A line of one shows what the move *does*; that a pinned man is won or a trapped one taken would need the moves after it.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.material import TARGET_VALUES
from motif.board.motifs.lines import Line, Step
from motif.board.motifs.safety import SLIDERS, is_cornered, is_covered, is_en_prise, pins_to, worth
from motif.board.motifs.witnesses import Witness


def pin(line: Line) -> Iterator[Witness]:
    """The moved man now pins a piece to its king."""
    for step in line.steps:
        king = step.after.king(step.after.turn)
        if king is not None:
            yield from _pins("pin", step, king)


def relative_pin(line: Line) -> Iterator[Witness]:
    """The moved man now pins a piece to one that is dearer than both."""
    for step in line.steps:
        board = step.after
        for behind in chess.scan_forward(board.occupied_co[board.turn] & (board.queens | board.rooks)):
            if worth(board, behind) > worth(board, step.target):
                yield from _pins("relative pin", step, behind)


def _pins(name: str, step: Step, behind: chess.Square) -> Iterator[Witness]:
    board = step.after
    for pinned in pins_to(board, behind):
        is_new = pinned.pinned not in step.before.attacks(step.origin)
        cheaper = worth(board, pinned.pinned) < worth(board, behind)
        if pinned.pinner == step.target and is_new and cheaper and board.piece_type_at(pinned.pinned) != chess.PAWN:
            yield Witness(name, step.ply, step.target, (pinned.pinned, behind))


def skewer(line: Line) -> Iterator[Witness]:
    """The moved slider, itself safe, attacks a man that must give way to one behind it, no dearer but a piece."""
    for step in line.steps:
        board = step.after
        if step.man not in SLIDERS or is_en_prise(board, step.target):
            continue
        for front in step.victims:
            behind = _next_behind(board, step.target, front)
            if behind is None or not worth(board, front) >= worth(board, behind) >= TARGET_VALUES[chess.KNIGHT]:
                continue
            if worth(board, front) > worth(board, step.target) or is_en_prise(board, front):
                yield Witness("skewer", step.ply, step.target, (front, behind))


def _next_behind(board: chess.Board, slider: chess.Square, front: chess.Square) -> chess.Square | None:
    """The enemy that a slider would see if the one in front were not there."""
    without = board.copy(stack=False)
    without.remove_piece_at(front)
    seen = without.attacks(slider) & chess.ray(slider, front) & board.occupied_co[board.turn]
    return next((square for square in seen if front in chess.SquareSet(chess.between(slider, square))), None)


def discovered_attack(line: Line) -> Iterator[Witness]:
    """The move opens the line of another man to an enemy that must be saved."""
    for step in line.steps:
        board = step.after
        for slider in chess.scan_forward(board.occupied_co[not board.turn] & step.before.occupied):
            if slider == step.target or board.piece_type_at(slider) not in SLIDERS:
                continue
            for victim in board.attacks(slider) & board.occupied_co[board.turn]:
                opened = step.origin in chess.SquareSet(chess.between(slider, victim))
                if opened and _must_be_saved(board, slider, victim):
                    yield Witness("discovered attack", step.ply, slider, (victim,))


def trapped_piece(line: Line) -> Iterator[Witness]:
    """A piece, attacked or shut in by the moved man, can be won where it stands and wherever it goes."""
    for step in line.steps:
        board = step.after
        for square in chess.scan_forward(board.occupied_co[board.turn]):
            around = int(board.attacks(square)) | chess.BB_SQUARES[square]
            if board.attacks_mask(step.target) & around and is_cornered(board, square):
                yield Witness("trapped piece", step.ply, step.target, (square,))


def captured_defender(line: Line) -> Iterator[Witness]:
    """The move takes the only defender of another man, which the winner attacks."""
    for step in line.steps:
        if step.taken is None:
            continue
        loser = step.after.turn
        for square in step.before.attacks(step.target) & step.before.occupied_co[loser] & ~step.before.kings:
            guards = step.before.attackers(loser, square)
            if guards == chess.SquareSet([step.target]) and step.after.attackers(not loser, square):
                yield Witness("capture of the defender", step.ply, step.target, (step.target, square))


def threat(line: Line) -> Iterator[Witness]:
    """The moved man, itself safe, now attacks one that it can win."""
    for step in line.steps:
        if is_en_prise(step.after, step.target):
            continue
        for square in step.victims:
            is_new = square not in step.before.attacks(step.origin)
            is_king = step.after.piece_type_at(square) == chess.KING
            if is_new and not is_king and _must_be_saved(step.after, step.target, square):
                yield Witness("threat", step.ply, step.target, (square,))


def _must_be_saved(board: chess.Board, attacker: chess.Square, square: chess.Square) -> bool:
    """Dearer than its attacker, or undefended; a pawn need not be."""
    if board.piece_type_at(square) == chess.PAWN:
        return False
    return worth(board, square) > worth(board, attacker) or not is_covered(board, square)
