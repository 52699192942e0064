"""What a quiet move is for when nothing is threatened: it prevents what the opponent would play, or prepares its next.

Both are read off a pass, as threats are. It *prevents* when the move that the opponent would make after a pass is no
longer to be made: it is illegal, or the man that makes it would be lost. It *prepares* when the move that would follow
if the opponent passed could not be made before, for the same reasons.
"""

from __future__ import annotations

import chess

from motif.board.english import man
from motif.board.motifs.safety import exchange
from motif.board.threats import Threat
from motif.reasons.purposes import Purpose, PurposeKind

WORTH_PREVENTING = 40
"""So many centipawns a pass must cost for the opponent's move after it to be worth preventing."""


def prevented(board: chess.Board, move: chess.Move, against: Threat | None, value: int) -> Purpose | None:
    """What the opponent would have played and no longer can; `value` is what the move is worth."""
    if against is None or against.evaluation.best is None or value + against.evaluation.centipawns < WORTH_PREVENTING:
        return None
    wanted, following = against.evaluation.best, board.copy(stack=False)
    following.push(move)
    if board.is_capture(move) or following.is_check() or against.board.is_capture(wanted):
        return None
    if not _can_be_made(against.board, wanted) or _can_be_made(following, wanted):
        return None
    said = f"{board.san(move)} {_keeps(against.board, wanted)}."
    return Purpose(PurposeKind.PREVENTS, said, (wanted.from_square, wanted.to_square), against.board)


def _keeps(board: chess.Board, wanted: chess.Move) -> str:
    """That a man cannot go where it wants to, in words."""
    if board.is_castling(wanted):
        return "keeps the king from castling"
    goes = "from going to" if board.piece_type_at(wanted.from_square) == chess.PAWN else "out of"
    return f"keeps {man(board, wanted.from_square)} {goes} {chess.square_name(wanted.to_square)}"


def prepared(board: chess.Board, move: chess.Move, own: Threat | None) -> Purpose | None:
    """What the move makes possible for its own side: the next step of a plan, or of the same man's way."""
    if own is None or own.evaluation.best is None or board.is_check() or board.is_capture(move):
        return None
    planned = own.evaluation.best
    if own.board.is_capture(planned) or not _can_be_made(own.board, planned):
        return None
    if planned.from_square == move.to_square:
        way = _way(board, move, own.board, planned)
        if way is None:
            return None
        said = f"{board.san(move)} heads for {way}."
    elif _can_be_made(board, planned):
        return None
    else:
        said = f"{board.san(move)} prepares {own.board.san(planned)}."
    return Purpose(PurposeKind.PREPARES, said, (planned.from_square, planned.to_square), own.board)


def _way(before: chess.Board, move: chess.Move, board: chess.Board, planned: chess.Move) -> str | None:
    """Where a man goes in two moves: a knight or bishop anywhere, a rook, which gets everywhere, to attack somebody."""
    origin, target = move.from_square, planned.to_square
    if origin == target or chess.Move(origin, target) in before.legal_moves:
        return None
    kind, name = board.piece_type_at(planned.from_square), chess.square_name(target)
    if kind in (chess.KNIGHT, chess.BISHOP):
        return name
    there = board.copy(stack=False)
    there.push(planned)
    victims = there.attacks(target) & there.occupied_co[there.turn] & ~there.kings
    new = [victim for victim in victims if not before.attackers(before.turn, victim)]
    return f"{name}, against {man(there, new[0])}" if kind == chess.ROOK and new else None


def _can_be_made(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move is legal and does not lose the man that makes it."""
    return move in board.legal_moves and exchange(board, move) >= 0
