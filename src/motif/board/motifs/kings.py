"""What concerns a king without mating it: castling, a bare shelter, the weak square beside it at the start."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.motifs.lines import Line
from motif.board.motifs.pawns import advance
from motif.board.motifs.witnesses import Witness


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
