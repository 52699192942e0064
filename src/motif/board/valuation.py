"""What every move is worth: an oracle is asked about the positions after the moves, many at once.

value(move) = the value of the position after it, seen by whoever made it. An oracle that compares the moves of a
position itself, as engines do, may be asked to do so instead: that is one search for all moves, and each is looked at
one ply less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from motif.board.limits import Limit
from motif.board.oracles import Comparing, Evaluation, Oracle
from motif.progress import Progress, Watch, unwatched

BOARDS_AT_ONCE = 64
"""Some two thousand positions: enough for every core, and few enough to wait for."""

MoveValues = dict[chess.Move, Evaluation]
"""For each move how good it is for whoever makes it, and a line that begins with it."""


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a move, without the moves that led to it; the board itself stays as it is.

    >>> after(chess.Board(), chess.Move.from_uci("e2e4")).fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    following = board.copy(stack=False)
    following.push(move)
    return following


def legal_moves(board: chess.Board) -> list[chess.Move]:
    """The legal moves in the order of their names, which is the same whoever generates them."""
    return sorted(board.legal_moves, key=chess.Move.uci)


def top_moves(board: chess.Board, oracle: Oracle, limit: Limit, count: int) -> list[Evaluation]:
    """The best moves of a position, each with its line, best first.

    An oracle that compares moves is asked to; any other about the position after each.
    """
    compared = oracle.candidates(board, limit, count) if isinstance(oracle, Comparing) else []
    if len(compared) >= min(count, board.legal_moves.count()):
        return compared
    (values,) = value_moves([board], oracle, limit)
    return sorted(values.values(), key=lambda line: -line.centipawns)[:count]


def value_moves(
    boards: Sequence[chess.Board],
    oracle: Oracle,
    limit: Limit,
    *,
    moves: Sequence[Sequence[chess.Move]] | None = None,
    compared: bool = False,
    watch: Watch = unwatched,
) -> list[MoveValues]:
    """For each board the value of every legal move, or of those in `moves`, in that order; empty when there is none.

    With `compared` an oracle that lists its candidates is asked for them. Where it leaves one out, and for every other
    oracle, the positions after the moves are evaluated.
    """
    questions = list(zip(boards, map(legal_moves, boards) if moves is None else moves, strict=True))
    valued: list[MoveValues] = []
    for start in range(0, len(boards), BOARDS_AT_ONCE):
        batch = questions[start : start + BOARDS_AT_ONCE]
        listed = [_listed(board, some, oracle, limit) if compared else None for board, some in batch]
        unknown = [question for question, values in zip(batch, listed, strict=True) if values is None]
        judged = _judged(unknown, oracle, limit)
        valued += [next(judged) if values is None else values for values in listed]
        watch(Progress(len(valued), len(boards)))
    return valued


def _listed(board: chess.Board, moves: Sequence[chess.Move], oracle: Oracle, limit: Limit) -> MoveValues | None:
    """What the oracle says when it compares the moves itself; None where that does not reach all that are asked for."""
    if not moves or not isinstance(oracle, Comparing):
        return None
    values = {evaluation.best: evaluation for evaluation in oracle.candidates(board, limit, board.legal_moves.count())}
    return {move: values[move] for move in moves} if values.keys() >= set(moves) else None


def _judged(
    questions: Sequence[tuple[chess.Board, Sequence[chess.Move]]], oracle: Oracle, limit: Limit
) -> Iterator[MoveValues]:
    following = [after(board, move) for board, moves in questions for move in moves]
    answers = iter(oracle.evaluate(following, limit) if following else [])
    for _, moves in questions:
        yield {move: next(answers).before(move) for move in moves}
