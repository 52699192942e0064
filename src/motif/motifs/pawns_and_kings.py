"""Pawns that run, promote, or take in passing."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.material import TARGET_VALUES
from motif.motifs.motif import Kind, Line, Remedy, Step, Witness, remove


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


# What concerns a king without mating it: castling, a bare shelter, the weak square beside it at the start.


def castling(line: Line) -> Iterator[Witness]:
    """The winner castles."""
    for step in line.steps:
        if step.before.is_castling(step.move):
            yield Witness("castling", step.ply, step.target)


def exposed_king(line: Line) -> Iterator[Witness]:
    """A king near home without a pawn before or beside it is checked more than once on the way."""
    loser = not line.winner
    king = line.start.king(loser)
    if king is None or advance(king, loser) > 3:
        return
    forward = 8 if loser == chess.WHITE else -8
    ahead = chess.BB_SQUARES[king + forward] | chess.BB_KING_ATTACKS[king] & _rank_mask(king + forward)
    shelter = ahead | chess.BB_KING_ATTACKS[king] & _rank_mask(king)
    if shelter & line.start.pawns & line.start.occupied_co[loser]:
        return
    for step in line.steps[1:-1]:
        if step.is_check:
            yield Witness("exposed king", step.ply, step.target, (king,))
            return


def _rank_mask(square: chess.Square) -> chess.Bitboard:
    return chess.BB_RANKS[chess.square_rank(square)]


def attack_on_f2_f7(line: Line) -> Iterator[Witness]:
    """The first capture on f2 or f7 comes while the king is still at home beside it."""
    for step in line.steps:
        if step.taken is None or step.target not in (chess.F2, chess.F7):
            continue
        home = chess.E8 if step.target == chess.F7 else chess.E1
        if step.after.king(not line.winner) == home:
            yield Witness("attack on f2 or f7", step.ply, step.target, (step.target, home))
        return
