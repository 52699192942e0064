"""Giving to get: attraction, intermezzo, sacrifice."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.material import TARGET_VALUES, balance
from motif.board.motifs.lines import Line
from motif.board.motifs.remedies import aside, block, remove
from motif.board.motifs.witnesses import Witness

SACRIFICE = 2
"""What must be given for nothing, in pawns, to be called a sacrifice."""


def attraction(line: Line) -> Iterator[Witness]:
    """A king, queen or rook takes on a square where it is then checked, or attacked and taken."""
    steps = line.steps
    for lure, follow, *rest in (steps[index : index + 3] for index in range(len(steps) - 1)):
        answer = follow.answer
        if answer is None or answer.to_square != lure.target:
            continue
        attracted = lure.after.piece_type_at(answer.from_square)
        if attracted not in (chess.KING, chess.QUEEN, chess.ROOK) or lure.target not in follow.victims:
            continue
        if attracted == chess.KING or (rest and rest[0].target == lure.target):
            yield Witness(
                "attraction",
                lure.ply,
                lure.target,
                (answer.from_square,),
                (lure.target,),
                0 if attracted == chess.KING else TARGET_VALUES[attracted],
                (block(*chess.SquareSet(chess.between(follow.target, lure.target))), remove(follow.origin)),
            )


def intermezzo(line: Line) -> Iterator[Witness]:
    """The winner could take back at once, plays another move first, and takes back then."""
    for step in line.steps[1:]:
        between, answer = step.earlier, step.answer
        if not step.is_capture or between is None or answer is None:
            continue
        if between.target == step.target or step.target in between.after.attacks(answer.from_square):
            continue
        board, taking = between.answered_on, between.answer
        if board is None or taking is None:
            return
        took = taking.to_square == step.target and board.is_capture(taking)
        if took and between.before.is_legal(step.move):
            king = between.after.king(not line.winner)
            if between.is_check and king is not None:
                # The check would do nothing if the king stood beside; of other moves no edit takes the force away.
                remedies = aside(between.after, not line.winner)
                yield Witness("intermezzo", between.ply, between.target, (step.target, king), remedies=remedies)
            else:
                yield Witness("intermezzo", between.ply, between.target, (step.target,))
        return


def sacrifice(line: Line) -> Iterator[Witness]:
    """Even after the next move the winner is two pawns or more worse off than at the start, and nobody races."""
    if any(move.promotion for move in line.answers):
        return
    at_first = balance(line.start, line.winner)
    for step in line.steps[1:]:
        if balance(step.after, line.winner) <= at_first - SACRIFICE:
            assert step.earlier is not None
            yield Witness("sacrifice", step.earlier.ply, step.earlier.target)
            return
