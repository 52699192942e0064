"""A hierarchy taught by games at the board: the moves that it weighs highest, and who speaks for and against each.

The weight of a move is in pawns, by the paper's four rules; a habit adds less than a pawn. So there are moves of which
no pattern says anything, and they weigh nought: of equals the first by the letters of its squares is advised.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.advice import Advice, Reason
from motif.board.drawing import Arrow
from motif.board.english import in_percent
from motif.patterns.adviser import SOURCE
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.paper_library import PaperLibrary
from motif.patterns.resolution import Verdict
from motif.patterns.sentences import arrows, sentence


class TaughtAdviser:
    """Advises the moves that a hierarchy weighs highest, each on the word of the patterns that decided."""

    def __init__(self, library: PaperLibrary, count: int = 3) -> None:
        self._library = library
        self._count = count

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The best moves, with what was said for them and against them."""
        return [_advice(board, *best) for best in best_moves(self._library, board)[: self._count]]


def _advice(board: chess.Board, move: chess.Move, verdict: Verdict) -> Advice:
    said = f"{board.san(move)}: {told(board, move, verdict)}"
    return Advice(move, None, Reason(SOURCE, said, (), drawn(board, move, verdict)))


def best_moves(library: PaperLibrary, board: chess.Board) -> list[tuple[chess.Move, Verdict]]:
    """The legal moves with the verdicts on them, the best first."""
    verdicts = library.weigher.weigh(board)
    return sorted(verdicts.items(), key=lambda pair: (-pair[1].weight, pair[0].uci()))


def told(board: chess.Board, move: chess.Move, verdict: Verdict) -> str:
    """Who speaks for a move, and what it loses."""
    full = BoardPattern.full(board)
    words = []
    for pattern, is_gain in ((verdict.gained_by, True), (verdict.usual_by, False)):
        if pattern:
            squares = next(pattern.embeddings(full, board, move))
            why = (
                f"{pattern.weight:+g} of material" if is_gain else f"a habit, {in_percent(pattern.weight)} of the time"
            )
            words.append(f"{sentence(pattern, board, squares)} ({why})")
    # By the paper's rules a threat counts that the move does not meet; after a check it may be no reply at all.
    if verdict.lost_by and _can_reply(board, move, *verdict.lost_by[0]):
        origin, goal = map(chess.square_name, verdict.lost_by[0])
        words.append(f"the reply {origin} to {goal} costs {-verdict.loss:g}")
    return "; ".join(words) or "no pattern speaks for it"


def _can_reply(board: chess.Board, move: chess.Move, origin: chess.Square, goal: chess.Square) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return any((reply.from_square, reply.to_square) == (origin, goal) for reply in after.legal_moves)


def drawn(board: chess.Board, move: chess.Move, verdict: Verdict) -> tuple[Arrow, ...]:
    """The arrows of the pattern that speaks loudest for a move."""
    pattern = verdict.gained_by or verdict.usual_by
    if pattern is None:
        return ()
    return arrows(pattern, board, next(pattern.embeddings(BoardPattern.full(board), board, move)))
