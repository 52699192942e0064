"""Why the better move is better: what it does about the punishment of the move that was played.

The engine's evaluations prove that the better move is not punished; the board says how: it captures the attacker, moves
the piece that would be lost, defends it, closes the line or guards the square that the opponent needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from motif.board.wording import piece_on
from motif.engines.evaluator import after
from motif.explain.found import FoundBetter
from motif.explain.kinds import PointKind
from motif.explain.phrases.ideas import clause
from motif.explain.quiet import shown
from motif.motifs.motif import Line, exchange, worth

MOST_STEPS = 3
"""Plies of the better line that are shown where it wins nothing by force."""


def reason_of_better(
    board: chess.Board, line: Sequence[chess.Move], played: chess.Move, punishment: Line | None
) -> FoundBetter:
    """Why the first move of a line is better than the one that was played; the punishment is what that allowed."""
    best, steps = line[0], tuple(line[:MOST_STEPS])
    if punishment is not None:
        for words in _answers(board, best, played, punishment):
            return FoundBetter(PointKind.DEFENDS, words, steps[:1])
    kind, words = _plain(board, best, line)
    if words:
        return FoundBetter(kind, words, steps)
    following = after(board, best).variation_san(line[1:MOST_STEPS]) if len(line) > 1 else ""
    return FoundBetter(PointKind.CHOICE, f"keeps the balance{f': {following}' if following else ''}", steps)


def _answers(board: chess.Board, best: chess.Move, played: chess.Move, punishment: Line) -> Iterator[str]:
    """What the better move does about the punishment, the plainest first."""
    reply, now = punishment.moves[0], after(board, best)
    side, following = board.turn, punishment.start
    # The pieces that would be lost, by their squares before the move.
    lost = [played.from_square if square == played.to_square else square for square in _taken(punishment)]
    lost = [square for square in lost if board.color_at(square) == side]
    lost.sort(key=lambda square: -worth(board, square))
    punishers = dict.fromkeys(move.from_square for move in punishment.moves[::2])
    if best.to_square in punishers and board.color_at(best.to_square) not in (None, side):
        yield f"captures {piece_on(board, best.to_square)}"
    if best.from_square in lost and best.from_square != played.from_square:
        yield f"gets {piece_on(board, best.from_square)} out of danger"
    for square in lost:
        guards = now.attackers(side, square)
        if best.to_square in guards and best.from_square not in board.attackers(side, square):
            yield f"defends {piece_on(board, square)}"
    between = chess.SquareSet(chess.between(reply.from_square, reply.to_square))
    if best.to_square in between and following.piece_type_at(reply.from_square) not in (chess.KNIGHT, chess.KING):
        yield f"closes the line of {piece_on(following, reply.from_square)}"
    guarded = now.attackers(side, reply.to_square)
    san = following.san(reply)
    if best.to_square in guarded and best.from_square not in board.attackers(side, reply.to_square):
        yield f"guards {chess.square_name(reply.to_square)} against {san}"
    if not now.is_pseudo_legal(reply) and board.piece_at(best.to_square) is None:
        yield f"stops {san}"
    king = board.king(side)
    if best.from_square == king and (following.gives_check(reply) or punishment.is_mate):
        yield f"takes the king away from {san}"


def _taken(punishment: Line) -> list[chess.Square]:
    """The squares on which the punishment captures, as far as the piece stood there from the start."""
    start = punishment.start
    return [
        move.to_square
        for ply, move in enumerate(punishment.moves)
        if not ply % 2 and start.color_at(move.to_square) not in (None, start.turn)
    ]


def _plain(board: chess.Board, best: chess.Move, line: Sequence[chess.Move]) -> tuple[PointKind, str]:
    """What the better move does on the board, where it answers no punishment."""
    if board.is_capture(best):
        square = best.to_square
        taken = "a pawn in passing" if board.is_en_passant(best) else piece_on(board, square)
        is_taken_back = len(line) > 1 and line[1].to_square == square
        if is_taken_back and exchange(board, best) <= 0:
            return PointKind.TRADES, f"trades on {chess.square_name(square)}"
        return PointKind.WINS, f"captures {taken}"
    seen = next(iter(shown(board, best, tuple(line))), None)
    if seen is not None:
        return PointKind.IMPROVES, clause(seen)
    return PointKind.CHOICE, ""
