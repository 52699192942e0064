"""Say what a capture that wins nothing by force does: it recaptures, trades, or gives one piece for another."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.board.material import VALUES
from motif.board.wording import listed, piece_on, plural
from motif.explain.found import FoundReason
from motif.explain.kinds import PointKind
from motif.explain.phrases.quiet import said
from motif.explain.quiet_move import Claim, QuietMove
from motif.explain.threats import is_traded
from motif.motifs.motif import worth

PLIES_UNTIL_RETURN = 6
"""A piece captured within this many plies counts as captured in return."""

MUCH_LESS_PAWNS = 2
"""A recapture is remarkable if the recaptured piece had taken something worth this many pawns less."""


def recaptures(played: QuietMove) -> Claim | None:
    """Say that the move recaptures; None if the opponent has not just captured on its target square."""
    step = played.explanation.line.steps[0]
    if not step.takes_back:
        return None
    assert step.answered_on is not None
    board, target = played.board, step.target
    taken = step.answered_on.piece_type_at(target) or chess.PAWN
    if VALUES[board.piece_type_at(target) or chess.PAWN] - VALUES[taken] >= MUCH_LESS_PAWNS:
        clause = said("recaptures for less", piece=_the(board, target), taken=chess.piece_name(taken))
    else:
        clause = said("recaptures")
    return Claim(PointKind.RECAPTURES, clause, (target,), goes_first=True)


def capture(explanation: FoundReason) -> Claim | None:
    """Say what a capture takes and what the engine's line gives for it; None for any other move."""
    clause = _exchanged(explanation)
    return Claim(PointKind.TRADES, clause, (explanation.move.to_square,), goes_first=True) if clause else None


def _exchanged(explanation: FoundReason) -> str:
    board, first = explanation.line.start, explanation.line.steps[0]
    if not first.is_capture:
        return ""
    if board.is_en_passant(first.move):
        return said("en passant")
    own, target = first.move.from_square, first.target
    piece, victim = _name(board, own), piece_on(board, target)
    following = explanation.evaluation.line[1:3]
    if following and following[0].to_square == target:
        taker = following[0].from_square
        if worth(board, own) == worth(board, target):
            return _traded(board, own, target, victim)
        is_recaptured = len(following) == 2 and following[1].to_square == target
        if is_recaptured and worth(board, own) == worth(board, taker):
            if _name(board, taker) == piece:
                return said("takes and trades", victim=victim, pieces=plural(piece))
            return said("takes", piece=victim)
        if is_recaptured or worth(board, own) < worth(board, target):
            return said("takes", piece=victim)
        return said("gives up", piece=piece, victim=victim)
    if returned := _taken_in_return(board, explanation.evaluation.line):
        return said("takes in return", piece=victim, side="Black" if board.turn else "White", **returned)
    return said("takes", piece=victim)


def _traded(board: chess.Board, own: chess.Square, target: chess.Square, victim: str) -> str:
    piece = _name(board, own)
    if _name(board, target) == piece:
        return said("trades alike", pieces=plural(piece))
    return said("trades", piece=piece, victim=victim)


def _taken_in_return(board: chess.Board, line: Sequence[chess.Move]) -> dict[str, str]:
    """The piece of the same kind that the opponent soon takes, and the moves to it; empty if more is taken."""
    walk, replies = board.copy(stack=False), []
    taken: list[tuple[chess.Color, chess.PieceType | None, str]] = []
    for move in line[:PLIES_UNTIL_RETURN]:
        if walk.turn != board.turn and len(taken) == 1:
            replies.append(walk.san(move))
        if walk.is_capture(move):
            taken.append((walk.turn, walk.piece_type_at(move.to_square), piece_on(walk, move.to_square)))
        walk.push(move)
    if len(taken) != 2 or taken[1][0] == board.turn or taken[0][1] != taken[1][1]:
        return {}
    return {"back": taken[1][2], "moves": listed(replies)}


def attacks_and_offers(played: QuietMove) -> Claim | None:
    """Say that the move attacks a piece worth more, if the opponent's best reply trades the moved piece."""
    board, following, target = played.board, played.after, played.target
    is_recaptured = any(move.to_square == target for move in played.line[2:3])
    if board.is_capture(played.move) or not is_recaptured or not is_traded(played):
        return None
    new = following.attacks(target) & ~board.attacks(played.origin)
    victims = new & following.occupied_co[following.turn] & ~following.kings
    victim = max(victims, key=lambda square: worth(following, square), default=None)
    if victim is None or worth(following, victim) <= worth(following, target):
        return None
    taker, piece = played.line[1].from_square, _name(board, played.origin)
    if _name(board, taker) == piece:
        clause = said("attacks and offers alike", victim=piece_on(board, victim), pieces=plural(piece))
    else:
        clause = said("attacks and offers", victim=piece_on(board, victim), piece=piece, taker=piece_on(board, taker))
    return Claim(PointKind.TRADES, clause, (target, victim))


def _name(board: chess.Board, square: chess.Square) -> str:
    return chess.piece_name(board.piece_type_at(square) or chess.PAWN)


def _the(board: chess.Board, square: chess.Square) -> str:
    return f"the {_name(board, square)}"
