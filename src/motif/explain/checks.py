"""Show how a point was checked: the board with one thing changed, and a sentence about the result there."""

from __future__ import annotations

import chess

from motif.board.wording import piece_on
from motif.explain.causes import ProvenWitness
from motif.explain.explanation import Check, differing
from motif.explain.found import FoundReason
from motif.explain.kinds import PointKind
from motif.explain.slips import Slip

NOTHING_CP = 60
"""A smaller gain, in centipawns, counts as nothing."""

SMALL_REST_SHARE = 0.35
"""On the changed board, a gain below this share of the original gain counts as nothing."""


def check_of(found: FoundReason) -> Check | None:
    """The check that a reason passed; None if no cause is known.

    >>> from motif.players.names import find_evaluator
    >>> from motif.explain.moves import explain
    >>> board = chess.Board("r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1")
    >>> check_of(explain(board, chess.Move.from_uci("d5c7"), find_evaluator("search:8"))).result
    'Without the rook on a8, Nc7+ would win less.'
    """
    purpose, cause = found.purpose, found.cause
    if purpose is not None and purpose.without is not None:
        return Check(purpose.without.fen(), 0, (), purpose.counterfactual)
    if cause is None:
        return None
    undone = cause.undone
    board, square = found.line.boards[undone.ply], undone.square
    result = f"{_edit(board, cause)}, {_what_is_left(found, undone.ply, undone.board, cause.fall)}."
    return Check(undone.board.fen(), undone.ply, _names(differing(board, undone.board) or [square]), result)


def check_of_slip(before: chess.Board, played: chess.Move, slip: Slip, reply: FoundReason) -> Check:
    """The board on which the one fault of a mistake is corrected, with the result there."""
    following, right = reply.line.start, slip.without
    side = chess.COLOR_NAMES[before.turn].capitalize()
    if slip.kind is PointKind.IGNORED_THREAT:
        return Check(right.fen(), 0, (), f"If {side} passes, {right.san(reply.move)} wins all the same.")
    changed = differing(following, right)
    if not differing(before, right):
        edit = f"If {side} passes instead of {before.san(played)}"
    elif len(changed) == 1 and right.piece_at(changed[0]) is None:
        edit = f"Without {piece_on(following, changed[0])}"
    elif len(changed) == 1 and right.piece_at(changed[0]) == before.piece_at(changed[0]):
        kind = chess.piece_name(right.piece_type_at(changed[0]) or chess.PAWN)
        edit = f"With the {kind} still on {chess.square_name(changed[0])}"
    else:
        placed = next((square for square in changed if right.color_at(square) == before.turn), None)
        edit = f"With {piece_on(right, placed)}" if placed is not None else "Without that"
    result = f"{edit}, {_what_is_left(reply, 0, right, slip.fall)}."
    return Check(right.fen(), 0, _names(changed), result)


def _edit(board: chess.Board, cause: ProvenWitness) -> str:
    """Say how the board was changed to undo a cause."""
    edited, square = cause.undone.board, cause.undone.square
    piece, name = edited.piece_at(square), chess.square_name(square)
    if piece is None:
        return f"Without {piece_on(board, square)}"
    if piece.piece_type == chess.KING:
        return f"With the king on {name}"
    colour, kind = chess.COLOR_NAMES[piece.color], chess.piece_name(piece.piece_type)
    return f"With a {colour} {kind} on {name}{_what_it_does(cause)}"


def _what_it_does(cause: ProvenWitness) -> str:
    """Say what the added piece does: it defends the target or closes a line."""
    board, square, witness = cause.undone.board, cause.undone.square, cause.witness
    against = [each for each in witness.against if board.piece_type_at(each) != chess.KING]
    defended = next((each for each in against if each in board.attacks(square)), None)
    if defended is not None:
        return f" to defend {piece_on(board, defended)}"
    closed = (each for each in witness.against if chess.between(witness.by, each) & chess.BB_SQUARES[square])
    return " in the way" if any(True for _ in closed) else ""


def _what_is_left(found: FoundReason, ply: int, edited: chess.Board, fall: int) -> str:
    """Say what the line's move still achieves on the changed board, where it gains `fall` centipawns less."""
    board, move = found.line.boards[ply], found.line.moves[ply]
    is_there = edited.is_legal(move) and edited.is_capture(move) == board.is_capture(move)
    # A capture that is gone leaves nothing to name.
    name = edited.san(move) if is_there else chess.COLOR_NAMES[found.line.winner].capitalize()
    if found.gain.is_mate:
        return f"{name.rstrip('#')} would not mate"
    if not found.gain.is_something:
        return f"{name} would not draw"
    rest = found.gain.centipawns - fall
    return (
        f"{name} would win {'nothing' if rest < max(NOTHING_CP, SMALL_REST_SHARE * found.gain.centipawns) else 'less'}"
    )


def _names(squares: list[chess.Square]) -> tuple[str, ...]:
    return tuple(map(chess.square_name, squares))
