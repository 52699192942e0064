"""Find pawn motifs (advanced pawns, promotion, en passant) and king motifs (castling, exposed king, attack on f2)."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.material import TARGET_VALUES
from motif.board.moves import rank_for
from motif.motifs.motif import Line, LineStep, Remedy, RemedyKind, Witness, remove


def advanced_pawn(line: Line) -> Iterator[Witness]:
    """A pawn reaches the seventh or the eighth rank."""
    promotes = any(step.move.promotion for step in line.steps)
    for step in line.steps:
        if step.is_by_pawn and rank_for(step.target, line.winner) >= 7:
            # A pawn that never promotes is not the reason for a win; a move that promotes has its own motif.
            remedies = _stopped(step) if promotes and not step.move.promotion else ()
            yield Witness("advanced pawn", step.ply, step.target, (), (), 8, remedies)


def _stopped(step: LineStep) -> tuple[Remedy, ...]:
    """The edits that stop a pawn: block its target square (or empty it, if the pawn captures there) or remove the
    pawn."""
    ahead = remove(step.target) if step.is_capture else Remedy(RemedyKind.BLOCK, (step.target,), chess.KNIGHT)
    return ahead, remove(step.origin)


def promotion(line: Line) -> Iterator[Witness]:
    """A pawn promotes."""
    for step in line.steps:
        if step.move.promotion:
            claim = TARGET_VALUES[step.move.promotion] - TARGET_VALUES[chess.PAWN]
            yield Witness("promotion", step.ply, step.target, (), (), claim, _stopped(step))


def underpromotion(line: Line) -> Iterator[Witness]:
    """A pawn promotes to less than a queen for a reason: if it mates, it must be a knight."""
    for step in line.steps:
        kind = step.move.promotion
        if kind in (None, chess.QUEEN) or (kind != chess.KNIGHT and step.after.is_checkmate()):
            continue
        assert kind is not None
        claim = TARGET_VALUES[kind] - TARGET_VALUES[chess.PAWN]
        yield Witness("underpromotion", step.ply, step.target, (), (), claim, _stopped(step))


def en_passant(line: Line) -> Iterator[Witness]:
    """A pawn is captured en passant."""
    for step in line.steps:
        if step.piece_type == chess.PAWN and step.is_capture and step.taken is None:
            victim = chess.square(chess.square_file(step.target), chess.square_rank(step.origin))
            yield Witness("en passant", step.ply, step.target, (victim,), (), 1, (remove(step.origin),))


# Castling, an exposed king, and the weak square f2 or f7.


def castling(line: Line) -> Iterator[Witness]:
    """The winner castles."""
    for step in line.steps:
        if step.before.is_castling(step.move):
            yield Witness("castling", step.ply, step.target)


def exposed_king(line: Line) -> Iterator[Witness]:
    """A king on its first three ranks, with no pawn in front of or next to it, is checked in the middle of the line."""
    loser = not line.winner
    king = line.start.king(loser)
    if king is None or rank_for(king, loser) > 3:
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
    """The first capture on f2 or f7 comes while the king is still next to it on e1 or e8."""
    for step in line.steps:
        if step.taken is None or step.target not in (chess.F2, chess.F7):
            continue
        home = chess.E8 if step.target == chess.F7 else chess.E1
        if step.after.king(not line.winner) == home:
            yield Witness("attack on f2 or f7", step.ply, step.target, (step.target, home))
        return
