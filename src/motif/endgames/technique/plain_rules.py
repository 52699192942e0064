"""What needs no rule of the textbooks: mate, stalemate, a new queen, the last pawn taken, a piece that mates alone."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.endgames.technique.judging import Judge
from motif.endgames.technique.scene import Finding, Outcome, Scene, colour, men, won_by

NAMES = {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}

MATING = {
    "Q": "queen",
    "R": "rook",
    "QQ": "two queens",
    "QR": "queen and rook",
    "RR": "two rooks",
    "BB": "two bishops",
    "BN": "bishop and knight",
}
"""What mates a lone king with the help of its own."""


def the_end(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """The game is over, or nobody can win it any more."""
    board = scene.board
    if board.is_checkmate():
        yield Finding("mate", won_by(scene.side), "it is mate")
    elif board.is_stalemate():
        yield Finding("stalemate", Outcome.DRAW, "it is stalemate")
    elif board.is_insufficient_material():
        yield Finding("bare kings", Outcome.DRAW, "nobody has enough left to mate with")


def promotion(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """A pawn that becomes a queen, or another man where that is better."""
    if scene.move.promotion is None:
        return
    outcome = judge.outcome(scene.board)
    if outcome != Outcome.UNKNOWN and outcome != won_by(not scene.side):
        man = chess.piece_name(scene.move.promotion)
        yield Finding("promotion", outcome, f"the pawn becomes a {man}", (scene.move.to_square,))


def capture(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """Something is taken, and that decides."""
    if not scene.before.is_capture(scene.move) or scene.before.is_en_passant(scene.move):
        return
    kind = scene.before.piece_type_at(scene.move.to_square)
    outcome = judge.outcome(scene.board)
    if kind is None or outcome == Outcome.UNKNOWN or outcome == won_by(not scene.side):
        return
    last = kind == chess.PAWN and not scene.board.pieces(chess.PAWN, not scene.side)
    clause = f"it takes the {'last pawn' if last else chess.piece_name(kind)}{_what_is_left(scene, outcome, judge)}"
    yield Finding("capture", outcome, clause, (scene.move.to_square,))


def _what_is_left(scene: Scene, outcome: Outcome, judge: Judge) -> str:
    """The ending that a capture leads to, where tables know it and did not know the one before."""
    if judge.tables.result(scene.before) is not None or judge.tables.result(scene.board) is None:
        return ""
    sides = [" and ".join(["king", *(NAMES[letter] for letter in men(scene.board, side))]) for side in chess.COLORS]
    ours, theirs = sides if scene.side == chess.WHITE else sides[::-1]
    return f", and {ours} against {theirs} is {'a draw' if outcome == Outcome.DRAW else 'won'} here"


def mating_force(scene: Scene, judge: Judge) -> Iterator[Finding]:
    """A lone king against men that mate it."""
    board = scene.board
    for side in chess.COLORS:
        force = MATING.get(men(board, side))
        if force and not men(board, not side) and judge.outcome(board) == won_by(side):
            yield Finding("mating force", won_by(side), f"{force} and king mate the lone king of {colour(not side)}")
